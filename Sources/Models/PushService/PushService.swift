public import DeliverySim

/// The push service: what it keeps while a device is away (model.md R3).
public struct PushService: Sendable {
  /// What the service keeps for a device that is away (model.md R3.10).
  public enum Kind: String, Sendable, CaseIterable {
    /// Keeps one push per app and device, usually the newest.
    case apns
    /// Keeps up to ``capacity`` pushes; one more discards all, and the app is notified.
    case fcm
    /// Keeps everything until it expires; a push of the same topic replaces the stored one.
    case webPush = "web-push"
    /// Keeps nothing.
    case wnsToast = "wns-toast"
    /// Keeps up to ``capacity`` pushes; then new ones are dropped.
    case mqtt
    /// Keeps everything for ever: the ideal bound.
    case keepAll = "keep-all"
  }

  /// R3.7: which pushes overwrite each other.
  public enum Slot: String, Sendable, CaseIterable {
    /// Alert and background share one slot, VoIP has its own.
    case shared
    /// Each type has its own.
    case perType = "per-type"
  }

  /// R3.2: *usually* the newest survives.
  public struct NewestSurvives: Sendable {
    public var probability: Probability
    /// The newest push can be lost only if it is accepted less than this after the stored one.
    public var within: SimTime

    public init(probability: Probability = .one, within: SimTime = .never) {
      self.probability = probability
      self.within = within
    }
  }

  /// R3.8: a dead connection is noticed late.
  public struct HalfOpen: Sendable {
    /// From the disconnection to its notice [s].
    public var detect: Distribution
    /// A device that returns before keeps its connection.
    public var resume: Probability

    public init(detect: Distribution, resume: Probability = .zero) {
      self.detect = detect
      self.resume = resume
    }
  }

  public var kind: Kind
  /// From each send (R3.5); 0: one attempt, never stored. See ``expirationInForce``.
  public var expiration: SimTime
  /// How many pushes `fcm` and `mqtt` store for a device, at least 1; nil: the kind's default.
  public var capacity: Int?
  public var newestSurvives: NewestSurvives
  /// Which pushes share a slot of `apns`.
  public var slot: Slot
  /// To a connected device [s].
  public var latency: Distribution
  /// Nil: a disconnection is noticed at once.
  public var halfOpen: HalfOpen?
  /// Which messages are collapsible with `fcm`; nil: none.
  public var collapseKeys: CollapseKeys?
  /// Of the collapsible ones.
  public var throttle: Throttle
  /// The largest push that it accepts [byte]; nil: any.
  public var payloadLimit: Int?
  /// How many pushes it takes for one token (R2.7, 429); nil: all.
  public var perToken: Throttle?
  /// Who gets a token of `web-push` at all; nil: everybody.
  public var optIn: WebPushOptIn?

  public init(
    kind: Kind = .apns, expiration: SimTime = SimTime(microseconds: 30 * SimTime.day.microseconds),
    newestSurvives: NewestSurvives = NewestSurvives(), latency: Distribution = .zero,
    halfOpen: HalfOpen? = nil, capacity: Int? = nil, slot: Slot = .shared,
    collapseKeys: CollapseKeys? = nil, throttle: Throttle = .collapsible, payloadLimit: Int? = nil,
    perToken: Throttle? = nil, optIn: WebPushOptIn? = nil
  ) {
    (self.perToken, self.optIn) = (perToken, optIn)
    self.collapseKeys = collapseKeys
    self.throttle = throttle
    self.payloadLimit = payloadLimit
    self.slot = slot
    self.kind = kind
    self.expiration = expiration
    self.capacity = capacity
    self.newestSurvives = newestSurvives
    self.latency = latency
    self.halfOpen = halfOpen
  }
}

extension PushService {
  /// The longest that FCM stores [vendor].
  public static var fcmExpirationMax: SimTime {
    SimTime(microseconds: 28 * SimTime.day.microseconds)
  }

  /// ``expiration``, cut to what the kind allows: the same scenario serves all kinds.
  public var expirationInForce: SimTime {
    kind == .fcm ? min(expiration, Self.fcmExpirationMax) : expiration
  }

  /// The largest number of pushes that are stored for one device; meaningless for kinds without a
  /// capacity.
  public var capacityInForce: Int { capacity ?? (kind == .fcm ? 100 : 1000) }
}

/// What the push service holds for one device.
struct PushServiceState: ~Copyable {
  /// Stored pushes, in order of storing; with `apns` at most one in a slot.
  var stored: [Int] = []
  /// The stored pushes of a service that counts them, by expiry: instead of ``stored``.
  var counted = EventQueue()
  /// `web-push`: where the stored push of a message is, by message.
  var topics = TopicIndex()
  /// `fcm`: messages whose pushes were discarded since the device was last connected.
  var discarded: [UInt32] = []
  /// `fcm`: pushes have been discarded since then.
  var isDiscarding = false
  /// Sent into a dead connection.
  var limbo: [Int] = []
  /// A dead connection is noticed then; never: there is none.
  var detection = SimTime.never
  var acceptances: UInt32 = 0
  /// `fcm`: the bucket of the throttle is full then, unless something is taken out of it.
  var bucketFull = SimTime.zero
  /// The same of the bucket for all pushes to the token.
  var tokenBucketFull = SimTime.zero
}

extension PushServiceState {
  /// As at the start, but keeps the memory.
  mutating func removeAll() {
    stored.removeAll(keepingCapacity: true)
    counted.removeAll()
    topics.removeAll()
    discarded.removeAll(keepingCapacity: true)
    limbo.removeAll(keepingCapacity: true)
    (isDiscarding, detection, acceptances) = (false, .never, 0)
    (bucketFull, tokenBucketFull) = (.zero, .zero)
  }
}

extension Device {
  // MARK: Acceptance and delivery

  /// A push reaches the service. The connection is examined now, and again when the push would
  /// arrive (R3.3).
  mutating func accept(_ push: inout Push, _ bus: inout Bus) {
    service.acceptances &+= 1
    push.acceptance = service.acceptances
    push.accepted = bus.now
    if endUnregistered(push, &bus) {
      push.destination = .none
      return
    }
    if laws.pointee.users.limitsRate, rejectTooMany(push, &bus) {
      push.destination = .none
      return
    }
    note(.accepted, push, &bus)
    if laws.pointee.collapse.isOn, throttle(push, &bus) {
      push.destination = .none
    } else if isHeldBack(push) {
      push.destination = .none
      note(.power(.heldBack), push, &bus)
      store(push, &bus)
    } else if network.isConnected {
      attemptDelivery(&push, &bus)
    } else {
      push.destination = .none
      keep(push, &bus)
    }
  }

  /// The device is not connected. Until the service knows, it sends into the dead connection
  /// (R3.8); else it stores.
  @inline(never)
  private mutating func keep(_ push: Push, _ bus: inout Bus) {
    guard service.detection != .never else { return store(push, &bus) }
    note(.intoLimbo, push, &bus)
    service.limbo.append(pushes.insert(push))
  }

  private mutating func attemptDelivery(_ push: inout Push, _ bus: inout Bus) {
    // One less: the last attempt may still need the numbers of a next one (R3.2).
    guard push.attempts < RandomStream.attemptLimit - 1 else {
      push.destination = .none
      return bus.stop(.attemptsPerPush)
    }
    (push.destination, push.legEnd) = (.device, bus.now + serviceSpan(push, bus))
    push.attempts += 1
  }

  /// A push reaches the device, or finds it gone.
  mutating func arrive(_ push: inout Push, _ bus: inout Bus) {
    push.destination = .none
    if endUnregistered(push, &bus) { return }
    if network.isConnected {
      receive(push, &bus)
      if laws.pointee.savesPower { handOverHeld(&bus) }
    } else {
      keep(push, &bus)
    }
  }

  // MARK: The store

  /// The device is away: what happens to a push is the service's kind (R3.10).
  private mutating func store(_ push: Push, _ bus: inout Bus) {
    switch setup.pointee.service.kind {
    case .apns: if outlives(push, &bus) { storeInSlot(push, &bus) }
    case .fcm: if outlives(push, &bus) { storeOrDiscardAll(push, &bus) }
    case .webPush: if outlives(push, &bus) { storeByTopic(push, &bus) }
    case .wnsToast: refuse(push, &bus)
    case .mqtt: if outlives(push, &bus) { enqueue(push, &bus) }
    case .keepAll: keepForEver(push, &bus)
    }
  }

  /// Whether a push may be stored at all; else it ends (R3.5).
  private mutating func outlives(_ push: Push, _ bus: inout Bus) -> Bool {
    if setup.pointee.service.expiration == .zero {
      end(push, .notStored, &bus)
    } else if expiry(of: push) <= bus.now {
      end(push, .expired, at: expiry(of: push), &bus)
    } else {
      return true
    }
    return false
  }

  /// Stores a push beside the others.
  ///
  /// - Returns: Where.
  @discardableResult
  mutating func shelve(_ push: Push, _ bus: inout Bus) -> Int {
    let index = pushes.insert(push)
    service.stored.append(index)
    note(.stored, push, &bus)
    return index
  }

  func expiry(of push: Push) -> SimTime {
    push.sent.advanced(bySpan: laws.pointee.expiration)
  }

  /// Ends what has expired in the store, at the moment it did. An expiry at exactly the hand-over
  /// has expired (R0.5).
  mutating func dropExpired(_ bus: inout Bus) {
    switch setup.pointee.service.kind {
    case .apns, .webPush: dropExpiredFromShelf(&bus)
    case .fcm:
      dropExpiredOfCounted(&bus)
      dropExpiredFromShelf(&bus)
    case .mqtt: dropExpiredOfCounted(&bus)
    case .wnsToast, .keepAll: break
    }
  }

  private mutating func dropExpiredFromShelf(_ bus: inout Bus) {
    var kept = 0
    for place in service.stored.indices {
      let index = service.stored[place]
      let expiry = expiry(of: pushes[index])
      if expiry <= bus.now {
        service.topics.forget(pushes[index], at: index)
        end(pushes.remove(index), .expired, at: expiry, &bus)
      } else {
        service.stored[kept] = index
        kept += 1
      }
    }
    if kept < service.stored.count { service.stored.removeLast(service.stored.count - kept) }
  }

  /// Takes everything out of the store, in order of acceptance.
  private mutating func takeStored() -> [Push] {
    var taken = takeCounted() + takeShelf()
    taken.sort { $0.acceptance < $1.acceptance }
    return taken
  }

  /// Takes what is stored without being counted, in order of storing.
  mutating func takeShelf() -> [Push] {
    var taken: [Push] = []
    for index in service.stored {
      let push = pushes.remove(index)
      service.topics.forget(push, at: index)
      taken.append(push)
    }
    service.stored.removeAll(keepingCapacity: true)
    return taken
  }

  /// The token is no longer registered: what was stored for it, or sent into a dead connection, is
  /// gone (R2.8).
  mutating func emptyForToken(_ bus: inout Bus) {
    dropExpired(&bus)
    for push in takeStored() + takeLimbo() { end(push, .unregistered, &bus) }
    service.discarded.removeAll(keepingCapacity: true)
    service.isDiscarding = false
    service.tokenBucketFull = .zero
  }

  // MARK: Connections

  /// The device's connection died. Until the service notices, pushes go into limbo (R3.8).
  ///
  /// - Returns: When it does; nil: at once.
  mutating func connectionLost(_ bus: borrowing Bus) -> SimTime? {
    guard let law = laws.pointee.detect, !law.isZero else { return nil }
    // This end of a connection has been counted already.
    let delay = SimTime(
      seconds: windows[.detection].sample(
        law, bus.stream(.detection),
        index: network.disconnections &- 1))
    guard delay > .zero else { return nil }
    service.detection = bus.now + delay
    return service.detection
  }

  /// The service notices, unless the device has returned since.
  mutating func detectDisconnection(_ bus: inout Bus) {
    guard service.detection == bus.now else { return }
    bus.note(.detected)
    service.detection = .never
    emptyLimbo(&bus)
  }

  /// The device has a connection again: limbo first, then what is stored.
  mutating func connectionReady(_ bus: inout Bus) {
    if service.detection != .never {
      service.detection = .never
      resumeConnection(&bus)
    }
    if !sleepsOn(&bus) { handOverStored(&bus) }
  }

  /// Everything that is stored goes to the device, in order of acceptance.
  mutating func handOverStored(_ bus: inout Bus) {
    dropExpired(&bus)
    if service.isDiscarding { tellOfDiscarded(&bus) }
    if service.stored.count == 1, service.counted.count == 0 {
      // The slot's push, most of the time: no list is made for it.
      let index = service.stored.removeLast()
      let push = pushes.remove(index)
      service.topics.forget(push, at: index)
      handOver(push, &bus)
    } else if !service.stored.isEmpty || service.counted.count > 0 {
      for push in takeStored() { handOver(push, &bus) }
    }
  }

  private mutating func handOver(_ push: Push, _ bus: inout Bus) {
    var push = push
    note(.handedOver, push, &bus)
    attemptDelivery(&push, &bus)
    depart(&push, &bus)
  }

  private mutating func resumeConnection(_ bus: inout Bus) {
    let resume = setup.pointee.service.halfOpen?.resume ?? .zero
    let stream = bus.stream(.resumption)
    // This return has been counted already.
    guard windows[.resumption].happens(resume, stream, index: network.returns &- 1) else {
      return emptyLimbo(&bus)
    }
    for push in takeLimbo() { receive(push, &bus) }
  }

  /// Everything in limbo enters the store in order of acceptance.
  private mutating func emptyLimbo(_ bus: inout Bus) {
    guard !service.limbo.isEmpty else { return }
    for push in takeLimbo() { store(push, &bus) }
  }

  private mutating func takeLimbo() -> [Push] {
    guard !service.limbo.isEmpty else { return [] }
    var taken: [Push] = []
    for index in service.limbo { taken.append(pushes.remove(index)) }
    service.limbo.removeAll(keepingCapacity: true)
    return taken.sorted { $0.acceptance < $1.acceptance }
  }
}
