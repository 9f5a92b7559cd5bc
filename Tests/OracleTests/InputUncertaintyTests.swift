import Answers
import Files
import Foundation
import Oracles
import Results
import Runs
import Scenarios
import TestSupport
import Testing

/// The effect of unknown inputs agrees with the delta method on a closed form.
///
/// False-alarm probability: with 400 vectors the standard error of a standard deviation is 3.5 %;
/// 15 % are 4.2 of them, 2e-5 for each of two expectations. The seed is fixed.
@Suite struct InputUncertaintyTests {
  private let errors = (offline: 0.1, online: 0.05)

  private func deliverability(offline: Double, online: Double) throws -> Double {
    try NewestOnly(
      arrivalRate: 40 / 86_400, onlineMean: online, offline: .exponential(mean: offline),
      linkLoss: 0
    ).deliverability()
  }

  private func inputs(correlation: Double) throws -> ConfigNode {
    let covariance = correlation * errors.offline * errors.online
    return try ConfigNode.parse(
      yaml: """
        format: 1
        parameters:
          - {path: network.offline.exponential.mean, scale: log, unit: s, estimate: \(log(1800.0))}
          - {path: network.online.exponential.mean, scale: log, unit: s, estimate: \(log(21_600.0))}
        covariance:
          - [\(errors.offline * errors.offline), \(covariance)]
          - [\(covariance), \(errors.online * errors.online)]
        """, file: "inputs.json")
  }

  /// The row of deliverability in `inputs.csv`, by column.
  private func row(_ experiment: Experiment) async throws -> [String: Double] {
    let outcome = try await Runner(experiment, threads: 2).run()
    let table = try unwrap(outcome.prepared().csv("inputs.csv"))
    let rows = table.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let row = try unwrap(rows.first { $0.contains("deliverability") })
    return zip(rows[0], row).reduce(into: [:]) { $0[$1.0] = Double($1.1) }
  }

  /// The slopes of the closed form, by the logarithm of each mean.
  private func slopes() throws -> (offline: Double, online: Double) {
    let h = 1e-4
    return (
      try
        (deliverability(offline: 1800 * exp(h), online: 21_600)
        - deliverability(offline: 1800 * exp(-h), online: 21_600)) / (2 * h),
      try
        (deliverability(offline: 1800, online: 21_600 * exp(h))
        - deliverability(offline: 1800, online: 21_600 * exp(-h))) / (2 * h)
    )
  }

  @Test(
    "The standard deviation is that of the delta method", .enabled(if: isNightly),
    arguments: [0.0, 0.6])
  func deltaMethod(correlation: Double) async throws {
    var options = Experiment.Options()
    options.inputDraws = try InputDraws(inputs(correlation: correlation), count: 400)
    let experiment = try experiment(
      """
      format: 1
      name: oracle
      seed: 77
      duration: 20d
      drain: 2d
      devices: 60
      replications: 12
      workload: {arrivals: {poisson: {rate: 40/d}}}
      network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 30m}}}
      strategies: [fire-and-forget]
      """, options)
    let row = try await row(experiment)
    let slopes = try slopes()
    let (a, b) = (slopes.offline * errors.offline, slopes.online * errors.online)
    let expected = (a * a + b * b + 2 * correlation * a * b).squareRoot()
    let found = try unwrap(row["sd_inputs"])
    print("correlation \(correlation): expected \(expected), found \(found)")
    expect(abs(found / expected - 1) < 0.15, "\(found), \(expected)")
    // Without a correlation each share is a square of its part.
    guard correlation == 0 else { return }
    let share = try unwrap(row["share_network.offline.exponential.mean"])
    expect(abs(share - a * a / (a * a + b * b)) < 0.1, "\(share)")
  }
}
