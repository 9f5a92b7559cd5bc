import Answers
import Files
import Foundation
import Results
import Runs
import Scenarios
import TestSupport
import Testing

/// The CSV files of one small run, with everything in it that results depend on.
///
/// These are golden files: observed, not derived. They say that something changed, not what is
/// right. Record them anew (`RECORD_GOLDEN=1 swift test --filter GoldenTests`) only with an entry
/// in CHANGELOG.md under "Changes to results" and a raised results epoch (`Version.resultsEpoch`).
@Suite struct GoldenResultsTests {
  static let folder = "\(projectRoot)/Tests/GoldenTests/Golden/small-run"
  static let files = [
    "replications.csv", "metrics.csv", "comparisons.csv", "fates.csv", "latency.csv",
    "concentration.csv", "groups.csv", "timeline.csv", "observed.csv",
  ]

  @Test func aSmallRunGivesTheGoldenFiles() async throws {
    let results = try await run()
    let platform = try platform(results)
    let golden = try GoldenFile.expected("\(Self.folder)/platform.yml", recording: platform)
    for name in Self.files {
      let text = try unwrap(results[name], "the run wrote no \(name)")
      let expected = try unwrap(
        try GoldenFile.expected("\(Self.folder)/\(name)", recording: text), "no golden \(name)")
      compare(name, text, expected, isSamePlatform: platform == golden)
    }
    // Manifest and answer: their numbers are those of the tables (AnswerTests).
    expect(results.count, equals: Self.files.count + 2, "a file that no golden file stands for")
    expect(!GoldenFile.isRecording, "recorded: look at the difference, then run without recording")
  }

  /// Byte for byte on the platform of the golden files, elsewhere as closely as promised: whole
  /// numbers and words are equal, other numbers to 1e-9.
  private func compare(
    _ name: String, _ text: String, _ expected: String, isSamePlatform: Bool
  ) {
    let (lines, golden) = (rows(text), rows(expected))
    expect(lines.count, equals: golden.count, "\(name): the number of rows")
    for (number, (line, wanted)) in zip(lines, golden).enumerated() where line != wanted {
      if !isSamePlatform, isClose(line, wanted) { continue }
      Issue.record("\(name), line \(number + 1): \(line), golden: \(wanted)")
      return
    }
  }

  private func rows(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func isClose(_ line: Substring, _ other: Substring) -> Bool {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    let others = other.split(separator: ",", omittingEmptySubsequences: false)
    return fields.count == others.count
      && zip(fields, others).allSatisfy { field, wanted in
        guard field != wanted else { return true }
        guard field.contains("."), let value = Double(field), let number = Double(wanted)
        else { return false }
        return abs(value - number) <= 1e-9 * max(abs(value), abs(number))
      }
  }

  private func run() async throws -> [String: String] {
    let out = FileManager.default.temporaryDirectory
      .appendingPathComponent("deliverysim-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: out) }
    let experiment = try Experiment.load("\(Self.folder)/scenario.yml")
    let outcome = try await Runner(experiment, threads: 2).run()
    try outcome.prepared().write(
      to: OutputDirectory(path: out, force: false), words: \.untold, wallTime: 0)
    var results: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: out) {
      results[name] = try String(contentsOfFile: "\(out)/\(name)", encoding: .utf8)
    }
    return results
  }

  /// The part of the platform that decides how numbers round: the system's release does not.
  private func platform(_ results: [String: String]) throws -> String {
    let manifest = try ConfigNode.parse(
      yaml: try unwrap(results["manifest.json"]), file: "manifest.json")
    let entries = manifest["platform"]?.entries ?? []
    return ConfigNode(.mapping(entries.filter { $0.key != "os" })).yaml()
  }
}
