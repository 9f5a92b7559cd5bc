public import DeliverySim

/// A fleet that switches to another strategy (model.md R2.9).
public struct Adoption: Sendable, Equatable {
  /// From then on devices adopt it.
  public var at: SimTime
  /// How long a device takes, from ``at`` [s]; drawn for each device.
  public var delay: Distribution
  /// What they adopt.
  public var strategy: Strategy

  public init(at: SimTime, delay: Distribution = .zero, _ strategy: Strategy) {
    self.at = at
    self.delay = delay
    self.strategy = strategy
  }
}

extension Strategy {
  /// This strategy until others are adopted. A device never goes back: when its delays would make
  /// it adopt a later one first, it skips the earlier one.
  ///
  /// - Parameter adoptions: In order of time. Their strategies have no adoptions of their own.
  public func then(_ adoptions: [Adoption]) -> Strategy {
    var strategy = self
    strategy.adoptions = adoptions
    return strategy
  }

  /// This one and those that are adopted, in order of time.
  public var stages: [Strategy] { [self] + adoptions.map(\.strategy) }
}
