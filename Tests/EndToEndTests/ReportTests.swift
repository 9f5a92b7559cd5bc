import Foundation
import TestSupport
import Testing

/// `report`: what it finds before anything is drawn, and what it becomes.
///
/// That program has tests of its own (`make python-test`); here a shell script stands in for its
/// Python, and notes what it is told.
@Suite struct ReportTests {
  let workspace: Workspace
  let tool: Tool

  init() throws {
    workspace = try Workspace()
    try workspace.lay(in: "out", "--set", "sweep=", "--replications", "2")
    try workspace.write(folder: "draw/deliverysim/report")
    try workspace.write("draw/deliverysim/report/__main__.py", "")
    var tool = workspace.tool
    tool.environment = ["DELIVERYSIM_REPORT": "draw"]
    self.tool = tool
  }

  /// - Parameters:
  ///   - code: What the program ends with.
  ///   - message: What it says before.
  ///   - interpreter: What runs it.
  ///   - step: What else it does.
  private func drawing(
    _ code: Int32, _ message: String = "", interpreter: String = "/bin/sh", step: String = ""
  ) throws {
    try workspace.write(folder: "draw/.venv/bin")
    let script = """
      #!\(interpreter)
      printf '%s\\n' "$PYTHONPATH" "$@" > told
      printf '%s' '\(message)' >&2
      \(step)
      exit \(code)

      """
    try workspace.write("draw/.venv/bin/python", script)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(workspace.path)/draw/.venv/bin/python")
  }

  // MARK: A baseline

  /// The program keeps what it is handed over, which has no name of its own.
  private func drawingComparison() throws {
    try drawing(
      0, step: #"for word; do case $word in --check=*) cp "${word#*=}" check.json;; esac; done"#)
  }

  @Test func aBaselineIsJudgedAsCheckJudges() throws {
    try drawingComparison()
    try workspace.lay(
      in: "new", "--set", "sweep=", "--replications", "2", "--set", "provider.link.loss=30%",
      "--set", "network.offline={constant: {value: 1h}}")
    let hash = String(repeating: "0123456789abcdef", count: 4)
    try workspace.edit(
      "new/manifest.json", "\"inputs\": []",
      "\"inputs\": [{\"file\": \"a.csv\", \"sha256\": \"\(hash)\", \"rows\": 1}]")
    try workspace.write(folder: "temporary")
    var tool = tool
    tool.environment["TMPDIR"] = "\(workspace.path)/temporary"
    let ending = try tool.run("report", "new", "--baseline", "out", "--margin", "loss=90pp")
    expect(ending.code, equals: 0, "\(ending.messages)")
    let told = try workspace.read("told").split(separator: "\n")
    expect(told.contains { $0.hasPrefix("--check=/dev/fd/") }, "\(told)")
    expect(workspace.names(in: "temporary"), equals: [], "nothing is left, however it ends")
    let document = try unwrap(
      JSONSerialization.jsonObject(with: Data(workspace.bytes("check.json"))) as? [String: Any])

    let check = try workspace.tool.run(
      "check", "new", "--baseline", "out", "--margin", "loss=90pp", "--format", "json")
    let records = try unwrap(
      JSONSerialization.jsonObject(with: Data(check.output.utf8)) as? [[String: Any]])
    let metrics = try unwrap(document["metrics"] as? [[String: Any]])
    let key = { (row: [String: Any]) in
      ["strategy", "metric", "verdict"].map { row[$0] as? String ?? "" }
    }
    expect(metrics.map(key), equals: records.map(key))
    let loss = try unwrap(metrics.first { $0["metric"] as? String == "loss" })
    expect(loss["limit"] as? Double, equals: 0.9)
    expect(loss["verdict"] as? String, equals: "pass")
    try expectChanges(document, hash)
  }

  private func expectChanges(_ document: [String: Any], _ hash: String) throws {
    let found = try unwrap(document["changes"] as? [[String: Any]])
    let changes = found.map { change in
      change.mapValues { $0 as? String ?? "absent" }
    }
    // The values are those of manifests: shares are numbers.
    let expected = [
      ["path": "provider.link.loss", "now": "0.3", "before": "0.05"],
      ["path": "network.offline.constant.value", "now": "1h", "before": "absent"],
      ["path": "network.offline.exponential.mean", "now": "absent", "before": "1h"],
      ["path": "data.a.csv", "now": String(hash.prefix(12)), "before": "absent"],
    ]
    expect(Set(changes), equals: Set(expected))
  }

  @Test func aBaselineThatIsNoneIsRefused() throws {
    try drawingComparison()
    try expect(tool.run("report", "out", "--baseline", "nowhere").code, equals: 66)
    let alone = try tool.run("report", "out", "--margin", "loss=1pp")
    expect(alone.code == 64 && alone.messages.contains("--margin: needs --baseline"), "\(alone)")
    try workspace.write(folder: "analysis")
    try workspace.write("analysis/sensitivity.csv", "")
    let analysis = try tool.run("report", "analysis", "--baseline", "out")
    expect(analysis.code == 64 && analysis.messages.contains("is an analysis"), "\(analysis)")
    expect(!workspace.exists("told"))
  }

  // MARK: Finding

  @Test func withoutAnEnvironmentItSaysHowToMakeIt() throws {
    let ending = try tool.run("report", "out")
    expect(ending.code == 66 && ending.output == "", "\(ending)")
    expect(ending.messages, hasPrefix: "error: ")
    expect(ending.messages, contains: "/draw/.venv/bin/python: does not exist")
    expect(ending.messages, contains: "make report-env")
    expect(!workspace.exists("out/report"))
  }

  /// The package that starts the tool says which Python has it.
  @Test func thePythonThatHasStartedTheToolDraws() throws {
    var tool = tool
    try workspace.write("own", "#!/bin/sh\necho drawn by \"$@\"\n")
    expect(chmod(workspace.path + "/own", 0o755), equals: 0)
    tool.environment = ["DELIVERYSIM_PYTHON": workspace.path + "/own"]
    let ending = try tool.run("report", "out")
    expect(ending.output, hasPrefix: "drawn by -m deliverysim.report")
    tool.environment = ["DELIVERYSIM_PYTHON": "/nowhere/python"]
    let missing = try tool.run("report", "out")
    expect(missing.code, equals: 66)
    expect(missing.messages, contains: "cannot be started; install the package again")
  }

  @Test(arguments: ["nowhere", "out", "draw/deliverysim"])
  func aFolderWithoutTheProgramIsRefused(folder: String) throws {
    var tool = tool
    tool.environment = ["DELIVERYSIM_REPORT": folder]
    let ending = try tool.run("report", "out")
    expect(ending.code, equals: 66)
    expect(
      ending.messages,
      equals: "error: DELIVERYSIM_REPORT: found \(folder), which holds no deliverysim.report; "
        + "allowed: the folder python of the checkout\n")
  }

  /// The results come first: whoever has none needs no environment.
  @Test func resultsAreCheckedFirst() throws {
    try workspace.edit(
      "out/manifest.json", "\n  \"seed\"", "\n  \"shard\": \"1/2\",\n  \"seed\"")
    try expect(tool.run("report", "out").code, equals: 65)
    try expect(tool.run("report", "nowhere").code, equals: 66)
    try expect(tool.run("report", "nowhere").messages, contains: "nowhere: No such file")
  }

  /// Files that no run has written, with the hashes to match: a column is gone, a number is none.
  @Test(arguments: ["replications.csv", "metrics.csv", "latency.csv", "fates.csv", "timeline.csv"])
  func forgedTablesAreRefusedWithLineAndColumn(file: String) throws {
    try drawing(0)
    try workspace.copy("out", to: "text")
    let number = try unwrap(
      ["owed", "mean", "cumulative_share", "share"].first { try columns(file).contains($0) })
    try workspace.forge("text", file) { csv in csv[1, number] = "many" }
    let ending = try tool.run("report", "text")
    expect(ending.code, equals: 65)
    let reason = try Regex(#"error: text/\#(file):3:\d+: \#(number): found "many""#)
    expect(ending.messages.contains(reason), "\(ending.messages)")
    expect(!workspace.exists("told"))

    try workspace.copy("out", to: "less")
    try workspace.forge("less", file) { csv in
      csv.columns[csv.columns.firstIndex(of: number) ?? 0] = "renamed"
    }
    let other = try tool.run("report", "less")
    expect(other.code == 65 && other.messages.contains("less/\(file):1:1: "), "\(other.messages)")
    expect(other.messages, contains: number)
  }

  private func columns(_ file: String) throws -> [String] {
    try workspace.read("out/\(file)").prefix { $0 != "\n" }.split(separator: ",").map(String.init)
  }

  /// PREFIX/bin/deliverysim takes the package in PREFIX/share, and the `python3` on PATH.
  @Test func anInstalledToolTakesWhatIsInstalledBesideIt() throws {
    try drawing(0)
    let package = "usr/share/deliverysim/python/deliverysim/report"
    try workspace.write(folder: package)
    try workspace.write("\(package)/__main__.py", "")
    let ending = try installedReport()
    expect(ending.code == 0, "\(ending.messages)")
    let told = try workspace.read("told").split(separator: "\n").map(String.init)
    expect(told[0].hasSuffix("/usr/share/deliverysim/python"))
    expect(told[1...2], equals: ["-m", "deliverysim.report"])
  }

  /// Without the package nothing is drawn, whatever Python says of it.
  @Test func anInstalledToolWithoutThePackageSaysWhatIsMissing() throws {
    try drawing(1)
    let ending = try installedReport()
    expect(ending.code, equals: 66)
    expect(ending.messages, contains: "no python3 on PATH has the package deliverysim")
    expect(ending.messages, contains: "pip install")
  }

  /// Runs `report` of a tool in `usr/bin`, where `python3` is the script of `drawing`.
  private func installedReport() throws -> Tool.Ending {
    let bin = "\(workspace.path)/usr/bin"
    try workspace.write(folder: "usr/bin")
    let executable = try unwrap(Tool.executable)
    try FileManager.default.copyItem(atPath: executable, toPath: "\(bin)/deliverysim")
    try FileManager.default.copyItem(
      atPath: "\(workspace.path)/draw/.venv/bin/python", toPath: "\(bin)/python3")
    return try Running(
      "\(bin)/deliverysim", ["report", "out"], folder: workspace.path,
      environment: ["PATH": "\(bin):/usr/bin:/bin"], input: ""
    ).wait(60)
  }

  // MARK: Drawing

  @Test func theProgramIsToldWhatToDraw() throws {
    try drawing(0)
    let ending = try tool.run("report", "out/")
    expect(ending.code == 0 && ending.output == "", "\(ending)")
    // The program itself says where the page is.
    expect(ending.messages, equals: "")
    let told = try workspace.read("told").split(separator: "\n").map(String.init)
    expect(told[0].hasSuffix("/draw"))
    expect(
      told[1...3], equals: ["-m", "deliverysim.report", "--out=out/report"])
    expect(told[4].hasPrefix("--tool=/") && told[4].hasSuffix("/deliverysim"), "\(told[4])")
    expect(told[5...], equals: ["--", "out"])
  }

  @Test func optionsArePassedOn() throws {
    try drawing(0)
    let ending = try tool.run(
      "report", "out", "--out", "-my page", "--force", "--design-point", "3", "--quiet")
    expect(ending.code, equals: 64, "a value that looks like an option needs =")
    let again = try tool.run(
      "report", "out", "--out=-my page", "--force", "--design-point", "3", "--quiet")
    expect(again.code == 0 && again.messages == "", "\(again)")
    let told = try workspace.read("told").split(separator: "\n").map(String.init)
    expect(told[3], equals: "--out=-my page")
    expect(told.dropFirst(5), equals: ["--force", "--quiet", "--design-point=3", "--", "out"])
  }

  @Test(arguments: [Int32(64), 65, 66, 70, 73, 74])
  func itsOwnErrorsAreTheTools(code: Int32) throws {
    try drawing(code, "error: told by the program\n")
    let ending = try tool.run("report", "out")
    expect(ending.code, equals: code)
    expect(ending.messages, equals: "error: told by the program\n")
  }

  /// There is one process: what ends it ends the drawing, even a kill.
  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGKILL])
  func signalsReachTheProgram(signal: Int32) throws {
    try drawing(0, step: "echo $$ > id.part; mv id.part id; exec sleep 60")
    let running = try tool.start(["report", "out"])
    while !workspace.exists("id"), running.isRunning { usleep(10_000) }
    let id = try workspace.read("id").trimmingCharacters(in: .whitespacesAndNewlines)
    expect(id, equals: "\(running.processIdentifier)")
    kill(running.processIdentifier, signal)
    try expect(running.wait(10).code, equals: 128 + signal)
  }

  @Test func aPythonThatDoesNotStartIsNamed() throws {
    try drawing(0, interpreter: "/nowhere/sh")
    let ending = try tool.run("report", "out")
    expect(ending.code, equals: 66)
    expect(ending.messages, contains: "cannot be started; remove its folder .venv and run")
  }

  @Test func wrongUsage() throws {
    try expect(tool.run("report").code, equals: 64)
    try expect(tool.run("report", "out", "--out", "").code, equals: 64)
    let ending = try tool.run("report", "out", "--design-point", "two")
    expect(ending.code == 64 && ending.messages.contains("two"), "\(ending)")
  }
}
