import Files
import Foundation
import TestSupport
import Testing

/// The result files agree with docs/reference/results.md, and with each other.
@Suite struct ResultFileTests {
  let workspace: Workspace
  let files: [String: StrictCSV]

  init() throws {
    workspace = try Workspace()
    try workspace.lay(in: "out")
    var files: [String: StrictCSV] = [:]
    for (name, _) in Contract.files {
      files[name] = try StrictCSV(workspace.bytes("out/\(name)"), name)
    }
    self.files = files
  }

  private func file(_ name: String) throws -> StrictCSV { try unwrap(files["\(name).csv"]) }

  // MARK: Shape

  @Test func everyFileHasTheColumnsOfTheContractInOrder() throws {
    for (name, columns) in Contract.files {
      let found = try unwrap(files[name]).columns
      let expected = ["design_point", "offline_mean", "strategy"] + columns
      expect(Array(found.prefix(expected.count)), equals: expected, "\(name)")
      if name != "replications.csv" { expect(found.count, equals: expected.count, "\(name)") }
    }
    expect(try file("replications").columns.contains("fingerprint"))
  }

  @Test func everyFileHasItsRowsInTheFixedOrder() throws {
    let metrics = try unwrap(file("metrics").series["0 gap-recovery"]).count
    let rows = [
      "replications": 3, "metrics": metrics, "latency": 201, "concentration": 6, "timeline": 2,
    ]
    let series = [
      "0 1200 fire-and-forget", "0 1200 gap-recovery", "1 3600 fire-and-forget",
      "1 3600 gap-recovery",
    ]
    for (name, count) in rows {
      let expected = series.flatMap { [String](repeating: $0, count: count) }
      try expect(order(name), equals: expected, "\(name)")
    }
    let compared = [series[1], series[3]].flatMap { [String](repeating: $0, count: metrics) }
    try expect(order("comparisons"), equals: compared)
    try expect(order("groups"), equals: [])
    try expect(
      order("fates").reduce(into: []) { if $0.last != $1 { $0.append($1) } }, equals: series)
  }

  private func order(_ name: String) throws -> [String] {
    try file(name).rows.map { row in
      ["design_point", "offline_mean", "strategy"].map { row[$0] ?? "" }.joined(separator: " ")
    }
  }

  @Test func everyNumberIsTheShortestThatReadsBack() throws {
    for (name, file) in files {
      for row in file.rows {
        for (column, text) in row where column != "fingerprint" && !text.isEmpty {
          guard let number = Double(text) else { continue }
          let whole = Int(exactly: number).map { "\($0)" }
          // A column that may begin with infinity: docs/reference/results.md.
          let isLeading = name == "replications.csv" && number == .infinity
          let expected = isLeading ? "1e999" : "\(number)"
          expect(text == expected || text == whole, "\(name), \(column)")
        }
      }
    }
  }

  /// Readers look at the first rows only: a column of fractions that begins 0, 1 would be taken for
  /// one of integers.
  @Test func aColumnHoldsEitherIntegersOrNumbersWithAPoint() throws {
    for (name, file) in files {
      for column in file.columns {
        let texts = file.rows.compactMap { $0[column] }.filter { Double($0) != nil }
        let whole = texts.count { Int128($0) != nil }
        expect(whole == 0 || whole == texts.count, "\(name), \(column)")
      }
    }
  }

  // MARK: Columns

  @Test func columnsThatTheScenarioDoesNotModelAreAbsent() throws {
    let columns = try file("replications").columns
    for absent in ["taps", "app_openings", "resend_timeouts", "owed_reachable", "heartbeats"] {
      expect(!columns.contains(absent), "\(absent)")
    }
    expect(columns.contains("payload_bytes"))
    for row in try file("replications").rows {
      expect(row.values.allSatisfy { !$0.isEmpty })
    }
  }

  /// Not what was run of it, and not what came out.
  @Test func theScenarioAloneDecidesWhichColumnsThereAre() throws {
    let whole = try file("replications").columns
    for options in [["--strategy", "fire-and-forget"], ["--replications", "1"], ["--seed", "7"]] {
      _ = try workspace.tool.run(["run", "tiny.yml", "--out", "part", "--force"] + options)
      let part = try StrictCSV(workspace.bytes("part/replications.csv"), "replications.csv")
      expect(part.columns, equals: whole, "\(options)")
    }
  }

  @Test func ofASweepThatModelsItSomewhereTheColumnIsThere() throws {
    let allowed = "denied: 0.2"
    try workspace.write(
      "swept.yml",
      Workspace.tiny.replacingOccurrences(of: "sweep: [", with: "device: {\(allowed)}\nsweep: [")
        .replacingOccurrences(
          of: "path: network.offline.exponential.mean, values: [20m, 1h]",
          with: "path: device.denied, values: [0, 0.5]"))
    let ending = try workspace.tool.run("run", "swept.yml", "--out", "swept", "--quiet")
    expect(ending.code, equals: 0, "\(ending.messages)")
    let rows = try StrictCSV(workspace.bytes("swept/replications.csv"), "replications.csv").rows
    for row in rows where row["design_point"] == "0" {
      expect(row["owed_reachable"] == row["owed"] && row["shown_reachable"] == row["shown"])
    }
    let halves = rows.filter { $0["design_point"] == "1" }
    expect(!halves.isEmpty)
    for row in halves { expect(try row.count("owed_reachable") < row.count("owed")) }
  }

  // MARK: One file against another

  @Test func booksBalanceInEveryReplication() throws {
    for row in try file("replications").rows {
      let fates = try ["shown", "summarised", "synced", "pending", "lost"].map(row.count)
      try expect(fates.reduce(0, +), equals: row.count("owed"))
      expect(try row.count("owed") > 0)
      try expect(row.count("pushes_sent"), equals: row.count("owed") + row.count("pushes_resent"))
    }
  }

  @Test func fatesSumToOneAndToTheReplications() throws {
    let replications = try file("replications").series
    for (series, rows) in try file("fates").series {
      let shares = rows.compactMap { $0.number("share") }
      expect(shares.count, equals: rows.count)
      expect(abs(shares.reduce(0, +) - 1) <= 1e-12)
      let totals = try unwrap(replications[series])
      for fate in ["shown", "summarised", "synced", "pending", "lost"] {
        try expect(rows.filter { $0["fate"] == fate }.sum("count"), equals: totals.sum(fate))
      }
    }
  }

  @Test func theLatencyCurveEndsAtTheDeliverability() throws {
    let metrics = try file("metrics").series
    for (series, rows) in try file("latency").series {
      let deliverability = metrics[series]?.first { $0["metric"] == "deliverability" }
      expect(rows.last?.number("cumulative_share"), equals: deliverability?.number("mean"))
      let totals = try unwrap(file("replications").series[series])
      try expect(rows.sum("count"), equals: totals.sum("shown"))
      var below = 0
      for (bin, row) in rows.enumerated() {
        below += try row.count("count")
        let share = try Double(below) / Double(totals.sum("owed"))
        expect(row.number("cumulative_share"), equals: share)
        let low = bin == 0 ? 0 : pow(10, Double(bin - 1) / 20) / 1000
        let high = bin == 200 ? .infinity : pow(10, Double(bin) / 20) / 1000
        expect(isClose(row.number("bin_low_s"), low, 1e-12))
        expect(isClose(row.number("bin_high_s"), high, 1e-12))
      }
    }
  }

  @Test func theTimelineSumsToTheReplications() throws {
    for (series, rows) in try file("timeline").series {
      let totals = try unwrap(file("replications").series[series])
      for column in ["owed", "shown", "resend_requests", "resend_failures"] {
        try expect(rows.sum(column), equals: totals.sum(column), "\(series), \(column)")
      }
      expect(rows.map { $0["start_s"] }, equals: ["86400.0", "172800.0"])
      for row in rows {
        let share = try Double(row.count("shown")) / Double(row.count("owed"))
        expect(row.number("deliverability"), equals: share)
      }
    }
  }

  @Test func theManifestNamesEveryFileWithItsHash() throws {
    let data = Data(try workspace.bytes("out/manifest.json"))
    let manifest = try unwrap(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let listed = try unwrap(manifest["files"] as? [[String: String]])
    expect(listed.map { $0["file"] }, equals: Contract.files.map(\.name) + ["answer.json"])
    for entry in listed {
      let name = try unwrap(entry["file"])
      try expect(entry["sha256"], equals: SHA256.hex(of: workspace.bytes("out/\(name)")), "\(name)")
    }
    expect(manifest["seed"] as? Int == 20_190_828)
    expect(manifest["replications"] as? Int == 3)
    expect(manifest["format"] as? Int == 3)
    for key in ["results_epoch", "tool_version", "scenario", "platform", "wall_time_s", "host"] {
      expect(manifest[key] != nil, "\(key)")
    }
  }
}

/// Equal, both infinite, or nearer than a part of the larger.
func isClose(_ left: Double?, _ right: Double?, _ tolerance: Double) -> Bool {
  guard let left, let right else { return left == right }
  return left == right || abs(left - right) <= tolerance * max(abs(left), abs(right))
}
