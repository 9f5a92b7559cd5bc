import DeliverySim
import Models
package import Runs
package import Scenarios
package import Statistics
import Vocabulary

extension Metric {
  // MARK: Samples

  /// A ratio's replications; nil for a quantile.
  package func sample(_ replications: ReplicationSample) -> RatioSample? {
    guard case .ratio(let x, let y) = kind else { return nil }
    return replications.once("ratio \(name)") {
      RatioSample(
        numerators: replications.records.map(x), denominators: replications.records.map(y))
    }
  }

  private func delays(
    _ replications: ReplicationSample, of population: Population
  ) -> QuantileSample {
    let count = population == .shown ? Counter(.shown) : Counter(.owed)
    let counts = replications.once("delays") {
      PooledCounts(replications.records.map(\.delays))
    }
    return QuantileSample(
      counts, totals: replications.records.map { UInt64(clamping: $0[count]) }
    ) { cell in
      let (low, high) = LatencyCounts.bounds(ofCell: cell)
      return (low.seconds, high.seconds)
    }
  }
}

extension Metric {
  // MARK: Estimates

  /// The estimate with its interval; nil where there is nothing to estimate.
  ///
  /// - Parameter confidence: Nil: that of the scenario.
  package func estimate(
    _ replications: ReplicationSample, _ scenario: Scenario, confidence: Double? = nil
  ) -> Estimate? {
    let rule = scenario.intervalRule(confidence)
    let trials = shareTrials(replications.count, scenario)
    switch kind {
    case .ratio:
      return sample(replications)?.estimate(
        confidence: rule.confidence, shareTrials: isShare ? trials : nil,
        atRisk: partsAtRisk(replications, trials: trials), resampling: rule.resampling,
        controls: replications.variates(controlled))
    case .quantile(let q, let population):
      return delays(replications, of: population).estimate(q, intervals(rule, trials))
    }
  }

  /// The plain estimate without an interval; nil where there is nothing to estimate.
  package func value(_ replications: ReplicationSample) -> Double? {
    switch kind {
    case .ratio: sample(replications)?.ratio
    case .quantile(let q, let population): delays(replications, of: population).value(q)
    }
  }

  /// The summand of each replication in the error of the plain estimate, without the factor that
  /// all have.
  package func residuals(_ replications: ReplicationSample) -> [Double]? {
    switch kind {
    case .ratio: sample(replications)?.residuals
    case .quantile(let q, let population): delays(replications, of: population).residuals(q)
    }
  }

  /// The difference of two strategies, paired by replication, as far as both have them; nil where
  /// there is nothing to compare.
  ///
  /// - Parameters:
  ///   - isSamePolicy: The two cannot differ.
  ///   - confidence: Nil: that of the scenario.
  func difference(
    _ all: ReplicationSample, from allOthers: ReplicationSample, _ scenario: Scenario,
    isSamePolicy: Bool, familySize: Int = 1, confidence: Double? = nil
  ) -> Difference? {
    let count = min(all.count, allOthers.count)
    let (replications, others) = (all.first(count), allOthers.first(count))
    let rule = scenario.intervalRule(confidence)
    let trials = shareTrials(count, scenario)
    let ifZero =
      isSamePolicy
      ? .exact : ifZero(trials: trials, atRisk: partsAtRisk(replications, others, trials: trials))
    switch kind {
    case .ratio:
      return sample(others).flatMap { other in
        sample(replications)?.difference(
          from: other, confidence: rule.confidence, ifZero: ifZero, familySize: familySize,
          resampling: rule.resampling, controls: replications.variates(against: others, controlled))
      }
    case .quantile(let q, let population):
      return delays(replications, of: population).difference(
        q, from: delays(others, of: population), intervals(rule, trials), ifZero: ifZero,
        familySize: familySize)
    }
  }

  /// The statement about two policies that agree in every replication.
  package func ifZero(trials: Int, atRisk: PartsAtRisk? = nil) -> ZeroDifference {
    isShare ? .share(trials: trials, atRisk: atRisk) : .unknown
  }

  private func intervals(_ rule: IntervalRule, _ trials: Int) -> QuantileIntervals {
    QuantileIntervals(
      confidence: rule.confidence, shareTrials: trials, resampling: rule.resampling)
  }

  private func shareTrials(_ replications: Int, _ scenario: Scenario) -> Int {
    isOfSomeDevices ? replications : scenario.shareTrials(replications)
  }
}

extension Scenario {
  /// The number of independent trials behind a share that is 0 or 1 in all replications: devices
  /// count where they share nothing random.
  func shareTrials(_ replications: Int) -> Int {
    devicesAreIndependent ? replications * frame.devices : replications
  }
}

extension Metric {
  // MARK: As tables have it

  /// A share and its ends lie in 0...1, whatever the interval reaches.
  package func cut(_ estimate: Estimate?) -> Estimate? {
    isShare ? estimate?.cut(to: 0...1) : estimate
  }

  /// A share that controls have moved lies in 0...1 as well.
  package func cut(_ value: Double) -> Double { isShare ? min(1, max(0, value)) : value }

  /// A difference of shares lies in -1...1.
  func cut(_ difference: Difference?) -> Difference? {
    isShare ? difference?.cut(to: -1...1) : difference
  }
}

extension RunOutcome {
  /// The strategies' precision at a design point after the first `count` replications; empty when
  /// none is asked for.
  package func precision(atPoint point: Int, first count: Int) -> [PrecisionState] {
    guard let precision = experiment.base.replications.until else { return [] }
    let scenario = experiment.points[point].scenario
    let metric = metric(of: precision)
    let all = series(atPoint: point)
    let isOfLeader = precision.scope == .differenceFromLeader && all.count > 1
    let leader = isOfLeader ? leader(atPoint: point, first: count, metric) : nil
    return
      all
      .filter { precision.concerns(name($0), scenario) && $0.strategy != leader?.strategy }
      .map { state(of: $0, first: count, precision, metric, leader) }
  }

  /// The metric whose precision is asked for.
  func metric(of precision: Precision) -> Metric {
    precision.metric.map(Metric.named) ?? leading
  }

  /// The series that is best by a metric after the first `count` replications; nil: none has a
  /// value.
  func leader(atPoint point: Int, first count: Int, _ metric: Metric) -> Series? {
    let sign: Double = metric.better == .higher ? 1 : -1
    let values = series(atPoint: point).compactMap { series in
      metric.value(series.replications.first(count)).map { (series, sign * $0) }
    }
    return values.max { $0.1 < $1.1 }?.0
  }

  /// - Parameter leader: Nil where nothing is compared with it; a strategy that is alone is known
  ///   by its value.
  private func state(
    of series: Series, first count: Int, _ precision: Precision, _ metric: Metric, _ leader: Series?
  ) -> PrecisionState {
    let known =
      switch precision.scope {
      case .value: estimate(of: series, first: count, metric)
      case .differenceFromBaseline:
        difference(of: series, from: baseline(of: series), first: count, metric)
      case .differenceFromLeader where leader != nil:
        difference(of: series, from: leader, first: count, metric)
      case .differenceFromLeader: estimate(of: series, first: count, metric)
      }
    let (wanted, enough): (Double?, Double?) =
      switch precision.target {
      case .halfWidth(let width):
        (width, leader == nil ? nil : known.value.map { abs($0) / Self.clear })
      // Who asks for a share of the difference wants to know its size.
      case .relative(let share): (known.value.map { share * abs($0) }, nil)
      }
    return PrecisionState(
      point: series.point, strategy: name(series), halfWidth: known.halfWidth, wanted: wanted,
      enough: enough, isTie: leader != nil && known.isTie)
  }

  /// An interval around so many half-widths excludes 0 by five of them.
  private static let clear = 6.0

  private typealias Known = (value: Double?, halfWidth: Double?, isTie: Bool)

  private func estimate(of series: Series, first count: Int, _ metric: Metric) -> Known {
    let estimate = metric.estimate(series.replications.first(count), scenario(series))
    return (estimate?.mean, estimate?.halfWidth, false)
  }

  private func difference(
    of series: Series, from other: Series?, first count: Int, _ metric: Metric
  ) -> Known {
    let difference = other.flatMap {
      metric.difference(
        series.replications.first(count), from: $0.replications.first(count),
        scenario(series), isSamePolicy: isSamePolicy(series, $0))
    }
    return (difference?.difference, difference?.halfWidth, difference?.isTie == true)
  }
}
