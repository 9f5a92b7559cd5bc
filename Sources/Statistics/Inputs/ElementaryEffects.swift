// Source: M. D. Morris, "Factorial sampling plans for preliminary computational experiments",
// Technometrics 33 (1991) 161-174 (mu, sigma); F. Campolongo, J. Cariboni and A. Saltelli, "An
// effective screening design for sensitivity analysis of large models", Environmental Modelling &
// Software 22 (2007) 1509-1518 (mu_star).

/// The effect of each factor on a quantity, from trajectories that change one factor at each step.
public struct ElementaryEffects: Sendable, Equatable {
  /// The mean effect, by factor: a quantity that is linear in the factor changes by so much over
  /// the factor's whole range.
  public let mu: [SensitivityIndex]
  /// The mean size of the effects, whatever their signs.
  public let muStar: [SensitivityIndex]
  /// The standard deviation of the effects: above 0 where the factor acts differently at different
  /// places, by itself or with others.
  public let sigma: [SensitivityIndex]

  /// - Parameters:
  ///   - points: Trajectory by trajectory, each one point longer than there are factors; from one
  ///     point to the next one of the factors changes, each once. Two trajectories or more.
  ///   - values: The values of the points, finite.
  ///   - confidence: The confidence of the intervals, in (0, 1).
  ///   - resampling: The resampling of trajectories.
  public init(
    _ points: [[Double]], values: [Double], confidence: Double, resampling: Resampling
  ) {
    let effects = Self.effects(points, values)
    let count = effects.first?.count ?? 0
    precondition(count >= 2, "a standard deviation needs two trajectories")
    let all = [UInt8](repeating: 1, count: count)
    var resampled = [[Moments]]()
    resampling.forEach(size: count) { multiplicities in
      resampled.append(effects.map { Moments($0, multiplicities) })
    }
    let whole = all.withUnsafeBufferPointer { all in effects.map { Moments($0, all) } }
    let indices = { (value: (Moments) -> Double) in
      whole.indices.map { place in
        SensitivityIndex(
          value(whole[place]), resampled: resampled.map { value($0[place]) },
          confidence: confidence)
      }
    }
    (mu, muStar, sigma) = (indices(\.mean), indices(\.size), indices(\.deviation))
  }

  /// Whether the quantity is the same along all trajectories.
  public var isConstant: Bool { muStar.allSatisfy { $0.value == 0 } }

  /// The effects by factor, then trajectory.
  private static func effects(_ points: [[Double]], _ values: [Double]) -> [[Double]] {
    let factors = points[0].count
    precondition(
      points.count == values.count && points.count % (factors + 1) == 0,
      "each trajectory changes each factor once")
    var effects = (0..<factors).map { _ in [Double]() }
    for row in points.indices where row % (factors + 1) > 0 {
      let (before, after) = (points[row - 1], points[row])
      guard let factor = after.indices.first(where: { after[$0] != before[$0] }) else {
        preconditionFailure("each step of a trajectory changes a factor")
      }
      let step = after[factor] - before[factor]
      effects[factor].append((values[row] - values[row - 1]) / step)
    }
    return effects
  }
}

/// The moments of a factor's effects.
private struct Moments {
  let mean, size, deviation: Double

  /// - Parameter multiplicities: The numbers that say how often each effect counts.
  init(_ effects: [Double], _ multiplicities: UnsafeBufferPointer<UInt8>) {
    let count = Double(effects.count)
    let mean = { (term: (Double) -> Double) in
      var sum = 0.0
      for place in effects.indices { sum += Double(multiplicities[place]) * term(effects[place]) }
      return sum / count
    }
    let center = mean { $0 }
    (self.mean, size) = (center, mean(abs))
    deviation = (mean { ($0 - center) * ($0 - center) } * count / (count - 1)).squareRoot()
  }
}
