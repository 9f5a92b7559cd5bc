import DeliverySim
import Files

extension Dimension {
  /// A value of the law, in the law's own unit [s, 1/s or 1].
  func format(isPositive: Bool = false) -> ScalarFormat<Double> {
    switch self {
    case .time: .seconds(min: isPositive ? 1 : 0)
    case .rate: .rate(isPositive ? .above(0) : .atLeast(0))
    case .count: .number(isPositive ? .above(0) : .atLeast(0))
    case .share: .probability(isPositive ? .someOf : .between(0, 1))
    }
  }

  /// The law's own words about a wrong value.
  fileprivate func words(_ error: InvalidDistribution) -> String {
    let word =
      switch self {
      case .time: "a duration"
      case .rate: "a rate"
      case .count: "a number"
      case .share: "a probability"
      }
    let isValue = error.parameter == "max"
    return isValue ? error.allowed.replacing("a finite number", with: word) : error.allowed
  }
}

extension Key {
  // MARK: Keys of laws

  /// A law that may be absent: then it is ideal, the constant 0.
  init(_ name: String, law dimension: Dimension, _ meaning: String, _ rule: String)
  where Value == Distribution {
    self.init(facts: KeyFacts(name, .law(dimension), or: "0s", meaning, rule)) { map, reading in
      optionalLaw(map, name, dimension, reading) ?? .zero
    }
  }

  init(
    optional name: String, law dimension: Dimension, or standard: String = "", _ meaning: String,
    _ rule: String
  ) where Value == Distribution? {
    let facts = KeyFacts(name, .law(dimension), or: standard, meaning, rule)
    self.init(facts: facts) { optionalLaw($0, name, dimension, $1) }
  }

  init(needed name: String, law dimension: Dimension, _ meaning: String, _ rule: String)
  where Value == Distribution? {
    self =
      Key(facts: KeyFacts(name, .law(dimension), meaning, rule)) { map, reading in
        guard let child = map.child(name) else {
          map.reportMissing(name, allowed: "a distribution, such as {exponential: {mean: ...}}")
          return nil
        }
        return readLaw(child, reading.of(dimension))
      }.needed
  }

  /// A rate, or a law of rates.
  init(rate meaning: String, _ rule: String = "R1.4") where Value == Distribution? {
    self =
      Key(facts: KeyFacts("rate", .lawOr(.rate), meaning, rule)) { map, reading in
        guard let child = map.child("rate") else {
          map.reportMissing("rate", allowed: "a rate such as 40/d, or a distribution of rates")
          return nil
        }
        return lawOrValue(child, reading.of(.rate))
      }.needed
  }

  /// A plain value, or a law.
  init(
    optional name: String, lawOr dimension: Dimension, _ meaning: String, _ rule: String
  ) where Value == Distribution? {
    let facts = KeyFacts(name, .lawOr(dimension), meaning, rule)
    self.init(facts: facts) { map, reading in
      map.child(name).flatMap { lawOrValue($0, reading.of(dimension)) }
    }
  }

  /// A plain duration, or a law of durations; 0 by default.
  init(span name: String, _ meaning: String, _ rule: String) where Value == Distribution {
    self.init(facts: KeyFacts(name, .lawOr(.time), or: "0s", meaning, rule)) { map, reading in
      lawOrValue(map.child(name, default: .text("0s")), reading.of(.time)) ?? .zero
    }
  }
}

extension Reading {
  fileprivate func of(_ dimension: Dimension) -> Reading {
    Reading(inputs: inputs, parts: parts, dimension: dimension)
  }
}

private func optionalLaw(
  _ map: MapReader, _ key: String, _ dimension: Dimension, _ reading: Reading
) -> Distribution? {
  guard map.hasValue(key) else { return nil }
  return map.child(key).flatMap { readLaw($0, reading.of(dimension)) }
}

/// A law, or a plain value that stands for a constant.
private func lawOrValue(_ child: ValueReader, _ reading: Reading) -> Distribution? {
  guard child.isScalar else { return readLaw(child, reading) }
  guard let value = child.read(reading.dimension.format()) else { return nil }
  return try? reading.parts.law(of: child) { () throws(InvalidDistribution) in
    try Distribution(.constant(value: value))
  }
}

/// A law of the dimension that is being read.
@Sendable func readLaw(_ child: ValueReader, _ reading: Reading) -> Distribution? {
  let dimension = reading.dimension
  let names = dimension == .count ? laws.names : laws.names.filter { $0 != "geometric" }
  if let text = child.node.scalarText, dimension.format().parse(text, false) != nil {
    child.report(
      allowed: "a law: a map with one of: \(names.joined(separator: ", "))",
      suggestion: "{constant: {value: \(text)}}")
    return nil
  }
  guard let choice = child.oneOf(names) else { return nil }
  let errorsBefore = child.sink.reportCount
  let law = laws.read(choice, reading)
  guard let law, child.sink.reportCount == errorsBefore else { return nil }
  do throws(InvalidDistribution) {
    return try reading.parts.law(of: child) { () throws(InvalidDistribution) in
      try Distribution(law)
    }
  } catch {
    choice.parameters.report(error.parameter, allowed: dimension.words(error))
    return nil
  }
}

/// A law that starts stationary needs a finite mean above 0.
func requireMean<Keys, Value>(
  _ law: Distribution, _ section: Section<Keys>, _ key: KeyPath<Keys, Key<Value>>
) {
  guard law.mean <= 0 || !law.mean.isFinite else { return }
  let found = law.mean > 0 ? "a law of infinite mean" : "a law of mean 0"
  section.report(key, found: found, allowed: "a law with a finite mean above 0")
}

extension ScalarFormat<Double> {
  /// A duration **[s]** of at least `minimum` microseconds.
  fileprivate static func seconds(min minimum: Int64) -> Self {
    ScalarFormat<Int64>.duration(min: minimum).mapped(
      { Double($0) / 1e6 },
      // Below 2^53 microseconds the way back is exact.
      back: { Int64(($0 * 1e6).rounded()) })
  }
}
