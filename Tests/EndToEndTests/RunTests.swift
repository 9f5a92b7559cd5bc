import Foundation
import TestSupport
import Testing

/// `run` as its users see it: where what goes, and what is refused.
@Suite struct RunTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func aRunWritesItsFilesASummaryAndMessages() throws {
    let ending = try workspace.tool.run("run", "tiny.yml", "--threads", "2")
    expect(ending.code, equals: 0)
    expect(workspace.names(in: "runs/tiny"), equals: Contract.names)
    expect(ending.output, hasPrefix: "A tiny run")
    expect(ending.output, contains: "3 replications of 2 design points")
    for word in [
      "fire-and-forget", "gap-recovery", "shown: deliverability", "missed/day", "known",
      "delay p50",
      "delay: of all owed",
    ] {
      expect(ending.output, contains: word)
    }
    expect(ending.messages, contains: "warning: 3 replications")
    expect(ending.messages, hasSuffix: "results: runs/tiny/\n")
    // Not a terminal: neither colour nor a bar.
    expect(!(ending.output + ending.messages).contains("\u{1B}"))
    expect(!(ending.output + ending.messages).contains("\r"))
  }

  @Test func quietMeansQuiet() throws {
    let ending = try workspace.runTiny(into: "out", "--quiet")
    expect(ending.output, equals: "")
    expect(ending.messages, equals: "")
    expect(workspace.names(in: "out"), equals: Contract.names)
  }

  @Test(arguments: ["auto", "plain", "none"])
  func progressNeverReachesStdout(mode: String) throws {
    let silent = try workspace.runTiny(into: "silent", "--progress", "none")
    let ending = try workspace.runTiny(into: "out", "--progress", mode)
    expect(ending.output, equals: silent.output)
    expect(ending.messages.contains("notifications simulated in"), equals: (mode != "none"))
  }

  @Test func aTinyRunStartsAndEndsWithinASecond() throws {
    _ = try workspace.runTiny(into: "warm")
    // The best of five: other work on the machine only ever adds.
    let clock = ContinuousClock()
    var best = Duration.seconds(1000)
    for number in 0..<5 {
      best = min(best, try clock.measure { _ = try workspace.runTiny(into: "out\(number)") })
    }
    expect(best < .seconds(1))
  }

  // MARK: The results directory

  @Test func resultsAreReplacedOnlyWithForce() throws {
    _ = try workspace.runTiny(into: "out")
    let before = try workspace.bytes("out/metrics.csv")
    let refused = try workspace.tool.run("run", "tiny.yml", "--out", "out", "--seed", "2")
    expect(refused.code, equals: 73)
    expect(refused.output, equals: "")
    expect(refused.messages, hasPrefix: "error: out: already holds manifest.json and 10 more")
    expect(refused.messages, contains: "--force")
    try expect(workspace.bytes("out/metrics.csv"), equals: before)

    try workspace.write("out/notes.txt", "mine")
    _ = try workspace.runTiny(into: "out", "--seed", "2", "--force")
    expect(try workspace.bytes("out/metrics.csv") != before)
    // The tool does not remove a file that is no result of a run.
    expect(workspace.names(in: "out"), equals: (Contract.names + ["notes.txt"]).sorted())
  }

  /// Quantiles of 0 or 1 are infinite.
  @Test func confidencesAtTheirEndsGiveIntervals() throws {
    for level in ["0.001", "0.999999999"] {
      _ = try workspace.runTiny(into: level, "--set", "confidence=\(level)")
      let rows = try StrictCSV(workspace.bytes("\(level)/metrics.csv"), "metrics").rows
      expect(rows.contains { $0["metric"] == "latency_p50_s" && $0.number("ci_low") != nil })
    }
    for level in ["0", "1e-16", "0.9999999999999999", "1"] {
      let ending = try workspace.tool.run("validate", "tiny.yml", "--set", "confidence=\(level)")
      expect(ending.code, equals: 64)
      expect(ending.messages, contains: "confidence: found \(level)")
    }
  }

  @Test(arguments: ["/proc/deliverysim/out", "tiny.yml/out", "tiny.yml", "/dev/null"])
  func outputThatCannotBeWrittenIsRefused(out: String) throws {
    let ending = try workspace.tool.run("run", "tiny.yml", "--out", out)
    expect(ending.code, equals: 73)
    expect(ending.output, equals: "")
    expect(ending.messages, hasPrefix: "error: ")
    try expect(workspace.read("tiny.yml"), equals: Workspace.tiny)
  }

  @Test func aFailedForcedRunLeavesOldResultsAlone() throws {
    _ = try workspace.runTiny(into: "out")
    let before = try workspace.names(in: "out").map { try workspace.bytes("out/\($0)") }
    let ending = try workspace.tool.run(
      "run", "tiny.yml", "--out", "out", "--force", "--set", "limits.events_per_device_day=1")
    expect(ending.code, equals: 65)
    expect(workspace.names(in: "out"), equals: Contract.names)
    try expect(workspace.names(in: "out").map { try workspace.bytes("out/\($0)") }, equals: before)
  }

  @Test func resultsThatFitOnNoDiskOrInNoMemoryAreRefused() throws {
    // 2 points x 2 strategies x 16 million rows: 64 GB by the documented 1 kB a row.
    let rows = try workspace.tool.run(
      "run", "tiny.yml", "--out", "out", "--replications", "16000000", secondsMax: 20)
    expect([65, 73].contains(rows.code), "\(rows.messages)")
    expect(rows.messages.contains("needs about") || rows.messages.contains("kB needed"))
    expect(!workspace.exists("out"))
  }

  @Test func aScenarioBeyondAllMemoryIsRefusedAtOnce() throws {
    // Two thousand times as much: refused before any list of what is to do is made.
    let values = (0..<1000).map { "\($0)e-5" }.joined(separator: ", ")
    let factor = "{factor: link_loss, path: provider.link.loss, values: [\(values)]}"
    let ending = try workspace.tool.run(
      "run", "tiny.yml", "--out", "out", "--replications", "16777216", "--set",
      "sweep=[\(factor)]", secondsMax: 20)
    expect(ending.code, equals: 65)
    expect(ending.messages, contains: "GB of memory")
    expect(!workspace.exists("out"))
  }
}
