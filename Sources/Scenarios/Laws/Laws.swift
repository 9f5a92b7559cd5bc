import DeliverySim
import Files
import Foundation

/// The laws that scenarios can name: one entry for each.
let laws: [Key<Distribution.Law?>] = [
  Key(case: "constant", ConstantKeys()) { .constant(value: $0.value) },
  Key(case: "exponential", ExponentialKeys()) { .exponential(mean: $0.mean) },
  Key(case: "uniform", UniformKeys()) { .uniform(min: $0.min, max: $0.max) },
  Key(case: "gamma", GammaKeys()) { .gamma(mean: $0.mean, shape: $0.shape) },
  Key(case: "lognormal", LognormalKeys()) { lognormal($0) },
  Key(case: "weibull", WeibullKeys()) { .weibull(scale: $0.scale, shape: $0.shape) },
  Key(case: "pareto", ParetoKeys()) { .pareto(scale: $0.scale, shape: $0.shape) },
  Key(case: "hyperexponential", HyperexponentialKeys()) { law in
    let means = law.means
    return .hyperexponential(
      weights: required(law.weights, law, \.weights), means: required(means, law, \.means))
  },
  Key(case: "empirical", EmpiricalKeys()) { law in column(law).map { .empirical(values: $0) } },
  Key(case: "mixture", MixtureKeys()) { law in
    let parts = law.of
    return .mixture(
      weights: required(law.weights, law, \.weights), of: required(parts, law, \.of))
  },
  Key(case: "shifted", ShiftedKeys()) { law in
    let (by, of) = (law.by, law.of)
    return of.map { .shifted(by: by, of: $0) }
  },
  // Only for what is counted in 1, 2, 3, ...
  Key(case: "geometric", GeometricKeys()) { .geometric(mean: $0.mean) },
]

// MARK: - Their parameters

private final class ConstantKeys: KeyGroup {
  let value = amount("value", "The value.")
}

private final class ExponentialKeys: KeyGroup {
  let mean = amount("mean", isPositive: true, "Its mean.")
}

private final class UniformKeys: KeyGroup {
  let min = amount("min", "The smallest value.")
  let max = amount("max", "The largest value.")
}

private final class GammaKeys: KeyGroup {
  let mean = amount("mean", isPositive: true, "Its mean.")
  let shape = Key(needed: "shape", .number(.above(0)), "1: exponential.")
}

private final class LognormalKeys: KeyGroup {
  let mean = amount("mean", isPositive: true, "Its mean; with cv.").neededAtTimes
  let cv = Key(needed: "cv", .number(.between(0, 1e6)), "Standard deviation / mean.").neededAtTimes
  let median = amount("median", isPositive: true, "Its median; with sigma.").neededAtTimes
  let sigma = Key(needed: "sigma", .number(.atLeast(0)), "The standard deviation of the logarithm.")
    .neededAtTimes
}

private final class WeibullKeys: KeyGroup {
  let scale = amount("scale", isPositive: true, "63 % of the values are below it.")
  let shape = Key(needed: "shape", .number(.above(0)), "Below 1: a heavy tail.")
}

private final class ParetoKeys: KeyGroup {
  let scale = amount("scale", isPositive: true, "The smallest value.")
  let shape = Key(needed: "shape", .number(.above(0)), "The shape; at most 1: there is no mean.")
}

private final class HyperexponentialKeys: KeyGroup {
  let weights = weightsKey
  let means = elements("means", .dimensions, "The means of the parts.") { value, reading in
    value.read(reading.dimension.format(isPositive: true))
  }
}

private final class EmpiricalKeys: KeyGroup {
  let file = Key(needed: "file", .text("the name of a CSV file"), "A CSV file.")
  let column = Key(
    needed: "column", .text("the name of a column"),
    "Its column of values, in seconds, per second, or plain.")
}

private final class MixtureKeys: KeyGroup {
  let weights = weightsKey
  let of = elements("of", .laws, "The parts.", readLaw)
}

private final class ShiftedKeys: KeyGroup {
  let by = amount("by", "The smallest value: so much more than the law has.")
  let of = Key(facts: KeyFacts("of", .lawAlike, "The law.")) { map, reading in
    lawAlike(map, "of", reading)
  }.needed
}

private final class GeometricKeys: KeyGroup {
  let mean = Key(needed: "mean", .number(.atLeast(1)), "Counts from 1 on.")
}

/// A parameter in the unit of the law's values.
private func amount(_ name: String, isPositive: Bool = false, _ meaning: String) -> Key<Double> {
  Key(facts: KeyFacts(name, .dimension, meaning)) { map, reading in
    map.required(name, reading.dimension.format(isPositive: isPositive))
  }.needed
}

/// A list; nil if it is absent, and after an error in any of its elements.
private func elements<Element>(
  _ name: String, _ type: KeyType, _ meaning: String,
  _ element: @escaping @Sendable (ValueReader, Reading) -> Element?
) -> Key<[Element]?> {
  Key(facts: KeyFacts(name, type, meaning)) { map, reading in
    guard let readers = map.child(name)?.list(count: 1...1000) else { return nil }
    let values = readers.map { element($0, reading) }
    return values.contains { $0 == nil } ? nil : values.compactMap { $0 }
  }.needed
}

private func lawAlike(_ map: MapReader, _ key: String, _ reading: Reading) -> Distribution? {
  if map.child(key) == nil { map.reportMissing(key, allowed: "a law") }
  return map.child(key).flatMap { readLaw($0, reading) }
}

private let weightsKey = Key(facts: KeyFacts("weights", .numbers, "The weights of the parts.")) {
  map, _ in
  map.child("weights")?.list(of: .number(.atLeast(0)))
}.needed

// MARK: - Laws that need more than their parameters

private func required<Keys, Element>(
  _ list: [Element]?, _ law: Section<Keys>, _ key: KeyPath<Keys, Key<[Element]?>>
) -> [Element] {
  if list == nil, law.child(key) == nil { law.reportMissing(key, allowed: "a list") }
  return list ?? []
}

private func lognormal(_ law: Section<LognormalKeys>) -> Distribution.Law? {
  let written = law.map.keys
  let byMean = written.contains("mean") || written.contains("cv")
  if byMean, let other = written.first(where: { $0 == "median" || $0 == "sigma" }) {
    law.map.expect(law.keys.facts.map(\.name))
    law.map.report(other, allowed: "either mean and cv, or median and sigma")
    return nil
  }
  if byMean {
    let (mean, cv) = (law.mean, law.cv)
    let variance = log1p(cv * cv)
    return .lognormal(logMedian: log(mean) - variance / 2, sigma: sqrt(variance))
  }
  return .lognormal(logMedian: log(law.median), sigma: law.sigma)
}

/// The numbers of a column of a data file.
private func column(_ law: Section<EmpiricalKeys>) -> [Double]? {
  let errorsBefore = law.sink.reportCount
  let column = law.column
  law.awaits(\.file)
  guard law.sink.reportCount == errorsBefore else { return nil }
  guard let table = law.reading.inputs.numbers(of: law, \.file, [column]) else { return nil }
  if let row = table.numbers[0].firstIndex(where: { $0 < 0 }) {
    let place = "\(table.file), line \(table.line(ofRow: row))"
    law.report(
      \.column, found: "\(Units.text(of: table.numbers[0][row])) (\(place))",
      allowed: "values of at least 0")
    return nil
  }
  return table.numbers[0]
}
