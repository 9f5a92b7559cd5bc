public import DeliverySim

/// What is in the payload of a message's push besides its content (model.md R1.5, R4.3).
public struct MessageKinds: Sendable {
  /// What a push of the type alert asks of the device.
  public enum Kind: String, Sendable, CaseIterable {
    /// Draws an alert.
    case alert
    /// Draws an alert, and wakes the app unseen (`content-available`): it fetches what the user
    /// does not have.
    case mixed
  }

  /// Of all messages.
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

extension Device {
  // MARK: R4.3: a payload with nothing to draw

  /// Nothing in a push asks for an alert, a badge or a sound: the same for each copy of a message.
  private func isBlank(_ push: Push, _ bus: borrowing Bus) -> Bool {
    let share = setup.pointee.workload.kinds.blank
    guard share.value > 0, push.carriesMessage else { return false }
    var chance = bus.draws(.blank, push.message, 0)
    return chance.happens(share)
  }

  /// A push that draws an alert has reached the device, and more than usual is in payloads.
  mutating func receiveByKind(_ push: Push, _ bus: inout Bus) {
    if !discardUnwanted(push, &bus) {
      if isBlank(push, bus) {
        end(push, .ignoredPayload, &bus)
      } else {
        receiveAlert(push, &bus)
      }
    }
    if push.carriesMessage { wakeByMixed(push, &bus) }
  }

  // MARK: R1.5: mixed messages

  /// The push wakes the app as well, by the same limits as a silent one (R4.5, R4.6); alerts that
  /// are off are no hindrance. What an app that was not launched would be told on its next launch
  /// is no more than that launch brings anyway.
  private mutating func wakeByMixed(_ push: Push, _ bus: inout Bus) {
    guard setup.pointee.workload.kinds.kind == .mixed, authorisation != .denied else { return }
    let moments = laws.pointee.app.mixedMoments(process.state)
    guard moments.contains(.arrival), launches(push, moments, bus), maySpend(at: bus.now)
    else { return }
    note(.app(.woken), push, &bus)
    launchInBackground(&bus)
    fetchInBackground(for: .mixed(push), &bus)
  }
}
