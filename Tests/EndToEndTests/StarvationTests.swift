import Foundation
import TestSupport
import Testing

/// A system that gives little, or takes something away: few descriptors, few processes, closed
/// streams, a full device, a results directory that somebody removes.
@Suite struct StarvationTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func csv(_ folder: String) throws -> [[UInt8]] {
    try Contract.files.map { try workspace.bytes("\(folder)/\($0.name)") }
  }

  /// The tool in a shell, whose words go before and behind it.
  private func shell(_ before: String = "", _ words: String) throws -> Tool.Ending {
    let executable = try unwrap(Tool.executable)
    return try Running(
      "/bin/bash", ["-c", "\(before) '\(executable)' \(words)"], folder: workspace.path,
      environment: [:], input: ""
    ).wait(60)
  }

  // MARK: Limits

  @Test(arguments: isNightly ? Array(12...20) : [12, 20])
  func fewDescriptorsAreEnough(count: Int) throws {
    let ending = try shell(
      "ulimit -n \(count); exec", "run tiny.yml --out out --threads 2 --progress none")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(!ending.messages.contains("CFSocket"))
    expect(workspace.names(in: "out"), equals: Contract.names)
  }

  @Test(arguments: isNightly ? Array(4...11) : [4, 11])
  func tooFewDescriptorsAreAnErrorAndNoCrash(count: Int) throws {
    let ending = try shell(
      "ulimit -n \(count); exec", "run tiny.yml --out out --threads 2 --progress none")
    expect(ending.code, equals: 71, "\(ending.messages)")
    expect(ending.messages.contains("Too many open files"), "\(ending.messages)")
    expect(!workspace.exists("out/manifest.json"))
  }

  /// The superuser has no such limit: somebody else who runs nothing yet, and may write here.
  private func run(processes count: Int) throws -> Tool.Ending {
    let user = 61_000 + Int(getpid()) % 1000 * 10 + count
    chmod(workspace.path, 0o777)
    return try shell(
      "exec setpriv --reuid \(user) --clear-groups prlimit --nproc=\(count)",
      "run tiny.yml --out out --threads 2 --progress none")
  }

  @Test(.enabled(if: getuid() == 0), arguments: isNightly ? [4, 5, 6, 7] : [4, 7])
  func fewProcessesAreEnough(count: Int) throws {
    let ending = try run(processes: count)
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(workspace.names(in: "out"), equals: Contract.names)
  }

  @Test(.enabled(if: getuid() == 0), arguments: [1, 2, 3])
  func tooFewProcessesAreAnErrorAndNoHang(count: Int) throws {
    let ending = try run(processes: count)
    expect(ending.code, equals: 71, "\(ending.messages)")
    expect(ending.messages, hasPrefix: "error: the system grants too few threads")
    expect(!workspace.exists("out"))
  }

  // MARK: Streams

  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
  func closedStreamsAreNoError(redirections: String) throws {
    _ = try workspace.runTiny(into: "whole")
    let ending = try shell("exec", "run tiny.yml --out out \(redirections)")
    expect(ending.code, equals: 0, "\(ending.messages)")
    try expect(csv("out"), equals: csv("whole"))
    let missing = try shell("exec", "run none.yml \(redirections)")
    expect(missing.code, equals: 66)
  }

  @Test(arguments: ["--help", "--version", "run --help", "help run", ""])
  func helpThatCannotBeWrittenIsAnError(words: String) throws {
    let ending = try shell("exec", "\(words) > /dev/full")
    expect(ending.code, equals: 74)
    expect(ending.messages, equals: "error: stdout: No space left on device\n")
  }

  // MARK: A results directory that goes

  private static let options = [
    "--set", "sweep=", "--set", "devices=500", "--replications", "20", "--quiet",
  ]

  /// Does something to `out` in the middle of a run; returns how the run ends.
  private func whileRunning(
    _ options: [String] = [], _ change: () throws -> Void
  ) throws -> Tool.Ending {
    let running = try workspace.tool.start(
      ["run", "tiny.yml", "--out", "out"] + Self.options + options)
    let id = running.processIdentifier
    let units = "\(workspace.path)/out/.checkpoint/units"
    for _ in 0..<20_000 {
      guard (FileManager.default.contents(atPath: units) ?? Data()).isEmpty else { break }
      usleep(1000)
    }
    kill(id, SIGSTOP)
    try #require(!workspace.exists("out/manifest.json"), "the run was too fast")
    try change()
    kill(id, SIGCONT)
    return try running.wait(120)
  }

  @Test func aDirectoryThatIsRemovedIsMadeAgain() throws {
    let whole = ["run", "tiny.yml", "--out", "whole"] + Self.options
    try expect(workspace.tool.run(whole, secondsMax: 120).code, equals: 0)
    let ending = try whileRunning { try workspace.remove("out") }
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(workspace.names(in: "out"), equals: Contract.names)
    try expect(csv("out"), equals: csv("whole"))
  }

  @Test func soIsThatOfAShard() throws {
    let ending = try whileRunning(["--shard", "1/2"]) { try workspace.remove("out") }
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(workspace.names(in: "out"), equals: ["manifest.json", "units"])
    let other = try workspace.tool.run(
      ["run", "tiny.yml", "--out", "two", "--shard", "2/2"] + Self.options)
    expect(other.code, equals: 0)
    try expect(workspace.tool.run("merge", "out", "two", "--out", "merged").code, equals: 0)
  }

  @Test func whatLiesThereInsteadStays() throws {
    let ending = try whileRunning {
      try workspace.remove("out")
      try FileManager.default.createDirectory(
        atPath: "\(workspace.path)/out/.checkpoint", withIntermediateDirectories: true)
      try workspace.write("out/.checkpoint/units", "another run's")
    }
    expect(ending.code, equals: 73)
    expect(ending.messages.hasPrefix("error: out: already holds"), "\(ending.messages)")
    try expect(workspace.read("out/.checkpoint/units"), equals: "another run's")
  }

  // MARK: Names of shards

  @Test(arguments: ["01/2", "1/02"])
  func aShardHasOneFolderHoweverItIsWritten(name: String) throws {
    let ending = try workspace.tool.run("run", "tiny.yml", "--shard", name, "--quiet")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(workspace.names(in: "runs/tiny.shards"), equals: ["1"])
    let again = try workspace.tool.run("run", "tiny.yml", "--shard", "1/2", "--resume")
    expect(again.messages, contains: "this run is already finished")
  }
}
