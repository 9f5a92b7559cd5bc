package import Files

/// A regression test of metrics: results against a baseline.
package struct RegressionCheck: Sendable {
  /// One strategy at one design point of both.
  package struct Series: Sendable {
    /// Its name in the results that are checked.
    package let name: String
    package let strategy: String
    let point: Int
    /// The number of replications that are compared, and of the baseline.
    package let counts: (now: Int, before: Int)
    /// In what the two worlds differ; nil: the replications are pairs.
    package let difference: String?
    /// The first replication with another fingerprint; nil: they are the same, or no pairs.
    package let firstChange: Int?
    package let metrics: [MetricCheck]
  }

  let results: StoredManifest
  let baseline: StoredManifest
  let confidence: Double
  package let series: [Series]
  /// The series and the metrics of the baseline that are missing now.
  package let missing: [String]
  package let warnings: [String]
}

extension RegressionCheck {
  /// - Throws: ``InputError``: as ``StoredResults/read(_:)``.
  package static func make(
    _ directory: String, baseline: String, margins: Margins
  ) throws(InputError) -> RegressionCheck {
    make(try StoredResults.read(directory), try StoredResults.read(baseline), margins)
  }

  static func make(
    _ results: StoredResults, _ baseline: StoredResults, _ margins: Margins
  ) -> RegressionCheck {
    let (places, known) = (Self.places(results), Self.places(baseline))
    let pairs = results.series.compactMap { now in
      known[now.key].map { (now, baseline.series[$0]) }
    }
    let world = WorldDifference(results.manifest, baseline.manifest)
    let missing =
      baseline.series.filter { places[$0.key] == nil }.map(\.name) + goneMetrics(pairs)
    let added = results.series.filter { known[$0.key] == nil }.map(\.name)
    let rule = baseline.intervalRule
    let series = pairs.map { now, before in
      Series(now, before, world[now.key.strategy], rule, margins)
    }
    return RegressionCheck(
      results: results.manifest, baseline: baseline.manifest, confidence: rule.confidence,
      series: series, missing: missing,
      warnings: few(missing.map { "\($0): in the baseline only" })
        + few((added + addedMetrics(pairs)).map { "\($0): not in the baseline" })
        + margins.warnings(series))
  }

  private static func places(_ results: StoredResults) -> [StoredResults.Key: Int] {
    Dictionary(zip(results.series.map(\.key), 0...)) { first, _ in first }
  }

  private typealias Pair = (now: StoredResults.Series, before: StoredResults.Series)

  /// Once for each metric, however many series it concerns.
  private static func goneMetrics(_ pairs: [Pair]) -> [String] {
    Metric.all.map(\.name).filter { name in
      pairs.contains { !$0.now.has(name) && $0.before.has(name) }
    }
  }

  private static func addedMetrics(_ pairs: [Pair]) -> [String] {
    Metric.all.map(\.name).filter { name in
      pairs.contains { $0.now.has(name) && !$0.before.has(name) }
    }
  }

  /// The first few of many.
  static func few(_ texts: [String]) -> [String] {
    texts.prefix(10) + (texts.count > 10 ? ["and \(texts.count - 10) more"] : [])
  }
}

extension StoredResults.Series {
  fileprivate func has(_ name: String) -> Bool { metrics.contains { $0.name == name } }
}

extension RegressionCheck.Series {
  init(
    _ now: StoredResults.Series, _ before: StoredResults.Series, _ difference: String?,
    _ rule: IntervalRule, _ margins: Margins
  ) {
    let isPaired = difference == nil
    // A run with fewer replications is a prefix of one with more.
    let count = min(now.records.count, before.records.count)
    let records = isPaired ? Array(now.records.prefix(count)) : now.records
    let others = isPaired ? Array(before.records.prefix(count)) : before.records
    let known = before.metrics.map(\.name)
    name = now.name
    strategy = now.key.strategy
    point = now.point
    counts = (records.count, others.count)
    self.difference = difference
    firstChange =
      isPaired ? records.indices.first { records[$0].fingerprint != others[$0].fingerprint } : nil
    metrics = now.metrics.filter { known.contains($0.name) }.map {
      MetricCheck(
        $0, records, others, isPaired: isPaired, rule,
        margin: margins.margin($0))
    }
  }
}

/// In what two results' worlds differ, asked once for each strategy.
private final class WorldDifference {
  private let results: StoredManifest
  private let baseline: StoredManifest
  private var known: [String: String?] = [:]

  init(_ results: StoredManifest, _ baseline: StoredManifest) {
    self.results = results
    self.baseline = baseline
  }

  subscript(_ strategy: String) -> String? {
    if let answer = known[strategy] { return answer }
    let answer = results.difference(from: baseline, strategy: strategy)
    known[strategy] = .some(answer)
    return answer
  }
}

extension Margins {
  fileprivate func warnings(_ series: [RegressionCheck.Series]) -> [String] {
    let judged = series.first?.metrics.map(\.metric.name) ?? []
    return metrics.filter { !judged.contains($0) }
      .map { "--margin \($0): these results have no such metric" }
  }
}

extension RegressionCheck {
  // MARK: The verdict

  package var verdict: CheckVerdict {
    (series.flatMap { $0.metrics.map(\.verdict) } + missing.map { _ in .inconclusive }).worst
  }

  /// How many metrics have a verdict; one that is missing is inconclusive.
  package func count(_ verdict: CheckVerdict) -> Int {
    series.reduce(verdict == .inconclusive ? missing.count : 0) { sum, series in
      sum + series.metrics.count { $0.verdict == verdict }
    }
  }
}
