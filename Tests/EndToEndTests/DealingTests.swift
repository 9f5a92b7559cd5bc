import Files
import Foundation
import Runs
import Scenarios
import TestSupport
import Testing

/// Who gets what of a run that is shared out: by expected cost, before anything is simulated.
@Suite struct DealingTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func experiment(_ overrides: String...) throws -> Experiment {
    var options = Experiment.Options()
    options.overrides = try overrides.map { try ConfigOverride.parse($0) }
    return try Experiment.load("\(workspace.path)/tiny.yml", options)
  }

  private func parts(_ experiment: Experiment, _ shards: Int) throws -> [Dealing.Part] {
    try unwrap(try Plan.make(experiment, threads: 1, shards: shards).dealing).parts
  }

  // MARK: Real runs

  /// Three ways to be wide. Round robin gives one shard up to 3 times the mean of them.
  private static let wide: [(sweep: String, replications: Int, shards: Int)] = [
    // The costs repeat with the period of the shards.
    (
      "[{factor: link_loss, path: provider.link.loss, values: [0, 1%, 2%, 3%, 4%, 5%]}, "
        + "{factor: device_count, path: devices, values: [2, 8, 32, 128]}]", 1, 4
    ),
    (
      "[{factor: rate, path: workload.arrivals.poisson.rate, values: [2/d, 30/d, 9/d, 90/d]}, "
        + "{factor: device_count, path: devices, values: [40, 5, 3, 1]}]", 3, 6
    ),
    // The lengths of time and what happens in it.
    (
      "[{factor: end, path: duration, values: [2d, 30d, 9d]}, "
        + "{factor: rate, path: workload.arrivals.poisson.rate, values: [100/d, 7/d, 1/d]}]", 4, 6
    ),
  ]

  @Test(arguments: wide.indices)
  func theSlowestShardOfAWideSweepIsNotFarFromTheMean(place: Int) throws {
    let (sweep, replications, shards) = Self.wide[place]
    let options = ["--set", "sweep=\(sweep)", "--replications", "\(replications)", "--quiet"]
    let folders = (1...shards).map { "shards/\($0)" }
    for (index, folder) in folders.enumerated() {
      let words = ["run", "tiny.yml", "--shard", "\(index + 1)/\(shards)", "--out", folder]
      let ending = try workspace.tool.run(words + options)
      expect(ending.code, equals: 0, "\(ending.messages)")
    }
    try expect(workspace.tool.run(["merge"] + folders + ["--out", "merged"]).code, equals: 0)
    let rows = try rowsByUnit()
    // The work is what was played, not what was expected.
    let work = try folders.map { folder in
      try units(in: folder).reduce(0) { $0 + (rows[$1]?.owed ?? .max) }
    }
    let mean = Double(work.reduce(0, +)) / Double(shards)
    expect(Double(try unwrap(work.max())) <= 1.3 * mean, "\(work)")
    let inTurn = (0..<shards).map { shard in
      rows.values.filter { $0.number % shards == shard }.reduce(0) { $0 + $1.owed }
    }
    expect(Double(try unwrap(inTurn.max())) > 1.3 * mean, "too easy: \(inTurn)")
  }

  /// A line of `units`: a checksum, then design point, strategy and replication.
  private func units(in folder: String) throws -> [[Int]] {
    try workspace.read("\(folder)/units").split(separator: "\n").map { line in
      line.prefix { $0 != ";" }.split(separator: " ").dropFirst().compactMap { Int($0) }
    }
  }

  /// The notifications owed in each unit, and the number of its pair of design point and
  /// replication.
  private func rowsByUnit() throws -> [[Int]: (owed: Int, number: Int)] {
    let table = try workspace.read("merged/replications.csv").split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let columns = try ["design_point", "strategy", "replication", "owed"].map {
      try unwrap(table[0].firstIndex(of: $0))
    }
    let count = 1 + (table.dropFirst().compactMap { Int($0[columns[2]]) }.max() ?? 0)
    var rows: [[Int]: (owed: Int, number: Int)] = [:]
    for row in table.dropFirst() {
      let point = try unwrap(Int(row[columns[0]]))
      let replication = try unwrap(Int(row[columns[2]]))
      let strategy = row[columns[1]] == "fire-and-forget" ? 0 : 1
      rows[[point, strategy, replication]] = (
        try unwrap(Int(row[columns[3]])), point * count + replication
      )
    }
    return rows
  }

  // MARK: The rule

  /// The second, simple implementation gives each piece to the first of those that have least.
  @Test(arguments: [1, 2, 5, 16, 101]) func eachPieceGoesToWhoHasLeast(shards: Int) throws {
    var random = SplitMix64(state: UInt64(shards))
    let devices = (0..<40).map { _ in 1 + Int(random.next() % 2000) }
    let values = devices.map(String.init).joined(separator: ", ")
    let sweep = "sweep=[{factor: device_count, path: devices, values: [\(values)]}]"
    let found = try parts(try experiment(sweep, "replications=7"), shards)
    // Nothing but devices differs: 2 strategies, 4 days, 40 messages and 24/7 returns a day.
    let costs = devices.map { (Double($0) * 2 * (1 + 160 + 96 / 7.0)).rounded() }
    var loads = [Double](repeating: 0, count: shards)
    var counts = [Int](repeating: 0, count: shards)
    for cost in costs.sorted(by: >) {
      for _ in 0..<7 {
        let least = loads.firstIndex(of: loads.min() ?? 0) ?? 0
        loads[least] += cost
        counts[least] += 1
      }
    }
    expect(found.map(\.load), equals: loads)
    expect(found.map(\.pieceCount), equals: counts)
  }

  /// The numbers are by hand: 10 devices, 4 days, in which 160 messages and 96 h / 7 h returns
  /// happen to each.
  @Test(
    arguments: [
      ("device.denied=0", 20 * (161 + 96 / 7.0)),
      ("network=null", 20 * 161),
      ("workload.badge_updates={rate: 10/d}", 20 * (161 + 96 / 7.0 + 3 * 40)),
      ("app={opens: {poisson: {rate: 5/d}}}", 20 * (161 + 96 / 7.0 + 2 * 20)),
      (
        "network.regions={count: 2, outages: {every: {constant: {value: 23h}}, "
          + "last: {constant: {value: 1h}}}}", 20 * (161 + 96 / 7.0 + 3 * 4)
      ),
      ("strategies=[{poll: {every: 10m, factor: 1}}]", 10 * (161 + 96 / 7.0 + 576)),
      (
        "strategies=[{heartbeat: {on: gap-recovery, after: 1h, times: 1}}]",
        10 * (161 + 96 / 7.0 + 96)
      ),
      (
        "groups=[{name: a, share: 0.5, workload: {arrivals: {poisson: {rate: 80/d}}}}]",
        20 * (1 + 240 + 96 / 7.0)
      ),
    ] as [(String, Double)])
  func costsAreWhatIsExpectedToHappen(override: String, cost: Double) throws {
    let found = try parts(try experiment("sweep=", "replications=3", override), 1)
    expect(found.map(\.load), equals: [3 * cost.rounded()])
  }

  // MARK: plan

  private func plan(_ options: String...) throws -> [String] {
    let ending = try workspace.tool.run(["validate", "--cost", "tiny.yml"] + options)
    expect(ending.code, equals: 0, "\(ending.messages)")
    return ending.output.split(separator: "\n").map(String.init)
  }

  private static let uneven =
    "sweep=[{factor: device_count, path: devices, values: [90, 5, 5], labels: [a, b, c]}]"

  @Test func planShowsHowEvenShardsAre() throws {
    // 3 replications of 90, 5 and 5 devices.
    let lines = try plan("--set", Self.uneven, "--shards", "3", "--threads", "2")
    let cells = lines.map { $0.split(separator: " ").map(String.init) }
    expect(lines.contains("3 shards by expected cost, each on 2 threads"))
    expect(cells.contains { $0.starts(with: ["least:", "1/3", "3", "33.333", "%", "1.000"]) })
    expect(cells.contains { $0.starts(with: ["most:", "3/3", "3", "33.333", "%", "1.000"]) })
    expect(!lines.contains { $0.contains("uneven") || $0.contains("nothing to do") })
    expect(lines.allSatisfy { $0.count <= 80 })
    expect(!(try plan("--set", Self.uneven)).contains { $0.contains("shard") })
  }

  @Test func planSaysWhyShardsAreUneven() throws {
    // 300 devices in all; 90 of them stay together. Without a network costs are in proportion.
    let options = ["--set", Self.uneven, "--set", "network=null", "--shards"]
    let lines = try plan(options[0], options[1], options[2], options[3], options[4], "10")
    expect(
      lines.suffix(3),
      equals: [
        "  shards with nothing to do: 1",
        "  uneven: a replication of design point 0 is 3.00 times a mean share, and is not",
        "  split; fewer shards, or more and smaller replications, are more even",
      ])
    let until = "replications={min: 3, max: 6, until: {metric: deliverability, half_width: 0.1}}"
    let whole = try plan(
      options[0], options[1], options[2], options[3], "--set", until, options[4], "2")
    expect(
      whole.suffix(2),
      equals: [
        "  uneven: design point 0 is 1.80 times a mean share, and is not split;",
        "  fewer shards are more even",
      ])
    let cells = whole.map { $0.split(separator: " ").map(String.init) }
    expect(cells.contains { $0.starts(with: ["shard", "design", "points", "of", "the", "work"]) })
    expect(cells.contains { $0.starts(with: ["most:", "1/2", "1", "90.000", "%", "1.800"]) })
  }

  @Test func aPlanOfMoreThanAnyMachineCouldMergeIsRefused() throws {
    let words = [
      "validate", "--cost", "tiny.yml", "--replications", "16777216", "--shards", "8", "--set",
    ]
    let values = (0..<20).map { "\($0)m" }.dropFirst().joined(separator: ", ")
    let factor = "factor: offline_mean, path: network.offline.exponential.mean, values: [\(values)]"
    let ending = try workspace.tool.run(words + ["sweep=[{\(factor)}]"], secondsMax: 20)
    expect(ending.code, equals: 65)
    expect(
      ending.messages,
      equals: "error: --shards: 19 design points of 16777216 replications to deal; "
        + "allowed: 100000000 in all\n")
  }
}
