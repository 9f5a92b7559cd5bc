import DeliverySim

/// The push service, as far as one device is concerned (model.md R3).
struct PushServiceStation: ~Copyable {
  private(set) var plan: Kept<PushServicePlan>
  var store: PushStore
  /// Sent into a dead connection, parked.
  private var halfOpen: [Int] = []
  /// A dead connection is noticed then; never: there is none.
  private var detection = SimTime.never
  /// The number of the connection that was lost, as an event can carry it.
  private(set) var lost = 0
  var flights = Flights()
  var acceptances: UInt32 = 0
  /// The bucket for all pushes to the token is full then, unless something is taken out of it.
  private var tokenBucketFull = SimTime.zero
  /// By quota; empty: there is none, or nothing was taken yet.
  var quotaUses: [QuotaUse] = []

  init(_ plan: Kept<PushServicePlan>) {
    self.plan = plan
    store = PushStore(plan)
  }

  mutating func adopt(_ plan: Kept<PushServicePlan>) {
    precondition(plan.storing == self.plan.storing, "a device keeps its push service")
    self.plan = plan
    store.plan = plan
  }
}

extension PushServiceStation {
  // MARK: Acceptance and delivery

  /// The push service answers this to the provider (R2.7): 200, 410, 429, or that a quota is used
  /// up (R3.13). It takes no time.
  enum Response { case accepted, unregistered, tooMany, overQuota }

  /// A push reaches the service. The connection is examined now, and again when the push would
  /// arrive (R3.3).
  ///
  /// - Parameter isRegistered: The push goes to a token that is registered.
  mutating func accept(
    _ push: inout Push, isRegistered: Bool, _ reach: Reach, _ turn: inout Turn
  ) -> Response {
    push.destination = .none
    acceptances &+= 1
    push.acceptance = acceptances
    push.accepted = turn.now
    guard isRegistered else { return .unregistered }
    if rejectsTooMany(at: turn.now) { return .tooMany }
    if plan.hasQuotas, exceedsQuota(push, turn) { return .overQuota }
    if plan.hasConsole { push.follow(turn.isCounted(turn.now), &turn.tally) }
    turn.note(.accepted, push)
    if flights.areAny,
      let first = flights.overtake(
        slot: store.slot(of: push), capacity: plan.capacity, at: turn.now)
    {
      turn.noteEnd(first, .pushService(.overwritten), by: push)
    }
    if plan.collapse.isOn, store.throttles(push, &turn) {
      turn.end(push, .pushService(.throttled))
    } else if isHeldBack(push, reach) {
      turn.note(.power(.heldBack), push)
      if push.console == .received { push.console = .heldBack }
      store.put(push, &turn)
    } else if reach.isConnected {
      precondition(!isHalfOpen, "a device that is connected has no dead connection")
      deliver(&push, &turn)
    } else {
      keep(push, &turn)
    }
    return .accepted
  }

  /// R2.7: 429, too many pushes for this token.
  @inline(__always)
  private mutating func rejectsTooMany(at time: SimTime) -> Bool {
    guard let limit = plan.perToken else { return false }
    return !limit.passes(at: time, &tokenBucketFull)
  }

  /// Sends a push to a connected device.
  mutating func deliver(_ push: inout Push, _ turn: inout Turn) {
    precondition(push.destination == .none, "a push goes one way at a time")
    // One less: the last attempt may still need the numbers of a next one (R3.2).
    guard push.attempts < RandomStream.attemptLimit - 1 else {
      push.destination = .none
      return turn.stop(.attemptsPerPush)
    }
    (push.destination, push.legEnd) = (.device, turn.now + span(push, &turn))
    if plan.inFlight.value > 0 {
      let id = push.stream(
        PushServiceStream.inFlight, orWithoutMessage: PushServiceStream.otherInFlight)
      let delivery = Int(push.attempts)
      var chance = turn.draws(id, push.message, push.copy, attempt: delivery)
      if chance.happens(plan.inFlight) { flights.begin(push, slot: store.slot(of: push)) }
    }
    push.attempts += 1
  }

  /// The time from the acceptance, or a hand-over, to the device.
  @inline(__always)
  func span(_ push: Push, _ turn: inout Turn) -> SimTime {
    turn.span(.service, plan.latency, push, attempt: Int(push.attempts))
  }

  /// The device is not connected. Until the service knows, it sends into the dead connection
  /// (R3.8); else it stores.
  @inline(never)
  mutating func keep(_ push: Push, _ turn: inout Turn) {
    precondition(isHalfOpen || halfOpen.isEmpty, "what waits has a connection that is dead")
    guard isHalfOpen else { return store.put(push, &turn) }
    turn.note(.intoHalfOpen, push)
    halfOpen.append(turn.pushes.insert(push))
  }

  /// The token is no longer registered: what was stored for it, or sent into a dead connection, is
  /// gone (R2.8).
  mutating func emptyForToken(_ turn: inout Turn) {
    store.dropExpired(&turn)
    for push in store.takeAll(&turn) + takeHalfOpen(&turn) {
      turn.end(push, .tokens(.unregistered))
    }
    _ = store.takeDiscarded()
    tokenBucketFull = .zero
  }

  // MARK: Connections

  /// A device that is away at the start counts as away since then: what it did before is unknown.
  mutating func start(isConnected: Bool) { store.away = isConnected ? .never : .zero }

  mutating func noteConnection() { store.away = .never }

  /// The device's connection died. Until the service notices, it sends into it (R3.8).
  ///
  /// - Parameter connection: Its number, from 0.
  /// - Returns: The time when the service notices; nil: at once.
  mutating func lose(connection: UInt32, _ turn: inout Turn) -> SimTime? {
    precondition(!isHalfOpen, "a connection dies once")
    store.away = turn.now
    let time = noticeTime(ofConnection: connection, &turn)
    guard time > turn.now else { return nil }
    (detection, lost) = (time, Int(connection) & Event.payloadMax)
    return time
  }

  /// The time when the service notices that a connection is dead which dies now.
  @inline(__always)
  mutating func noticeTime(ofConnection connection: UInt32, _ turn: inout Turn) -> SimTime {
    guard let law = plan.detect else { return turn.now }
    return turn.now + turn.span(.detection, law, connection)
  }

  /// The service notices, unless the device has returned since: a notice that comes too late is not
  /// counted, since an absence that is skipped has none.
  mutating func detectDisconnection(of connection: Int, _ turn: inout Turn) {
    guard detection == turn.now, connection == lost else { return }
    turn.countEvent()
    turn.note(.detected)
    detection = .never
    storeHalfOpen(&turn)
  }

  /// The service has not noticed yet that the connection is dead.
  @inline(__always)
  var isHalfOpen: Bool { detection != .never }

  /// The device has a connection again: the old one, perhaps.
  ///
  /// - Parameter place: The number of the device's return, from 0.
  /// - Returns: The pushes that arrive with it.
  mutating func resume(return place: UInt32, _ turn: inout Turn) -> [Push] {
    precondition(isHalfOpen, "only a connection that has died comes back")
    detection = .never
    if turn.happens(.resumption, plan.resume, place) { return takeHalfOpen(&turn) }
    storeHalfOpen(&turn)
    return []
  }

  /// Pushes that were sent into a dead connection enter the store in order of acceptance.
  private mutating func storeHalfOpen(_ turn: inout Turn) {
    for push in takeHalfOpen(&turn) { store.put(push, &turn) }
  }

  private mutating func takeHalfOpen(_ turn: inout Turn) -> [Push] {
    guard !halfOpen.isEmpty else { return [] }
    let taken = halfOpen.map { turn.pushes.remove($0) }
    halfOpen.removeAll(keepingCapacity: true)
    return taken.sorted { $0.acceptance < $1.acceptance }
  }
}
