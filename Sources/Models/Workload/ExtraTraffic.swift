public import DeliverySim

/// Pushes that carry no message and compete for the slot all the same (model.md R3.7), such as
/// updates of the badge or read receipts for the user's other devices.
public struct ExtraTraffic: Sendable {
  /// The constant rate [1/s], drawn for each replication, evenly over its devices.
  public var rate: Distribution
  /// The slot that they compete for.
  public var type: PushType
  /// Matters where devices reserve power.
  public var priority: PushPriority

  /// - Parameters:
  ///   - rate: **[1/s]**, drawn for each replication, evenly over its devices.
  ///   - type: The slot that they compete for.
  ///   - priority: Nil: 5 for background pushes, as Apple demands, else 10.
  public init(rate: Distribution, type: PushType = .background, priority: PushPriority? = nil) {
    self.rate = rate
    self.type = type
    self.priority = priority ?? (type == .background ? .byPower : .immediate)
  }
}
