import Answers
import Foundation
import Results
import Terminal
import TestSupport
import Testing

/// These tests say which results a check compares, and how. Two replications have closed forms of
/// Student's quantile: tan(0.475 π) with one degree of freedom, 0.95 / √(2 · 0.975 · 0.025) with
/// two.
@Suite struct RegressionCheckTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.lay(in: "old", "--replications", "2")
    try workspace.copy("old", to: "new")
  }

  private func check(_ margins: [String] = []) throws -> RegressionCheck {
    try RegressionCheck.make(
      "\(workspace.path)/new", baseline: "\(workspace.path)/old", margins: Margins(margins),
      selection: .all)
  }

  private func metric(
    _ name: String, _ margins: [String] = [], strategy: String = "gap-recovery"
  ) throws -> MetricCheck {
    let series = try unwrap(check(margins).series.first { $0.strategy == strategy })
    return try unwrap(series.metrics.first { $0.name == name })
  }

  /// Makes so many pushes per notification of gap-recovery's replications at design point 0.
  private func write(_ pushes: [Double], in folder: String) throws {
    try workspace.forge(folder, "replications.csv") { csv in
      for (row, value) in zip(csv.rows(of: "gap-recovery"), pushes) {
        csv[row, "owed"] = "10000"
        csv[row, "pushes_sent"] = "\(Int((value * 10_000).rounded()))"
      }
    }
  }

  private func pushes(_ margins: String...) throws -> MetricCheck {
    try metric("pushes_per_notification", margins)
  }

  /// Of 1 and 5 pushes in the baseline, 1.010 and 5.030 now: d = 0.010, 0.030 has the mean 0.020
  /// and the standard error 0.020 / 2.
  private func expectPairs() throws {
    let reach = tan(0.475 * .pi) * 0.010
    let interval = try unwrap(try pushes().interval)
    expect(abs(interval.low - (0.020 - reach)) < 1e-9)
    expect(abs(interval.high - (0.020 + reach)) < 1e-9)
  }

  // MARK: Values

  @Test func valuesReadBackAreThoseOfMetricsCSV() throws {
    let file = try StrictCSV(workspace.bytes("old/metrics.csv"), "metrics.csv")
    var count = 0
    for series in try check().series {
      let place = try unwrap(series.name.firstMatch(of: #/design point (\d+)/#)).1
      let rows = try unwrap(file.series["\(place) \(series.strategy)"])
      expect(series.metrics.map(\.name), equals: rows.map { $0["metric"] })
      for (metric, row) in zip(series.metrics, rows) {
        count += 1
        guard let mean = row.number("mean") else {
          expect(metric.value == nil)
          continue
        }
        let value = try unwrap(metric.value)
        expect(value == mean || abs(value - mean) <= 1e-12 * abs(mean), "\(metric.name)")
      }
    }
    expect(count, equals: file.rows.count)
  }

  // MARK: Intervals

  /// Replications far apart, differences close together.
  @Test func theSameSeedIsPaired() throws {
    try write([1, 5], in: "old")
    try write([1.010, 5.030], in: "new")
    try expectPairs()
    try expect(pushes().limit, equals: 0.05 * 3)
  }

  /// The random numbers that a scenario draws are compared: they are still the same.
  @Test func anotherScenarioIsPairedToo() throws {
    try write([1, 5], in: "old")
    try write([1.010, 5.030], in: "new")
    try workspace.editScenario("new", "\"devices\": 10,", "\"devices\": 11,")
    try expectPairs()
    expect(try check().series.allSatisfy { $0.difference == "devices" && $0.isPaired })
  }

  @Test func anotherSeedIsIndependent() throws {
    try write([1, 5], in: "old")
    try write([2, 6], in: "new")
    try workspace.editScenario("new", "    \"seed\": 20190828", "    \"seed\": 1")
    // Both samples: variance 8, standard error 2; together √8 with 2 degrees of freedom.
    let reach = 0.95 / (2 * 0.975 * 0.025).squareRoot() * 8.0.squareRoot()
    let interval = try unwrap(try pushes().interval)
    expect(abs(interval.low - (1 - reach)) < 1e-6)
    expect(abs(interval.high - (1 + reach)) < 1e-6)
    expect(try check().series.allSatisfy { $0.difference == "seed" && $0.firstChange == nil })
  }

  /// Exactly the same difference everywhere is known exactly: the margin alone decides.
  @Test(
    arguments: [
      (2.0999, nil, CheckVerdict.pass), (2.1001, nil, .fail), (2.1001, "0.11", .pass),
      (2.1001, "6%rel", .pass), (2.05, "1%rel", .fail), (0.1, nil, .pass), (2, "0", .pass),
    ] as [(Double, String?, CheckVerdict)])
  func marginsDecide(value: Double, margin: String?, verdict: CheckVerdict) throws {
    try write([2, 2], in: "old")
    try write([value, value], in: "new")
    let margins = margin.map { ["pushes_per_notification=\($0)"] } ?? []
    try expect(metric("pushes_per_notification", margins).verdict, equals: verdict)
  }

  /// Of a baseline of 0, a part is nothing: then 0.001 may appear. What was asked for in the
  /// metric's unit stays.
  @Test(
    arguments: [
      (0.0009, nil, CheckVerdict.pass), (0.0011, nil, .fail), (0.0009, "50%rel", .pass),
      (0.0011, "50%rel", .fail), (0.0001, "0", .fail), (0.0001, "0%rel", .fail),
      (0.5, "0.6", .pass), (0, "0", .pass),
    ] as [(Double, String?, CheckVerdict)])
  func aBaselineOfZeroLeavesRoom(value: Double, margin: String?, verdict: CheckVerdict) throws {
    try write([0, 0], in: "old")
    try write([value, value], in: "new")
    let margins = margin.map { ["pushes_per_notification=\($0)"] } ?? []
    try expect(metric("pushes_per_notification", margins).verdict, equals: verdict)
  }

  /// As in the rest of the tool, a percentage of a share means points.
  @Test(
    arguments: [
      ("deliverability=0.2pp", 0.002), ("deliverability=0.2%", 0.002),
      ("deliverability=0.002", 0.002), ("deliverability=2%rel", 0.02 * 0.8),
      ("deliverability=100pp", 1), ("deliverability=0", 0), ("latency_mean_s=90", 90),
      ("latency_mean_s=250ms", 0.25), ("latency_mean_s=1.5m", 90),
    ])
  func marginsAreRead(margin: String, limit: Double) throws {
    try workspace.forge("old", "replications.csv") { csv in
      for row in csv.rows(of: "gap-recovery") {
        csv[row, "owed"] = "10000"
        csv[row, "shown"] = "8000"
      }
    }
    let name = String(margin.prefix { $0 != "=" })
    let found = try unwrap(try metric(name, [margin]).limit)
    expect(abs(found - limit) < 1e-15)
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
      try expect(metric("deliverability").verdict, equals: verdict, "\(shown)")
      try expect(metric("deliverability", ["deliverability=0.01"]).verdict, equals: .pass)
    }
  }

  // MARK: Missing metrics

  /// Nothing was shown, so nothing has a mean latency.
  @Test func aValueThatIsGoneIsInconclusive() throws {
    try workspace.forge("new", "replications.csv") { csv in
      for row in csv.rows(of: "gap-recovery") { csv[row, "shown"] = "0" }
    }
    let found = try metric("latency_mean_s")
    expect(found.verdict == .inconclusive && found.value == nil && found.baseline != nil)
    try workspace.remove("old")
    try workspace.copy("new", to: "old")
    try expect(metric("latency_mean_s").verdict, equals: .pass)
  }

  @Test func aStrategyThatIsGoneIsInconclusive() throws {
    try workspace.forge("new", "replications.csv") { csv in
      csv.rows.removeAll { $0.contains("gap-recovery") }
    }
    let check = try check()
    expect(check.missing.count == 2 && check.series.count == 2)
    expect(check.verdict == .inconclusive && check.count(.inconclusive) == 2)
    expect(check.warnings.isEmpty)
    // A new one is no reason to doubt the others.
    let reverse = try RegressionCheck.make(
      "\(workspace.path)/old", baseline: "\(workspace.path)/new", margins: Margins([]),
      selection: .all)
    expect(reverse.verdict == .pass && reverse.missing.isEmpty && reverse.warnings.count == 2)
  }

  @Test func oneReplicationHasNoIntervalUnlessItIsTheSame() throws {
    for folder in ["old", "new"] {
      try workspace.forge(folder, "replications.csv") { csv in
        csv.rows.removeAll { $0[3] == "1" }
      }
    }
    try expect(check().verdict, equals: .pass)
    try write([100], in: "new")
    let found = try pushes()
    expect(found.verdict == .inconclusive && found.interval == nil)
  }
}

// MARK: - Pairs

extension RegressionCheckTests {
  /// A key that the simulation does not see, or that is of another strategy, is no difference. Only
  /// another seed ends pairs.
  @Test(
    arguments: [
      ("\"title\": \"A tiny run\"", "\"title\": \"Other\"", nil, nil),
      // A default that the other version did not write down.
      ("\"collapse\": true,", "", nil, nil),
      (
        "\"replications\": 2,\n    \"seed\"", "\"replications\": 9,\n    \"seed\"", nil,
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
    expect(
      series.map(\.strategy),
      equals: [
        "fire-and-forget", "gap-recovery", "fire-and-forget", "gap-recovery",
      ])
    expect(series.map(\.difference), equals: [plain, recovering, plain, recovering])
    expect(series.allSatisfy { $0.isPaired == (plain != "seed") })
  }

  @Test func fewerReplicationsAreAPrefix() throws {
    try workspace.lay(in: "more", "--replications", "5")
    let check = try RegressionCheck.make(
      "\(workspace.path)/old", baseline: "\(workspace.path)/more", margins: Margins([]),
      selection: .all)
    expect(check.verdict, equals: .pass)
    expect(check.series.allSatisfy { $0.difference == nil && $0.counts == (2, 2) })
    expect(check.series.allSatisfy { $0.firstChange == nil })
    for metric in check.series.flatMap(\.metrics) {
      // A quantile is one of all replications together.
      let isQuantile = metric.name.contains("_p50_") || metric.name.contains("_p9")
      expect(isQuantile || metric.value == metric.baseline, "\(metric.name)")
      let interval = try unwrap(metric.interval)
      expect(interval == (0, 0))
    }
  }

  @Test func theFirstChangedFingerprintIsNamed() throws {
    try workspace.forge("new", "replications.csv") { csv in
      csv[csv.rows(of: "gap-recovery")[1], "fingerprint"] = "1"
    }
    try expect(check().series.map(\.firstChange), equals: [nil, 1, nil, nil])
    // The counts are the same, but two replications of other events do not show that they always
    // are: loss and latency might have become worse. What is the same policy passes.
    let series = try check().series
    expect(
      series.map { $0.metrics.map(\.verdict).worst }, equals: [.pass, .inconclusive, .pass, .pass])
    expect(series[1].metrics.allSatisfy { $0.verdict != .fail })
  }

  @Test("A report gets verdicts with their looks, worst first, and the answers of both runs")
  func document() throws {
    let check = try check()
    let document = try unwrap(
      JSONSerialization.jsonObject(with: Data(CheckDocument(check).text.utf8)) as? [String: Any])
    let verdicts = try unwrap(document["verdicts"] as? [[String: String]])
    expect(verdicts.map { $0["name"] }, equals: ["fail", "inconclusive", "pass"])
    expect(Set(verdicts.map { $0["colour"] }).count, equals: 3)
    expect(Set(verdicts.map { $0["marker"] }).count, equals: 3)
    let words = try unwrap(check.answers.now.sentences.first)
    let answers = try unwrap(document["answers"] as? [String])
    expect(answers.count, equals: 1, "both say the same")
    expect(answers[0], hasPrefix: "answer: \(words)")
  }

  /// Another sweep: design points are found by their values, not by their numbers.
  @Test func designPointsAreFoundByTheirValues() throws {
    _ = try workspace.tool.run(
      "run", "tiny.yml", "--out", "one", "--quiet", "--replications", "2", "--set",
      "sweep=[{factor: offline_mean, path: network.offline.exponential.mean, values: [1h]}]")
    let check = try RegressionCheck.make(
      "\(workspace.path)/one", baseline: "\(workspace.path)/old", margins: Margins([]),
      selection: .all)
    expect(check.series.count == 2 && check.missing.count == 2)
    expect(check.series[0].name, equals: "design point 0 (offline_mean 3600), fire-and-forget")
    expect(check.missing[0], equals: "design point 0 (offline_mean 1200), fire-and-forget")
    expect(check.series.flatMap(\.metrics).allSatisfy { $0.value == $0.baseline })
  }

  /// A column has decimal points when one of its values is no whole number.
  @Test func designPointsAreFoundByTheirNumbers() throws {
    _ = try workspace.tool.run(
      "run", "tiny.yml", "--out", "more", "--quiet", "--replications", "2", "--set",
      "sweep=[{factor: offline_mean, path: network.offline.exponential.mean, "
        + "values: [20m, 0.5s, 1h]}]")
    let check = try RegressionCheck.make(
      "\(workspace.path)/more", baseline: "\(workspace.path)/old", margins: Margins([]),
      selection: .all)
    expect(check.series.count == 4 && check.missing.isEmpty)
    expect(check.series[2].name, equals: "design point 2 (offline_mean 3600), fire-and-forget")
  }
}
