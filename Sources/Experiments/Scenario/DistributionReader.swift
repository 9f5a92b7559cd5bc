import DeliverySim
import Files
import Foundation

/// What a law is about: decides the units of its parameters.
enum Dimension {
  /// Parameters with a unit of time; the law is in seconds.
  case duration
  /// Parameters per unit of time; the law is per second.
  case rate
  /// Plain numbers: bytes, messages.
  case count

  /// A value of the law, in the law's own unit [s, 1/s or 1].
  func format(isPositive: Bool = false) -> ScalarFormat<Double> {
    switch self {
    case .duration: .seconds(min: isPositive ? 1 : 0)
    case .rate: .rate(isPositive ? .above(0) : .atLeast(0))
    case .count: .number(isPositive ? .above(0) : .atLeast(0))
    }
  }

  /// What the law itself says of a value, with the word for such values.
  func words(_ error: InvalidDistribution) -> String {
    let word =
      switch self {
      case .duration: "a duration"
      case .rate: "a rate"
      case .count: "a number"
      }
    let isValue = error.parameter == "max"
    return isValue ? error.allowed.replacing("a finite number", with: word) : error.allowed
  }
}

extension ScenarioReader {
  // MARK: Laws

  static let laws = [
    "constant", "exponential", "uniform", "gamma", "lognormal", "weibull", "pareto",
    "hyperexponential", "empirical", "mixture",
  ]
  /// Only for what is counted in 1, 2, 3, ...
  static let countLaws = laws + ["geometric"]

  /// A law that may be absent: then it is ideal, the constant 0.
  func readLaw(_ map: MapReader, _ key: String, _ dimension: Dimension) -> Distribution {
    readOptionalLaw(map, key, dimension) ?? .zero
  }

  func readOptionalLaw(
    _ map: MapReader, _ key: String, _ dimension: Dimension
  ) -> Distribution? {
    guard map.hasValue(key) else { return nil }
    return map.child(key).flatMap { readLaw($0, dimension) }
  }

  func readRequiredLaw(
    _ map: MapReader, _ key: String, _ dimension: Dimension
  ) -> Distribution? {
    guard let child = map.child(key) else {
      map.reportMissing(key, allowed: "a distribution, such as {exponential: {mean: ...}}")
      return nil
    }
    return readLaw(child, dimension)
  }

  /// A law, or a plain value that stands for a constant.
  func readLawOrValue(_ child: ValueReader, _ dimension: Dimension) -> Distribution? {
    guard child.isScalar else { return readLaw(child, dimension) }
    guard let value = child.read(dimension.format()) else { return nil }
    return try? parts.law(of: child) { () throws(InvalidDistribution) in
      try Distribution(.constant(value: value))
    }
  }

  func readLaw(_ child: ValueReader, _ dimension: Dimension) -> Distribution? {
    let names = dimension == .count ? Self.countLaws : Self.laws
    if let text = child.node.scalarText, dimension.format().parse(text, false) != nil {
      child.report(
        allowed: "a law: a map with one of: \(names.joined(separator: ", "))",
        suggestion: "{constant: {value: \(text)}}")
      return nil
    }
    guard let choice = child.oneOf(names) else { return nil }
    let errorsBefore = sink.reportCount
    let law = law(choice.name, choice.parameters, dimension)
    guard let law, sink.reportCount == errorsBefore else { return nil }
    do throws(InvalidDistribution) {
      return try parts.law(of: child) { () throws(InvalidDistribution) in try Distribution(law) }
    } catch {
      choice.parameters.report(error.parameter, allowed: dimension.words(error))
      return nil
    }
  }

  // MARK: Parameters

  private func law(
    _ name: String, _ map: MapReader, _ dimension: Dimension
  ) -> Distribution.Law? {
    func amount(_ key: String) -> Double { map.required(key, dimension.format()) }
    func positive(_ key: String) -> Double {
      map.required(key, dimension.format(isPositive: true))
    }
    func shape(_ key: String = "shape") -> Double { map.required(key, .number(.above(0))) }
    switch name {
    case "constant": return .constant(value: amount("value"))
    case "exponential": return .exponential(mean: positive("mean"))
    case "uniform": return .uniform(min: amount("min"), max: amount("max"))
    case "gamma": return .gamma(mean: positive("mean"), shape: shape())
    case "lognormal": return lognormal(map, dimension)
    case "weibull": return .weibull(scale: positive("scale"), shape: shape())
    case "pareto": return .pareto(scale: positive("scale"), shape: shape())
    case "geometric": return .geometric(mean: map.required("mean", .number(.atLeast(1))))
    case "hyperexponential":
      let means = map.child("means")?.elements { $0.read(dimension.format(isPositive: true)) }
      return .hyperexponential(weights: weights(map), means: required(means, map, "means"))
    case "mixture":
      let laws = map.child("of")?.elements { self.readLaw($0, dimension) }
      return .mixture(weights: weights(map), of: required(laws, map, "of"))
    case "empirical": return inputs.column(of: map, sink).map { .empirical(values: $0) }
    default: return nil
    }
  }

  private func lognormal(_ map: MapReader, _ dimension: Dimension) -> Distribution.Law? {
    let byMean = map.keys.contains("mean") || map.keys.contains("cv")
    if byMean, map.keys.contains("median") || map.keys.contains("sigma") {
      map.expect(["mean", "cv", "median", "sigma"])
      let others = map.keys.first { $0 == "median" || $0 == "sigma" } ?? "median"
      map.report(others, allowed: "either mean and cv, or median and sigma")
      return nil
    }
    if byMean {
      let (mean, cv) = (
        map.required("mean", dimension.format(isPositive: true)),
        map.required("cv", .number(.between(0, 1e6)))
      )
      let variance = log1p(cv * cv)
      return .lognormal(logMedian: log(mean) - variance / 2, sigma: sqrt(variance))
    }
    let median = map.required("median", dimension.format(isPositive: true))
    return .lognormal(
      logMedian: log(median), sigma: map.required("sigma", .number(.atLeast(0))))
  }

  private func weights(_ map: MapReader) -> [Double] {
    let weights = map.child("weights")?.list(of: .number(.atLeast(0)))
    return required(weights, map, "weights")
  }

  private func required<Element>(_ list: [Element]?, _ map: MapReader, _ key: String) -> [Element] {
    if list == nil, map.child(key) == nil { map.reportMissing(key, allowed: "a list") }
    return list ?? []
  }
}

extension ScalarFormat<Double> {
  /// A duration **[s]** of at least `minimum` microseconds.
  fileprivate static func seconds(min minimum: Int64) -> Self {
    let format = ScalarFormat<Int64>.duration(min: minimum)
    return ScalarFormat(
      allowed: format.allowed, fallback: Double(format.fallback) / 1e6,
      parse: { format.parse($0, $1).map { Double($0) / 1e6 } },
      // Below 2^53 microseconds the way back is exact.
      render: { .text(Units.durationText(Int64(($0 * 1e6).rounded()))) })
  }
}

extension ValueReader {
  /// The elements of a list, each read by `element`; nil after an error in any of them.
  fileprivate func elements<Element>(
    _ element: (ValueReader) -> Element?
  ) -> [Element]? {
    guard let readers = list(count: 1...1000) else { return nil }
    let values = readers.map(element)
    return values.contains { $0 == nil } ? nil : values.compactMap { $0 }
  }
}
