import DeliverySim
import TestSupport
import Testing

/// An impossible law and the parameter that is to blame.
private struct Impossible: Sendable, CustomTestStringConvertible {
  let law: Distribution.Law
  let parameter: String

  init(_ parameter: String, _ law: Distribution.Law) {
    self.law = law
    self.parameter = parameter
  }

  var testDescription: String { "\(law)" }
}

private let notNumbers: [Double] = [.nan, .infinity, -.infinity]
private let notPositive: [Double] = [0, -1] + notNumbers
private let negative: [Double] = [-1e-9, -1] + notNumbers

@Suite("Parameters of laws")
struct DistributionValidationTests {
  private static let oneParameter: [Impossible] =
    negative.map { .init("value", .constant(value: $0)) }
    + notPositive.map { .init("mean", .exponential(mean: $0)) }
    + negative.map { .init("min", .uniform(min: $0, max: 2)) }
    + (negative + [0.999]).map { .init("max", .uniform(min: 1, max: $0)) }
    + notPositive.map { .init("mean", .gamma(mean: $0, shape: 1)) }
    + (notPositive + [0.0099]).map { .init("shape", .gamma(mean: 1, shape: $0)) }
    + [.init("shape", .gamma(mean: 1e308, shape: 0.1))]
    + notNumbers.map { .init("median", .lognormal(logMedian: $0, sigma: 1)) }
    + (negative + [20.001]).map { .init("sigma", .lognormal(logMedian: 0, sigma: $0)) }
    + notPositive.map { .init("scale", .weibull(scale: $0, shape: 1)) }
    + (notPositive + [0.0099]).map { .init("shape", .weibull(scale: 1, shape: $0)) }
    + notPositive.map { .init("scale", .pareto(scale: $0, shape: 1)) }
    + (notPositive + [0.0099]).map { .init("shape", .pareto(scale: 1, shape: $0)) }
    + (notPositive + [0.999, 1.001e9]).map { .init("mean", .geometric(mean: $0)) }
    + negative.map { .init("column", .empirical(values: [1, $0])) }
    + negative.map { .init("by", .shifted(by: $0, of: .zero)) }
    + [.init("column", .empirical(values: []))]

  /// Weights that are no weights.
  private static let wrongWeights: [[Double]] =
    [[0, 0], [1], [1, 1, 1], [], [.greatestFiniteMagnitude, .greatestFiniteMagnitude]]
    + negative.map { [1, $0] }

  private static let weighted: [Impossible] =
    wrongWeights.map { .init("weights", .hyperexponential(weights: $0, means: [1, 2])) }
    + wrongWeights.map { .init("weights", .mixture(weights: $0, of: [.zero, .zero])) }
    + notPositive.map { .init("means", .hyperexponential(weights: [1, 1], means: [1, $0])) }
    + [
      .init("weights", .hyperexponential(weights: [], means: [])),
      .init("weights", .mixture(weights: [], of: [])),
    ]

  @Test("An impossible parameter is refused by its name", arguments: oneParameter + weighted)
  private func refused(impossible: Impossible) {
    let error = #expect(throws: InvalidDistribution.self) { try Distribution(impossible.law) }
    expect(error?.parameter, equals: impossible.parameter)
    expect(error?.allowed.isEmpty, equals: false)
  }

  private static let extremes: [Impossible] = [
    .init("", .constant(value: 0)), .init("", .exponential(mean: 1e-300)),
    .init("", .uniform(min: 0, max: 0)), .init("", .uniform(min: 2, max: 2)),
    .init("", .gamma(mean: 1, shape: 0.01)), .init("", .gamma(mean: 1, shape: 1e9)),
    .init("", .lognormal(logMedian: -700, sigma: 0)),
    .init("", .lognormal(logMedian: 5, sigma: 20)), .init("", .weibull(scale: 1, shape: 0.01)),
    .init("", .weibull(scale: 1, shape: 1e6)), .init("", .pareto(scale: 1, shape: 0.01)),
    .init("", .geometric(mean: 1)), .init("", .geometric(mean: 1e9)),
    .init("", .hyperexponential(weights: [0, 1], means: [1, 2])),
    .init("", .empirical(values: [0])), .init("", .mixture(weights: [1], of: [.zero])),
    .init("", .shifted(by: 0, of: .zero)),
  ]

  @Test("What is at the limit is allowed", arguments: extremes)
  private func allowed(extreme: Impossible) {
    #expect(throws: Never.self) { try Distribution(extreme.law) }
  }
}
