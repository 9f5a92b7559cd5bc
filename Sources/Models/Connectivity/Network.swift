public import DeliverySim

/// The law of the times when a device has a network (model.md R1.6, R1.7, R1.9, R1.10).
public struct Network: Sendable {
  /// Online and offline spans; nil: always online.
  public var onOff: OnOffProcess?
  /// The speed at which these spans are used up.
  public var paces: Paces
  /// Each device divides its online spans by its number of this law, scaled to mean 1 (at
  /// least 1e-6); nil: all devices are alike.
  public var devicePace: Distribution?
  /// The time from coming online to being connected to the push service [s].
  public var reconnect: Distribution
  /// Recorded times offline, used where `onOff` is nil; nil: there are none.
  public var absences: AbsenceTrace?

  public init(
    onOff: OnOffProcess? = nil, reconnect: Distribution = .zero, paces: Paces = Paces(),
    absences: AbsenceTrace? = nil, devicePace: Distribution? = nil
  ) {
    self.onOff = onOff
    self.paces = paces
    self.reconnect = reconnect
    self.absences = absences
    self.devicePace = devicePace
  }
}
