public import DeliverySim

/// Moments at a rate that may change over the week: a Poisson process.
public struct PoissonTimes: Sendable {
  /// The rate per device [1/s], drawn for each replication, evenly over its devices.
  public var rate: Distribution
  /// The changes of the rate over the week; nil: there are none.
  public var profile: WeeklyProfile?

  public init(rate: Distribution, profile: WeeklyProfile? = nil) {
    self.rate = rate
    self.profile = profile
  }
}
