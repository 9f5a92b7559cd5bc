public import DeliverySim

/// The push service: what it keeps while a device is away (model.md R3).
public struct PushService: Sendable {
  /// What the service keeps for a device that is away (model.md R3.10).
  public enum Kind: String, Sendable, CaseIterable {
    /// Keeps one push per app and device, usually the newest.
    case apns
    /// Keeps everything for ever: the ideal bound.
    case keepAll = "keep-all"
  }

  /// R3.2: *usually* the newest survives.
  public struct NewestSurvives: Sendable {
    public var probability: Probability
    /// Only when the stored push was accepted less than this before.
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
  /// From each send (R3.5); 0: one attempt, never stored.
  public var expiration: SimTime
  public var newestSurvives: NewestSurvives
  /// To a connected device [s].
  public var latency: Distribution
  /// Nil: a disconnection is noticed at once.
  public var halfOpen: HalfOpen?

  public init(
    kind: Kind = .apns, expiration: SimTime = SimTime(microseconds: 30 * SimTime.day.microseconds),
    newestSurvives: NewestSurvives = NewestSurvives(), latency: Distribution = .zero,
    halfOpen: HalfOpen? = nil
  ) {
    self.kind = kind
    self.expiration = expiration
    self.newestSurvives = newestSurvives
    self.latency = latency
    self.halfOpen = halfOpen
  }
}

/// What the push service holds for one device.
struct PushServiceState: Sendable {
  /// Stored pushes, in order of acceptance; with `apns` at most one.
  var stored: [Int] = []
  /// Sent into a dead connection.
  var limbo: [Int] = []
  /// A dead connection is noticed then; never: there is none.
  var detection = SimTime.never
  var acceptances: UInt32 = 0
}

extension PushServiceState {
  /// As at the start, but keeps the memory.
  mutating func removeAll() {
    stored.removeAll(keepingCapacity: true)
    limbo.removeAll(keepingCapacity: true)
    (detection, acceptances) = (.never, 0)
  }
}

extension Device {
  // MARK: Acceptance and delivery

  /// A push reaches the service. The connection is examined now, and again when the push would
  /// arrive (R3.3).
  mutating func accept(_ push: inout Push, _ context: inout CellContext<some TraceHook>) {
    service.acceptances &+= 1
    push.acceptance = service.acceptances
    push.accepted = context.now
    note(.accepted, push, &context)
    if network.isConnected {
      attemptDelivery(&push, &context)
    } else {
      push.destination = .none
      keep(push, &context)
    }
  }

  /// The device is not connected. Until the service knows, it sends into the dead connection
  /// (R3.8); else it stores.
  @inline(never)
  private mutating func keep(_ push: Push, _ context: inout CellContext<some TraceHook>) {
    guard service.detection != .never else { return store(push, &context) }
    note(.intoLimbo, push, &context)
    service.limbo.append(pushes.insert(push))
  }

  private mutating func attemptDelivery(
    _ push: inout Push, _ context: inout CellContext<some TraceHook>
  ) {
    // One less: the last attempt may still need the numbers of a next one (R3.2).
    guard push.attempts < RandomStream.attemptLimit - 1 else {
      push.destination = .none
      return context.stop(.init(limit: .attemptsPerPush, device: number, time: context.now))
    }
    (push.destination, push.legEnd) = (.device, context.now + serviceSpan(push, context))
    push.attempts += 1
  }

  @inline(__always)
  mutating func serviceSpan(
    _ push: Push, _ context: borrowing CellContext<some TraceHook>
  ) -> SimTime {
    Self.span(
      laws.pointee.serviceLatency, push, attempt: Int(push.attempts),
      context.random.stream(.serviceLatency, device: number), &windows.serviceLatency)
  }

  /// A push reaches the device, or finds it gone.
  mutating func arrive(_ push: inout Push, _ context: inout CellContext<some TraceHook>) {
    push.destination = .none
    if network.isConnected {
      receive(push, &context)
    } else {
      keep(push, &context)
    }
  }

  // MARK: The slot

  private mutating func store(_ push: Push, _ context: inout CellContext<some TraceHook>) {
    switch setup.pointee.service.kind {
    case .keepAll:
      let place = service.stored.lastIndex { pushes[$0].acceptance < push.acceptance }
      service.stored.insert(pushes.insert(push), at: place.map { $0 + 1 } ?? 0)
      note(.stored, push, &context)
    case .apns:
      if setup.pointee.service.expiration == .zero {
        end(push, .notStored, &context)
      } else if expiry(of: push) <= context.now {
        end(push, .expired, at: expiry(of: push), &context)
      } else {
        storeInSlot(push, &context)
      }
    }
  }

  private mutating func storeInSlot(_ push: Push, _ context: inout CellContext<some TraceHook>) {
    dropExpired(&context)
    guard let place = service.stored.first else {
      service.stored.append(pushes.insert(push))
      return note(.stored, push, &context)
    }
    let other = pushes[place]
    if survives(push, over: other, context) {
      pushes[place] = push
      note(.stored, push, &context)
      end(other, .overwritten, by: push, &context)
    } else {
      end(push, .overwritten, by: other, &context)
    }
  }

  /// R3.1: the one accepted later survives; R3.2: usually, when it is the arriving one.
  private func survives(
    _ new: Push, over old: Push, _ context: borrowing CellContext<some TraceHook>
  ) -> Bool {
    guard new.acceptance > old.acceptance else { return false }
    let rule = setup.pointee.service.newestSurvives
    guard new.accepted - old.accepted < rule.within else { return true }
    var chance = draws(
      .newestSurvives, new.message, new.copy, attempt: Int(new.attempts), context)
    return chance.happens(rule.probability)
  }

  private func expiry(of push: Push) -> SimTime {
    push.sent.advanced(bySpan: setup.pointee.service.expiration)
  }

  /// Ends what has expired in the slot, at the moment it did. An expiry at exactly the hand-over
  /// has expired (R0.5).
  mutating func dropExpired(_ context: inout CellContext<some TraceHook>) {
    guard setup.pointee.service.kind == .apns, let stored = service.stored.first else { return }
    let expiry = expiry(of: pushes[stored])
    if expiry <= context.now {
      service.stored.removeFirst()
      end(pushes.remove(stored), .expired, at: expiry, &context)
    }
  }

  // MARK: Connections

  /// The device's connection died. Until the service notices, pushes go into limbo (R3.8).
  mutating func connectionLost(_ context: inout CellContext<some TraceHook>) {
    guard let law = laws.pointee.detect, !law.isZero else { return }
    let draws = draws(.detection, network.disconnections, 0, context)
    let delay = SimTime(seconds: law.sample(draws))
    guard delay > .zero else { return }
    service.detection = context.now + delay
    schedule(.disconnectionDetected, at: service.detection, &context)
  }

  /// The service notices, unless the device has returned since.
  mutating func detectDisconnection(_ context: inout CellContext<some TraceHook>) {
    guard service.detection == context.now else { return }
    note(.detected, &context)
    service.detection = .never
    emptyLimbo(&context)
  }

  /// The device has a connection again: limbo first, then what is stored.
  mutating func connectionReady(_ context: inout CellContext<some TraceHook>) {
    if service.detection != .never {
      service.detection = .never
      resumeConnection(&context)
    }
    dropExpired(&context)
    guard !service.stored.isEmpty else { return }
    let handedOver = service.stored
    service.stored.removeAll(keepingCapacity: true)
    for index in handedOver {
      var push = pushes.remove(index)
      note(.handedOver, push, &context)
      attemptDelivery(&push, &context)
      depart(&push, &context)
    }
  }

  private mutating func resumeConnection(_ context: inout CellContext<some TraceHook>) {
    let resume = setup.pointee.service.halfOpen?.resume ?? .zero
    // This return has been counted already.
    var chance = draws(.resumption, network.returns &- 1, 0, context)
    guard chance.happens(resume) else { return emptyLimbo(&context) }
    for push in takeLimbo() { receive(push, &context) }
  }

  /// Everything in limbo enters the slot in order of acceptance.
  private mutating func emptyLimbo(_ context: inout CellContext<some TraceHook>) {
    for push in takeLimbo() { store(push, &context) }
  }

  private mutating func takeLimbo() -> [Push] {
    guard !service.limbo.isEmpty else { return [] }
    var taken: [Push] = []
    for index in service.limbo { taken.append(pushes.remove(index)) }
    service.limbo.removeAll(keepingCapacity: true)
    return taken.sorted { $0.acceptance < $1.acceptance }
  }
}
