import Foundation
import TestSupport
import Testing

/// A folder of its own for a test, with a tiny scenario in it; gone when the test ends.
final class Workspace {
  let path: String
  let tool: Tool

  init() throws {
    path = NSTemporaryDirectory() + "deliverysim-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    tool = Tool(folder: path)
    try write("tiny.yml", Self.tiny)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Small, but with every station that adds columns or rows. 2 days are counted.
  static let tiny = """
    format: 1
    name: tiny
    title: A tiny run
    seed: 20190828
    warmup: 1d
    duration: 3d
    drain: 1d
    devices: 10
    replications: 3
    workload:
      arrivals: {poisson: {rate: 40/d}}
      payload: {constant: {value: 1200}}
      useful_for: 12h
    provider:
      link: {loss: 5%, latency: {exponential: {mean: 300ms}}}
      resend: {failure: 0.1, latency: {exponential: {mean: 800ms}}}
    network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 1h}}}
    strategies: [fire-and-forget, gap-recovery]
    sweep: [{factor: offline_mean, path: network.offline.exponential.mean, values: [20m, 1h]}]

    """
}

extension Workspace {
  func write(_ name: String, _ text: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
  }

  /// Makes a folder.
  func write(folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try unwrap(FileManager.default.contents(atPath: "\(path)/\(name)"), "no \(name)"))
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }

  /// The names in a folder, hidden ones too; empty when it is absent.
  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
      .filter { $0 != ".units" }
  }

  /// Runs the tiny scenario into a folder and expects success.
  func runTiny(into folder: String, _ options: String...) throws -> Tool.Ending {
    let ending = try tool.run(["run", "tiny.yml", "--out", folder] + options)
    expect(ending.code, equals: 0, "\(ending.messages)")
    return ending
  }
}

// MARK: - The result files

/// The result files and their columns as docs/reference/results.md names them, written down here
/// once more.
enum Contract {
  static let files: [(name: String, columns: [String])] = [
    (
      "replications.csv",
      [
        "replication", "devices", "device_time_us", "owed", "shown", "summarised", "synced",
        "pending", "lost", "unwanted",
        "duplicates", "pushes_sent", "pushes_resent", "resend_requests", "resend_failures",
        "summaries", "extension_runs", "interruptions",
      ]
    ),
    (
      "metrics.csv",
      [
        "metric", "mean", "std_error", "ci_low", "ci_high", "confidence", "replications",
        "interval", "mean_plain", "std_error_plain", "variance_reduction_controls", "controls",
      ]
    ),
    (
      "comparisons.csv",
      [
        "baseline", "metric", "difference", "std_error", "ci_low", "ci_high", "p_value",
        "p_adjusted", "ci_low_all", "ci_high_all", "variance_reduction", "interval",
        "difference_plain", "std_error_plain", "variance_reduction_controls", "controls",
      ]
    ),
    ("fates.csv", ["fate", "stage", "cause", "repair", "count", "share", "ci_low", "ci_high"]),
    ("latency.csv", ["bin_low_s", "bin_high_s", "count", "cumulative_share"]),
    ("concentration.csv", ["quantile", "lost", "device_loss_share", "share_of_all_loss"]),
    (
      "groups.csv",
      [
        "group", "metric", "mean", "std_error", "ci_low", "ci_high", "confidence",
        "replications", "interval",
      ]
    ),
    (
      "timeline.csv",
      [
        "start_s", "owed", "shown", "deliverability", "resend_requests", "resend_failures",
        "peak_resend_rate",
      ]
    ),
    (
      "observed.csv",
      [
        "cohort", "observed_deliverability", "observed_deliverability_ci_low",
        "observed_deliverability_ci_high", "true_deliverability", "true_deliverability_ci_low",
        "true_deliverability_ci_high", "bias", "bias_ci_low", "bias_ci_high",
      ]
    ),
  ]

  static var names: [String] { (files.map(\.name) + ["answer.json", "manifest.json"]).sorted() }
}
