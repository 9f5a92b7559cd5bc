import Models
package import Runs
import Scenarios
package import Statistics
import Vocabulary

/// A team would have measured this of a strategy; the truth stands beside it.
package struct ObservedDeliverability: Sendable {
  package let cohort: Cohort
  package let share: Estimate?
  package let truth: Estimate?
  /// The observed share minus the true one.
  package let bias: Difference?
}

extension RunOutcome {
  /// One for each cohort, in their order.
  package func observed(_ series: Series) -> [ObservedDeliverability] {
    let (rule, trials) = (scenario(series).intervalRule, series.records.count)
    func estimate(_ sample: RatioSample) -> Estimate? {
      sample.estimate(
        confidence: rule.confidence, shareTrials: trials, resampling: rule.resampling
      )?.cut(to: 0...1)
    }
    return Cohort.all.map { cohort in
      let (share, truth) = (cohort.observed(series.records), cohort.truth(series.records))
      let bias = share.difference(
        from: truth, confidence: rule.confidence, ifZero: .share(trials: trials),
        resampling: rule.resampling
      )?.cut(to: -1...1)
      return ObservedDeliverability(
        cohort: cohort, share: estimate(share), truth: estimate(truth), bias: bias)
    }
  }
}

/// Device-days that telemetry looks at (model.md R7.2).
package struct Cohort: Sendable {
  package let name: String
  package let words: String
  /// Its line in a chart: long strokes and gaps, in points; empty: it has no gaps.
  package let dash: [Int]
  let receipts: Counter
  let pushes: Counter
  let shown: Counter
  let owed: Counter

  package static let all = [
    Cohort(
      name: "same-or-next-day", words: "app opened the same or next day", dash: [],
      receipts: Counter(TelemetryCounter.cohortReceipts),
      pushes: Counter(TelemetryCounter.cohortPushes), shown: Counter(TelemetryCounter.cohortShown),
      owed: Counter(TelemetryCounter.cohortOwed)),
    Cohort(
      name: "everyone", words: "everyone", dash: [4, 2],
      receipts: Counter(TelemetryCounter.measuredReceipts),
      pushes: Counter(TelemetryCounter.measuredPushes), shown: Counter(.shown), owed: Counter(.owed)
    ),
  ]

  func observed(_ records: [ReplicationRecord]) -> RatioSample {
    sample(records, receipts, pushes)
  }

  func truth(_ records: [ReplicationRecord]) -> RatioSample { sample(records, shown, owed) }

  private func sample(_ records: [ReplicationRecord], _ x: Counter, _ y: Counter) -> RatioSample {
    RatioSample(
      numerators: records.map { Double($0[x]) }, denominators: records.map { Double($0[y]) })
  }
}
