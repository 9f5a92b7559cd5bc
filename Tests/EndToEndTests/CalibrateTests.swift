import Foundation
import TestSupport
import Testing

/// `calibrate` at the command line: its files, its ends, its errors.
@Suite struct CalibrateTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("world.yml", Self.world)
    try workspace.write("targets.csv", Self.observed.get())
  }

  static let world = """
    format: 1
    name: world
    seed: 3
    duration: 6d
    drain: 1d
    devices: 40
    replications: 20
    workload: {arrivals: {poisson: {rate: 20/d}}}
    network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 90m}}}
    push_service: {latency: {exponential: {mean: 2s}}}
    strategies: [fire-and-forget, {name: queue, gap-recovery: {wait: 10s}}]

    """
  /// Two figures of a world that differs in one input, with other luck; simulated once for all.
  private static let observed = Result { try observe() }

  private static func observe() throws -> String {
    let workspace = try Workspace()
    try workspace.write("world.yml", world)
    let run = try workspace.tool.run([
      "run", "world.yml", "--set", "\(offline)=1h", "--seed", "99", "--out", "truth", "--quiet",
    ])
    expect(run.code, equals: 0, "\(run.messages)")
    let rows = try StrictCSV(workspace.bytes("truth/metrics.csv"), "metrics.csv").rows
    let lines = try ["deliverability", "latency_mean_s"].map { metric in
      let row = try unwrap(rows.first { $0["metric"] == metric })
      return "\(metric),\(row["mean_plain"] ?? ""),\(row["std_error_plain"] ?? "")"
    }
    return (["metric,value,std_error"] + lines).joined(separator: "\n") + "\n"
  }

  static let offline = "network.offline.exponential.mean"

  private func calibrate(_ more: String...) throws -> Tool.Ending {
    try workspace.tool.run(["calibrate", "world.yml", "--observed", "targets.csv"] + more)
  }

  @Test("What is written runs, and how sure it is goes with it")
  func files() throws {
    let ending = try calibrate("--unknown", Self.offline)
    expect(ending.code, equals: 0, "\(ending.messages)\(ending.output)")
    let words = ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words, contains: "nothing speaks against the model")
    let table = try StrictCSV(workspace.bytes("world-calibrated.calibration.csv"), "calibration")
    expect(table.columns.prefix(4), equals: ["path", "unit", "estimate", "ci_low"])
    let row = try unwrap(table.rows.first)
    expect(row["path"], equals: Self.offline)
    let estimate = try unwrap(row.number("estimate"))
    let ends = try ["ci_low", "ci_high"].map { try unwrap(row.number($0)) }
    // Five standard errors: false-alarm probability 6e-7.
    expect(abs(estimate - 3600) < 2.55 * (ends[1] - ends[0]) / 2, "\(estimate), \(ends)")
    let answer = try unwrap(
      JSONSerialization.jsonObject(with: Data(workspace.bytes("world-calibrated.answer.json")))
        as? [String: Any])
    let unknown = try unwrap((answer["unknowns"] as? [[String: Any]])?.first)
    expect(isClose(unknown["value"] as? Double, estimate, 1e-14))
    expect(isClose(unknown["ci_low"] as? Double, ends[0], 1e-14))
    expect(isClose(unknown["ci_high"] as? Double, ends[1], 1e-14))
    expect(answer["ending"] as? String, equals: "found")
    expect(try unwrap(answer["sentences"] as? [String])[0], contains: "nothing speaks against")
    expect(try workspace.read("world-calibrated.yml"), contains: "extends: world.yml")
    let run = try workspace.tool.run(
      [
        "run", "world-calibrated.yml", "--inputs", "world-calibrated.inputs.json",
        "--input-draws", "4", "--out", "out",
      ])
    expect(run.code, equals: 0, "\(run.messages)")
    let resolved = try workspace.tool.run(["validate", "world-calibrated.yml"]).output
    expect(resolved, contains: "mean: ")
  }

  @Test("The same question gives the same answer, and files that are there stay")
  func again() throws {
    let first = try calibrate("--unknown", Self.offline, "--threads", "1")
    try expect(calibrate("--unknown", Self.offline).code, equals: 73)
    let second = try calibrate("--unknown", Self.offline, "--force", "--threads", "2")
    expect(first.output, equals: second.output)
  }

  @Test("What was set before the search is in the scenario that is written")
  func keepsSettings() throws {
    let online = "network.online.exponential.mean"
    try expect(calibrate("--unknown", Self.offline, "--set", "\(online)=2h").code != 64)
    try expect(workspace.read("world-calibrated.yml"), contains: "mean: 2h")
    // A search that leaves something open takes away what an earlier one has known.
    expect(workspace.exists("world-calibrated.inputs.json"))
    try workspace.write("targets.csv", "metric,value,std_error\ndeliverability,0.93,0.002\n")
    try expect(
      calibrate("--unknown", Self.offline, "--unknown", online, "--force").code, equals: 3)
    expect(!workspace.exists("world-calibrated.inputs.json"))
  }

  @Test("What the figures leave open is said, with what would tell more")
  func open() throws {
    try workspace.write("targets.csv", "metric,value,std_error\ndeliverability,0.9268,0.002\n")
    let online = "network.online.exponential.mean"
    let ending = try calibrate("--unknown", Self.offline, "--unknown", online)
    expect(ending.code, equals: 3)
    let words = ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words, contains: "Left open: a larger \(online) with a larger \(Self.offline)")
    expect(words, contains: "too: it would tell more")
    let table = try StrictCSV(workspace.bytes("world-calibrated.calibration.csv"), "calibration")
    expect(table.rows.map { $0["estimate"] }, equals: ["", ""])
    expect(!workspace.exists("world-calibrated.inputs.json"))
  }

  @Test("A model that cannot produce the figures is rejected")
  func rejected() throws {
    try workspace.write(
      "targets.csv",
      "metric,value,std_error\ndeliverability,0.9268,0.001\nlatency_p99_s,60000,100\n")
    let ending = try calibrate("--unknown", Self.offline)
    expect(ending.code, equals: 1, "\(ending.output)")
    expect(ending.output, contains: "No values of these unknowns produce your figures")
  }

  @Test("What is written in another folder is told with the option that lets it run")
  func elsewhere() throws {
    try FileManager.default.createDirectory(
      atPath: workspace.path + "/sub", withIntermediateDirectories: false)
    let ending = try calibrate("--unknown", Self.offline, "--out", "sub/found.yml")
    expect(ending.code, equals: 0, "\(ending.messages)")
    let next = "run sub/found.yml --inputs sub/found.inputs.json --out runs/found --allow-outside"
    expect(ending.messages, contains: "next: deliverysim \(next)")
    let run = try workspace.tool.run(
      next.split(separator: " ").map(String.init) + ["--input-draws", "2"])
    expect(run.code, equals: 0, "\(run.messages)")
  }

  @Test("Parameters of strategies, and figures of strategies, are found by name")
  func strategies() throws {
    try workspace.write(
      "targets.csv", "metric,value,std_error,strategy\nlatency_p90_s,12,1,queue\n")
    let ending = try calibrate("--unknown", "strategies.queue.wait", "--force")
    expect([0, 1, 3].contains(ending.code), "\(ending.messages)")
    expect(try workspace.read("world-calibrated.yml"), contains: "wait: ")
  }

  @Test("A whole number is found as one, written as one, and drawn as one")
  func wholeNumber() throws {
    let limit = "strategies.queue.repeat_limit"
    let run = try workspace.tool.run([
      "run", "world.yml", "--set", "\(limit)=3", "--set", "\(Self.offline)=1h", "--seed", "99",
      "--out", "truth", "--quiet",
      "--force",
    ])
    expect(run.code, equals: 0, "\(run.messages)")
    let rows = try StrictCSV(workspace.bytes("truth/metrics.csv"), "metrics.csv").rows
    let row = try unwrap(
      rows.first { $0["metric"] == "deliverability" && $0["strategy"] == "queue" })
    try workspace.write(
      "targets.csv",
      """
      metric,value,std_error,strategy
      deliverability,\(row["mean_plain"] ?? ""),\(row["std_error_plain"] ?? ""),queue

      """)
    // The search starts from above, and from a value that has no logarithm.
    for start in ["6", "0"] {
      let ending = try calibrate(
        "--unknown", limit, "--set", "\(limit)=\(start)", "--set", "\(Self.offline)=1h", "--force",
        "--set", "confidence=0.999999")
      expect(ending.code, equals: 0, "\(ending.messages)\(ending.output)")
      let table = try StrictCSV(workspace.bytes("world-calibrated.calibration.csv"), "calibration")
      let found = try ["estimate", "ci_low", "ci_high"].map {
        try unwrap(table.rows.first?.number($0))
      }
      expect(found.allSatisfy { $0 == $0.rounded() }, "\(found)")
      expect(found[1] <= 3 && 3 <= found[2] && found[2] < 6, "\(found)")
      expect(
        try workspace.read("world-calibrated.yml"), contains: "repeat_limit: \(Int(found[0]))\n")
    }
    let drawn = try workspace.tool.run([
      "run", "world-calibrated.yml", "--inputs", "world-calibrated.inputs.json", "--input-draws",
      "4", "--out", "out",
    ])
    expect(drawn.code, equals: 0, "\(drawn.messages)")
  }

  // MARK: Bad input

  @Test(
    "What is wrong in the figures is said with its line",
    arguments: [
      ("metric,value,std_error\ndeliverabilty,0.9,0.1\n", "targets.csv:2:1: metric: found deliver"),
      ("metric,value,std_error\ndeliverability,0.9,0\n", "targets.csv:2:20: std_error: found 0"),
      ("metric,value,std_error\ndeliverability,0.9,1e-200\n", "std_error: found 1e-200"),
      (
        "metric,value,std_error\ndeliverability,x,0.1\nlos,0.9,0\n",
        "3:1: metric: found los"
      ),
      ("metric,value,std_error\ndeliverability,0.9,\n", "targets.csv:2"),
      ("metric,value,std_error\ndeliverability,88,0.5\n", "found 88; did you mean"),
      ("metric,value,std_error\ndeliverability,0.9,1e200\n", "std_error: found 1e200"),
      (
        "metric,value,std_error\ndeliverability,0.9,0.1\npush_loss,0.1,0.1\n",
        "push_loss, fire-and-forget: follows from deliverability, fire-and-forget"
      ),
      ("metric,value\ndeliverability,0.9\n", "no column std_error among metric, value"),
      ("metric,value,std_error,group\ndeliverability,0.9,0.1,vip\n", "no groups in this scenario"),
      (
        "metric,value,std_error,strategy\ndeliverability,0.9,0.1,digest\n", "strategy: found digest"
      ),
      ("metric,value,std_error\ntaps_per_device_day,3,0.1\n", "metric: found taps_per_device_day"),
      ("metric,value,std_err\ndeliverability,0.9,0.1\n", "std_error"),
      (
        "metric,value,std_error\ndeliverability,0.9,0.1\ndeliverability,0.8,0.1\n",
        "targets.csv:3:1: deliverability, fire-and-forget: observed twice"
      ),
    ])
  private func wrong(text: String, message: String) throws {
    try workspace.write("targets.csv", text)
    let ending = try calibrate("--unknown", Self.offline)
    expect(ending.code, equals: 65, "\(ending.messages)")
    expect(ending.messages, contains: message)
    expect(!workspace.exists("world-calibrated.yml"))
  }

  @Test(
    "So is what is wrong in the command",
    arguments: [
      (["--unknown", "network.offline.weibull.scale"], 64, "under network.offline: exponential"),
      (["--unknown", "devices"], 64, "a setting of the experiment"),
      (["--unknown", "push_service.kind"], 64, "a number, time, rate or share"),
      ([], 64, "--unknown"),
      (["--unknown", offline, "--unknown", offline], 64, "allowed: each path once"),
      (
        ["--unknown", "strategies.queue.wait", "--unknown", "strategies.1.wait"], 64,
        "strategies.1.wait, which is strategies.queue.wait; allowed: each path once"
      ),
      (["--unknown", ""], 64, "found nothing; allowed: a path"),
      (["--unknown", offline, "--strategy", "digest"], 64, "--strategy"),
      (["--unknown", "strategies.fire-and-forget.wait"], 64, "which the scenario does not have"),
      (["--unknown", offline, "--replications", "2"], 64, "allowed: at least 10"),
      (["--unknown", "network.offlin.exponential.mean"], 64, "did you mean \"offline\"?"),
      (["--unknown", "strategies.queue.wai"], 64, "did you mean \"wait\"?"),
      (["--unknown", offline, "--out", "nowhere/x.yml"], 73, "its folder"),
      (["--unknown", offline, "--out", "world.yml", "--force"], 64, "would replace world.yml"),
      (["--unknown", offline, "--receipts", "targets.csv"], 64, "exactly one of --observed"),
      (["--unknown", offline, "--unit", "ms"], 64, "--unit: goes with --receipts FILE"),
      (
        ["--unknown", offline, "--set", "sweep=[{factor: a, path: drain, values: [1d, 2d]}]"], 64,
        "2 design points"
      ),
    ])
  private func usage(options: [String], code: Int32, message: String) throws {
    let ending = try workspace.tool.run(
      ["calibrate", "world.yml", "--observed", "targets.csv"] + options)
    expect(ending.code, equals: code, "\(ending.messages)")
    let words = ending.messages.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words, contains: message)
  }

  // MARK: Receipts

  @Test("Receipts are read by device, and wrong ones refused")
  func receipts() throws {
    // 20 devices, each with nine receipts after 2 s to 10 s and one missing.
    let rows = (0..<20).flatMap { device in
      (0..<10).map { push in
        let sent = 1000 * push + device
        return push == 9 && device % 2 == 0
          ? "\(sent),,d\(device)" : "\(sent),\(sent + 2 + (push + device) % 9),d\(device)"
      }
    }
    try workspace.write("r.csv", (["sent,received,device"] + rows).joined(separator: "\n") + "\n")
    let ending = try workspace.tool.run(
      ["calibrate", "world.yml", "--receipts", "r.csv", "--unknown", Self.offline, "--quiet"])
    expect([0, 1, 3].contains(ending.code), "\(ending.messages)")
    let none = (0..<20).map { "\($0),,d\($0)" }
    try workspace.write("r.csv", (["sent,received,device"] + none).joined(separator: "\n") + "\n")
    let empty = try workspace.tool.run(
      ["calibrate", "world.yml", "--receipts", "r.csv", "--unknown", Self.offline, "--force"])
    expect(empty.code, equals: 65, "\(empty.messages)")
    expect(empty.messages, contains: "no figure with an error above 0")
    try workspace.write("r.csv", "sent,received,device\n10,5,a\n")
    let wrong = try workspace.tool.run(
      ["calibrate", "world.yml", "--receipts", "r.csv", "--unknown", Self.offline])
    expect(wrong.code, equals: 65)
    expect(wrong.messages, contains: "r.csv:2:1: received: found 5 s before sent")
  }
}
