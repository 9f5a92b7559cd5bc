import Foundation
import Results
import TestSupport
import Testing

/// Quantiles in a check: those of `metrics.csv`, each with its own interval, unpaired.
@Suite struct QuantileCheckTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.lay(in: "old", "--replications", "10")
    try workspace.copy("old", to: "new")
  }

  /// A row of `metrics.csv`: value, interval, confidence.
  private struct Row {
    var mean: String
    var low: String
    var high: String
    var confidence = "0.95"

    init(_ mean: String, _ low: String, _ high: String) {
      (self.mean, self.low, self.high) = (mean, low, high)
    }
  }

  private func write(_ row: Row, in folder: String) throws {
    try workspace.forge(folder, "metrics.csv") { csv in
      for place in csv.rows(of: "gap-recovery") where csv[place, "metric"] == "delay_p90_s" {
        csv[place, "mean"] = row.mean
        csv[place, "ci_low"] = row.low
        csv[place, "ci_high"] = row.high
        csv[place, "confidence"] = row.confidence
      }
    }
  }

  /// Writes another fingerprint, like one of other events.
  private func changeFingerprint() throws {
    try workspace.forge("new", "replications.csv") { csv in
      csv[csv.rows(of: "gap-recovery")[0], "fingerprint"] = "1"
    }
  }

  private func metric(_ margins: String...) throws -> MetricCheck {
    let check = try RegressionCheck.make(
      "\(workspace.path)/new", baseline: "\(workspace.path)/old", margins: Margins(margins),
      selection: CheckSelection(metrics: ["delay_p90_s"], strategies: ["gap-recovery"]))
    return try unwrap(check.series.first?.metrics.first)
  }

  /// The sides of 20 [17, 32] and 10 [5, 14] are 3 and 12, 5 and 4: together √(3² + 4²) = 5 below
  /// the difference and √(12² + 5²) = 13 above it. Around infinity only the ends count.
  @Test(
    arguments: [
      (["20", "17", "32"], ["10", "5", "14"], 5, 23, .fail),
      (["10", "5", "14"], ["20", "17", "32"], -23, -5, .pass),
      (["20", "17", "inf"], ["10", "5", "14"], 5, .infinity, .fail),
      (["20", "10", "inf"], ["19", "5", "20"], 1 - 101.0.squareRoot(), .infinity, .inconclusive),
      (["20", "17", "32"], ["10", "5", "inf"], -.infinity, 23, .inconclusive),
      (["9", "8", "9.1"], ["10", "9.9", "inf"], -.infinity, -1 + 0.02.squareRoot(), .pass),
      (["inf", "17", "inf"], ["10", "5", "14"], 3, .infinity, .fail),
      (["inf", "17", "inf"], ["10", "5", "18"], -1, .infinity, .inconclusive),
      (["inf", "inf", "inf"], ["10", "5", "14"], .infinity, .infinity, .fail),
      (["inf", "inf", "inf"], ["inf", "inf", "inf"], 0, 0, .pass),
      (["inf", "inf", "inf"], ["inf", "5", "inf"], -.infinity, .infinity, .inconclusive),
      (["10", "5", "14"], ["inf", "inf", "inf"], -.infinity, -.infinity, .pass),
    ] as [([String], [String], Double, Double, CheckVerdict)])
  func sidesAreCombined(
    now: [String], before: [String], low: Double, high: Double, verdict: CheckVerdict
  ) throws {
    try write(Row(now[0], now[1], now[2]), in: "new")
    try write(Row(before[0], before[1], before[2]), in: "old")
    try changeFingerprint()
    let found = try metric()
    let interval = try unwrap(found.interval)
    expect(interval.low == low || abs(interval.low - low) < 1e-12)
    expect(interval.high == high || abs(interval.high - high) < 1e-12)
    expect(found.verdict, equals: verdict)
    // 5 % of the baseline, as for other metrics; no part of an infinite one is a margin.
    let baseline = try unwrap(Double(before[0]))
    expect(found.limit, equals: baseline.isFinite ? 0.05 * baseline : 0.01)
  }

  @Test func whatHasNoIntervalIsInconclusive() throws {
    try changeFingerprint()
    try write(Row("10", "9", "11"), in: "old")
    var other = Row("10", "9", "11")
    other.confidence = "0.9"
    for row in [Row("10", "", ""), Row("10", "9", ""), Row("", "", ""), other] {
      try write(row, in: "new")
      let found = try metric("delay_p90_s=1000")
      expect(found.verdict == .inconclusive && found.interval == nil)
    }
    // Without a value in the baseline nothing can have become worse.
    try write(Row("", "", ""), in: "old")
    try expect(metric().verdict, equals: .pass)
  }

  /// The same events have the same quantile. Another number for them is a change of the estimator.
  @Test func theSamePolicyDiffersByNothing() throws {
    try write(Row("20", "17", "32"), in: "old")
    try write(Row("20", "17", "32"), in: "new")
    expect(try unwrap(metric().interval) == (0, 0))
    try write(Row("22", "17", "32"), in: "new")
    expect(try unwrap(metric().interval) == (2, 2))
    expect(try metric().verdict == .fail && metric("delay_p90_s=3s").verdict == .pass)
    // A different estimate from fewer replications is no wonder.
    try workspace.forge("new", "replications.csv") { csv in csv.rows.removeAll { $0[3] == "9" } }
    expect(try unwrap(metric().interval) == (0, 0))
  }

  /// A part of nothing is no margin: 10 ms may appear where there was no delay.
  @Test(arguments: [("0.009", CheckVerdict.pass), ("0.011", .fail)])
  func aDelayOfZeroMayBecomeNextToNothing(now: String, verdict: CheckVerdict) throws {
    try write(Row(now, now, now), in: "new")
    try write(Row("0", "0", "0"), in: "old")
    try changeFingerprint()
    for margins in [[], ["delay_p90_s=5%rel"]] {
      let check = try RegressionCheck.make(
        "\(workspace.path)/new", baseline: "\(workspace.path)/old", margins: Margins(margins),
        selection: CheckSelection(metrics: ["delay_p90_s"], strategies: ["gap-recovery"]))
      let found = try unwrap(check.series.first?.metrics.first)
      expect(found.limit == 0.01 && found.verdict == verdict)
    }
    try expect(metric("delay_p90_s=0").limit, equals: 0)
  }

  @Test func anEditedTableIsRefused() throws {
    try workspace.write("new/metrics.csv", try workspace.read("new/metrics.csv") + " ")
    let ending = try workspace.tool.run("check", "new", "--baseline", "old")
    expect(ending.code, equals: 65)
    expect(ending.messages, hasPrefix: "error: new/metrics.csv: edited or cut off since the run")
  }

  @Test func aTableThatNoRunWroteIsRefused() throws {
    try write(Row("-inf", "1", "2"), in: "new")
    let ending = try workspace.tool.run("check", "new", "--baseline", "old")
    expect(ending.code, equals: 65)
    expect(ending.messages, contains: "mean: found \"-inf\"; allowed: a decimal number, or")
    // Ends the wrong way round, with the hash to match, end nothing.
    try write(Row("10", "inf", "1"), in: "new")
    try changeFingerprint()
    expect(try workspace.tool.run("check", "new", "--baseline", "old").code != 70)
  }
}
