import Foundation
import TestSupport
import Testing

/// `explore`: what it refuses before Python starts, and what it becomes.
///
/// The page has tests of its own (`make python-test`, `make browser`); here a shell script stands
/// in for Python.
@Suite struct ExploreTests {
  let workspace: Workspace
  let tool: Tool

  init() throws {
    workspace = try Workspace()
    try workspace.write("scenario.yml", ExploreTests.scenario)
    for folder in ["draw/deliverysim/explore", "draw/.venv/bin"] {
      try workspace.write(folder: folder)
    }
    try workspace.write("draw/deliverysim/explore/__main__.py", "")
    let script = """
      #!/bin/sh
      printf '%s\\n' "$PYTHONPATH" "$DELIVERYSIM" $$ "$@" > told
      [ "$1" = -c ] || exec sleep "${SLEEP:-0}"

      """
    var tool = workspace.tool
    tool.environment = ["DELIVERYSIM_REPORT": "draw"]
    self.tool = tool
    try write(python: script)
  }

  private func write(python script: String) throws {
    try workspace.write("draw/.venv/bin/python", script)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(workspace.path)/draw/.venv/bin/python")
  }

  private static let scenario = """
    format: 1
    name: small
    seed: 1
    duration: 2d
    devices: 2
    replications: 2
    workload: {arrivals: {poisson: {rate: 20/d}}}
    network: {online: {exponential: {mean: 6h}}, offline: {weibull: {scale: 20m, shape: 0.6}}}
    strategies: [fire-and-forget]

    """

  private func told() throws -> [String] {
    try workspace.read("told").split(separator: "\n").map(String.init)
  }

  @Test func itBecomesTheProgramWithAllThatItIsTold() throws {
    let ending = try tool.run(
      "explore", "scenario.yml", "--pin", "network.offline.weibull.scale=5m..4h", "--pin",
      "network.offline.weibull.shape=0.5..0.9", "--out=-o", "--force", "--port", "0", "--set",
      "seed=3", "--seed", "7",
      "--replications", "80", "--allow-outside")
    expect(ending.code == 0 && ending.output == "" && ending.messages == "", "\(ending)")
    let told = try told()
    expect(told[0].hasSuffix("/draw"))
    expect(told[1].hasSuffix("/deliverysim"), "Python runs the same tool: \(told[1])")
    expect(
      told.dropFirst(3),
      equals: [
        "-m", "deliverysim.explore", "--set", "seed=3", "--seed", "7", "--replications", "80",
        "--allow-outside", "--port=0", "--pin=network.offline.weibull.scale=5m..4h",
        "--pin=network.offline.weibull.shape=0.5..0.9", "--out=-o", "--force", "--", "scenario.yml",
      ])
  }

  /// There is one process: what ends it ends the page.
  @Test func signalsReachTheProgram() throws {
    var tool = tool
    tool.environment["SLEEP"] = "60"
    let running = try tool.start(["explore", "scenario.yml"])
    while try !workspace.exists("told") || told().count < 7 { usleep(10_000) }
    try expect(told()[2], equals: "\(running.processIdentifier)")
    kill(running.processIdentifier, SIGINT)
    try expect(running.wait(10).code, equals: 128 + SIGINT)
  }

  @Test(arguments: [
    (
      "network.offline.weibull.scal=5m..4h",
      "--pin: found network.offline.weibull.scal, which the scenario does not have;"
    ),
    (
      "network.offline.weibull.scale=5m..far",
      "--pin: network.offline.weibull.scale: found \"5m..far\";"
    ),
    ("network.offline.weibull.scale=-5m..4h", "--pin: network.offline.weibull.scale: found -5m;"),
    ("devices", "--pin: found \"devices\";"),
    ("devices=5", "--pin: devices: found \"5\";"),
    ("=1..2", "--pin: found \"=1..2\";"),
  ])
  func aPinThatTheScenarioCannotHaveIsRefused(pin: String, reason: String) throws {
    let ending = try tool.run("explore", "scenario.yml", "--pin", pin)
    expect(ending.code, equals: 64)
    expect(ending.messages, hasPrefix: "error: \(reason)")
    expect(!workspace.exists("told"))
  }

  @Test func wrongUsage() throws {
    for (words, reason) in [
      (["scenario.yml", "--out", ""], "--out: a folder is needed"),
      (["-"], "a file is needed"),
      (["scenario.yml", "--port", "65536"], "65536"),
      ([], "scenario"),
    ] {
      let ending = try tool.run(["explore"] + words)
      expect(ending.code == 64 && ending.messages.contains(reason), "\(words): \(ending)")
    }
    try expect(tool.run("explore", "nowhere.yml").code, equals: 66)
    try workspace.write("scenario.yml", "format: 1\n")
    try expect(tool.run("explore", "scenario.yml").code, equals: 65)
    expect(!workspace.exists("told"))
  }

  @Test func withoutPythonItSaysHowToGetIt() throws {
    var tool = tool
    tool.environment = ["DELIVERYSIM_REPORT": "nowhere"]
    let ending = try tool.run("explore", "scenario.yml")
    expect(ending.code, equals: 66)
    expect(ending.messages, contains: "found nowhere, which holds no deliverysim.explore;")
    try write(python: "#!/nowhere/sh\n")
    let other = try self.tool.run("explore", "scenario.yml")
    expect(other.code == 66 && other.messages.contains("cannot be started"), "\(other)")
  }
}
