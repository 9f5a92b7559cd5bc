import Answers
import Foundation
import Results
import Runs
import Statistics
import TestSupport
import Testing

/// Metrics and their intervals by their definitions, from the counts of single replications.
///
/// Nothing here is left to chance: both sides come from the same run. Six replications are too few
/// for controls, so that all estimates are plain.
@Suite struct MetricDefinitionTests {
  private static let (devices, replications, days) = (8.0, 6.0, 2.0)
  private static let frame = """
    format: 1
    name: metrics
    seed: 5
    duration: 2d
    drain: 1d
    devices: 8
    replications: 6
    strategies: [fire-and-forget, gap-recovery, {name: few, gap-recovery: {repeat_limit: 2}}]

    """
  private static let world = """
    workload: {arrivals: {poisson: {rate: 40/d}}}
    network: {online: {exponential: {mean: 4h}}, offline: {exponential: {mean: 1h}}}
    provider: {link: {loss: 5%, latency: {exponential: {mean: 2s}}}}

    """

  private func run(_ lines: String = world) async throws -> PreparedResults {
    try await Runner(experiment(Self.frame + lines), threads: 2).run().prepared()
  }

  /// So many of `parts` for one of `whole`; nil: for each day of a device.
  private struct Definition {
    let metric: String
    let parts: [String]
    var whole: String? = "owed"
    var unit = 1.0
  }

  private static let definitions = [
    Definition(metric: "deliverability", parts: ["shown"]),
    Definition(metric: "awareness", parts: ["shown", "summarised", "synced"]),
    Definition(metric: "push_loss", parts: ["summarised", "synced", "lost"]),
    Definition(metric: "loss", parts: ["lost"]),
    Definition(metric: "pushes_per_notification", parts: ["pushes_sent"]),
    Definition(metric: "latency_mean_s", parts: ["latency_sum_us"], whole: "shown", unit: 1e-6),
    Definition(metric: "interruptions_per_device_day", parts: ["interruptions"], whole: nil),
    Definition(
      metric: "extension_seconds_per_device_day", parts: ["extension_time_us"], whole: nil,
      unit: 1e-6),
    Definition(metric: "resend_requests_per_device_day", parts: ["resend_requests"], whole: nil),
  ]

  @Test("A metric is the ratio of two sums over all replications")
  func ratios() async throws {
    let results = try await run()
    for strategy in ["fire-and-forget", "gap-recovery", "few"] {
      let counts = try results.rows("replications.csv", ["strategy": strategy])
      expect(counts.count, equals: 6)
      func sum(_ column: String) throws -> Double {
        try counts.reduce(0) { try $0 + $1.number(column) }
      }
      for definition in Self.definitions {
        let parts = try definition.parts.reduce(0) { try $0 + sum($1) }
        let whole = try definition.whole.map(sum) ?? Self.devices * Self.replications * Self.days
        let row = try results.row(
          "metrics.csv", ["strategy": strategy, "metric": definition.metric])
        let expected = definition.unit * parts / whole
        try expect(
          abs(row.number("mean") - expected) <= 1e-12 * max(1, expected), "\(definition)")
      }
      // Each fate of a sum has happened.
      try expect(strategy != "few" || (sum("summarised") > 0 && sum("lost") > 0))
      // It is a share of the devices, not of the messages.
      let row = try results.row(
        "metrics.csv", ["strategy": strategy, "metric": "devices_without_loss"])
      let share = try sum("devices_without_loss_count") / (Self.devices * Self.replications)
      try expect(abs(row.number("mean") - share) < 1e-12)
    }
  }

  /// A share that is 0 in all of n independent trials is at most 1 - 0.05^(1/n). Devices are trials
  /// of their own only where they share nothing random: rates that are drawn come from one law.
  /// With an app more may be lost than single draws lose (`RareLossTests`).
  @Test(
    "A share of 0 has the end that its independent trials leave open",
    arguments: [("40/d", 48.0), ("{gamma: {mean: 40/d, shape: 2}}", 6)])
  func shareOfZero(rate: String, trials: Double) async throws {
    let results = try await run(
      """
      workload: {arrivals: {poisson: {rate: \(rate)}}}
      app: {opens: {poisson: {rate: 1/d}}}

      """)
    let row = try results.row("metrics.csv", ["strategy": "fire-and-forget", "metric": "loss"])
    try expect(row.number("mean") == 0 && row.number("ci_low") == 0)
    try expect(abs(row.number("ci_high") - (1 - pow(0.05, 1 / trials))) < 1e-12)
    expect(row["interval"], equals: "one-sided")
  }

  /// With two differences to the baseline each has 97.5 %: t(0.9875, 5 degrees of freedom).
  @Test("Differences have the sign of their strategy, and share their confidence")
  func differences() async throws {
    let results = try await run()
    for strategy in ["gap-recovery", "few"] {
      for metric in ["deliverability", "pushes_per_notification", "latency_mean_s"] {
        let row = try results.row("comparisons.csv", ["strategy": strategy, "metric": metric])
        let means = try [strategy, "fire-and-forget"].map {
          try results.row("metrics.csv", ["strategy": $0, "metric": metric]).number("mean")
        }
        let difference = try row.number("difference")
        expect(abs(difference - (means[0] - means[1])) < 1e-9, "\(strategy), \(metric)")
        guard row["interval"] == "student" else { continue }
        for (low, high, tail) in [
          ("ci_low", "ci_high", 0.025), ("ci_low_all", "ci_high_all", 0.0125),
        ] {
          let reach = try -StudentT.quantile(tail, degreesOfFreedom: 5) * row.number("std_error")
          try expect(abs(row.number(low) - (difference - reach)) < 1e-9, "\(strategy), \(metric)")
          try expect(abs(row.number(high) - (difference + reach)) < 1e-9, "\(strategy), \(metric)")
        }
      }
    }
  }
}
