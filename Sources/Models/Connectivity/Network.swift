public import DeliverySim

/// When a device has a network (model.md R1.6, R1.7).
public struct Network: Sendable {
  /// Online and offline spans; nil: always online.
  public var alternation: Alternation?
  /// From coming online to being connected to the push service [s].
  public var reconnect: Distribution

  public init(alternation: Alternation? = nil, reconnect: Distribution = .zero) {
    self.alternation = alternation
    self.reconnect = reconnect
  }
}
