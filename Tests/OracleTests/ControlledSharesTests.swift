import Answers
import Foundation
import Results
import Runs
import TestSupport
import Testing

/// All shares of what is owed have the same controls, so that a table has one estimator.
@Suite struct ControlledSharesTests {
  private static func run() async throws -> PreparedResults {
    let made = try experiment(
      """
      format: 1
      name: shares
      seed: 9
      warmup: 1d
      duration: 6d
      drain: 1d
      devices: 20
      replications: 40
      workload: {arrivals: {poisson: {rate: 20/d}}, useful_for: 1h}
      provider: {link: {loss: 1%}, resend: {failure: 10%}}
      network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 1h}}}
      app: {opens: {poisson: {rate: 4/d}}}
      strategies: [fire-and-forget, gap-recovery]
      """)
    return try await Runner(made, threads: 2).run().prepared()
  }

  private static func rows(_ results: PreparedResults, _ file: String) throws -> [[String: String]]
  {
    let lines = try unwrap(results.csv(file)).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  @Test("Fates sum to 1, and those that are shown to the deliverability")
  func sums() async throws {
    let results = try await Self.run()
    let fates = try Self.rows(results, "fates.csv")
    for metric in try Self.rows(results, "metrics.csv") where metric["metric"] == "deliverability" {
      let mine = fates.filter { $0["strategy"] == metric["strategy"] }
      let share = { (row: [String: String]) in Double(row["share"] ?? "") ?? .nan }
      let all = mine.reduce(0) { $0 + share($1) }
      expect(abs(all - 1) < 1e-12, "\(all)")
      let shown = mine.filter { $0["fate"] == "shown" }.reduce(0) { $0 + share($1) }
      let mean = try unwrap(Double(metric["mean"] ?? ""))
      let plain = try unwrap(Double(metric["mean_plain"] ?? ""))
      expect(abs(shown - mean) < 1e-12, "\(shown), \(mean)")
      expect(abs(mean - plain) > 1e-6, "the controls move the estimate")
    }
  }

  @Test("The shares of what is owed have the same controls, and what they do not explain has none")
  func families() async throws {
    let metrics = try Self.rows(try await Self.run(), "metrics.csv")
    for strategy in ["fire-and-forget", "gap-recovery"] {
      let controls = { (name: String) in
        metrics.first { $0["strategy"] == strategy && $0["metric"] == name }?["controls"]
      }
      let shared = try unwrap(controls("deliverability"))
      expect(shared != "none")
      for name in ["awareness", "awareness_in_time", "timeliness", "push_loss", "loss"] {
        // A metric of which nothing is ever lost has nothing to be moved.
        let isExtreme = metrics.contains {
          $0["strategy"] == strategy && $0["metric"] == name && $0["interval"] == "one-sided"
        }
        guard !isExtreme else { continue }
        expect(controls(name), equals: shared, "\(strategy), \(name)")
      }
      for name in [
        "interruptions_per_device_day", "device_wake_ups_per_device_day", "latency_mean_s",
        "latency_p50_s", "app_openings_per_device_day", "devices_without_loss",
      ] {
        expect(controls(name), equals: "none", "\(strategy), \(name)")
      }
    }
  }
}
