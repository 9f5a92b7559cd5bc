import Foundation
import TestSupport
import Testing

/// `metrics.csv` and `comparisons.csv` computed once more from `replications.csv`, in a few lines
/// and by the documented formulas. With 3 replications Student's law has 2 degrees of freedom,
/// where everything has a closed form.
@Suite struct EstimateTests {
  /// The counts of each replication, and the unit that they are per.
  struct Sample {
    var x: [Double]
    var y: [Double]
    var isShare = false

    var ratio: Double { x.reduce(0, +) / y.reduce(0, +) }

    var residuals: [Double] {
      let mean = y.reduce(0, +) / Double(y.count)
      return zip(x, y).map { ($0 - ratio * $1) / mean }
    }
  }

  private static let devices = 10.0
  private static let countedDays = 2.0
  /// The quantile 0.975 of Student's law with 2 degrees of freedom: (2p-1) √(2 / (4p (1-p))).
  private static let t = 0.95 * (2 / (4 * 0.975 * 0.025)).squareRoot()

  /// Numerators, denominators: sums of columns of `replications.csv`.
  private static let ratios: [(metric: String, columns: [String], per: String)] = [
    ("deliverability", ["shown"], "owed"),
    ("awareness", ["shown", "summarised", "synced"], "owed"),
    ("push_loss", ["summarised", "synced", "lost"], "owed"),
    ("loss", ["lost"], "owed"),
    ("duplicates_per_notification", ["duplicates"], "owed"),
    ("pushes_per_notification", ["pushes_sent"], "owed"),
    ("resend_requests_per_device_day", ["resend_requests"], "day"),
    ("summaries_per_device_day", ["summaries"], "day"),
    ("interruptions_per_device_day", ["interruptions"], "day"),
    ("extension_runs_per_device_day", ["extension_runs"], "day"),
    ("devices_without_loss", ["devices_without_loss_count"], "device"),
  ]

  private static let shares = [
    "deliverability", "awareness", "push_loss", "loss", "devices_without_loss",
  ]

  let series: [String: [[String: String]]]
  let metrics: [String: [[String: String]]]
  let comparisons: [String: [[String: String]]]

  init() throws {
    let workspace = try Workspace()
    try workspace.lay(in: "out")
    func read(_ name: String) throws -> [String: [[String: String]]] {
      try StrictCSV(workspace.bytes("out/\(name)"), name).series
    }
    series = try read("replications.csv")
    metrics = try read("metrics.csv")
    comparisons = try read("comparisons.csv")
    expect(series.count, equals: 4)
  }

  private func samples(_ rows: [[String: String]]) throws -> [String: Sample] {
    var samples: [String: Sample] = [:]
    for (metric, columns, per) in Self.ratios {
      let x = try rows.map { row in Double(try columns.reduce(0) { try $0 + row.count($1) }) }
      let y = try rows.map { row in
        switch per {
        case "day": Self.devices * Self.countedDays
        case "device": Self.devices
        default: Double(try row.count(per))
        }
      }
      samples[metric] = Sample(x: x, y: y, isShare: Self.shares.contains(metric))
    }
    return samples
  }

  // MARK: Tests

  @Test func metricsFollowFromReplications() throws {
    for (name, rows) in series {
      let samples = try samples(rows)
      for (metric, sample) in samples {
        let row = try unwrap(metrics[name]?.first { $0["metric"] == metric }, "\(metric)")
        let place = Comment("\(name), \(metric)")
        let error = (sample.residuals.reduce(0) { $0 + $1 * $1 } / 6).squareRoot()
        let scale = max(1, abs(sample.ratio))
        let mean = try unwrap(row.number("mean"), place)
        let standardError = try unwrap(row.number("std_error"), place)
        expect(abs(mean - sample.ratio) <= 1e-12 * scale, place)
        expect(abs(standardError - error) <= 1e-12 * scale, place)
        let (low, high) = interval(sample, error)
        expect(abs(try unwrap(row.number("ci_low")) - low) <= 1e-10 * scale, place)
        expect(abs(try unwrap(row.number("ci_high")) - high) <= 1e-10 * scale, place)
        expect(row["confidence"] == "0.95" && row["replications"] == "3", place)
      }
    }
  }

  /// A share of 0 or 1 in all replications is known as well as 3 x 10 independent devices tell.
  private func interval(_ sample: Sample, _ error: Double) -> (low: Double, high: Double) {
    let end = pow(0.05, 1.0 / 30)
    if sample.isShare, sample.x.allSatisfy({ $0 == 0 }) { return (0, 1 - end) }
    if sample.isShare, sample.x == sample.y { return (end, 1) }
    let (low, high) = (sample.ratio - Self.t * error, sample.ratio + Self.t * error)
    return sample.isShare ? (max(0, low), min(1, high)) : (low, high)
  }

  @Test func eachReplicationCarriesItsOwnMetrics() throws {
    for (name, rows) in series {
      for (metric, sample) in try samples(rows) {
        for (place, row) in rows.enumerated() {
          expect(
            row.number(metric), equals: sample.x[place] / sample.y[place], "\(name), \(metric)")
        }
      }
    }
  }

  @Test(arguments: [0, 1])
  func comparisonsFollowFromReplications(point: Int) throws {
    let base = try samples(try unwrap(series["\(point) fire-and-forget"]))
    let other = try samples(try unwrap(series["\(point) gap-recovery"]))
    let rows = try unwrap(comparisons["\(point) gap-recovery"])
    expect(comparisons["\(point) fire-and-forget"] == nil)
    for row in rows {
      let metric = try unwrap(row["metric"])
      guard let base = base[metric], let other = other[metric] else { continue }
      try check(row, base, other, Comment("\(metric)"))
    }
    expect(rows.count { base[$0["metric"] ?? ""] != nil } >= 11)
  }

  /// Of the replications that each have a quantile q, the quantile of all together lies between the
  /// smallest and the largest; it is the mean of them only by chance.
  @Test func quantilesAreThoseOfAllReplicationsTogether() throws {
    for (name, rows) in series {
      for metric in ["latency_p50_s", "latency_p99_s", "delay_p50_s"] {
        let values = rows.compactMap { $0.number(metric) }
        let row = try unwrap(metrics[name]?.first { $0["metric"] == metric })
        let mean = try unwrap(row.number("mean"))
        let place = Comment("\(name), \(metric)")
        let (low, high) = (try unwrap(values.min()), try unwrap(values.max()))
        expect(mean >= low * 0.999 && mean <= high * 1.001, place)
        expect(row["interval"], equals: "resampled", place)
        expect(try unwrap(row.number("ci_low")) <= mean, place)
        expect(try unwrap(row.number("ci_high")) >= mean, place)
      }
    }
  }

  @Test func everyIntervalSaysHowItWasFound() {
    let known = ["student", "bootstrap-t", "garwood", "one-sided", "resampled"]
    for row in [metrics, comparisons].flatMap({ $0.values.joined() }) {
      expect(known.contains(row["interval"] ?? ""), equals: (row["ci_low"] != ""), "\(row)")
    }
  }

  private func check(
    _ row: [String: String], _ base: Sample, _ other: Sample, _ place: Comment
  ) throws {
    let scale = max(1, abs(base.ratio), abs(other.ratio))
    let errors = zip(other.residuals, base.residuals).map { $0 - $1 }
    let error = (errors.reduce(0) { $0 + $1 * $1 } / 6).squareRoot()
    let difference = other.ratio - base.ratio
    expect(row["baseline"], equals: "fire-and-forget", place)
    expect(abs(try unwrap(row.number("difference")) - difference) <= 1e-12 * scale, place)
    expect(abs(try unwrap(row.number("std_error")) - error) <= 1e-12 * scale, place)
    if errors.allSatisfy({ $0 == 0 }), difference == 0 {
      return try checkAgreement(row, base, place)
    }
    let p: Double
    if error > 1e-12 * scale {
      // P(|T| > t) with 2 degrees of freedom.
      let t = abs(difference) / error
      p = 1 - t / (2 + t * t).squareRoot()
      let low = try unwrap(row.number("ci_low"))
      let high = try unwrap(row.number("ci_high"))
      let ends = [difference - Self.t * error, difference + Self.t * error].map {
        base.isShare ? min(1, max(-1, $0)) : $0
      }
      expect(abs(low - ends[0]) <= 1e-10 * scale, place)
      expect(abs(high - ends[1]) <= 1e-10 * scale, place)
    } else {
      p = 0
    }
    expect(abs(try unwrap(row.number("p_value")) - p) <= 1e-9, place)
    // One comparison at a design point: a family of one.
    expect(row["p_adjusted"], equals: row["p_value"], place)
    expect(row["ci_low_all"] == row["ci_low"] && row["ci_high_all"] == row["ci_high"], place)
  }

  /// Two policies that never differed: 30 trials without a difference of shares, and nothing known
  /// of anything else.
  private func checkAgreement(
    _ row: [String: String], _ sample: Sample, _ place: Comment
  ) throws {
    expect(row["p_value"], equals: "1.0", place)
    guard sample.isShare else {
      expect(row["ci_low"] == "" && row["ci_high_all"] == "" && row["interval"] == "", place)
      return
    }
    let end = 1 - pow(0.05, 1.0 / 30)
    expect(abs(try unwrap(row.number("ci_low")) + end) <= 1e-12, place)
    expect(abs(try unwrap(row.number("ci_high_all")) - end) <= 1e-12, place)
    expect(row["interval"], equals: "one-sided", place)
  }
}
