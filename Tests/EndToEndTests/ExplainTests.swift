import Foundation
import TestSupport
import Testing

@Suite struct ExplainTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func explain(_ source: String, _ options: String...) throws -> Tool.Ending {
    try workspace.tool.run(["explain", source, "--strategy", "gap-recovery"] + options)
  }

  @Test func aScenarioAndItsResultsTellTheSameStory() throws {
    let options = ["--seed", "7", "--set", "provider.link.loss=0.2"]
    _ = try workspace.tool.run(["run", "tiny.yml", "--out", "out"] + options)
    let place = ["--replication", "2", "--device", "3", "--design-point", "1"]
    let tell = { (source: String, more: [String]) in
      try workspace.tool.run(
        ["explain", source, "--strategy", "gap-recovery"] + place + more)
    }
    let story = try tell("tiny.yml", options)
    expect(story.code == 0 && story.messages == "", "\(story)")
    expect(
      story.output.hasPrefix("tiny: design point 1, gap-recovery, replication 2, device 3\n"))
    try expect(tell("out", []).output, equals: story.output)
    // The settings matter: else the results would not tell more than the scenario.
    expect(try tell("tiny.yml", []).output != story.output)
  }

  @Test func theDesignPointThatWasNotNamedIsSaid() throws {
    let device = ["explain", "tiny.yml", "--strategy", "gap-recovery", "--device", "3"]
    let unnamed = try workspace.tool.run(device)
    expect(unnamed.messages.hasPrefix("note: design point 0 of 2: "), "\(unnamed.messages)")
    expect(unnamed.messages, hasSuffix: "; --design-point chooses another\n")
    let named = try workspace.tool.run(device + ["--design-point", "0"])
    expect(named.messages == "" && named.output == unnamed.output)
  }

  /// The stories of all devices, added up, are a row of `replications.csv`.
  @Test(arguments: ["fire-and-forget", "gap-recovery"])
  func storiesAddUpToTheLedger(strategy: String) throws {
    try workspace.lay(in: "out")
    let file = try StrictCSV(workspace.bytes("out/replications.csv"), "replications.csv")
    let row = try unwrap(file.series["1 \(strategy)"])[1]
    var fates: [String: Int] = [:]
    for device in 0..<10 {
      let story = try workspace.tool.run(
        "explain", "out", "--strategy", strategy, "--replication", "1", "--device", "\(device)",
        "--design-point", "1")
      for fate in try countedFates(story.output) { fates[fate, default: 0] += 1 }
    }
    for fate in ["shown", "summarised", "synced", "pending", "lost"] {
      try expect(fates[fate, default: 0], equals: row.count(fate), "\(fate)")
    }
  }

  /// The fates in the table at the end, of the notifications that are counted.
  private func countedFates(_ story: String) throws -> [String] {
    let lines = story.split(separator: "\n")
    let start = try unwrap(lines.firstIndex { $0.hasPrefix("message ") })
    let offset = try unwrap(lines[start].range(of: " fate ")).lowerBound
    let column = lines[start].distance(from: lines[start].startIndex, to: offset) + 1
    return lines[(start + 1)...].filter { $0.hasSuffix(" yes") }
      .map { String($0.dropFirst(column).prefix { $0 != " " }) }
  }

  @Test func aMessageHasAStoryOfItsOwn() throws {
    let whole = try explain("tiny.yml", "--replication", "0", "--device", "1")
    let part = try explain(
      "tiny.yml", "--replication", "0", "--device", "1", "--message", "5")
    expect(part.code, equals: 0)
    let lines = part.output.split(separator: "\n")
    expect(lines.count < whole.output.split(separator: "\n").count)
    expect(lines.count { $0.contains("message 5 ") && $0.contains("created") }, equals: 1)
    expect(
      part.output.components(separatedBy: "\n\n").last?.hasPrefix("Message 5 was "), equals: true)
    expect(!part.output.contains("message 50 "))
  }

  // MARK: Refusals

  @Test(
    arguments: [
      (["--replication", "0", "--device", "10"], "--device: found 10; allowed: 0 to 9"),
      (["--replication", "3", "--device", "0"], "--replication: found 3; allowed: 0 to 2"),
      (
        ["--replication", "0", "--device", "0", "--design-point", "2"],
        "--design-point: found 2; allowed: 0 to 1"
      ),
      (
        ["--replication", "0", "--device", "0", "--strategy", "gap-recover"],
        "--strategy: no strategy \"gap-recover\"; did you mean \"gap-recovery\"? "
          + "there are: fire-and-forget, gap-recovery"
      ),
    ] as [([String], String)])
  func whatThereIsNotIsWrongUsage(options: [String], message: String) throws {
    let strategy = options.contains("--strategy") ? [] : ["--strategy", "gap-recovery"]
    let ending = try workspace.tool.run(["explain", "tiny.yml"] + strategy + options)
    expect(ending.code, equals: 64)
    expect(ending.output, equals: "")
    expect(ending.messages, equals: "error: \(message)\n")
  }

  @Test func aMessageThatThereIsNotIsWrongUsage() throws {
    let ending = try explain(
      "tiny.yml", "--replication", "0", "--device", "0", "--message", "100000")
    expect(ending.code, equals: 64)
    expect(
      try #/error: --message: found 100000; allowed: 0 to \d+\n/#.wholeMatch(in: ending.messages)
        != nil)
  }

  @Test func aDirectoryWithoutAManifestIsMissingInput() throws {
    try FileManager.default.createDirectory(
      atPath: "\(workspace.path)/empty", withIntermediateDirectories: true)
    let ending = try explain("empty", "--replication", "0", "--device", "0")
    expect(ending.code, equals: 66)
    expect(ending.messages, equals: "error: empty/manifest.json: No such file or directory\n")
  }

  @Test func aDamagedManifestIsBadData() throws {
    try workspace.lay(in: "out")
    let manifest = try workspace.read("out/manifest.json")
    for damaged in ["", "{", "{\"format\": 1}", String(manifest.dropLast(500)), "[1]"] {
      try workspace.write("out/manifest.json", damaged)
      let ending = try explain("out", "--replication", "0", "--device", "0")
      expect(ending.code, equals: 65)
      expect(ending.output, equals: "")
      expect(ending.messages, hasPrefix: "error: out/manifest.json")
    }
  }
}
