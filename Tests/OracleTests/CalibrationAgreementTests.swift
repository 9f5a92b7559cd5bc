import Answers
import DeliverySim
import Fit
import Foundation
import Results
import Runs
import Scenarios
import Search
import TestSupport
import Testing

/// Where raw intervals exist, `fit` and `calibrate` find the same.
///
/// False-alarm probability: 6e-6 (4.5 standard errors of both together); the seeds are fixed.
@Suite struct CalibrationAgreementTests {
  private func world(seed: Int, offline: String) throws -> Experiment {
    try experiment(
      """
      format: 1
      name: world
      seed: \(seed)
      warmup: 1d
      duration: 6d
      drain: 1d
      devices: 60
      replications: 30
      workload: {arrivals: {poisson: {rate: 12/d}}}
      network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: \(offline)}}}
      strategies: [fire-and-forget]
      """)
  }

  @Test("The mean time offline, from 400 intervals and from a share that was shown")
  func agree() async throws {
    var draws = RandomSource(seed: 8, replication: 0).stream(purpose: 200, device: 0).draws(
      index: 0)
    let spans = (0..<400).map { _ in law(.exponential(mean: 3600)).sample(&draws) }.sorted()
    let fitted = try unwrap(FittedSpan(spans)).mean
    let outcome = try await Runner(world(seed: 9, offline: "1h"), threads: 2).run()
    let estimate = try unwrap(outcome.judged("deliverability"))
    let target = CalibrationTarget(
      metric: "deliverability", strategy: "fire-and-forget", group: nil, value: estimate.value,
      standardError: estimate.error)
    let result = try await Calibration(
      world(seed: 10, offline: "2h"), [target], unknown: ["network.offline.exponential.mean"],
      threads: 2
    ).run { _ in }
    let found = try unwrap(result.estimate(0))
    // The errors of the logarithm: 1/√n of the intervals, and a quarter of the 95 % interval.
    let errors = (1 / 400.0.squareRoot(), log(found.high / found.low) / 3.92)
    let error = (errors.0 * errors.0 + errors.1 * errors.1).squareRoot()
    print("fit \(fitted), calibrate \(found.value), \(log(found.value / fitted) / error) SE")
    expect(abs(log(found.value / fitted)) < 4.5 * error)
  }
}

extension RunOutcome {
  /// The plain estimate of a metric in `metrics.csv`, and its standard error.
  fileprivate func judged(_ metric: String) -> (value: Double, error: Double)? {
    let rows = (prepared().csv("metrics.csv") ?? "").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard let row = rows.first(where: { $0.contains(metric) }),
      let value = rows[0].firstIndex(of: "mean_plain").flatMap({ Double(row[$0]) }),
      let error = rows[0].firstIndex(of: "std_error_plain").flatMap({ Double(row[$0]) })
    else { return nil }
    return (value, error)
  }
}
