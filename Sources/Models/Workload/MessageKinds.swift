public import DeliverySim

/// The parts of a push's payload besides the message's content (model.md R1.5, R4.3).
public struct MessageKinds: Sendable {
  /// The demand of a push of the type alert on the device.
  public enum Kind: String, Sendable, CaseIterable {
    /// Draws an alert.
    case alert
    /// Draws an alert, and wakes the app unseen (`content-available`): it fetches what the user
    /// does not have.
    case mixed
  }

  /// The kind of all messages.
  public var kind: Kind
  /// The share of messages whose payload has none of alert, badge and sound: the device ignores
  /// their pushes, unless they are silent.
  public var blank: Probability

  /// - Precondition: Mixed messages are not blank: such a push would be a silent one.
  public init(kind: Kind = .alert, blank: Probability = .zero) {
    precondition(kind == .alert || blank.value == 0, "a blank mixed push is a silent one")
    (self.kind, self.blank) = (kind, blank)
  }

  /// There is nothing in a payload but an alert.
  var arePlain: Bool { kind == .alert && blank.value == 0 }
}
