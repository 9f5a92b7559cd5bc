import Statistics

/// How precise a strategy's metric is, and how precise it should be.
struct PrecisionState: Sendable {
  let point: Int
  let strategy: String
  /// The larger side of the interval, in the metric's unit; nil: there is no interval yet.
  let halfWidth: Double?
  /// Nil where a relative precision has nothing to relate to.
  let wanted: Double?

  var isReached: Bool {
    guard let halfWidth, let wanted else { return false }
    return halfWidth <= wanted
  }

  /// How many times more replications it would take, by the square root law; nil: unknown.
  var growth: Double? {
    guard let halfWidth, let wanted, wanted > 0 else { return nil }
    return (halfWidth / wanted) * (halfWidth / wanted)
  }
}

extension RunOutcome {
  /// The strategies' precision at a design point after the first `count` replications; empty when
  /// none is asked for.
  func precision(atPoint point: Int, first count: Int) -> [PrecisionState] {
    guard let precision = experiment.base.replications.until else { return [] }
    let scenario = experiment.points[point].scenario
    return series(atPoint: point)
      .filter { precision.concerns(name($0), scenario) }
      .map { state(of: $0, first: count, precision) }
  }

  private func state(
    of series: Series, first count: Int, _ precision: Precision
  ) -> PrecisionState {
    let metric = Metric.named(precision.metric)
    let (value, halfWidth) =
      precision.isDifference
      ? difference(of: series, first: count, metric) : estimate(of: series, first: count, metric)
    let wanted: Double? =
      switch precision.target {
      case .halfWidth(let width): width
      case .relative(let share): value.map { share * abs($0) }
      }
    return PrecisionState(
      point: series.point, strategy: name(series), halfWidth: halfWidth, wanted: wanted)
  }

  private func estimate(
    of series: Series, first count: Int, _ metric: Metric
  ) -> (Double?, Double?) {
    let estimate = metric.estimate(series.replications.first(count), scenario(series))
    return (estimate?.mean, estimate?.halfWidth)
  }

  private func difference(
    of series: Series, first count: Int, _ metric: Metric
  ) -> (Double?, Double?) {
    let difference = baseline(of: series).flatMap {
      metric.difference(
        series.replications.first(count), from: $0.replications.first(count),
        scenario(series), isSamePolicy: isSamePolicy(series, $0))
    }
    return (difference?.difference, difference?.halfWidth)
  }
}

extension Precision {
  /// Whether n depends on this strategy's interval.
  func concerns(_ name: String, _ scenario: Scenario) -> Bool {
    if let strategy { return name == strategy }
    return !isDifference || name != scenario.baseline
  }

  /// All strategies that n depends on: the baseline too, where differences decide.
  func needs(_ name: String, _ scenario: Scenario) -> Bool {
    concerns(name, scenario) || (isDifference && name == scenario.baseline)
  }
}
