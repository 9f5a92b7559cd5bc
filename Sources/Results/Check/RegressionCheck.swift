package import Answers
package import Files
import Scenarios
import Vocabulary

/// A regression test of metrics: results against a baseline.
package struct RegressionCheck: Sendable {
  /// One strategy at one design point of both.
  package struct Series: Sendable {
    /// Its name in the results that are checked.
    package let name: String
    package let strategy: String
    package let point: Int
    /// The number of replications that are compared, and of the baseline.
    package let counts: (now: Int, before: Int)
    /// The first difference of the two scenarios; nil: there is none that a simulation sees.
    package let difference: String?
    /// The same seed: the replications are compared one by one.
    package let isPaired: Bool
    /// The first replication with another fingerprint; nil: they are the same, or no pairs.
    package let firstChange: Int?
    package let metrics: [MetricCheck]
  }

  package let results: StoredManifest
  package let baseline: StoredManifest
  package let answers: (now: Answer, before: Answer)
  package let confidence: Double
  package let series: [Series]
  /// The metrics that both have and nobody asked for.
  package let notJudged: [String]
  /// The series and the metrics of the baseline that are missing now.
  package let missing: [String]
  package let warnings: [String]
}

extension RegressionCheck {
  /// - Throws: `InputError`: as ``StoredResults/read(_:)``, and 64 for a selection that the
  ///   baseline does not have.
  package static func make(
    _ directory: String, baseline: String, margins: Margins,
    selection: CheckSelection = CheckSelection()
  ) throws(InputError) -> RegressionCheck {
    let (results, baseline) = (try StoredResults.read(directory), try StoredResults.read(baseline))
    try selection.checkNames(in: baseline)
    let inForce = try selection.inForce(baseline, margins)
    let notJudged = Metric.all.map(\.name).filter { name in
      !inForce.covers(metric: name) && [results, baseline].allSatisfy { $0.has(name) }
    }
    return try make(results.only(inForce), baseline.only(inForce), margins, notJudged)
  }

  private static func make(
    _ results: StoredResults, _ baseline: StoredResults, _ margins: Margins, _ notJudged: [String]
  ) throws(InputError) -> RegressionCheck {
    let (places, known) = (Self.places(results), Self.places(baseline))
    let pairs = results.series.compactMap { now in
      known[now.key].map { (now, baseline.series[$0]) }
    }
    let scenarios = ScenarioDifference(results.manifest, baseline.manifest)
    let added = results.series.filter { known[$0.key] == nil }.map(\.name)
    let rule = baseline.intervalRule
    let series = pairs.map { Series($0, scenarios, rule, margins) }
    return RegressionCheck(
      results: results.manifest, baseline: baseline.manifest,
      answers: (try answer(results.manifest), try answer(baseline.manifest)),
      confidence: rule.confidence, series: series, notJudged: notJudged,
      missing: baseline.series.filter { places[$0.key] == nil }.map(\.name) + goneMetrics(pairs),
      warnings: few((added + addedMetrics(pairs)).map { "\($0): not in the baseline" })
        + margins.warnings(series))
  }

  private static func answer(_ manifest: StoredManifest) throws(InputError) -> Answer {
    guard let answer = try manifest.answer() else {
      throw InputError(
        ExitCode.dataError, "\(manifest.directory): a shard has no answer; merge the shards first")
    }
    return answer
  }

  private static func places(_ results: StoredResults) -> [StoredResults.Key: Int] {
    Dictionary(zip(results.series.map(\.key), 0...)) { first, _ in first }
  }

  fileprivate typealias Pair = (now: StoredResults.Series, before: StoredResults.Series)

  /// The metrics that are gone, once each, however many series they concern.
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
  package static func few(_ texts: [String]) -> [String] {
    texts.prefix(10) + (texts.count > 10 ? ["and \(texts.count - 10) more"] : [])
  }
}

extension StoredResults {
  fileprivate func has(_ metric: String) -> Bool { series.contains { $0.has(metric) } }

  /// The part of them that was asked for.
  fileprivate func only(_ selection: CheckSelection) -> StoredResults {
    let chosen = series.filter { selection.covers(strategy: $0.key.strategy) }.map { series in
      StoredResults.Series(
        point: series.point, key: series.key, records: series.records,
        metrics: series.metrics.filter { selection.covers(metric: $0.name) },
        estimates: series.estimates)
    }
    return StoredResults(manifest: manifest, series: chosen)
  }
}

extension RegressionCheck.Series {
  fileprivate init(
    _ series: RegressionCheck.Pair, _ scenarios: ScenarioDifference, _ rule: IntervalRule,
    _ margins: Margins
  ) {
    let (now, before) = series
    let pairs = ReplicationPairs(
      now.records, before.records, isPaired: scenarios.haveSameSeed,
      devicesAreIndependent: scenarios.devicesAreIndependent)
    name = now.name
    strategy = now.key.strategy
    point = now.point
    counts = (pairs.now.count, pairs.before.count)
    difference = scenarios[strategy]
    isPaired = pairs.isPaired
    firstChange = pairs.firstChange
    metrics = now.metrics.filter { before.has($0.name) }.map { metric in
      let estimates = (now.estimates[metric.name], before.estimates[metric.name])
      let difference =
        metric.isQuantile || pairs.areControlled(estimates)
        ? MetricDifference(
          estimates.0, estimates.1, isSamePolicy: pairs.isSamePolicy,
          isSameCount: now.records.count == before.records.count)
        : MetricDifference(metric, pairs, rule)
      let isTooShort =
        !pairs.isSamePolicy && metric.isTooShort(min(pairs.now.count, pairs.before.count))
      return MetricCheck(metric, difference, margins.margin(metric), isTooShort: isTooShort)
    }
  }
}

extension ReplicationPairs {
  /// Where replications are no pairs, what controls have moved says more than the replications.
  fileprivate func areControlled(_ estimates: (StoredEstimate?, StoredEstimate?)) -> Bool {
    guard !isPaired, let now = estimates.0, let before = estimates.1,
      now.confidence == before.confidence
    else { return false }
    return now.isControlled || before.isControlled
  }
}

extension Margins {
  fileprivate func warnings(_ series: [RegressionCheck.Series]) -> [String] {
    let judged = series.first?.metrics.map(\.metric.name) ?? []
    return metrics.filter { !judged.contains($0) }
      .map { "--margin \($0): this metric is not compared" }
  }
}

extension RegressionCheck {
  /// The number of verdicts that may fail by chance: those of other seeds that have an interval.
  package var chancesToFail: Int {
    series.filter { !$0.isPaired }.flatMap(\.metrics).count {
      !$0.isTooShort && $0.interval.map { $0.low < $0.high } ?? false
    }
  }

  /// The probability that any of them fails where nothing has changed, at most (Bonferroni).
  package var falseAlarm: Double { min(1, Double(chancesToFail) * (1 - confidence) / 2) }

  // MARK: The verdict

  package var verdict: CheckVerdict {
    (series.flatMap { $0.metrics.map(\.verdict) } + missing.map { _ in .inconclusive }).worst
  }

  /// The number of metrics with a verdict; one that is missing is inconclusive.
  package func count(_ verdict: CheckVerdict) -> Int {
    series.reduce(verdict == .inconclusive ? missing.count : 0) { sum, series in
      sum + series.metrics.count { $0.verdict == verdict }
    }
  }
}
