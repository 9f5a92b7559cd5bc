import Foundation
import TestSupport
import Testing

/// Bad input is refused with the documented exit code, nothing on stdout and nothing left behind.
@Suite struct RefusalTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Every golden scenario of GoldenTests, by the executable itself.
  @Test func brokenScenariosEndTheToolWithTheirGoldenWordsAndCodes() throws {
    let folder = "\(projectRoot)/Tests/GoldenTests/Golden/broken"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".yml") }.sorted()
    try #require(names.count >= 30)
    // The words of all are GoldenTests' matter, in one process.
    for name in names where isNightly || name.utf8.count % 8 == 0 {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      let options = text.split(separator: "\n").filter { $0.hasPrefix("#! ") }
        .flatMap { $0.dropFirst(3).split(separator: " ", maxSplits: 1).map(String.init) }
      let expected = try String(
        contentsOfFile: "\(folder)/\(name.dropLast(4)).expected", encoding: .utf8)
      let ending = try Tool(folder: folder).run(["validate", name] + options)
      let parts = expected.split(separator: "\n", maxSplits: 1)
      expect("\(ending.code)", equals: parts[0], "\(name)")
      expect(ending.messages, equals: "error: \(parts[1])", "\(name)")
      expect(ending.output, equals: "", "\(name)")
    }
  }

  @Test("Programs that ask for it get errors as JSON, with the key and the place of each")
  func json() throws {
    var tool = workspace.tool
    tool.environment["DELIVERYSIM_ERRORS"] = "json"
    let ending = try tool.run(
      ["validate", "tiny.yml", "--set", "devices=-1", "--set", "provider.link.loss=2"])
    expect(ending.code, equals: 64)
    let document = try unwrap(
      JSONSerialization.jsonObject(with: Data(ending.messages.utf8)) as? [String: Any])
    expect(document["exit_code"] as? Int, equals: 64)
    let places = try unwrap(document["places"] as? [[String: Any]])
    expect(places.map { $0["path"] as? String }, equals: ["devices", "provider.link.loss"])
    expect(places.map { $0["file"] as? String }, equals: ["--set", "--set"])
    expect(
      try unwrap(places[0]["text"] as? String), hasPrefix: "devices: found -1; allowed: ")
    expect(places[0]["found"] as? String, equals: "-1")
    expect(try unwrap(places[0]["allowed"] as? String), hasPrefix: "an integer from 1")
    let plain = try workspace.tool.run(
      ["validate", "tiny.yml", "--set", "devices=-1", "--set", "provider.link.loss=2"])
    expect("error: \(document["text"] as? String ?? "")\n", equals: plain.messages)
    let unknown = try tool.run(["run", "tiny.yml", "--nothing"])
    expect(unknown.code, equals: 64)
    expect(unknown.messages, hasPrefix: "{\"exit_code\": 64")
  }

  @Test(
    arguments: [
      (["run", "none.yml"], 66, "none.yml: No such file or directory"),
      (["run", "."], 66, ".: is a directory, not a file"),
      (["run", "tiny.yml", "--threads", "0"], 64, "--threads: found 0; allowed: 1 to 1024"),
      (
        ["validate", "--cost", "tiny.yml", "--threads", "1025"], 64,
        "--threads: found 1025; allowed: 1 to 1024"
      ),
      (
        ["validate", "--cost", "tiny.yml", "--shards", "0"], 64,
        "--shards: found 0; allowed: 1 to 100000"
      ),
      (
        ["validate", "--cost", "tiny.yml", "--shards", "100001"], 64,
        "--shards: found 100001; allowed: 1 to 100000"
      ),
      (
        ["run", "tiny.yml", "--strategy", "gap-recovry"], 64,
        "--strategy: no strategy \"gap-recovry\"; did you mean \"gap-recovery\"? "
          + "there are: fire-and-forget, gap-recovery"
      ),
      (
        ["run", "tiny.yml", "--strategy", "x"], 64,
        "--strategy: no strategy \"x\"; there are: fire-and-forget, gap-recovery"
      ),
      (
        ["run", "tiny.yml", "--set", "devices"], 64,
        "--set: \"devices\": no \"=\";\n"
          + "  allowed: PATH=VALUE, such as network.offline.weibull.scale=20m"
      ),
      (["run", "tiny.yml", "--threads", "-3"], 64, "--threads: found -3; allowed: 1 to 1024"),
      (
        ["explain", "tiny.yml", "--strategy", "gap-recovery", "--device", "-1"], 64,
        "--device: found -1; allowed: 0 to 9"
      ),
      (
        ["run", "tiny.yml", "--set", "devices=0"], 64,
        "--set: devices: found 0; allowed: an integer from 1 to 4294967295, or streams"
      ),
      (
        ["run", "tiny.yml", "--replications", "0"], 64,
        "--replications: replications: found 0; allowed: an integer from 1 to 16777216"
      ),
      (
        ["run", "tiny.yml", "--shard", "0/2"], 64,
        "--shard: found \"0/2\"; allowed: I/N with I from 1 to N, such as "
          + "2/3, and N at most 100000; or env, or env/N"
      ),
    ] as [([String], Int32, String)])
  func wrongValuesOfOptionsAreRefused(arguments: [String], code: Int32, message: String) throws {
    let ending = try workspace.tool.run(arguments)
    expect(ending.code, equals: code)
    expect(ending.output, equals: "")
    expect(ending.messages, equals: "error: \(message)\n")
    expect(workspace.names(in: "."), equals: ["tiny.yml"])
  }

  @Test func aLimitEndsTheRunAndSaysWhichWhoAndWhen() throws {
    let ending = try workspace.tool.run(
      "run", "tiny.yml", "--out", "out", "--quiet", "--set", "limits.events_per_device_day=1")
    expect(ending.code, equals: 65)
    expect(ending.output, equals: "")
    let pattern =
      #/error: limit exceeded: limits\.events_per_device_day.* device \d+ at day \d+ .*\n/#
    expect(try pattern.wholeMatch(in: ending.messages) != nil, "\(ending.messages)")
    expect(!workspace.exists("out"))
  }

  /// Design points with the same world are simulated together, where there are so many blocks for
  /// a thread.
  @Test func aLimitNamesTheDesignPointThatHitIt() throws {
    try workspace.write(
      "points.yml",
      """
      format: 1
      name: points
      title: Who tries again too often
      seed: 1
      warmup: 0s
      duration: 2h
      drain: 0s
      devices: 2
      replications: 40
      workload: {arrivals: {poisson: {rate: 1/h}}}
      network: {online: {constant: {value: 1s}}, offline: {constant: {value: 1d}}}
      push_service: {kind: keep-all}
      limits: {stored_per_device: 12}
      strategies: [{retry-until-acked: {attempts: 1, first: 1m, factor: 1}}]
      sweep: [{factor: attempts, path: strategies.retry-until-acked.attempts, values: [1, 100, 2]}]

      """)
    let ending = try workspace.tool.run(
      "run", "points.yml", "--out", "out", "--quiet", "--threads", "1")
    expect(ending.code, equals: 65)
    expect(ending.messages.contains("limits.stored_per_device"), "\(ending.messages)")
    expect(
      ending.messages, hasSuffix: "(design point 1, retry-until-acked, replication 0)\n")
  }

  @Test func colourIsForTerminalsOnly() throws {
    var tool = workspace.tool
    for environment in [["TERM": "xterm-256color"], ["NO_COLOR": "1"], ["CLICOLOR_FORCE": "1"]] {
      tool.environment = environment
      let ending = try tool.run("run", "none.yml")
      expect(ending.messages, equals: "error: none.yml: No such file or directory\n")
    }
  }

  @Test func stdoutThatIsFullIsAnError() throws {
    let ending = try shell("validate tiny.yml > /dev/full")
    expect(ending.code, equals: 74)
    expect(ending.messages, equals: "error: stdout: No space left on device\n")
  }

  @Test func aReaderThatGoesAwayIsNoError() throws {
    try expect(shell("validate --cost tiny.yml | head -n 1").messages, equals: "")
    try expect(!shell("validate tiny.yml | head -n 1").messages.contains("error"))
  }

  /// The tool with a redirection.
  private func shell(_ command: String) throws -> Tool.Ending {
    let executable = try unwrap(Tool.executable)
    let line = "'\(executable)' \(command)"
    return try Running(
      "/bin/sh", ["-c", line], folder: workspace.path, environment: [:], input: ""
    )
    .wait(60)
  }
}

// MARK: - Interruption

extension RefusalTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
  func anInterruptedRunLeavesNoResults(signal: Int32) throws {
    try workspace.lay(in: "old")
    let old = try workspace.names(in: "old").map { try workspace.bytes("old/\($0)") }
    for folder in ["new", "old"] {
      // An hour of work in many small units, so that some are done when the signal comes.
      let running = try workspace.tool.start([
        "run", "tiny.yml", "--out", folder, "--force", "--replications", "100000", "--set",
        "devices=1000", "--set", "sweep=", "--threads", "1",
      ])
      // The directory appears when the run begins.
      for _ in 0..<500 where !workspace.exists(folder) { usleep(10_000) }
      usleep(150_000)
      expect(running.isRunning)
      kill(running.processIdentifier, signal)
      let ending = try running.wait(20)
      expect(ending.code, equals: 128 + signal)
      expect(ending.output, equals: "")
    }
    expect(workspace.names(in: "new").filter { $0 != ".checkpoint" }, equals: [])
    expect(workspace.names(in: "old").filter { $0 != ".checkpoint" }, equals: Contract.names)
    try expect(Contract.names.map { try workspace.bytes("old/\($0)") }, equals: old)
    // Leftovers do not stand in the way of a new run that is told to begin anew.
    _ = try workspace.runTiny(into: "new", "--force")
    expect(workspace.names(in: "new"), equals: Contract.names)
  }
}
