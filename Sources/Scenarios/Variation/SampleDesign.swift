import DeliverySim
import Files
import Models
import Statistics

/// The points of the factors' laws that an experiment has.
package enum SampleDesign: Sendable, Equatable {
  /// So many points; each of as many strata of equal probability of each factor is hit once.
  case latinHypercube(Int)
  /// So many of Sobol's points.
  case sobol(Int)
  /// The points that `SobolIndices` needs for so many base points.
  case saltelli(Int)
  /// So many of those that `ElementaryEffects` needs.
  case trajectories(Int)
}

extension SampleDesign {
  /// More points would not be run.
  static let pointsMax = 100_000

  /// The largest number of factors that it can have.
  var factorsMax: Int {
    if case .saltelli = self { SobolSequence.dimensionMax / 2 } else { SobolSequence.dimensionMax }
  }

  /// A function of the design, the number of factors and the seed alone.
  ///
  /// - Parameters:
  ///   - factors: 1 to `factorsMax`.
  ///   - seed: The seed of the scenario.
  /// - Returns: The numbers by point, then factor; each in (0, 1).
  package func points(factors: Int, seed: UInt64) -> [[Double]] {
    let source = RandomSource(seed: seed, replication: 0)
    switch self {
    case .latinHypercube(let count): return Self.strata(count, factors, source)
    case .sobol(let count): return Self.shifted(count, dimension: factors, source)
    case .saltelli(let count):
      return Self.shifted(count, dimension: 2 * factors, source).flatMap { both in
        let (a, b) = (Array(both[..<factors]), Array(both[factors...]))
        let mixed = a.indices.map { factor in
          a.indices.map { $0 == factor ? b[$0] : a[$0] }
        }
        return [a] + mixed + [b]
      }
    case .trajectories(let count):
      return (0..<count).flatMap { Self.trajectory($0, factors, source) }
    }
  }
}

extension SampleDesign {
  /// A Latin hypercube.
  ///
  /// Source: M. D. McKay, R. J. Beckman and W. J. Conover, "A comparison of three methods for
  /// selecting values of input variables in the analysis of output from a computer code",
  /// Technometrics 21 (1979) 239-245.
  private static func strata(
    _ count: Int, _ factors: Int, _ source: RandomSource
  ) -> [[Double]] {
    var points = [[Double]](repeating: [], count: count)
    for factor in 0..<factors {
      let stream = source.stratumStream(factor: factor)
      var (orders, places) = ([UInt64](), [Double]())
      for point in 0..<count {
        var draws = stream.draws(index: UInt32(point))
        orders.append(draws.word())
        places.append(draws.uniform())
      }
      for (stratum, point) in ascending(orders).enumerated() {
        points[point].append((Double(stratum) + places[point]) / Double(count))
      }
    }
    return points
  }

  /// Sobol's points with a digital shift: as even as they were, but none of them is known before.
  private static func shifted(
    _ count: Int, dimension: Int, _ source: RandomSource
  ) -> [[Double]] {
    let shifts = (0..<dimension).map { dimension in
      var draws = source.digitalShiftStream(dimension: dimension).draws(index: 0)
      return draws.word()
    }
    return SobolSequence.points(count, dimension: dimension).map { point in
      zip(point, shifts).map { fraction, shift in
        Draws.uniform(word: UInt64(fraction) << (64 - UInt64(SobolSequence.bits)) ^ shift)
      }
    }
  }

  /// Each factor is at one of four levels, the middles of the quarters, and moves once, by two
  /// levels: to where it can.
  private static func trajectory(
    _ number: Int, _ factors: Int, _ source: RandomSource
  ) -> [[Double]] {
    var (orders, levels) = ([UInt64](), [Int]())
    for factor in 0..<factors {
      var draws = source.trajectoryStream(factor: factor).draws(index: UInt32(number))
      levels.append(draws.below(4))
      orders.append(draws.word())
    }
    let point = { (levels: [Int]) in levels.map { (Double($0) + 0.5) / 4 } }
    var points = [point(levels)]
    for factor in ascending(orders) {
      levels[factor] += levels[factor] < 2 ? 2 : -2
      points.append(point(levels))
    }
    return points
  }

  /// The places of numbers in ascending order; of equal ones the first comes first.
  private static func ascending(_ numbers: [UInt64]) -> [Int] {
    numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
  }
}

extension SampleDesign {
  /// - Parameter place: The place of the factors.
  /// - Throws: `InputError` (64) for more points or factors than there can be.
  func check(factors: Int, at place: SourceLocation?) throws(InputError) {
    guard factors <= factorsMax else {
      let diagnostic = Diagnostic(
        at: place, path: "sweep.sample.factors", .found("\(factors) factors"),
        allowed:
          "at most \(factorsMax) with --method sobol, \(SobolSequence.dimensionMax) with morris")
      throw InputError(ExitCode.usage, [diagnostic])
    }
    let (option, size, each) =
      switch self {
      case .latinHypercube(let count), .sobol(let count): ("sweep.sample", count, 1)
      case .saltelli(let count): ("--points", count, factors + 2)
      case .trajectories(let count): ("--trajectories", count, factors + 1)
      }
    let most = Self.pointsMax / each
    guard 2...most ~= size else {
      throw InputError(
        ExitCode.usage,
        "\(option): found \(size); allowed: 2 to \(most), each of \(each) points with \(factors) "
          + "factors")
    }
  }
}
