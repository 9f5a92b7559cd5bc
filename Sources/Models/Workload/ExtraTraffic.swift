public import DeliverySim

/// Pushes that carry no message and compete for the slot all the same (model.md R3.7), such as
/// updates of the badge or read receipts for the user's other devices.
public struct ExtraTraffic: Sendable {
  /// At a constant rate [1/s], drawn once per device and replication.
  public var rate: Distribution
  /// Which slot they compete for.
  public var type: PushType
  /// Matters where devices reserve power.
  public var priority: PushPriority

  /// - Parameters:
  ///   - rate: **[1/s]**, drawn once per device and replication.
  ///   - type: Which slot they compete for.
  ///   - priority: Nil: 5 for background pushes, as Apple demands, else 10.
  public init(rate: Distribution, type: PushType = .background, priority: PushPriority? = nil) {
    self.rate = rate
    self.type = type
    self.priority = priority ?? (type == .background ? .byPower : .immediate)
  }
}

/// The same as plain numbers, by content.
struct ExtraTrafficLaws {
  /// One kind of pushes.
  struct Kind {
    let rate: Sampler
    let type: PushType
    let priority: PushPriority

    init(_ traffic: ExtraTraffic, _ shelf: inout LawShelf) {
      (rate, type, priority) = (shelf.sampler(traffic.rate), traffic.type, traffic.priority)
    }
  }

  private let badgeUpdates: Kind?
  private let readReceipts: Kind?

  init(_ workload: Workload, _ shelf: inout LawShelf) {
    badgeUpdates = workload.badgeUpdates.map { Kind($0, &shelf) }
    readReceipts = workload.readReceipts.map { Kind($0, &shelf) }
  }

  /// Nil: there is no such traffic.
  @inline(__always)
  subscript(content: PushContent) -> Kind? {
    switch content {
    case .badgeUpdate: badgeUpdates
    case .readReceipt: readReceipts
    case .message, .heartbeat: nil
    }
  }
}

/// The pushes without a message of one device.
struct OtherPushesState: Sendable {
  /// How many have been made, by content.
  private var counts = (heartbeat: UInt32(0), badgeUpdate: UInt32(0), readReceipt: UInt32(0))
  /// How often the device gets them [1/s].
  fileprivate var rates = (badgeUpdate: 0.0, readReceipt: 0.0)
  /// Sent to the push service.
  var sent = 0
  var ended = 0

  /// The running number of the next one.
  mutating func next(_ content: PushContent) -> UInt32 {
    func raise(_ count: inout UInt32) -> UInt32 {
      defer { count &+= 1 }
      return count
    }
    switch content {
    case .heartbeat: return raise(&counts.heartbeat)
    case .badgeUpdate: return raise(&counts.badgeUpdate)
    case .readReceipt: return raise(&counts.readReceipt)
    case .message: preconditionFailure("has a number of its own")
    }
  }
}

extension Device {
  // MARK: Extra traffic

  mutating func startExtraTraffic(_ bus: inout Bus) {
    guard setup.pointee.workload.hasExtraTraffic else { return }
    others.rates = (rate(of: .badgeUpdate, bus), rate(of: .readReceipt, bus))
    for content in [PushContent.badgeUpdate, .readReceipt] {
      scheduleExtraPush(content, number: 0, &bus)
    }
  }

  @inline(__always)
  private func rate(of content: PushContent, _ bus: borrowing Bus) -> Double {
    guard let traffic = laws.pointee.extraTraffic[content] else { return 0 }
    return traffic.rate.sample(bus.draws(.otherRate, 0, UInt16(content.rawValue)))
  }

  /// A Poisson process with streams of its own: part of the world, the same for every strategy.
  private mutating func scheduleExtraPush(
    _ content: PushContent, number: UInt32, _ bus: inout Bus
  ) {
    let rate = content == .badgeUpdate ? others.rates.badgeUpdate : others.rates.readReceipt
    guard rate > 0 else { return }
    let unit = windows[content].arrival.sample(
      laws.pointee.unitExponential, bus.stream(.otherArrival),
      index: number, copy: content.rawValue)
    let time = bus.now + SimTime(seconds: unit / rate)
    bus.schedule(.extraPushMade, at: time, payload: Int(content.rawValue))
  }

  /// The server makes one; the next one is on its way.
  mutating func makeExtraPush(_ code: Int, _ bus: inout Bus) {
    guard let content = PushContent(rawValue: UInt8(code)) else { return }
    guard var push = newOther(content, &bus) else { return }
    scheduleExtraPush(content, number: push.message + 1, &bus)
    bus.countExtraPush()
    if goStraight(push, &bus) { return }
    crossLink(&push, &bus)
    follow(&push, &bus)
  }

  /// Takes a push that nobody sees all the way at once, if nothing can happen to it: the same steps
  /// as ``crossLink(_:_:)``, ``accept(_:_:)`` and ``arrive(_:_:)``, as for messages
  /// (``goStraight(before:_:)``).
  ///
  /// - Returns: False: it needs the general way; then nothing has changed.
  private mutating func goStraight(_ push: Push, _ bus: inout Bus) -> Bool {
    guard network.isConnected, laws.pointee.takesOthersStraight, authorisation == .allowed,
      !token.isUnregistered, !isHeldBack(push), !wakesOthers,
      let loss = linkLoss(&bus), !isLostOnLink(push, loss, bus)
    else { return false }
    let accepted = bus.now + linkSpan(push, bus)
    let arrived = accepted + serviceSpan(push, bus)
    guard bus.isNext(arrived) else { return false }
    moveClock(to: accepted, &bus)
    service.acceptances &+= 1
    note(.accepted, push, &bus)
    moveClock(to: arrived, &bus)
    note(.arrived, push, &bus)
    bus.countWakeUp()
    release(push, &bus)
    return true
  }

  @inline(__always)
  private mutating func moveClock(to time: SimTime, _ bus: inout Bus) {
    guard time > bus.now else { return }
    bus.skip(to: time)
    bus.countEvent()
  }

  // MARK: Pushes without a message

  /// Sends one over the link to the push service.
  ///
  /// - Returns: The push on its way; nil when a limit was hit, or without a token.
  mutating func sendOther(_ content: PushContent, _ bus: inout Bus) -> Push? {
    guard var push = newOther(content, &bus) else { return nil }
    crossLink(&push, &bus)
    return push
  }

  /// The same, still at the provider.
  @inline(__always)
  private mutating func newOther(_ content: PushContent, _ bus: inout Bus) -> Push? {
    // Who has no token gets none of them, ever.
    if token.isMissing { return nil }
    guard mayStore(bus) else {
      bus.stop(.storedPerDevice)
      return nil
    }
    var push = Push(content, number: others.next(content), sent: bus.now)
    push.type = laws.pointee.extraTraffic[content]?.type ?? .alert
    push.lastPosition = lastPosition(bus)
    push.isFiltered = setup.pointee.strategy.provider.heartbeat?.filtering ?? false
    sentPushes &+= 1
    others.sent += 1
    note(.sent, push, value: Int64(push.lastPosition), &bus)
    return push
  }
}
