import Answers
import Files
import Foundation
import Models
import Results
import Runs
import Scenarios
import TestSupport
import Testing

/// `extends`: chains of files, where their data lie, and what the results keep.
@Suite struct ExtendsTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("common/base.yml", ScenarioText.frame + ScenarioText.strategies)
    try folder.write("common/times.csv", "time\n5\n7000\n")
    try folder.write("here.csv", "time\n5\n")
  }

  // MARK: Messages

  @Test func aScenarioIsLaidOverItsBase() throws {
    try folder.write(
      "s.yml",
      """
      extends: common/base.yml
      name: mine
      devices: 7
      network: {offline: {weibull: {scale: 1h}}, online: {constant: {value: 1d}}}
      """)
    let mine = try folder.load("s.yml")
    let whole = ScenarioText.frame.replacing("name: small", with: "name: mine\ndevices: 7")
      .replacing("exponential: {mean: 6h}", with: "constant: {value: 1d}")
      .replacing("scale: 20m", with: "scale: 1h")
    try folder.write("whole.yml", whole + ScenarioText.strategies)
    try expect(mine.resolved.yaml(), equals: folder.load("whole.yml").resolved.yaml())
    expect(mine.resolved["extends"] == nil && mine.written["extends"] == nil)
  }

  @Test func aNullRemovesWhatTheBaseSays() throws {
    try folder.write(
      "s.yml", "extends: common/base.yml\nnetwork: null\nworkload: {useful_for: null}\n")
    let resolved = try folder.load("s.yml").resolved
    expect(resolved["network"] == nil && resolved["workload"]?["useful_for"] == nil)
    expect(resolved["workload"]?["arrivals"] != nil)
  }

  @Test func nothingToExtendIsTheSameAsNoKey() throws {
    for text in ["", "null", "~", "{}"] {
      try folder.write(
        "s.yml", "extends: \(text)\n" + ScenarioText.frame + ScenarioText.strategies)
      try expect(folder.load("s.yml").base.name, equals: "small")
    }
  }

  @Test func aChainOf16BasesIsAsLongAsItMayBe() throws {
    for level in 1...16 {
      let next = level < 16 ? "level-\(level + 1).yml" : "base.yml"
      let chain = level < 16 ? "extends: \(next)\n" : ScenarioText.frame + ScenarioText.strategies
      let changed = level < 16 ? "devices: \(level)\n" : "replications: 3\n"
      try folder.write("common/level-\(level).yml", chain + changed)
    }
    try folder.write("s.yml", "extends: common/level-1.yml\n")
    let experiment = try folder.load("s.yml")
    // The nearest one wins; what only the last one says is there.
    expect(experiment.base.frame.devices, equals: 1)
    expect(experiment.base.replications.max, equals: 3)
    try folder.write("t.yml", "extends: s.yml\n")
    expect(message { _ = try folder.load("t.yml") }.contains("more than 16 levels"))
  }

  @Test func twoWaysToOneBaseAreNoCircle() throws {
    try folder.write("common/again.yml", "extends: base.yml\ndevices: 3\n")
    try folder.write("s.yml", "extends: common/again.yml\n")
    try expect(folder.load("s.yml").base.frame.devices, equals: 3)
    // The same file by another name is one.
    try folder.link("common/alias.yml", to: "again.yml")
    try folder.write("common/again.yml", "extends: alias.yml\n")
    let seen = message { _ = try folder.load("s.yml") }
    expect(seen, contains: "extends: a file extends itself")
    expect(seen, contains: "common/again.yml ->")
  }

  // MARK: Sweeps, settings, expectations

  @Test func aSweepOfTheBaseIsKeptReplacedOrRemoved() throws {
    let sweep = "sweep: [{factor: away, path: network.offline.weibull.scale, values: [5m, 1h]}]\n"
    try folder.write("common/swept.yml", "extends: base.yml\n" + sweep)
    try folder.write("kept.yml", "extends: common/swept.yml\n")
    try expect(folder.load("kept.yml").points.map(\.texts), equals: [["5m"], ["1h"]])
    try expect(
      folder.load("kept.yml", "sweep.away.values=[1s]").points.map(\.texts), equals: [["1s"]])
    try folder.write(
      "other.yml",
      "extends: common/swept.yml\nsweep: [{factor: p, path: provider.link.loss, values: [0.5]}]\n")
    try expect(folder.load("other.yml").points.map(\.texts), equals: [["0.5"]])
    for nothing in ["null", "[]"] {
      try folder.write("none.yml", "extends: common/swept.yml\nsweep: \(nothing)\n")
      try expect(folder.load("none.yml").points.map(\.texts), equals: [[]])
    }
    // The values are set into the merged scenario.
    try folder.write(
      "law.yml", "extends: common/swept.yml\nnetwork: {offline: {constant: {value: 1h}}}\n")
    let seen = message { _ = try folder.load("law.yml") }
    expect(seen, hasPrefix: "\(folder.path)/common/swept.yml:2:")
  }

  @Test func settingsComeLast() throws {
    try folder.write("s.yml", "extends: common/base.yml\ndevices: 7\n")
    let experiment = try folder.load("s.yml", "devices=8", "network.offline.constant.value=1h")
    expect(experiment.base.frame.devices, equals: 8)
    expect(experiment.resolved["network"]?["offline"]?["constant"] != nil)
  }

  @Test func expectationsOfTheBaseAreKept() throws {
    try folder.write(
      "common/base.yml",
      ScenarioText.frame + ScenarioText.strategies + "expect: [gap-recovery.loss < 0.5]\n")
    try folder.write("s.yml", "extends: common/base.yml\n")
    try expect(
      folder.load("s.yml").base.expectations.map(\.text), equals: ["gap-recovery.loss < 0.5"])
    try folder.write("t.yml", "extends: common/base.yml\nstrategies: [fire-and-forget]\n")
    let seen = message { _ = try folder.load("t.yml") }
    expect(seen, hasPrefix: "\(folder.path)/common/base.yml:8:10: expect[0]: found")
  }

  // MARK: Files

  @Test func dataOfTheBaseStartInItsFolder() throws {
    try folder.write(
      "common/traced.yml",
      "extends: base.yml\nworkload: {arrivals: {trace: {file: times.csv, time: time}}}\n")
    try folder.write("s.yml", "extends: common/traced.yml\n")
    let experiment = try folder.load("s.yml")
    expect(experiment.inputs.map(\.file), equals: ["common/times.csv"])
    expect(experiment.inputs.map(\.rows), equals: [2])
    // The file has the scenario's own name, in its own folder.
    try folder.write(
      "own.yml",
      "extends: common/traced.yml\nworkload: {arrivals: {trace: {file: here.csv}}}\n")
    try expect(folder.load("own.yml").inputs.map(\.file), equals: ["here.csv"])
    try expect(
      folder.load(
        "s.yml", "workload.arrivals.trace.file=\(folder.path)/here.csv", outside: true
      )
      .inputs.map(\.rows), equals: [1])
  }

  @Test func filesOfASweepStartThereToo() throws {
    try folder.write(
      "common/swept.yml",
      """
      extends: base.yml
      workload: {arrivals: {trace: {file: times.csv, time: time}}}
      sweep:
        - zip:
            - {factor: data, path: workload.arrivals.trace.file, values: [times.csv, ../here.csv]}
            - factor: size
              path: workload.payload
              labels: [a, b]
              values: [{empirical: {file: times.csv, column: time}}, {constant: {value: 1}}]
      """)
    try folder.write("s.yml", "extends: common/swept.yml\n")
    let experiment = try folder.load("s.yml")
    expect(
      experiment.points.map(\.texts),
      equals: [["common/times.csv", "a"], ["common/../here.csv", "b"]])
    expect(Set(experiment.inputs.map(\.file)), equals: ["common/times.csv", "common/../here.csv"])
  }

  @Test func theResultsFindTheDataOfTheBase() async throws {
    try folder.write(
      "common/traced.yml",
      "extends: base.yml\nworkload: {arrivals: {trace: {file: times.csv, time: time}}}\n")
    try folder.write("s.yml", "extends: common/traced.yml\nreplications: 2\ndevices: 2\n")
    let experiment = try folder.load("s.yml")
    let outcome = try await Runner(experiment, threads: 1).run()
    let directory = try OutputDirectory(path: "\(folder.path)/out/deep", force: false)
    try outcome.prepared().write(to: directory, words: \.untold, wallTime: 1)
    let again = try Experiment.load(results: "\(folder.path)/out/deep")
    expect(again.resolved.yaml(), equals: experiment.resolved.yaml())
    expect(again.inputs.map(\.file), equals: ["common/times.csv"])
  }

  @Test func aBaseOutsideTheFolderNeedsLeave() throws {
    try folder.write("inner/s.yml", "extends: ../common/base.yml\n")
    let seen = message { _ = try folder.load("inner/s.yml") }
    expect(seen.contains("found ../common/base.yml;") && seen.contains("--allow-outside"))
    try expect(folder.load("inner/s.yml", outside: true).base.name, equals: "small")
    // Neither a symbolic link nor a base leads out.
    try folder.link("inner/link.yml", to: "../common/base.yml")
    try folder.write("inner/t.yml", "extends: link.yml\n")
    expect(message { _ = try folder.load("inner/t.yml") }.contains("--allow-outside"))
    try folder.write("inner/sub/u.yml", "extends: ../s.yml\n")
    try folder.write("inner/v.yml", "extends: sub/u.yml\n")
    expect(message { _ = try folder.load("inner/v.yml") }.contains("inner/sub/../s.yml:1:10"))
    // A base may lead up again, as long as it stays inside.
    try folder.write("inner/s.yml", ScenarioText.frame + ScenarioText.strategies)
    try expect(folder.load("inner/v.yml").base.name, equals: "small")
  }

  @Test func aFileCalledLikeAPresetIsAFile() throws {
    try folder.write("mail", ScenarioText.frame + ScenarioText.strategies)
    try folder.write("s.yml", "extends: mail\n")
    try expect(folder.load("s.yml").base.name, equals: "small")
  }
}

/// A folder of files that is gone when the test ends.
private final class Folder {
  let path = NSTemporaryDirectory() + "deliverysim-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws {
    let file = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  func load(_ name: String, _ settings: String..., outside: Bool = false) throws -> Experiment {
    var options = Experiment.Options()
    options.overrides = try settings.map { try ConfigOverride.parse($0) }
    options.allowsOutside = outside
    return try Experiment.load("\(path)/\(name)", options)
  }
}
