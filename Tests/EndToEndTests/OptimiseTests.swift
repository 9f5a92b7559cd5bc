import Foundation
import TestSupport
import Testing

/// `best --range`: searches whose answers are known exactly, its files, its errors.
@Suite struct OptimiseTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("quiet.yml", Self.quiet)
  }

  /// Nothing gets lost, so a queue has a heartbeat after each gap between messages that is longer
  /// than `after`: r·exp(-r·after) a day, at a rate of r messages a day.
  private static let quiet = """
    format: 1
    name: quiet
    seed: 1
    warmup: 2d
    duration: 12d
    drain: 1d
    devices: 40
    workload: {arrivals: {poisson: {rate: 20/d}}}
    strategies: [fire-and-forget, heartbeat: {after: 1h}]

    """

  private static let rate = "workload.arrivals.poisson.rate=2/d..200/d"
  private static let after = "strategies.heartbeat.after=30m..8h"
  private static let most = ["--maximise", "heartbeats_per_device_day", "--worth", "0.2"]

  private func search(_ out: String, _ options: [String]) throws -> Tool.Ending {
    try workspace.tool.run(["best", "quiet.yml", "--out", out] + options)
  }

  private func table(_ name: String) throws -> StrictCSV {
    try StrictCSV(workspace.bytes(name), name)
  }

  /// - Parameters:
  ///   - rate: Messages [1/s].
  ///   - after: The quiet time [s].
  private func heartbeats(_ rate: Double, _ after: Double) -> Double {
    86_400 * rate * exp(-rate * after)
  }

  // MARK: Known answers

  /// By rate, the most is at 1 / after: for an hour it is 24/e. By both, it is at the shortest
  /// quiet time, half an hour: 48/e. With a limit it is 6, where 20·exp(-20·after) = 6.
  ///
  /// A search fails where its choice is more than `worth` from the best. The last stage promises
  /// this with 95 % for the best finalist; that 2 or more of 20 fail had 26 % if that were used up,
  /// and is far rarer, because intervals of gaps are wide. The search itself promises nothing.
  ///
  /// With both numbers it costs at most a quarter of a grid of 20 times 20 points with 30
  /// replications: 20 values of the rate are a factor of 1.27 apart, of the quiet time 1.16.
  @Test("The best point is found", arguments: ["rate", "both", "limit"])
  func knownAnswer(ranges: String) throws {
    let options: [String]
    let best: Double
    switch ranges {
    case "rate":
      options = ["--range", Self.rate, "--strategy", "heartbeat", "--points", "14"]
      best = 24 / M_E
    case "both":
      options = ["--range", Self.rate, "--range", Self.after, "--points", "30"]
      best = 48 / M_E
    default:
      let limit = ["--subject-to", "heartbeats_per_device_day <= 6"]
      options = ["--range", Self.after, "--points", "14"] + limit
      best = 6
    }
    let seeds = isNightly ? 20 : 2
    var failures: [String] = []
    for seed in 1...seeds {
      let folder = "\(ranges)-\(seed)"
      let ending = try search(folder, Self.most + options + ["--seed", "\(seed)", "-n", "5"])
      let row = try table("\(folder)/best.csv").rows.first { $0["verdict"] == "best" }
      let found = row.map { row in
        heartbeats(row.number("rate") ?? 20 / 86_400, row.number("after") ?? 3600)
      }
      // A limit counts as kept up to 0.5 % of it.
      let isFound = found.map { $0 > best - 0.2 && $0 < best * 1.005 + 1e-9 } ?? false
      if !isFound { failures.append("seed \(seed): \(found ?? 0), not \(best): \(ending.output)") }
      let count = try table("\(folder)/replications.csv").rows.count
      let searched = try table("\(folder)/optimise.csv").rows.count { $0["stage"] != "finalist" }
      expect(ranges != "both" || 5 * searched + count <= 400 * 30 / 4)
    }
    expect(failures.count <= seeds / 20, "\(failures.joined(separator: "\n"))")
  }

  // MARK: Files and text

  @Test("Any number of threads gives the same bytes; the table has each point once")
  func files() throws {
    let options =
      Self.most + [
        "--range", "strategies.heartbeat.times=1..40", "--points", "9", "--finalists", "3",
        "--set", "replications=7", "-n", "3",
      ]
    for threads in ["1", "3"] {
      let ending = try search(threads, options + ["--threads", threads])
      expect([0, 3].contains(ending.code), "\(ending.messages)")
      let words = ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      expect(words, contains: "times: strategies.heartbeat.times from 1 to 40 (log)")
      expect(words, contains: "it may have missed a better point. Only the choice among 3")
      expect(words, contains: "Choose times ")
      expect(ending.output, hasSuffix: ".\n")
    }
    for name in ["optimise.csv", "best.csv", "metrics.csv"] {
      try expect(workspace.bytes("3/\(name)"), equals: workspace.bytes("1/\(name)"))
    }
    let found = try table("1/optimise.csv")
    expect(
      found.columns,
      equals: [
        "stage", "point", "times", "mean", "std_error", "feasible_probability",
        "expected_improvement",
      ])
    let looked = found.rows.filter { $0["stage"] != "finalist" }
    expect(looked.count, equals: 9)
    expect(Set(looked.map { $0["times"] }).count, equals: 9)
    expect(
      looked.allSatisfy { row in
        (row.number("times") ?? 0.5).truncatingRemainder(dividingBy: 1) == 0
      })
    expect(found.rows.count, equals: 12)
    try expect(workspace.tool.run(["verify", "1"]).code, equals: 0)
    try expect(search("1", options).code, equals: 73)
  }

  /// Nothing is missing that a limit could matter for, so all points of the second are equal.
  @Test(
    "Whole numbers end when all of them are simulated; what is equal competes once",
    arguments: [("times", "times", 4), ("on.gap-recovery.repeat_limit", "repeat_limit", 1)])
  func few(key: String, column: String, finalists: Int) throws {
    let range = "strategies.heartbeat.\(key)=1..4"
    let ending = try search("few", Self.most + ["--range", range, "-n", "2"])
    expect(ending.code, equals: 0, "\(ending.messages)")
    let rows = try table("few/optimise.csv").rows
    let looked = rows.filter { $0["stage"] != "finalist" }
    expect(looked.compactMap { $0.number(column) }.sorted(), equals: [1, 2, 3, 4])
    expect(rows.count - looked.count, equals: finalists)
  }

  // MARK: Bad input

  private static let times = "strategies.heartbeat.times"
  private static let seven = Array(repeating: "--range=\(after)", count: 7)

  @Test(
    "What is wrong is said",
    arguments: [
      (["--range", "\(times)=40..1"], "allowed: A..B with A below B"),
      (["--range", "\(times)=1.5..4"], "found 1.5; allowed: an integer"),
      (["--range", "\(times)=1,4"], "allowed: A..B or A..B:log"),
      (["--range", "\(times)=0..4:log"], "allowed: A above 0"),
      (["--range", "\(times)=1..4:sqrt"], "allowed: A..B or A..B:log"),
      (["--range", "\(times)"], "allowed: PATH=A..B"),
      (["--range", "strategies.heartbeat.often=1..4"], "allowed: under strategies.heartbeat: "),
      (
        ["--range", "strategies.heartbeat.filtering=1..4"], "path of a number, time, rate or share"
      ),
      (["--range", "seed=1..4"], "a setting of the experiment"),
      (["--range", "\(times)=0..4"], "--range: strategies[0].heartbeat.times: found 0"),
      (["--range", "\(after)", "--range", "\(after)"], "allowed: each path once"),
      (["--range", rate], "--strategy: the ranges name no strategy"),
      (["--range", rate, "--strategy", "hartbeat"], "did you mean \"heartbeat\"?"),
      (["--range", after, "--strategy", "fire-and-forget"], "allowed: those of one strategy"),
      (["--range", after, "--points", "3"], "--points: found 3; allowed: 4 to 200 with 1 range"),
      (["--range", after, "--finalists", "0"], "--finalists: found 0"),
      (["--range", after, "--budget", "1"], "--budget: found 1; allowed: at least 2"),
      (["--range", after, "--design-point", "0"], "--design-point"),
      (["--range", after, "-n", "1"], "--replications: found 1"),
      (["--range", after, "--minimise", "loss"], "either maximise or minimise"),
      (["--range", after, "--tie", "los"], "did you mean \"loss\"?"),
      (["--range", after, "--subject-to", "loss < 1"], "METRIC <= NUMBER"),
      (["--range", after, "--set", "sweep=[{factor: a, path: devices, values: [1]}]"], "a sweep"),
      (["--range", after, "--shard", "1/2"], "--shard"),
      (seven, "--range: found 7 ranges; allowed: 1 to 6"),
    ] as [([String], String)])
  func wrong(options: [String], message: String) throws {
    let ending = try search("out", Self.most + options)
    expect(ending.code, equals: 64, "\(ending.messages)")
    let words = ending.messages.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words, contains: message)
    expect(!workspace.exists("out"))
  }
}
