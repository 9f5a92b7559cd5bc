public import DeliverySim

/// A fleet that switches to another strategy (model.md R2.9).
public struct Adoption: Sendable, Equatable {
  /// The time from which on devices adopt it.
  public var at: SimTime
  /// The time that a device takes, from ``at`` [s]; drawn for each device.
  public var delay: Distribution
  /// The strategy that they adopt.
  public var strategy: Strategy

  /// - Precondition: `at` is not negative.
  public init(at: SimTime, delay: Distribution = .zero, _ strategy: Strategy) {
    precondition(at >= .zero, "nothing is adopted before time 0")
    self.at = at
    self.delay = delay
    self.strategy = strategy
  }
}
