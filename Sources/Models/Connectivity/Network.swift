public import DeliverySim

/// When a device has a network (model.md R1.6, R1.7).
public struct Network: Sendable {
  /// Online and offline spans; nil: always online.
  public var onOff: OnOffProcess?
  /// From coming online to being connected to the push service [s].
  public var reconnect: Distribution

  public init(onOff: OnOffProcess? = nil, reconnect: Distribution = .zero) {
    self.onOff = onOff
    self.reconnect = reconnect
  }
}
