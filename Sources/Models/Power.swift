public import DeliverySim

/// How urgent a push is to APNs (`apns-priority`, model.md R3.4); FCM and Web Push have the like.
public enum PushPriority: Int, Sendable, CaseIterable {
  /// Delivered at once.
  case immediate = 10
  /// Waits while the device reserves power.
  case byPower = 5
  /// Never wakes the device: waits until something else has.
  case passive = 1
}

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

extension PushService.Kind {
  /// Whether services of this kind hold back pushes of low priority.
  public var knowsPriorities: Bool { self == .apns || self == .fcm || self == .webPush }
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

extension DeviceSetup {
  /// Some pushes wait when power is reserved.
  var savesPower: Bool {
    !power.isIdeal && service.kind.knowsPriorities && workload.hasPushesThatWait
  }
}

extension Workload {
  /// Some pushes have a priority below the highest.
  public var hasPushesThatWait: Bool {
    [priority, badgeUpdates?.priority, readReceipts?.priority].contains {
      $0 != nil && $0 != .immediate
    }
  }
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

extension Device {
  // MARK: What is held back

  @inline(__always)
  private func priority(of push: Push) -> PushPriority {
    switch push.content {
    case .message: setup.pointee.workload.priority
    case .heartbeat: .immediate
    case .badgeUpdate, .readReceipt:
      laws.pointee.extraTraffic[push.content]?.priority ?? .immediate
    }
  }

  /// Whether a push of this priority may wake the device now.
  @inline(__always)
  private func wakes(_ priority: PushPriority) -> Bool {
    switch priority {
    case .immediate: true
    case .byPower: !power.isReserving
    case .passive: false
    }
  }

  /// The service does not even try to deliver it, connected or not.
  @inline(__always)
  func isHeldBack(_ push: Push) -> Bool {
    laws.pointee.savesPower && !wakes(priority(of: push))
  }

  /// Messages need not wait, and nothing waits for one of them to wake the device.
  @inline(__always)
  var isAwakeForMessages: Bool {
    !laws.pointee.savesPower || wakes(setup.pointee.workload.priority) && !service.holdsPushes
  }

  /// A push that reaches the device now brings along what is held back.
  @inline(__always)
  var wakesOthers: Bool { laws.pointee.savesPower && service.holdsPushes }

  /// The device is awake: what is held back comes along, whatever its priority.
  mutating func handOverHeld(_ bus: inout Bus) {
    guard laws.pointee.savesPower, network.isConnected, service.holdsPushes else { return }
    handOverStored(&bus)
  }

  /// A device that has connected while it reserves power gets what is stored only where one of it
  /// may wake the device.
  mutating func sleepsOn(_ bus: inout Bus) -> Bool {
    guard laws.pointee.savesPower, power.isReserving else { return false }
    for place in service.stored where wakes(priority(of: pushes[place])) { return false }
    var (counted, isAwoken) = ([Event](), false)
    while let stored = service.counted.next() {
      counted.append(stored)
      if wakes(priority(of: pushes[stored.payload])) { isAwoken = true }
    }
    for stored in counted { service.counted.schedule(stored) }
    return !isAwoken
  }
}

extension PushServiceState {
  /// Something is stored, or there is something to tell of.
  @inline(__always)
  fileprivate var holdsPushes: Bool { !stored.isEmpty || counted.count > 0 || isDiscarding }
}
