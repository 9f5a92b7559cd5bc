public import DeliverySim

/// When a device reserves power (model.md R3.4): then the push service holds back what can wait,
/// although the device is connected.
public struct Power: Sendable {
  /// Up: with power to spare; down: reserving it. Nil: always with power to spare.
  public var spans: OnOffProcess?
  /// Who reserves power all the time: low-power mode. A share of the devices, drawn for each
  /// replication, evenly over its devices.
  public var always: Probability

  /// No device reserves power, unless something is given.
  public init(spans: OnOffProcess? = nil, always: Probability = .zero) {
    self.spans = spans
    self.always = always
  }

  /// No device ever reserves power; then priorities change nothing.
  public var isIdeal: Bool { spans == nil && always.value == 0 }
}
