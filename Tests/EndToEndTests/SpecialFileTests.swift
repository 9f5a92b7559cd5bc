import Foundation
import TestSupport
import Testing

/// Pipes, devices and links where files are expected: nothing waits for ever, and nothing is
/// written where a link leads.
@Suite struct SpecialFileTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("victim", "precious")
  }

  private func place(_ name: String) -> String { "\(workspace.path)/\(name)" }

  /// Puts a pipe that nobody writes to in the place of a file.
  private func makePipe(_ name: String) throws {
    unlink(place(name))
    expect(mkfifo(place(name), 0o644), equals: 0)
  }

  private func link(_ name: String, to target: String) throws {
    unlink(place(name))
    try FileManager.default.createSymbolicLink(
      atPath: place(name), withDestinationPath: target)
  }

  private func refused(_ words: String..., named name: String, code: Int32 = 66) throws {
    let ending = try workspace.tool.run(words, secondsMax: 20)
    expect(ending.code, equals: code, "\(words)")
    expect(ending.messages.contains(name), "\(ending.messages)")
    expect(ending.messages.contains("is a pipe, a device or a socket"), "\(ending.messages)")
  }

  // MARK: Pipes and devices

  @Test func aScenarioNamesOnlyRegularFiles() throws {
    try makePipe("base.yml")
    try workspace.write("child.yml", "extends: base.yml\n")
    try refused("validate", "child.yml", named: "extends: base.yml")
    try makePipe("log.csv")
    let trace = "workload.arrivals={trace: {file: log.csv, time: t}}"
    try refused("validate", "tiny.yml", "--set", trace, named: "log.csv")
    try link("log.csv", to: "/dev/zero")
    try refused("validate", "tiny.yml", "--allow-outside", "--set", trace, named: "log.csv")
  }

  @Test func aResultsDirectoryHoldsOnlyRegularFiles() throws {
    try workspace.lay(in: "out")
    try workspace.copy("out", to: "base")
    try makePipe("out/replications.csv")
    try refused("check", "out", "--baseline", "base", named: "out/replications.csv")
    try refused("verify", "out", named: "out/replications.csv")
    try refused("report", "out", named: "out/replications.csv")
    try link("base/fates.csv", to: "/dev/zero")
    try refused("verify", "base", named: "base/fates.csv")
    try makePipe("base/manifest.json")
    try refused("verify", "base", named: "base/manifest.json")
  }

  @Test func shardsAndCheckpointsHoldOnlyRegularFiles() throws {
    try workspace.lay(in: "shard", "--shard", "1/1")
    try makePipe("shard/units")
    try refused("merge", "shard", "--out", "merged", named: "shard/units")
    try interrupt()
    try makePipe("out/.checkpoint/units")
    try refused(
      "run", "long.yml", "--out", "out", "--resume", named: "out/.checkpoint/units")
    try makePipe("out/.checkpoint/run.json")
    let ending = try workspace.tool.run(
      ["run", "long.yml", "--out", "out", "--resume"], secondsMax: 20)
    expect(ending.code, equals: 65)
    expect(ending.messages, contains: "out/.checkpoint/run.json: missing or damaged")
  }

  @Test func theCommandLineMayNameAPipe() throws {
    let executable = try unwrap(Tool.executable)
    let ending = try Running(
      "/bin/bash", ["-c", "cat tiny.yml | '\(executable)' validate --quiet /dev/stdin"],
      folder: workspace.path, environment: [:], input: ""
    ).wait(20)
    expect(ending.code, equals: 0, "\(ending.messages)")
  }

  // MARK: Links

  /// Leaves a checkpoint with some units in `out`.
  private func interrupt() throws {
    let long = Workspace.tiny.replacing("replications: 3", with: "replications: 40")
    try workspace.write("long.yml", long.replacing("devices: 10", with: "devices: 500"))
    let running = try workspace.tool.start(["run", "long.yml", "--out", "out", "--quiet"])
    let units = place("out/.checkpoint/units")
    for _ in 0..<20_000 {
      guard (FileManager.default.contents(atPath: units) ?? Data()).isEmpty else { break }
      usleep(1000)
    }
    kill(running.processIdentifier, SIGTERM)
    try expect(running.wait(20).code, equals: 143)
  }

  @Test func temporaryNamesFollowNoLink() throws {
    try link(".x.yml.part", to: "victim")
    try expect(workspace.tool.run("init", "mail", "--out", "x.yml").code, equals: 0)
    try expect(workspace.read("victim"), equals: "precious")
    var status = stat()
    expect(lstat(place("x.yml"), &status) == 0 && status.st_mode & S_IFMT == S_IFREG)

    try workspace.lay(in: "out")
    // The shell's process becomes the tool's, and so its number is known beforehand.
    let executable = try unwrap(Tool.executable)
    let script = """
      ln -s "$PWD/victim" "$PWD/j.xml.$$.part"
      exec '\(executable)' check out --baseline out --junit j.xml
      """
    let ending = try Running(
      "/bin/bash", ["-c", script], folder: workspace.path, environment: [:], input: ""
    ).wait(60)
    expect(ending.code, equals: 0, "\(ending.messages)")
    try expect(workspace.read("victim"), equals: "precious")
    try expect(workspace.read("j.xml"), hasPrefix: "<?xml")
  }

  @Test func aCheckpointThatIsALinkIsRefused() throws {
    try FileManager.default.createDirectory(
      atPath: place("victims"), withIntermediateDirectories: true)
    for name in ["units", "run.json"] { try workspace.write("victims/\(name)", "precious") }
    try workspace.lay(in: "shard", "--shard", "1/1")
    try workspace.lay(in: "out")
    try link("out/.checkpoint", to: "../victims")
    for words in [
      ["run", "tiny.yml"], ["run", "tiny.yml", "--force"], ["run", "tiny.yml", "--resume"],
      ["merge", "shard", "--force"],
    ] {
      let ending = try workspace.tool.run(words + ["--out", "out"])
      expect(ending.code, equals: 73, "\(words)")
      expect(
        ending.messages.contains("out/.checkpoint: is a symbolic link"), "\(ending.messages)")
    }
    for name in ["units", "run.json"] {
      try expect(workspace.read("victims/\(name)"), equals: "precious")
    }
    expect(workspace.names(in: "out"), equals: ([".checkpoint"] + Contract.names).sorted())
  }

  @Test func unitsThatAreALinkAreNotAppendedTo() throws {
    try interrupt()
    // The run may have ended within an entry, which would count as damaged.
    let written = try workspace.bytes("out/.checkpoint/units")
    let before = written.prefix((written.lastIndex(of: 10) ?? -1) + 1)
    try FileManager.default.removeItem(atPath: place("out/.checkpoint/units"))
    try Data(before).write(to: URL(filePath: place("other")))
    try link("out/.checkpoint/units", to: "../../other")
    try link("out/.checkpoint/units.part", to: "../../victim")
    let ending = try workspace.tool.run("run", "long.yml", "--out", "out", "--resume")
    expect(ending.code, equals: 73, "\(ending.messages)")
    try expect(workspace.bytes("other"), equals: Array(before))
    // With a damaged entry the file is written anew, and the temporary name leads nowhere.
    try workspace.write("other", "damaged\n")
    let again = try workspace.tool.run("run", "long.yml", "--out", "out", "--resume", "--quiet")
    expect(again.code, equals: 0, "\(again.messages)")
    try expect(workspace.read("other"), equals: "damaged\n")
    try expect(workspace.read("victim"), equals: "precious")
  }
}
