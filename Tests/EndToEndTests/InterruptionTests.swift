import Foundation
import TestSupport
import Testing

/// Runs that are killed, stopped, damaged or starved of disk: nothing is lost but what was open,
/// and nothing is ever half there.
@Suite struct InterruptionTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("long.yml", Self.long)
  }

  /// About a quarter of a second: 64 units of two blocks each.
  private static let long = """
    format: 1
    name: long
    seed: 4
    duration: 3d
    devices: 260
    replications: 16
    workload: {arrivals: {poisson: {rate: 40/d}}, useful_for: 1h}
    network: {online: {exponential: {mean: 3h}}, offline: {exponential: {mean: 30m}}}
    strategies: [fire-and-forget, gap-recovery]
    sweep: [{factor: offline_mean, path: network.offline.exponential.mean, values: [20m, 1h]}]

    """

  /// The CSV files of an undisturbed run, in the order of docs/reference/results.md.
  private func undisturbed(_ options: [String] = []) throws -> [[UInt8]] {
    let ending = try workspace.tool.run(
      ["run", "long.yml", "--out", "undisturbed", "--quiet"] + options)
    expect([0, 3].contains(ending.code), "\(ending.messages)")
    return try csv("undisturbed")
  }

  /// The same without options, run once for all tests.
  private static let undisturbed = Result {
    let test = try InterruptionTests()
    return try test.undisturbed()
  }

  private func csv(_ folder: String) throws -> [[UInt8]] {
    try Contract.files.map { try workspace.bytes("\(folder)/\($0.name)") }
  }

  // MARK: Killed

  @Test(arguments: [[]] + (isNightly ? [["--set", precision], ["--set", groups]] : []))
  func aRunThatIsKilledAgainAndAgainEndsAsIfNothingHadHappened(options: [String]) throws {
    let clock = ContinuousClock()
    var expected: [[UInt8]] = []
    let time = try clock.measure { expected = try undisturbed(options) }
    var random = SplitMix64(state: 20_261_121)
    let killsWanted = isNightly ? 100 : 3
    var (kills, runs) = (0, 0)
    while kills < killsWanted {
      let folder = "killed\(runs)"
      // Until it ends by itself: who is killed while tidying up leaves a checkpoint behind.
      while true {
        let mayKill = kills < killsWanted
        let running = try workspace.tool.start(
          ["run", "long.yml", "--out", folder, "--quiet", "--resume"] + options)
        if mayKill {
          Thread.sleep(forTimeInterval: time / .seconds(1) * 0.7 * random.uniform())
          kill(running.processIdentifier, SIGKILL)
        }
        let ending = try running.wait(60)
        if ending.code != 128 + SIGKILL { break }
        kills += 1
        try expectNothingHalfThere(in: folder, expected)
      }
      try expect(csv(folder), equals: expected, "\(folder) after \(kills) kills")
      expect(workspace.names(in: folder), equals: Contract.names)
      runs += 1
    }
    print("killed \(kills) times in \(runs) runs, options \(options): the same bytes")
  }

  /// Killed: there is no CSV, unless all files are written and get their names, the manifest last.
  private func expectNothingHalfThere(in folder: String, _ expected: [[UInt8]]) throws {
    for (file, bytes) in zip(Contract.files, expected) {
      guard workspace.exists("\(folder)/\(file.name)") else { continue }
      let manifests = ["manifest.json", ".manifest.json.part"]
      expect(manifests.contains { workspace.exists("\(folder)/\($0)") }, "\(file.name)")
      try expect(workspace.bytes("\(folder)/\(file.name)"), equals: bytes, "\(file.name)")
    }
  }

  private static let precision =
    "replications={min: 20, max: 60, until: {metric: deliverability, half_width: 0.0022}}"

  private static let groups =
    "groups=[{name: away, share: 0.3, network: {offline: {exponential: {mean: 3h}}}}]"

  // MARK: Stopped

  @Test(
    arguments: [(SIGINT, "interrupted")] + (isNightly ? [(SIGTERM, "terminated")] : []))
  func aSignalEndsWithTheCommandToGoOn(number: Int32, word: String) throws {
    let expected = try Self.undisturbed.get()
    let running = try workspace.tool.start(["run", "long.yml", "--out", "my results"])
    try waitForUnits("my results")
    kill(running.processIdentifier, number)
    let ending = try running.wait(20)
    expect(ending.code, equals: 128 + number)
    expect(ending.output, equals: "")
    expect(ending.messages, contains: "\(word): finished units are kept; to continue: ")
    expect(ending.messages, contains: "run long.yml --out 'my results' --resume")
    expect(workspace.names(in: "my results"), equals: [".checkpoint"])

    let again = try workspace.tool.run("run", "long.yml", "--out", "my results", "--resume")
    expect(again.code, equals: 0)
    expect(again.messages, contains: "resuming: ")
    try expect(csv("my results"), equals: expected)
  }

  /// Waits until a few units are kept.
  private func waitForUnits(_ folder: String, atLeast count: Int = 3) throws {
    for _ in 0..<4000 {
      let units = workspace.exists("\(folder)/.checkpoint/units")
      if units,
        try workspace.read("\(folder)/.checkpoint/units").split(separator: "\n").count > count
      {
        return
      }
      usleep(1000)
    }
    Issue.record("no units in \(folder)")
  }

  /// Leaves a checkpoint with some units in `folder`.
  private func interrupt(_ folder: String, _ options: String...) throws {
    let running = try workspace.tool.start(["run", "long.yml", "--out", folder] + options)
    try waitForUnits(folder)
    kill(running.processIdentifier, SIGTERM)
    try expect(running.wait(20).code, equals: 143)
  }

  @Test func aRunThatWasInterruptedIsNotOverwrittenUnasked() throws {
    try interrupt("out")
    let units = try workspace.bytes("out/.checkpoint/units")
    let refused = try workspace.tool.run("run", "long.yml", "--out", "out")
    expect(refused.code, equals: 73)
    expect(refused.messages, contains: "holds an interrupted run; --resume continues it")
    try expect(workspace.bytes("out/.checkpoint/units"), equals: units)
    let forced = try workspace.tool.run("run", "long.yml", "--out", "out", "--force", "--quiet")
    expect(forced.code, equals: 0)
    expect(workspace.names(in: "out"), equals: Contract.names)
  }

  @Test func aReplacementThatIsInterruptedLeavesTheOldResults() throws {
    try workspace.lay(in: "out")
    let old = try csv("out")
    try interrupt("out", "--force")
    try expect(csv("out"), equals: old)
    let again = try workspace.tool.run("run", "long.yml", "--out", "out", "--resume", "--quiet")
    expect(again.code, equals: 0)
    try expect(csv("out"), equals: Self.undisturbed.get())
  }

  @Test(arguments: [["run.json"], ["units"], []])
  func aRunThatIsKilledWhileTidyingUpIsFinished(left: [String]) throws {
    try workspace.lay(in: "undisturbed")
    let expected = try csv("undisturbed")
    let folder = "\(workspace.path)/undisturbed/.checkpoint"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    for name in left { try workspace.write("undisturbed/.checkpoint/\(name)", "") }
    let again = try workspace.tool.run("run", "tiny.yml", "--out", "undisturbed", "--resume")
    expect(again.code, equals: 0, "\(again.messages)")
    expect(again.messages, contains: "this run is already finished")
    expect(workspace.names(in: "undisturbed"), equals: Contract.names)
    try expect(csv("undisturbed"), equals: expected)
  }

  @Test func resumingAFinishedRunDoesNothingAtOnce() throws {
    _ = try undisturbed()
    let before = try workspace.bytes("undisturbed/manifest.json")
    let clock = ContinuousClock()
    var best = Duration.seconds(1000)
    for _ in 0..<3 {
      let time = try clock.measure {
        let ending = try workspace.tool.run("run", "long.yml", "--out", "undisturbed", "--resume")
        expect(ending.code, equals: 0)
        expect(ending.messages, contains: "this run is already finished")
      }
      best = min(best, time)
    }
    expect(best < .seconds(1))
    try expect(workspace.bytes("undisturbed/manifest.json"), equals: before)
    let other = try workspace.tool.run(
      "run", "long.yml", "--out", "undisturbed", "--resume", "--seed", "5")
    expect(other.code, equals: 73)
    expect(other.messages, contains: "holds the results of another run")
  }

  @Test(arguments: ["edited", "missing"])
  func resultsThatWereDamagedAreNotCalledFinished(damage: String) throws {
    try workspace.lay(in: "out")
    if damage == "edited" {
      try workspace.write("out/metrics.csv", try workspace.read("out/metrics.csv") + "junk\n")
    } else {
      try FileManager.default.removeItem(atPath: "\(workspace.path)/out/metrics.csv")
    }
    let ending = try workspace.tool.run("run", "tiny.yml", "--out", "out", "--resume")
    expect(ending.code, equals: 65)
    expect(ending.messages, contains: "out/metrics.csv: \(damage)")
    let forced = try workspace.tool.run(
      "run", "tiny.yml", "--out", "out", "--resume", "--force", "--quiet")
    expect(forced.code, equals: 0)
  }

  @Test func theCommandToGoOnKeepsNamesBehindADoubleDash() throws {
    let running = try workspace.tool.start(["run", "--out", "out", "--force", "--", "long.yml"])
    try waitForUnits("out")
    kill(running.processIdentifier, SIGTERM)
    let ending = try running.wait(20)
    expect(ending.messages, contains: "run --out out --resume -- long.yml\n")
  }

  @Test func aCheckpointWithoutItsUnitsBeginsAnew() throws {
    let expected = try Self.undisturbed.get()
    try interrupt("out")
    try FileManager.default.removeItem(atPath: "\(workspace.path)/out/.checkpoint/units")
    let ending = try workspace.tool.run("run", "long.yml", "--out", "out", "--resume")
    expect(ending.code, equals: 0)
    expect(ending.messages, contains: "damaged units in the checkpoint, which run again: 1")
    try expect(csv("out"), equals: expected)
  }

  @Test func aSecondRunInTheSameFolderIsKeptOut() throws {
    let running = try workspace.tool.start(["run", "long.yml", "--out", "out"])
    try waitForUnits("out")
    for options in [[], ["--resume"], ["--force"]] {
      let second = try workspace.tool.run(["run", "long.yml", "--out", "out"] + options)
      expect(second.code, equals: 73)
      expect(second.messages, contains: "out: another run is writing here")
    }
    try expect(running.wait(30).code, equals: 0)
    try expect(csv("out"), equals: Self.undisturbed.get())
  }

  @Test func resumingWhatNeverBeganBegins() throws {
    let ending = try workspace.tool.run("run", "tiny.yml", "--out", "new", "--resume")
    expect(ending.code, equals: 0)
    expect(workspace.names(in: "new"), equals: Contract.names)
  }

  // MARK: Damaged and foreign checkpoints

  @Test(arguments: ["flip", "cut"] + (isNightly ? ["garbage", "swap"] : []))
  func aDamagedCheckpointIsFoundAndThatPartDoneAgain(damage: String) throws {
    let expected = try Self.undisturbed.get()
    try interrupt("out")
    try Self.damage("\(workspace.path)/out/.checkpoint/units", damage)
    let ending = try workspace.tool.run("run", "long.yml", "--out", "out", "--resume")
    expect(ending.code, equals: 0)
    let isNoticed = ending.messages.contains("damaged units in the checkpoint, which run again: ")
    expect(isNoticed)
    try expect(csv("out"), equals: expected)
  }

  private static func damage(_ path: String, _ kind: String) throws {
    var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    switch kind {
    case "flip":
      // A count that is one too many: everything else stays right.
      let last = lines[1].lastIndex(where: \.isNumber) ?? lines[1].startIndex
      let digit = lines[1][last] == "9" ? "8" : "9"
      lines[1].replaceSubrange(last...last, with: digit)
    case "cut": lines[lines.count - 1].removeLast(30)
    case "garbage": lines.insert("\u{0}\u{1}not a unit", at: 1)
    default: lines[0] = String(lines[0].prefix(16) + lines[1].dropFirst(16))
    }
    let end = kind == "cut" ? "" : "\n"
    try (lines.joined(separator: "\n") + end).write(
      toFile: path, atomically: false, encoding: .utf8)
  }

  @Test(arguments: [
    (["--seed", "5"], "scenario.seed is 4 there, 5 here"),
    (["--replications", "61"], "scenario.replications is 16 there, 61 here"),
    (
      ["--strategy", "gap-recovery"],
      "strategies is [\"fire-and-forget\", \"gap-recovery\"] there, [\"gap-recovery\"] here"
    ),
    (["--shard", "1/2"], "shard is nothing there, \"1/2\" here"),
  ])
  func theCheckpointOfAnotherRunIsRefused(options: [String], reason: String) throws {
    try interrupt("out")
    let ending = try workspace.tool.run(
      ["run", "long.yml", "--out", "out", "--resume"] + options)
    expect(ending.code, equals: 65)
    expect(ending.messages, contains: "the checkpoint of another run: ")
    expect(ending.messages.replacingOccurrences(of: "\n ", with: "").contains(reason))
    expect(workspace.names(in: "out"), equals: [".checkpoint"])
  }

  // MARK: A disk that is full

  @Test func aFileSizeLimitEndsWithAClearErrorAndNothingHalfThere() throws {
    let expected = try Self.undisturbed.get()
    let executable = try unwrap(Tool.executable)
    let folder = "\(workspace.path)/out"
    // The units alone are larger than 8 blocks of 1 KiB.
    let ending = try shell(
      "ulimit -f 8; exec '\(executable)' run '\(workspace.path)/long.yml' --out '\(folder)'")
    expect(ending.code, equals: 74)
    expect(ending.messages, contains: "File too large")
    expect(ending.messages, contains: "to continue: ")
    expect(workspace.names(in: "out"), equals: [".checkpoint"])
    let again = try workspace.tool.run("run", "long.yml", "--out", "out", "--resume", "--quiet")
    expect(again.code, equals: 0)
    try expect(csv("out"), equals: expected)
  }

  @Test func aLimitThatTheResultFilesMeetLeavesNoneOfThem() throws {
    // Few messages: the units fit into 30 KiB, latency.csv with all its bins does not.
    let few = ["--set", "workload.arrivals.poisson.rate=2/d"]
    let whole = try workspace.tool.run(["run", "tiny.yml", "--out", "whole"] + few)
    expect(whole.code, equals: 0)
    let executable = try unwrap(Tool.executable)
    let ending = try shell(
      "ulimit -f 30; exec '\(executable)' run tiny.yml --out out \(few.joined(separator: " "))")
    expect(ending.code, equals: 74)
    expect(ending.messages, contains: "out/latency.csv: File too large")
    expect(ending.messages, contains: "to continue: ")
    expect(workspace.names(in: "out"), equals: [".checkpoint"])
    let again = try workspace.tool.run(
      ["run", "tiny.yml", "--out", "out", "--resume", "--quiet"] + few)
    expect(again.code, equals: 0)
    try expect(csv("out"), equals: csv("whole"))
  }

  @Test func aDirectoryThatMayNotBeWrittenIsRefused() throws {
    let executable = try unwrap(Tool.executable)
    try FileManager.default.createDirectory(
      atPath: "\(workspace.path)/locked", withIntermediateDirectories: false)
    _ = try shell("chmod 555 '\(workspace.path)/locked'")
    // The superuser may write anywhere: become somebody else.
    let prefix = getuid() == 0 ? "setpriv --reuid 65534 --clear-groups " : ""
    let ending = try shell(
      "exec \(prefix)'\(executable)' run '\(workspace.path)/tiny.yml' "
        + "--out '\(workspace.path)/locked/out'")
    expect(ending.code, equals: 73)
    expect(ending.messages, contains: "Permission denied")
    expect(workspace.names(in: "locked"), equals: [])
  }

  private func shell(_ command: String) throws -> Tool.Ending {
    try Running(
      "/bin/bash", ["-c", command], folder: workspace.path, environment: [:], input: ""
    ).wait(60)
  }
}
