import DeliverySim
import Files
import Foundation
import Runs

/// A law that an unknown is the one parameter of, as far as figures do not tell its shape.
struct LawShape: Sendable {
  /// The path of the law, such as `network.offline`.
  let path: String
  /// The name of its kind, such as `exponential`.
  let kind: String
  /// The unknown's key in it: the size that the figures tell.
  let size: String
  /// The key of its shape in the scenario; nil: its kind has one shape.
  let key: String?
  /// The number of that key; 1 without one.
  let number: Double
  /// The mean in the scenario's unit.
  let mean: Double
  /// Standard deviation / mean.
  let variation: Double
}

extension LawShape {
  /// - Parameters:
  ///   - path: The path of an unknown, such as `network.offline.exponential.mean`.
  ///   - tree: A scenario with defaults filled in.
  /// - Returns: nil where it is no parameter of size of a law with one shape.
  init?(_ path: String, _ unit: NumberUnit, in tree: ConfigNode) {
    let keys = path.split(separator: ".").map(String.init)
    guard keys.count > 2, let size = keys.last else { return nil }
    let (law, kind) = (keys.dropLast(2).joined(separator: "."), keys[keys.count - 2])
    guard let node = tree.value(at: "\(law).\(kind)"),
      let value = tree.value(at: path)?.scalarText.flatMap(unit.number),
      let family = Family(kind, size)
    else { return nil }
    let shape = family.key.map { node[$0]?.scalarText.flatMap(Units.number) } ?? 1
    guard let shape else { return nil }
    (self.path, self.kind, self.size, key, number) = (law, kind, size, family.key, shape)
    variation = family.variation(shape)
    mean = value / family.size(shape)
    guard Self.variations.contains(variation), mean.isFinite else { return nil }
  }

  /// Beyond them no other shape is much of a question.
  private static let variations = 0.1...10.0

  var words: String { Self.words(kind, variation) }

  private static func words(_ kind: String, _ variation: Double) -> String {
    "\(kind), cv \(HumanText.digits(variation, 2))"
  }

  /// Median / mean.
  var middle: Double { Family(kind, size)?.middle(number) ?? 0 }

  /// Another shape, as a scenario says it.
  struct Other: Sendable {
    let words: String
    let kind: String
    /// Its parameters in the scenario, where it has the mean of the law that it replaces.
    let parameters: [(key: String, node: ConfigNode)]
    /// The key that takes the unknown's place.
    let size: String
    /// The value that the scenario has, divided by the mean.
    let sizeByMean: Double
    /// Median / mean.
    let middle: Double
    /// The number of the law's own key of its shape; nil: it is of another kind.
    let number: Double?
  }

  /// The same mean with another spread, of the same kind where the kind has several shapes.
  ///
  /// - Parameter factor: The coefficient of variation, divided by that of the law.
  /// - Returns: nil where no such shape is tried.
  func other(_ factor: Double, _ unit: NumberUnit) -> Other? {
    let wanted = factor * variation
    let kind = key != nil ? kind : wanted > 1 ? "lognormal" : "gamma"
    guard Self.variations.contains(wanted), let family = Family(kind, size) else { return nil }
    let rounded = Double(String(format: "%.6g", family.shape(wanted)))
    guard let number = rounded, let key = family.key else { return nil }
    let sizeByMean = family.size(number)
    return Other(
      words: Self.words(kind, wanted), kind: kind,
      parameters: [(size, unit.node(sizeByMean * mean)), (key, .number(number))], size: size,
      sizeByMean: sizeByMean, middle: family.middle(number),
      number: self.key == nil ? nil : number)
  }
}

/// A kind of law with a parameter of its size, and one of its shape.
private enum Family {
  case exponential, gamma, lognormalMean, lognormalMedian, weibull

  init?(_ kind: String, _ size: String) {
    switch (kind, size) {
    case ("exponential", "mean"): self = .exponential
    case ("gamma", "mean"): self = .gamma
    case ("lognormal", "mean"): self = .lognormalMean
    case ("lognormal", "median"): self = .lognormalMedian
    case ("weibull", "scale"): self = .weibull
    default: return nil
    }
  }

  var key: String? {
    switch self {
    case .exponential: nil
    case .gamma, .weibull: "shape"
    case .lognormalMean: "cv"
    case .lognormalMedian: "sigma"
    }
  }

  /// Standard deviation / mean.
  func variation(_ shape: Double) -> Double {
    switch self {
    case .exponential: 1
    case .gamma: 1 / shape.squareRoot()
    case .lognormalMean: shape
    case .lognormalMedian: expm1(shape * shape).squareRoot()
    case .weibull: max(0, expm1(lgamma(1 + 2 / shape) - 2 * lgamma(1 + 1 / shape))).squareRoot()
    }
  }

  /// The shape with a coefficient of variation.
  func shape(_ variation: Double) -> Double {
    switch self {
    case .exponential: return 1
    case .gamma: return 1 / (variation * variation)
    case .lognormalMean: return variation
    case .lognormalMedian: return log1p(variation * variation).squareRoot()
    case .weibull:
      // The more shape, the less variation.
      var (low, high) = (0.05, 50.0)
      for _ in 0..<60 {
        let middle = (low * high).squareRoot()
        if self.variation(middle) > variation { low = middle } else { high = middle }
      }
      return low
    }
  }

  /// The parameter of size / mean.
  func size(_ shape: Double) -> Double {
    switch self {
    case .exponential, .gamma, .lognormalMean: 1
    case .lognormalMedian: exp(-shape * shape / 2)
    case .weibull: 1 / tgamma(1 + 1 / shape)
    }
  }

  /// Median / mean.
  func middle(_ shape: Double) -> Double {
    switch self {
    case .exponential: log(2)
    case .gamma: (try? Distribution(.gamma(mean: 1, shape: shape)))?.quantile(exceededBy: 0.5) ?? 0
    case .lognormalMean: 1 / (1 + shape * shape).squareRoot()
    case .lognormalMedian: exp(-shape * shape / 2)
    case .weibull: pow(log(2), 1 / shape) / tgamma(1 + 1 / shape)
    }
  }
}
