import DeliverySim
import Files
import Foundation
import Runs

/// A law that an unknown is the one parameter of, as far as figures do not tell its shape.
struct LawShape {
  /// The path of the law, such as `network.offline`.
  let path: String
  /// The name of its kind, such as `exponential`.
  let kind: String
  /// The mean in the scenario's unit.
  let mean: Double
  /// Standard deviation / mean.
  let variation: Double
  /// Median / mean.
  let middle: Double
}

extension LawShape {
  /// - Parameters:
  ///   - path: Of an unknown, such as `network.offline.exponential.mean`.
  ///   - tree: A scenario with defaults filled in.
  /// - Returns: nil where it is no parameter of size of a law with one shape.
  init?(_ path: String, _ unit: NumberUnit, in tree: ConfigNode) {
    let keys = path.split(separator: ".").map(String.init)
    guard keys.count > 2 else { return nil }
    let (law, kind) = (keys.dropLast(2).joined(separator: "."), keys[keys.count - 2])
    guard let node = tree.value(at: "\(law).\(kind)"),
      let number = tree.value(at: path)?.scalarText.flatMap(unit.number)
    else { return nil }
    let plain = { (key: String) in node[key]?.scalarText.flatMap(Units.number) }
    (self.path, self.kind) = (law, kind)
    switch (kind, keys[keys.count - 1]) {
    case ("exponential", "mean"): (mean, variation, middle) = (number, 1, log(2))
    case ("gamma", "mean"):
      guard let shape = plain("shape") else { return nil }
      (mean, variation, middle) = (number, 1 / shape.squareRoot(), Self.middle(ofGamma: shape))
    case ("lognormal", "mean"):
      guard let cv = plain("cv") else { return nil }
      (mean, variation, middle) = (number, cv, 1 / (1 + cv * cv).squareRoot())
    case ("lognormal", "median"):
      guard let sigma = plain("sigma") else { return nil }
      mean = number * exp(sigma * sigma / 2)
      (variation, middle) = (expm1(sigma * sigma).squareRoot(), exp(-sigma * sigma / 2))
    case ("weibull", "scale"):
      guard let shape = plain("shape") else { return nil }
      mean = number * tgamma(1 + 1 / shape)
      let ratio = exp(lgamma(1 + 2 / shape) - 2 * lgamma(1 + 1 / shape))
      (variation, middle) = (max(0, ratio - 1).squareRoot(), pow(log(2), 1 / shape) * number / mean)
    default: return nil
    }
    guard Self.variations.contains(variation), mean.isFinite else { return nil }
  }

  /// Beyond them no other shape is much of a question.
  private static let variations = 0.1...10.0

  private static func middle(ofGamma shape: Double) -> Double {
    (try? Distribution(.gamma(mean: 1, shape: shape)))?.quantile(exceededBy: 0.5) ?? 0
  }

  /// Another shape of the same mean, as a scenario says it.
  struct Other {
    let words: String
    /// Median / mean.
    let middle: Double
    let kind: String
    let parameters: [(String, ConfigNode)]
  }

  /// A heavier and a lighter tail: twice and half the variation.
  func others(_ unit: NumberUnit) -> [Other] {
    let number = { (value: Double) in
      ConfigNode.number(Double(String(format: "%.6g", value)) ?? value)
    }
    let (heavy, light) = (2 * variation, variation / 2)
    return [
      Other(
        words: "lognormal, cv \(HumanText.digits(heavy, 2))",
        middle: 1 / (1 + heavy * heavy).squareRoot(), kind: "lognormal",
        parameters: [("mean", unit.node(mean)), ("cv", number(heavy))]),
      Other(
        words: "gamma, cv \(HumanText.digits(light, 2))",
        middle: Self.middle(ofGamma: 1 / (light * light)), kind: "gamma",
        parameters: [("mean", unit.node(mean)), ("shape", number(1 / (light * light)))]),
    ]
  }

  var words: String { "\(kind), cv \(HumanText.digits(variation, 2))" }
}
