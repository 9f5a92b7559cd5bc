public import DeliverySim

/// Devices that are switched off every night (model.md R1.3: local time, no daylight saving).
public struct Nights: Sendable {
  /// Whose are, drawn for each device and replication.
  public var share: Probability
  /// Times of day, from 0 up to but not including 24 h: off from `from` to `to`, over midnight when
  /// `to` comes first.
  public let from: SimTime
  /// As ``from``.
  public let to: SimTime

  /// - Precondition: two different times of day.
  public init(share: Probability = .one, from: SimTime, to: SimTime) {
    precondition([from, to].allSatisfy { $0 >= .zero && $0 < .day }, "a time of day is below 24 h")
    precondition(from != to, "a night takes time")
    (self.share, self.from, self.to) = (share, from, to)
  }
}

extension Nights {
  /// From one switching off to the switching on.
  fileprivate var length: SimTime { to > from ? to - from : to + .day - from }

  fileprivate var isNightAtStart: Bool { from == .zero || to < from && to > .zero }
}

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
  // MARK: Switching off and on

  /// Before the network starts: whether the device is off depends on the time of day alone.
  mutating func startNights(_ bus: inout Bus) {
    guard let law = setup.pointee.nights else { return }
    var chance = bus.draws(.switchedOffAtNight, 0, 0)
    network.hasNights = chance.happens(law.share)
    guard network.hasNights else { return }
    network.isSwitchedOn = !law.isNightAtStart
    if !network.isSwitchedOn { bus.note(.power(.off)) }
    bus.schedule(.switched, at: network.isSwitchedOn ? law.from : law.to)
  }

  mutating func switchOver(_ bus: inout Bus) {
    guard let law = setup.pointee.nights else { return }
    let isOn = !network.isSwitchedOn
    bus.note(isOn ? .power(.on) : .power(.off))
    let span = isOn ? SimTime.day - law.length : law.length
    bus.schedule(.switched, at: bus.now + span)
    if isOn { lock(&bus) }
    setSwitch(isOn: isOn, &bus)
  }

  // MARK: R5.7: before the first unlock

  private mutating func lock(_ bus: inout Bus) {
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
