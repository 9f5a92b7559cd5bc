public import DeliverySim

extension ServiceExtension {
  /// R5.7: what is written is protected until the user has unlocked a device that was switched on.
  public struct FirstUnlock: Sendable {
    /// From switching on to the first unlock [s].
    public var unlock: Distribution
    /// How probably the saved position cannot be read until then: drawn for each time that the
    /// device is switched on.
    public var positionUnreadable: Probability

    public init(unlock: Distribution, positionUnreadable: Probability = .one) {
      self.unlock = unlock
      self.positionUnreadable = positionUnreadable
    }
  }
}

extension Device {
  // MARK: R5.7: before the first unlock

  mutating func lock(_ bus: inout Bus) {
    let restart = power.restarts
    power.restarts &+= 1
    power.unreadableUntil = .zero
    guard let law = setup.pointee.serviceExtension.firstUnlock else { return }
    var chance = bus.draws(.positionUnreadable, restart, 0)
    guard chance.happens(law.positionUnreadable) else { return }
    let span = bus.draw(law.unlock, .firstUnlock, restart, 0)
    power.unreadableUntil = bus.now + span
    bus.note(.power(.positionUnreadable), value: span.microseconds)
  }

  /// The extension can read what it has saved. To a push in order it makes no difference: it is
  /// shown, and its position saved, either way.
  @inline(__always)
  func canReadPosition(_ bus: borrowing Bus) -> Bool {
    bus.now >= power.unreadableUntil
  }

  /// R5.1, step 5: as if there were none, this position is saved; where one is unreadable never a
  /// lower one, so that what is missed is missed once.
  mutating func savePosition(_ position: UInt32, _ bus: borrowing Bus) {
    let least = canReadPosition(bus) ? 0 : client.savedPosition ?? 0
    client.savedPosition = max(position, least)
  }
}
