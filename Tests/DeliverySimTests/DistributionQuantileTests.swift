import DeliverySim
import TestSupport
import Testing

/// Values at given probabilities.
@Suite struct DistributionQuantileTests {
  private static let probabilities = [1e-6, 0.001, 0.1, 0.25, 0.5, 0.8, 0.99, 1 - 1e-6]

  @Test("A law stays below its quantile with that probability", arguments: ContinuousLaw.simple)
  func probability(reference: ContinuousLaw) {
    let values = reference.law.quantiles(Self.probabilities)
    for (value, probability) in zip(values, Self.probabilities) {
      let found = 1 - reference.survival(value)
      let difference = abs(found - probability)
      expect(
        difference < 1e-8 * max(probability, 1e-3),
        "\(reference.name): \(found) instead of \(probability)")
    }
    expect(values, equals: values.sorted())
  }

  @Test("Of a list it is the value at that place, however the list is ordered")
  func list() {
    let list = law(.empirical(values: [5, 1, 4, 2, 3]))
    expect(list.quantiles([0.01, 0.19, 0.21, 0.5, 0.81, 0.99]), equals: [1, 1, 2, 3, 5, 5])
    expect(law(.constant(value: 7)).quantiles([0.1, 0.9]), equals: [7, 7])
  }

  @Test("Of several parts the first come first, each from its shortest values on")
  func parts() {
    let parts = law(
      .mixture(
        weights: [1, 3], of: [law(.uniform(min: 10, max: 20)), law(.uniform(min: 0, max: 1))]))
    for (found, expected) in zip(parts.quantiles([0.125, 0.25 + 0.375]), [15, 0.5]) {
      expect(abs(found - expected) < 1e-9, "\(found)")
    }
    let later = law(.shifted(by: 2, of: law(.exponential(mean: 1))))
    expect(abs(later.quantiles([0.5])[0] - 2.6931471805599454) < 1e-9)
  }

  @Test("The ends are finite and in order")
  func ends() {
    let values = law(.exponential(mean: 1)).quantiles([.leastNonzeroMagnitude, 1.0.nextDown])
    expect(values[0] > 0 && values[0] < values[1] && values[1].isFinite)
  }
}
