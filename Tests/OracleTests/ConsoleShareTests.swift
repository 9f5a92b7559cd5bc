import Answers
import Models
import Runs
import Scenarios
import Search
import Statistics
import TestSupport
import Testing
import Vocabulary

/// R7.4: of what APNs has stored it delivers what fewer than `capacity` later pushes follow before
/// the device is back.
///
/// Poisson pushes at rate r, exponential absences of mean D: the rest of an absence is exponential
/// too, so the next event is a push with probability q = rD/(1 + rD), and so on: k kept pushes are
/// delivered with probability 1 - q^k. Of all pushes U/(U + D) are delivered at once.
@Suite struct ConsoleShareTests {
  @Test(
    "R7.4 the share delivered from storage follows from the capacity", arguments: [1, 2, 4, 16])
  func capacities(capacity: Int) async throws {
    var options = Experiment.Options()
    options.watchesConsole = true
    let made = try experiment(
      """
      format: 1
      name: console
      seed: 12
      warmup: 2d
      duration: 12d
      drain: 2d
      devices: 40
      replications: 20
      workload: {arrivals: {poisson: {rate: 24/d}}}
      push_service: {kind: apns, capacity: \(capacity)}
      network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 2h}}}
      strategies: [fire-and-forget]
      """, options)
    let outcome = try await Runner(made, threads: 1).run()
    let series = try unwrap(outcome.series.first)
    let q = 2.0 / 3
    let expected = ["apns_from_storage_share": 1 - pow(q, capacity), "apns_delivered_share": 0.75]
    for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
      let metric = try unwrap(Metric.observable.first { $0.name == name })
      let estimate = try unwrap(metric.estimate(series.replications, outcome.scenario(series)))
      // With 19 degrees of freedom more than 5.3 standard errors occur with probability 4e-5: a
      // false alarm of 3e-4 in all eight comparisons.
      let row = Agreement(
        "\(name), \(capacity) kept", expected: value, observed: estimate.mean,
        standardError: try unwrap(estimate.standardError), tableSize: 8)
      print(row)
      expect(row.holds, "\(row)")
    }
  }

  private func pow(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }
}
