public import DeliverySim

/// When a device has a network (model.md R1.6, R1.7, R1.10).
public struct Network: Sendable {
  /// Online and offline spans; nil: always online.
  public var onOff: OnOffProcess?
  /// From coming online to being connected to the push service [s].
  public var reconnect: Distribution
  /// Recorded times offline, used where `onOff` is nil; nil: there are none.
  public var absences: AbsenceTrace?

  public init(
    onOff: OnOffProcess? = nil, reconnect: Distribution = .zero, absences: AbsenceTrace? = nil
  ) {
    self.onOff = onOff
    self.reconnect = reconnect
    self.absences = absences
  }
}
