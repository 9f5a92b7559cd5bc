import Foundation
import TestSupport
import Testing

/// A run in parts: `--shard` and `merge`.
@Suite struct ShardTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func csv(_ folder: String) throws -> [[UInt8]] {
    try (Contract.files.map(\.name) + ["answer.json"]).map {
      try workspace.bytes("\(folder)/\($0)")
    }
  }

  /// Runs all shards, and returns their folders.
  private func runShards(_ count: Int, _ options: String...) throws -> [String] {
    try (1...count).map { index in
      let folder = "shards\(count)/\(index)"
      let ending = try workspace.tool.run(
        ["run", "tiny.yml", "--out", folder, "--quiet", "--shard", "\(index)/\(count)"] + options)
      expect([0, 3].contains(ending.code), "\(ending.messages)")
      expect(workspace.names(in: folder), equals: ["manifest.json", "units"])
      return folder
    }
  }

  private func merge(_ folders: [String], _ out: String = "merged") throws -> Tool.Ending {
    try workspace.tool.run(["merge"] + folders + ["--out", out])
  }

  // MARK: The same bytes

  @Test(arguments: isNightly ? [1, 2, 3, 7, 13] : [3, 7])
  func anyNumberOfShardsGivesTheBytesOfOneRun(count: Int) throws {
    try workspace.lay(in: "whole")
    // There are 6 pairs of design point and replication: some of 7 shards have nothing to do.
    let ending = try merge(try runShards(count).reversed())
    expect(ending.code, equals: 0, "\(ending.messages)")
    try expect(csv("merged"), equals: csv("whole"))
    expect(workspace.names(in: "merged"), equals: Contract.names)
    try expect(workspace.read("merged/manifest.json"), contains: "\"allow_outside\": false")
  }

  @Test func groupsAreMergedToo() throws {
    let ideal = "{name: a, share: 0.5, network: null, provider: null}"
    let groups = "groups=[\(ideal), {name: b, share: 0.1}]"
    _ = try workspace.runTiny(into: "whole", "--set", groups)
    try expect(merge(try runShards(3, "--set", groups)).code, equals: 0)
    try expect(csv("merged"), equals: csv("whole"))
    let rows = try workspace.read("merged/groups.csv").split(separator: "\n")
    expect(rows.contains { $0.contains(",a,deliverability,1.0,") })
    expect(rows.contains { $0.contains(",others,deliverability,") })
  }

  @Test func mergeSaysWhatRunSays() throws {
    let whole = try workspace.runTiny(into: "whole")
    let merged = try merge(try runShards(2))
    expect(merged.output, equals: whole.output)
    expect(merged.messages, contains: "warning: 3 replications")
  }

  @Test func someStrategiesCanBeSharded() throws {
    try workspace.lay(in: "whole", "--strategy", "gap-recovery")
    _ = try merge(try runShards(2, "--strategy", "gap-recovery"))
    try expect(csv("merged"), equals: csv("whole"))
  }

  private static let precision =
    "replications={min: 3, max: 30, until: {metric: deliverability, half_width: 0.008}}"

  @Test(arguments: [2, 3])
  func withAPrecisionDesignPointsAreDealt(count: Int) throws {
    let whole = try workspace.tool.run(
      "run", "tiny.yml", "--out", "whole", "--set", Self.precision)
    let ending = try merge(try runShards(count, "--set", Self.precision))
    expect(ending.code, equals: whole.code)
    try expect(csv("merged"), equals: csv("whole"))
  }

  private static let first = ["run", "tiny.yml", "--out", "again", "--quiet", "--shard", "1/2"]

  /// Leaves the first of two shards in `again` as SIGKILL would have left it: with one unit.
  private func interrupt(keeping unit: Substring) throws {
    try FileManager.default.createDirectory(
      atPath: "\(workspace.path)/again/.checkpoint", withIntermediateDirectories: true)
    // A run that cannot keep its units leaves the identity that belongs to this shard.
    let command = Self.first.joined(separator: " ")
    let starved = try Running(
      "/bin/bash", ["-c", "ulimit -f 3; exec '\(try unwrap(Tool.executable))' \(command)"],
      folder: workspace.path, environment: [:], input: ""
    ).wait(20)
    expect(starved.code, equals: 74, "\(starved.messages)")
    try workspace.write("again/.checkpoint/units", unit + "\n")
  }

  @Test func aShardCanBeInterruptedToo() throws {
    try workspace.lay(in: "whole")
    var folders = try runShards(2)
    let units = try workspace.read("\(folders[0])/units")
    try interrupt(keeping: units.split(separator: "\n")[0])
    let resumed = try workspace.tool.run(Self.first + ["--resume"])
    expect(resumed.code, equals: 0, "\(resumed.messages)")
    folders[0] = "again"
    try expect(merge(folders).code, equals: 0)
    try expect(csv("merged"), equals: csv("whole"))
  }

  @Test func whatWasDealtByOtherRulesIsNotMixed() throws {
    let folders = try runShards(2)
    let units = try workspace.read("\(folders[0])/units")
    try interrupt(keeping: units.split(separator: "\n")[0])
    try workspace.edit("again/.checkpoint/run.json", "\"dealing\": 2", "\"dealing\": 1")
    let resumed = try workspace.tool.run(Self.first + ["--resume"])
    expect(resumed.code, equals: 65)
    expect(resumed.messages, contains: "checkpoint of another run: dealing is 1 there, 2 here")
    try workspace.edit("\(folders[1])/manifest.json", "\"dealing\": 2", "\"dealing\": 1")
    try expect(
      refusal(folders),
      equals: "error: shards2/2: its work was assigned by version 1 of the rules, but by version 2 "
        + "in shards2/1: run all shards with one version\n")
  }

  // MARK: Refusals

  private func refusal(_ folders: [String]) throws -> String {
    let ending = try merge(folders)
    expect(ending.code, equals: 65, "\(ending.messages)")
    expect(ending.output, equals: "")
    expect(!workspace.exists("merged"))
    return ending.messages
  }

  @Test func missingAndRepeatedShardsAreNamed() throws {
    let folders = try runShards(3)
    try expect(refusal([folders[0], folders[2]]), equals: "error: missing shards: 2/3\n")
    let twice = try refusal(folders + [folders[1]])
    expect(twice.contains("shard 2/3 is given more than once: shards3/2, shards3/2"))
  }

  @Test func shardsOfAnotherRunAreNamed() throws {
    let folders = try runShards(2)
    for (options, reason) in [
      (["--seed", "1"], "seed is 1, but 20190828 in shards2/1"),
      (["--set", "devices=11"], "devices is 11, but 10 in shards2/1"),
      (["--strategy", "gap-recovery"], "strategies is"),
    ] {
      let out = ["run", "tiny.yml", "--out", "other", "--force", "--quiet", "--shard", "2/2"]
      try expect(workspace.tool.run(out + options).code, equals: 0)
      let message = try refusal([folders[0], "other"])
      expect(message, contains: "other: of another run: \(reason)")
    }
    let others = try runShards(3)
    expect(try refusal([folders[0], others[1]]).contains("shards of different divisions"))
    try workspace.lay(in: "whole")
    expect(try refusal([folders[0], "whole"]).contains("whole: the results of a whole run"))
  }

  @Test func anotherEpochIsNamed() throws {
    let folders = try runShards(2)
    let manifest = try workspace.read("\(folders[1])/manifest.json")
    let older = manifest.replacing(/"results_epoch": \d+/, with: "\"results_epoch\": 0")
    expect(older != manifest)
    try workspace.write("\(folders[1])/manifest.json", older)
    expect(try refusal(folders).contains("older results, results epoch 0"))
  }

  @Test func anEditedManifestIsRefused() throws {
    let folders = try runShards(2)
    for folder in folders {
      let manifest = try workspace.read("\(folder)/manifest.json")
      let edited = manifest.replacing("\"devices\": 10,", with: "\"devices\": 20,")
      expect(edited != manifest)
      try workspace.write("\(folder)/manifest.json", edited)
    }
    expect(try refusal(folders).contains("edited: the scenario in it has another hash"))
  }

  @Test func anInterruptedRunIsNotMergedOver() throws {
    let folders = try runShards(2)
    try FileManager.default.createDirectory(
      atPath: "\(workspace.path)/merged/.checkpoint", withIntermediateDirectories: true)
    try workspace.write("merged/.checkpoint/run.json", "{}")
    let refused = try merge(folders)
    expect(refused.code, equals: 73)
    expect(refused.messages, contains: "holds an interrupted run")
    let forced = try workspace.tool.run(["merge", "--force"] + folders + ["--out", "merged"])
    expect(forced.code, equals: 0)
    expect(workspace.names(in: "merged"), equals: Contract.names)
  }

  @Test(arguments: ["edit", "cut", "append"])
  func editedShardsAreRefused(damage: String) throws {
    let folders = try runShards(2)
    let name = "\(folders[1])/units"
    let units = try workspace.read(name)
    let damaged =
      switch damage {
      case "edit": units.replacing(" 4", with: " 5", maxReplacements: 1)
      case "cut": String(units.dropLast(40))
      default: units + (units.split(separator: "\n").first ?? "") + "\n"
      }
    expect(damaged != units)
    try workspace.write(name, damaged)
    expect(try refusal(folders).contains("\(name): edited, damaged or cut off"))
  }

  @Test(arguments: ["0/3", "4/3", "3", "a/b", "1/0", "1/3/5", "-1/3"])
  func shardsThatCannotBeAreUsageErrors(shard: String) throws {
    let ending = try workspace.tool.run("run", "tiny.yml", "--shard=\(shard)")
    expect(ending.code, equals: 64)
    expect(ending.messages, contains: "--shard: found \"\(shard)\"")
  }

  @Test(
    arguments: [
      ("env", ["SLURM_ARRAY_TASK_ID=2", "SLURM_ARRAY_TASK_MAX=3", "SLURM_ARRAY_TASK_COUNT=3"]),
      ("env/3", ["SLURM_ARRAY_TASK_ID=2", "SLURM_ARRAY_TASK_MAX=2", "SLURM_ARRAY_TASK_COUNT=1"]),
      ("env", ["AWS_BATCH_JOB_ARRAY_INDEX=1", "AWS_BATCH_JOB_ARRAY_SIZE=3"]),
      ("env/3", ["JOB_COMPLETION_INDEX=1"]),
    ])
  func aBatchSystemSaysWhichShardItIs(shard: String, variables: [String]) throws {
    let command = ["run", "tiny.yml", "--quiet", "--out"]
    try expect(workspace.tool.run(command + ["second", "--shard", "2/3"]).code, equals: 0)
    let ending = try Self.tool(workspace, variables).run(command + ["out", "--shard", shard])
    expect(ending.code, equals: 0, "\(ending.messages)")
    try expect(workspace.bytes("out/units"), equals: workspace.bytes("second/units"))
  }

  @Test(
    arguments: [
      ("env", [], "--shard env: none of these variables is set: SLURM_ARRAY_TASK_ID, "),
      (
        "env", ["JOB_COMPLETION_INDEX=1"],
        "--shard env: the number of shards is missing; add it, such as env/8 (the environment "
      ),
      ("env/0", ["JOB_COMPLETION_INDEX=1"], "--shard env/0: the number of shards is missing;"),
      (
        "env", ["SLURM_ARRAY_TASK_ID=1", "SLURM_ARRAY_TASK_MAX=3", "SLURM_ARRAY_TASK_COUNT=2"],
        "--shard env: the number of shards is missing;"
      ),
      (
        "env/3", ["JOB_COMPLETION_INDEX=3"],
        "--shard env/3: found JOB_COMPLETION_INDEX=3; allowed: 0 to 2, since there are 3 shards\n"
      ),
      (
        "env/3", ["SLURM_ARRAY_TASK_ID=0"],
        "--shard env/3: found SLURM_ARRAY_TASK_ID=0; allowed: 1 to 3, since there are 3 shards\n"
      ),
      (
        "env/3", ["JOB_COMPLETION_INDEX=1", "SLURM_ARRAY_TASK_ID=1"],
        "--shard env/3: several variables are set: SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX\n"
      ),
      ("env/3", ["JOB_COMPLETION_INDEX=x"], "JOB_COMPLETION_INDEX: found \"x\"; allowed: a whole"),
    ])
  func batchSystemsThatDoNotSayItAreUsageErrors(
    shard: String, variables: [String], message: String
  ) throws {
    let ending = try Self.tool(workspace, variables).run(["run", "tiny.yml", "--shard", shard])
    expect(ending.code == 64 && ending.messages.hasPrefix("error: \(message)"), "\(ending)")
  }

  private static func tool(_ workspace: Workspace, _ variables: [String]) -> Tool {
    var tool = workspace.tool
    for variable in variables {
      let parts = variable.split(separator: "=").map(String.init)
      tool.environment[parts[0]] = parts[1]
    }
    return tool
  }

  @Test func mergeNeedsShards() throws {
    try expect(workspace.tool.run("merge", "--out", "merged").code, equals: 64)
    try expect(workspace.tool.run("merge", "nowhere", "--out", "merged").code, equals: 66)
  }
}
