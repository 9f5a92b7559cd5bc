import Experiments
import Foundation
import Testing

/// What a check compares, and how. Two replications have closed forms of Student's quantile:
/// tan(0.475 π) with one degree of freedom, 0.95 / √(2 · 0.975 · 0.025) with two.
@Suite struct RegressionCheckTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    _ = try workspace.runTiny(into: "old", "--quiet", "--replications", "2")
    try workspace.copy("old", to: "new")
  }

  private func check(_ margins: [String] = []) throws -> RegressionCheck {
    try RegressionCheck.make(
      "\(workspace.path)/new", baseline: "\(workspace.path)/old", margins: Margins(margins))
  }

  private func metric(
    _ name: String, _ margins: [String] = [], strategy: String = "gap-recovery"
  ) throws -> MetricCheck {
    let series = try #require(check(margins).series.first { $0.strategy == strategy })
    return try #require(series.metrics.first { $0.name == name })
  }

  /// Writes values into a column of gap-recovery at design point 0.
  private func write(_ column: String, _ values: [Double?], in folder: String) throws {
    try workspace.forge(folder, "replications.csv") { csv in
      for (row, value) in zip(csv.rows(of: "gap-recovery"), values) {
        csv[row, column] = value.map { "\($0)" } ?? ""
      }
    }
  }

  // MARK: Values

  @Test func valuesReadBackAreThoseOfMetricsCSV() throws {
    let file = try StrictCSV(workspace.bytes("old/metrics.csv"), "metrics.csv")
    var count = 0
    for series in try check().series {
      let place = try #require(series.name.firstMatch(of: #/design point (\d+)/#)).1
      let rows = try #require(file.series["\(place) \(series.strategy)"])
      #expect(series.metrics.map(\.name) == rows.map { $0["metric"] })
      for (metric, row) in zip(series.metrics, rows) {
        count += 1
        guard let mean = row.number("mean") else {
          #expect(metric.value == nil)
          continue
        }
        #expect(abs(try #require(metric.value) - mean) <= 1e-12 * abs(mean), "\(metric.name)")
      }
    }
    #expect(count == file.rows.count)
  }

  // MARK: Intervals

  @Test func theSameWorldIsPaired() throws {
    // Replications far apart, differences close together.
    try write("latency_p50_s", [1, 5], in: "old")
    try write("latency_p50_s", [1.010, 5.030], in: "new")
    let found = try metric("latency_p50_s")
    // d = 0.010, 0.030: the mean is 0.020, its standard error 0.020 / 2.
    let reach = tan(0.475 * .pi) * 0.010
    let interval = try #require(found.interval)
    #expect(abs(interval.low - (0.020 - reach)) < 1e-9)
    #expect(abs(interval.high - (0.020 + reach)) < 1e-9)
    #expect(found.limit == 0.05 * 3)
  }

  @Test func anotherWorldIsNot() throws {
    try write("latency_p50_s", [1, 5], in: "old")
    try write("latency_p50_s", [2, 6], in: "new")
    try workspace.editScenario("new", "\"devices\": 10,", "\"devices\": 11,")
    // Both samples: variance 8, standard error 2; together √8 with 2 degrees of freedom.
    let reach = 0.95 / (2 * 0.975 * 0.025).squareRoot() * 8.0.squareRoot()
    let interval = try #require(try metric("latency_p50_s").interval)
    #expect(abs(interval.low - (1 - reach)) < 1e-6)
    #expect(abs(interval.high - (1 + reach)) < 1e-6)
    #expect(try check().series.allSatisfy { $0.difference == "devices" && $0.firstChange == nil })
  }

  /// Exactly the same difference everywhere is known exactly: the margin alone decides.
  @Test(
    arguments: [
      ("latency_p50_s", 2.0999, nil, CheckVerdict.pass), ("latency_p50_s", 2.1001, nil, .fail),
      ("latency_p50_s", 2.1001, "latency_p50_s=0.11", .pass),
      ("latency_p50_s", 2.1001, "latency_p50_s=6%", .pass),
      ("latency_p50_s", 2.05, "latency_p50_s=1%", .fail), ("latency_p50_s", 0.1, nil, .pass),
      ("latency_p50_s", 2, "latency_p50_s=0", .pass),
    ] as [(String, Double, String?, CheckVerdict)])
  func marginsDecide(metric name: String, value: Double, margin: String?, verdict: CheckVerdict)
    throws
  {
    try write(name, [2, 2], in: "old")
    try write(name, [value, value], in: "new")
    #expect(try metric(name, margin.map { [$0] } ?? []).verdict == verdict)
  }

  @Test func higherIsBetterForAShare() throws {
    for (shown, verdict) in [(10_000, CheckVerdict.pass), (9991, .pass), (9989, .fail)] {
      for folder in ["old", "new"] {
        try workspace.forge(folder, "replications.csv") { csv in
          for row in csv.rows(of: "gap-recovery") {
            csv[row, "owed"] = "10000"
            csv[row, "shown"] = folder == "new" ? "\(shown)" : "10000"
          }
        }
      }
      #expect(try metric("deliverability").verdict == verdict, "\(shown)")
      #expect(try metric("deliverability", ["deliverability=0.01"]).verdict == .pass)
    }
  }

  // MARK: What is missing

  @Test(
    arguments: [
      ([1, 1], [1, 1], .pass), ([nil, 1], [1, 1], .fail), ([1, 1], [1, nil], .pass),
      ([nil, nil], [nil, 1], .pass),
    ] as [([Double?], [Double?], CheckVerdict)])
  func aMissingQuantileIsInfinite(now: [Double?], before: [Double?], verdict: CheckVerdict) throws {
    try write("delay_p90_s", now, in: "new")
    try write("delay_p90_s", before, in: "old")
    let found = try metric("delay_p90_s")
    #expect(found.verdict == verdict)
    #expect((found.value == nil) == now.contains(nil))
    #expect((found.baseline == nil) == before.contains(nil))
  }

  @Test func aStrategyThatIsGoneIsInconclusive() throws {
    try workspace.forge("new", "replications.csv") { csv in
      csv.rows.removeAll { $0.contains("gap-recovery") }
    }
    let check = try check()
    #expect(check.missing.count == 2 && check.series.count == 2)
    #expect(check.verdict == .inconclusive && check.count(.inconclusive) == 2)
    #expect(check.warnings.count == 2)
    // A new one is no reason to doubt the others.
    let reverse = try RegressionCheck.make(
      "\(workspace.path)/old", baseline: "\(workspace.path)/new", margins: Margins([]))
    #expect(reverse.verdict == .pass && reverse.missing.isEmpty && reverse.warnings.count == 2)
  }

  @Test func oneReplicationHasNoIntervalUnlessItIsTheSame() throws {
    for folder in ["old", "new"] {
      try workspace.forge(folder, "replications.csv") { csv in
        csv.rows.removeAll { $0[3] == "1" }
      }
    }
    #expect(try check().verdict == .pass)
    try write("latency_p50_s", [100], in: "new")
    let found = try metric("latency_p50_s")
    #expect(found.verdict == .inconclusive && found.interval == nil)
  }
}

// MARK: - Pairs

extension RegressionCheckTests {
  /// What the simulation does not see, and what another strategy does, keeps pairs.
  @Test(
    arguments: [
      ("\"title\": \"A tiny run\"", "\"title\": \"Other\"", nil, nil),
      // A default that the other version did not write down.
      ("\"collapse\": true,", "", nil, nil),
      (
        "\"replications\": 2,\n    \"confidence\"", "\"replications\": 9,\n    \"confidence\"", nil,
        nil
      ),
      (
        "\"repeat_limit\": 20", "\"repeat_limit\": 5", nil,
        "strategies.gap-recovery.repeat_limit"
      ),
      ("\"loss\": 0.05", "\"loss\": 0.06", "provider.link.loss", "provider.link.loss"),
      ("\"duration\": \"3d\"", "\"duration\": \"4d\"", "duration", "duration"),
      ("    \"seed\": 20190828", "    \"seed\": 1", "seed", "seed"),
      (
        "\"inputs\": []", "\"inputs\": [{\"file\": \"x\", \"sha256\": \"1\", \"rows\": 1}]",
        "the data files", "the data files"
      ),
    ] as [(String, String, String?, String?)])
  func worldsAreComparedByWhatIsSimulated(
    old: String, new: String, plain: String?, recovering: String?
  ) throws {
    try workspace.editScenario("new", old, new)
    let series = try check().series
    #expect(
      series.map(\.strategy) == [
        "fire-and-forget", "gap-recovery", "fire-and-forget", "gap-recovery",
      ])
    #expect(series.map(\.difference) == [plain, recovering, plain, recovering])
  }

  @Test func fewerReplicationsAreAPrefix() throws {
    _ = try workspace.runTiny(into: "more", "--quiet", "--replications", "5")
    let check = try RegressionCheck.make(
      "\(workspace.path)/old", baseline: "\(workspace.path)/more", margins: Margins([]))
    #expect(check.verdict == .pass)
    #expect(check.series.allSatisfy { $0.difference == nil && $0.counts == (2, 2) })
    #expect(check.series.allSatisfy { $0.firstChange == nil })
    #expect(check.series.flatMap(\.metrics).allSatisfy { $0.value == $0.baseline })
  }

  @Test func theFirstChangedFingerprintIsNamed() throws {
    try workspace.forge("new", "replications.csv") { csv in
      csv[csv.rows(of: "gap-recovery")[1], "fingerprint"] = "1"
    }
    #expect(try check().series.map(\.firstChange) == [nil, 1, nil, nil])
    // The counts are the same: nothing has become worse.
    #expect(try check().verdict == .pass)
  }

  /// Another sweep: design points are found by their values, not by their numbers.
  @Test func designPointsAreFoundByTheirValues() throws {
    _ = try workspace.tool.run(
      "run", "tiny.yml", "--out", "one", "--quiet", "--replications", "2", "--set",
      "sweep=[{factor: offline_mean, path: network.offline.exponential.mean, values: [1h]}]")
    let check = try RegressionCheck.make(
      "\(workspace.path)/one", baseline: "\(workspace.path)/old", margins: Margins([]))
    #expect(check.series.count == 2 && check.missing.count == 2)
    #expect(check.series[0].name == "design point 0 (offline_mean 3600), fire-and-forget")
    #expect(check.missing[0] == "design point 0 (offline_mean 1200), fire-and-forget")
    #expect(check.series.flatMap(\.metrics).allSatisfy { $0.value == $0.baseline })
  }
}
