public import DeliverySim

/// When a device reserves power (model.md R3.4): then the push service holds back what can wait,
/// although the device is connected.
public struct Power: Sendable {
  /// Up: with power to spare; down: reserving it. Nil: always with power to spare.
  public var spans: Alternation?
  /// Who reserves power all the time: low-power mode. A share of the devices, drawn for each device
  /// and replication.
  public var always: Probability

  /// No device reserves power, unless something is given.
  public init(spans: Alternation? = nil, always: Probability = .zero) {
    self.spans = spans
    self.always = always
  }

  /// No device ever reserves power; then priorities change nothing.
  public var isIdeal: Bool { spans == nil && always.value == 0 }
}

/// Where a device is between power to spare and power reserved.
struct PowerState: Sendable {
  fileprivate(set) var spans = Alternation.State.alwaysUp
  fileprivate(set) var isLow = false
  /// How often it was switched on again.
  var restarts: UInt32 = 0
  /// Until then the extension cannot read its saved position.
  var unreadableUntil = SimTime.zero

  var isReserving: Bool { isLow || !spans.isUp }
}

/// How long devices have power to spare, and reserve it.
struct PowerLaws {
  let normal: Sampler
  let reserving: Sampler

  init(_ power: Power, _ shelf: inout LawShelf) {
    normal = shelf.sampler(power.spans?.up ?? .zero)
    reserving = shelf.sampler(power.spans?.down ?? .zero)
  }
}

extension Device {
  // MARK: Spans

  private func powerStreams(_ bus: borrowing Bus) -> Alternation.Streams {
    Alternation.Streams(
      start: bus.stream(.powerStart),
      up: bus.stream(.powerNormal),
      down: bus.stream(.powerReserving))
  }

  /// Stationary start.
  mutating func startPower(_ bus: inout Bus) {
    guard !setup.pointee.power.isIdeal else { return }
    var chance = bus.draws(.lowPower, 0, 0)
    power.isLow = chance.happens(setup.pointee.power.always)
    if let process = setup.pointee.power.spans {
      let (state, end) = process.start(powerStreams(bus))
      power.spans = state
      bus.schedule(.powerFlips, at: end)
    }
    if power.isReserving { bus.note(.power(.reserving)) }
  }

  mutating func flipPower(_ bus: inout Bus) {
    let wasReserving = power.isReserving
    let index = power.spans.beginSpan()
    let span =
      power.spans.isUp
      ? windows[.powerNormal].sample(
        laws.pointee.power.normal, bus.stream(.powerNormal),
        index: index)
      : windows[.powerReserving].sample(
        laws.pointee.power.reserving, bus.stream(.powerReserving),
        index: index)
    bus.schedule(.powerFlips, at: bus.now + SimTime(seconds: span))
    guard power.isReserving != wasReserving else { return }
    bus.note(power.isReserving ? .power(.reserving) : .power(.normal))
    if !power.isReserving { handOverHeld(&bus) }
  }
}
