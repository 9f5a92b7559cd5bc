import Foundation
import TestSupport
import Testing

/// `best`: the choice among strategies and swept values, its files, its ends, its errors.
@Suite struct BestTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("world.yml", Self.world)
  }

  /// A push in n slots is lost where n more come in its absence: more slots are better.
  private static let world = """
    format: 1
    name: world
    seed: 3
    duration: 10d
    drain: 1d
    devices: 60
    replications: {min: 30, max: 300}
    workload: {arrivals: {poisson: {rate: 20/d}}}
    network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 90m}}}
    push_service: {latency: {exponential: {mean: 2s}}}
    strategies:
      - fire-and-forget
      - {name: queue, gap-recovery: {repeat_limit: 20}}
      - {name: short, gap-recovery: {repeat_limit: 2}}
    best: {maximise: deliverability, worth: 0.1%}

    """

  private func run(_ more: String...) throws -> Tool.Ending {
    try workspace.tool.run(["run", "world.yml", "--out", "out", "--force"] + more)
  }

  private func verdicts() throws -> [String: String] {
    let rows = try StrictCSV(workspace.bytes("out/best.csv"), "best").rows
    return Dictionary(
      uniqueKeysWithValues: rows.map { ($0["strategy"] ?? "", $0["verdict"] ?? "") })
  }

  @Test("The best strategy is chosen, the rest is behind by what it is behind")
  func choice() throws {
    let ending = try run()
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.output, contains: "Choose queue: it is the best of 3.")
    try expect(
      verdicts(), equals: ["queue": "best", "short": "inferior", "fire-and-forget": "inferior"])
    let table = try StrictCSV(workspace.bytes("out/best.csv"), "best")
    expect(
      table.columns,
      equals: [
        "design_point", "strategy", "verdict", "gap", "gap_low", "gap_high", "eliminated_at", "by",
      ])
    // One slot: A(1 - D*(λ)) is lost, with A = 1/5 and D* = 1/(1 + λm), λm = 20/16.
    let lost = 0.2 * (1 - 1 / (1 + 20.0 / 16))
    let row = try unwrap(table.rows.first { $0["strategy"] == "fire-and-forget" })
    let (low, high) = (try unwrap(row.number("gap_low")), try unwrap(row.number("gap_high")))
    // The queue loses some, too.
    expect(low < lost && high > 0.8 * lost, "\(lost), \(low), \(high)")
    try expect(workspace.tool.run(["verify", "out"]).code, equals: 0)
  }

  @Test("Threads, and an early end, change no byte; replications end where a choice is made")
  func sameBytes() throws {
    try expect(run("--threads", "1", "--set", "best.worth=0.02%").code != 64)
    let first = try workspace.bytes("out/replications.csv")
    let table = try StrictCSV(workspace.bytes("out/best.csv"), "best")
    let ended = try unwrap(table.rows.first { $0["strategy"] == "fire-and-forget" })
    let count = try unwrap(ended.number("eliminated_at") ?? 0)
    let rows = try StrictCSV(first, "replications").rows.filter {
      $0["strategy"] == "fire-and-forget"
    }
    expect(count == 0 || rows.count == Int(count))
    try expect(run("--threads", "2", "--set", "best.worth=0.02%").code != 64)
    try expect(workspace.bytes("out/replications.csv") == first)
  }

  @Test("Limits come first, and a tie is decided by the price")
  func limits() throws {
    let limit = "best.subject_to=[pushes_per_notification <= 1.0001]"
    try expect(run("--set", limit).code, equals: 0)
    try expect(
      verdicts(),
      equals: ["fire-and-forget": "best", "queue": "infeasible", "short": "infeasible"])
    let cheap = try run("--set", "best.worth=20%", "--set", "best.tie=pushes_per_notification")
    expect(cheap.code, equals: 0)
    try expect(
      verdicts(), equals: ["fire-and-forget": "best", "queue": "as-good", "short": "as-good"])
    expect(cheap.output, contains: "Choose fire-and-forget: it is within 20 pp of the best")
    let none = try run("--set", "best.subject_to=[deliverability >= 99.99%]")
    expect(none.output, contains: "None of 3 meets the limits; nearest: queue.")
    expect(none.code, equals: 1)
  }

  @Test("Kim and Nelson's procedure leaves one")
  func kimNelson() throws {
    let ending = try run("--set", "best.method=kn")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.output, contains: "Choose queue")
    try expect(verdicts()["short"], equals: "inferior")
  }

  @Test("What ends too early is undecided, and goes on")
  func undecided() throws {
    let names = ["{name: a, gap-recovery: {wait: 1s}}", "{name: b, gap-recovery: {wait: 3s}}"]
    let few = [
      "run", "world.yml", "--out", "few", "--set", "strategies=[\(names.joined(separator: ", "))]",
    ]
    let ending = try workspace.tool.run(
      few + ["--set", "best.worth=0.000001%", "--set", "replications={min: 5, max: 6}"])
    expect(ending.code, equals: 3, "\(ending.messages)")
    expect(ending.output, contains: "Undecided: ")
  }

  @Test("The command asks the same, and picks one of a sweep")
  func command() throws {
    try workspace.write(
      "plain.yml",
      Self.world.replacing("{min: 30, max: 300}", with: "40")
        .replacing("best: {maximise: deliverability, worth: 0.1%}\n", with: ""))
    let sweep = "sweep=[{factor: limit, path: strategies.short.repeat_limit, values: [1, 2, 20]}]"
    let ending = try workspace.tool.run(
      ["best", "plain.yml", "--set", sweep, "--tie", "pushes_per_notification", "--budget", "60"])
    expect([0, 3].contains(ending.code), "\(ending.messages)")
    // A strategy without the swept parameter is one candidate.
    let rows = try StrictCSV(workspace.bytes("runs/world-best/best.csv"), "best").rows
    expect(
      rows.map { "\($0["limit"] ?? "") \($0["strategy"] ?? "")" },
      equals: [
        "1 fire-and-forget", "1 queue", "1 short", "2 short", "20 short",
      ])
    // The same parameters under another name.
    let last = try unwrap(rows.last)
    expect(["best", "as-good"].contains(last["verdict"] ?? ""))
  }

  @Test("The command turns the goal round, and refuses what no procedure can decide")
  func goals() throws {
    let least = try workspace.tool.run(["best", "world.yml", "--minimise", "loss", "--out", "a"])
    expect(least.code, equals: 0, "\(least.messages)")
    expect(least.output, contains: "least loss; worth 0.1 pp:")
    let most = try workspace.tool.run([
      "best", "world.yml", "--maximise", "awareness", "--out", "b",
    ])
    expect([0, 3].contains(most.code), "\(most.messages)")
    for (options, message) in [
      (["--method", "kn", "--replications", "1"], "two replications at least"),
      (["--method", "kn", "--confidence", "30%"], "more than 1/3"),
      (["--minimise", "delay_p90_s"], "best.worth: found 0.1%"),
      (["--set", "best=", "--minimise", "delay_p90_s"], "--minimise: best.worth: missing;"),
      (["--subject-to", "loss<=1x"], "found \"1x\""),
    ] {
      let ending = try workspace.tool.run(["best", "world.yml", "--out", "c"] + options)
      expect([64, 65].contains(ending.code), "\(ending.messages)")
      expect(ending.messages, contains: message)
    }
  }

  @Test("Each of two factors makes candidates of the strategy that it concerns alone")
  func twoFactors() throws {
    let sweep =
      "sweep=[{factor: limit, path: strategies.queue.repeat_limit, values: [1, 20]}, "
      + "{factor: small, path: strategies.short.repeat_limit, values: [2, 3]}]"
    let ending = try run("--set", sweep, "--set", "replications=30")
    expect([0, 3].contains(ending.code), "\(ending.messages)")
    let rows = try StrictCSV(workspace.bytes("out/best.csv"), "best").rows
    expect(
      rows.map { "\($0["limit"] ?? "") \($0["small"] ?? "") \($0["strategy"] ?? "")" },
      equals: ["1 2 fire-and-forget", "1 2 queue", "1 2 short", "1 3 short", "20 2 queue"])
    expect(ending.output, contains: "limit 20, queue ")
  }

  @Test("A run that has more than a choice needs is a beginning, too")
  func extended() throws {
    let plain = ["--set", "best=", "--set", "replications=60"]
    try expect(
      workspace.tool.run(["run", "world.yml", "--out", "x", "--quiet"] + plain).code, equals: 0)
    let choice = ["run", "world.yml", "--out", "x", "--resume"]
    let ending = try workspace.tool.run(choice)
    expect(ending.code, equals: 0, "\(ending.messages)")
    try expect(run().code, equals: 0)
    for file in ["best.csv", "replications.csv"] {
      try expect(workspace.bytes("x/\(file)") == workspace.bytes("out/\(file)"))
    }
    // The other, with another worth and as many replications at most it is another run.
    let other = try workspace.tool.run(choice + ["--set", "best.worth=2%"])
    expect(other.code, equals: 73)
  }

  @Test("Other factors than parameters are circumstances, each with a choice of its own")
  func circumstances() throws {
    let sweep = "sweep=[{factor: away, path: network.offline.exponential.mean, values: [10m, 2h]}]"
    let ending = try run("--set", sweep)
    expect(ending.output, contains: "away 10m: Choose")
    expect(ending.output, contains: "away 2h: Choose queue")
  }

  @Test("Who is beaten in everything is dominated")
  func pareto() throws {
    let metrics = "best.pareto=[deliverability, pushes_per_notification]"
    try expect(run("--set", metrics).code, equals: 0)
    let table = try StrictCSV(workspace.bytes("out/pareto.csv"), "pareto")
    expect(table.columns.suffix(2), equals: ["deliverability", "pushes_per_notification"])
    expect(table.rows.map { $0["verdict"] }, equals: ["front", "front", "front"])
  }

  // MARK: Bad input

  @Test(
    "What is wrong is said with its place",
    arguments: [
      ("best.maximise=deliverabilty", "did you mean \"deliverability\"?"),
      ("best.maximise=awareness_in_time", "needs workload.useful_for"),
      ("best.worth=0", "above 0"),
      ("best.worth=", "worth"),
      ("best.minimise=loss", "either maximise or minimise"),
      ("best.subject_to=[loss < 1%]", "METRIC <= NUMBER"),
      ("best.subject_to=[losses <= 1%]", "did you mean \"loss\"?"),
      ("best.subject_to=[loss <= 200x]", "a share"),
      ("best={method: kn, tie: loss, maximise: deliverability, worth: 1%}", "gaps"),
      ("strategies=[fire-and-forget]", "one candidate"),
      (
        "replications={min: 30, max: 300, until: {metric: loss, half_width: 0.1}}",
        "beside best"
      ),
    ])
  private func wrong(setting: String, message: String) throws {
    let ending = try run("--set", setting)
    expect([64, 65].contains(ending.code), "\(ending.messages)")
    let words = ending.messages.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words, contains: message)
  }

  @Test("A part of the run decides nothing")
  func parts() throws {
    for part in [["--strategy", "queue"], ["--shard", "1/2"]] {
      let ending = try workspace.tool.run(["run", "world.yml", "--out", "part"] + part)
      expect(ending.code, equals: 64)
      expect(ending.messages, contains: "compares all strategies")
    }
  }

  @Test("A table in a format of its own has the verdicts, and replications may stand in the file")
  func formats() throws {
    let plain = Self.world.split(separator: "\n").filter { !$0.hasPrefix("best:") }
    try workspace.write("plain.yml", plain.joined(separator: "\n") + "\n")
    let command = [
      "best", "plain.yml", "--out", "out", "--force", "--quiet", "--tie", "pushes_per_notification",
    ]
    let json = try workspace.tool.run(command + ["--format", "json"])
    expect(json.code, equals: 0, "\(json.messages)")
    let records = try unwrap(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    try expect(
      Dictionary(
        uniqueKeysWithValues: records.map {
          ($0["strategy"] as? String ?? "", $0["verdict"] as? String ?? "")
        }),
      equals: verdicts())
    let markdown = try workspace.tool.run(command + ["--format", "markdown"])
    expect(markdown.output, contains: "Choose queue: it is the best of 3.\n")
    expect(markdown.output, contains: "| queue | ")
    let wrong = try workspace.tool.run(command + ["--subject-to", "pushes_per_notificatio < 1"])
    expect(wrong.code, equals: 64)
    expect(wrong.messages, contains: "--subject-to: best.subject_to")
  }
}
