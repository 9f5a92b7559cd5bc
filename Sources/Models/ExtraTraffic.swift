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

  mutating func startExtraTraffic(_ context: inout CellContext) {
    guard setup.pointee.workload.hasExtraTraffic else { return }
    others.rates = (rate(of: .badgeUpdate, context), rate(of: .readReceipt, context))
    for content in [PushContent.badgeUpdate, .readReceipt] {
      scheduleExtraPush(content, number: 0, &context)
    }
  }

  @inline(__always)
  private func rate(of content: PushContent, _ context: borrowing CellContext) -> Double {
    guard let traffic = laws.pointee.extraTraffic[content] else { return 0 }
    return traffic.rate.sample(draws(.otherRate, 0, UInt16(content.rawValue), context))
  }

  /// A Poisson process with streams of its own: part of the world, the same for every strategy.
  private mutating func scheduleExtraPush(
    _ content: PushContent, number: UInt32, _ context: inout CellContext
  ) {
    let rate = content == .badgeUpdate ? others.rates.badgeUpdate : others.rates.readReceipt
    guard rate > 0 else { return }
    let unit = windows[content].arrival.sample(
      laws.pointee.unitExponential, context.random.stream(.otherArrival, device: self.number),
      index: number, copy: content.rawValue)
    let time = context.now + SimTime(seconds: unit / rate)
    schedule(.extraPushMade, at: time, payload: Int(content.rawValue), &context)
  }

  /// The server makes one; the next one is on its way.
  mutating func makeExtraPush(_ code: Int, _ context: inout CellContext) {
    guard let content = PushContent(rawValue: UInt8(code)) else { return }
    guard var push = newOther(content, &context) else { return }
    scheduleExtraPush(content, number: push.message + 1, &context)
    context.countExtraPush()
    if goStraight(push, &context) { return }
    crossLink(&push, &context)
    follow(&push, &context)
  }

  /// Takes a push that nobody sees all the way at once, if nothing can happen to it: the same steps
  /// as ``crossLink(_:_:)``, ``accept(_:_:)`` and ``arrive(_:_:)``, as for messages
  /// (``goStraight(before:_:)``).
  ///
  /// - Returns: False: it needs the general way; then nothing has changed.
  private mutating func goStraight(_ push: Push, _ context: inout CellContext) -> Bool {
    guard network.isConnected, laws.pointee.takesOthersStraight, authorisation == .allowed,
      !token.isUnregistered, !isHeldBack(push), !wakesOthers,
      let loss = linkLoss(&context), !isLostOnLink(push, loss, context)
    else { return false }
    let accepted = context.now + linkSpan(push, context)
    let arrived = accepted + serviceSpan(push, context)
    guard context.isNext(arrived) else { return false }
    moveClock(to: accepted, &context)
    service.acceptances &+= 1
    note(.accepted, push, &context)
    moveClock(to: arrived, &context)
    note(.arrived, push, &context)
    context.countWakeUp()
    release(push)
    return true
  }

  @inline(__always)
  private mutating func moveClock(to time: SimTime, _ context: inout CellContext) {
    guard time > context.now else { return }
    context.now = time
    countEvent(&context)
  }

  // MARK: Pushes without a message

  /// Sends one over the link to the push service.
  ///
  /// - Returns: The push on its way; nil when a limit was hit, or without a token.
  mutating func sendOther(_ content: PushContent, _ context: inout CellContext) -> Push? {
    guard var push = newOther(content, &context) else { return nil }
    crossLink(&push, &context)
    return push
  }

  /// The same, still at the provider.
  @inline(__always)
  private mutating func newOther(_ content: PushContent, _ context: inout CellContext) -> Push? {
    // Who has no token gets none of them, ever.
    if token.isMissing { return nil }
    guard mayStore(context) else {
      context.stop(.init(limit: .storedPerDevice, device: number, time: context.now))
      return nil
    }
    var push = Push(content, number: others.next(content), sent: context.now)
    push.type = laws.pointee.extraTraffic[content]?.type ?? .alert
    push.lastPosition = lastPosition
    push.isFiltered = setup.pointee.strategy.provider.heartbeat?.filtering ?? false
    sentPushes &+= 1
    others.sent += 1
    note(.sent, push, value: Int64(push.lastPosition), &context)
    return push
  }

  /// One has reached the device. Badge updates and read receipts are nothing to be seen.
  mutating func receiveOther(_ push: Push, _ start: ExtensionStart, _ context: inout CellContext) {
    if push.content == .heartbeat {
      receiveHeartbeat(push, start, &context)
    } else {
      release(push)
    }
  }
}
