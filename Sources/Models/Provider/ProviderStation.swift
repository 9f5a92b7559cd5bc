import DeliverySim

/// The provider, as far as one device is concerned (model.md R2).
struct ProviderStation: ~Copyable {
  private(set) var plan: Kept<ProviderPlan>
  var retries = RetryTimers()
  var heartbeat = HeartbeatTimer()
  /// How many pushes without a message have been made, by content.
  private var otherCounts = Buffer<UInt32>(minimumCapacity: PushContent.allCases.count)
  /// What a rule from outside remembers.
  var foreign: (any ProviderRule)?

  init(_ plan: Kept<ProviderPlan>) {
    self.plan = plan
    foreign = plan.foreign?.makeProvider()
    for _ in PushContent.allCases { otherCounts.append(0) }
  }

  /// The provider's timers end with its strategy; after a message, a quiet time begins.
  mutating func adopt(_ plan: Kept<ProviderPlan>, _ bus: inout Bus) {
    self.plan = plan
    foreign = plan.foreign?.makeProvider()
    retries.forget()
    if bus.lastPosition > 0 { beginQuietTime(&bus) }
  }
}

extension ProviderStation {
  // MARK: Hop 1

  /// The server hands a message to the provider over hop 1: no push yet, it is sent at the
  /// provider.
  mutating func handIn(_ message: UInt32, _ bus: inout Bus) -> Push {
    var push = Push(message: message, copy: 0, sent: bus.now)
    guard bus.mayStore else {
      bus.stop(.storedPerDevice)
      return push
    }
    bus.ledger[Int(message)].copiesOut &+= 1
    bus.books.counts.handedIn += 1
    (push.destination, push.legEnd) = (.intake, bus.now)
    return push
  }

  /// The message gets its position in the queue (R2.3).
  func take(_ message: UInt32, _ bus: inout Bus) {
    leaveIntake(message, &bus)
    bus.enqueue(message)
  }

  /// Ends a message on its way to the provider without a position, so that none is missed: it was
  /// lost, nobody is known who wants it, or it is kept no longer.
  func refuse(_ push: Push, _ cause: Cause, _ bus: inout Bus) {
    leaveIntake(push.message, &bus)
    bus.noteEnd(push, cause)
  }

  /// It is no more on its way to the provider.
  func leaveIntake(_ message: UInt32, _ bus: inout Bus) {
    bus.ledger[Int(message)].copiesOut -= 1
    bus.books.counts.handedIn -= 1
  }

  // MARK: Sends

  /// Sends the next copy of a message (R1.2: with draws of its own).
  ///
  /// - Returns: The push, at hop 2 if it is on its way.
  mutating func send(_ message: UInt32, _ bus: inout Bus) -> Push {
    let place = Int(message)
    let copy = bus.ledger[place].sends
    var push = Push(message: message, copy: copy, sent: bus.now)
    guard copy < RandomStream.copyLimit else {
      bus.stop(.copiesPerMessage)
      return push
    }
    guard bus.mayStore else {
      bus.stop(.storedPerDevice)
      return push
    }
    push.type = plan.pushType ?? .alert
    push.hasContent = plan.sendsContent
    bus.ledger[place].sends = copy &+ 1
    bus.ledger[place].copiesOut &+= 1
    if copy > 0 { bus.note(.resent, message: message, copy: copy) }
    bus.books.counts.sent &+= 1
    if let digest = plan.digest { push.items = pack(digest, before: message, &bus) }
    beginQuietTime(&bus)
    if isTooLarge(push, &bus) {
      bus.end(push, .pushService(.rejectedTooLarge))
      return push
    }
    retries.await(message, copy: copy, plan, &bus)
    (push.destination, push.legEnd) = (.link, bus.now)
    return push
  }

  /// R2.7: 413. The provider does not try again. No more earlier messages are packed into a push
  /// than the push service would take.
  @inline(__always)
  private func isTooLarge(_ push: Push, _ bus: inout Bus) -> Bool {
    guard let limit = plan.payloadLimit, push.items == 0, push.hasContent else {
      return false
    }
    return payloadBytes(push.message, &bus) > Double(limit)
  }

  /// The size of a message [byte]; 0 when it is not modelled.
  @inline(__always)
  func payloadBytes(_ message: UInt32, _ bus: inout Bus) -> Double {
    guard let law = plan.payload else { return 0 }
    let size = bus.sample(.payload, law, message)
    // As `rounded()` has it, but without the C library.
    guard size < 0x1p52 else { return size }
    let whole = Double(Int64(size))
    return size - whole < 0.5 ? whole : whole + 1
  }

  // MARK: Pushes without a message

  /// The number of the next one of these. It is used up even if the token is refused and nothing is
  /// sent, so that those after it stay what they are.
  mutating func nextNumber(of content: PushContent) -> UInt32 {
    defer { otherCounts[Int(content.rawValue)] &+= 1 }
    return otherCounts[Int(content.rawValue)]
  }

  /// One of these, at hop 2.
  ///
  /// - Returns: nil when a limit was hit, or without a token.
  @inline(__always)
  mutating func sendOther(_ content: PushContent, hasToken: Bool, _ bus: inout Bus) -> Push? {
    // Who has no token gets none of them, ever.
    guard hasToken else { return nil }
    guard bus.mayStore else {
      bus.stop(.storedPerDevice)
      return nil
    }
    var push = Push(content, number: nextNumber(of: content), sent: bus.now)
    push.type = plan.extraTraffic[content]?.type ?? plan.heartbeatType
    push.lastPosition = bus.lastPosition
    push.isFiltered = content == .heartbeat && plan.filtersHeartbeats
    bus.books.counts.sent &+= 1
    bus.books.counts.othersSent += 1
    bus.note(.sent, push, value: Int64(push.lastPosition))
    (push.destination, push.legEnd) = (.link, bus.now)
    return push
  }
}

extension ProviderStation {
  // MARK: Both hops

  func crossIntake(_ push: inout Push, _ bus: inout Bus) {
    push.destination = .none
    guard let loss = plan.intake.loss(on: &bus.intake, at: bus.now) else {
      let retry = plan.intake.retry
      if !waits(&push, retry, for: .intake, .providerUnreachable, &bus) {
        refuse(push, .provider(.serverLost), &bus)
      }
      return
    }
    guard !bus.isLost(push, on: .intake, loss) else {
      return refuse(push, .provider(.serverLost), &bus)
    }
    let span = bus.span(.intake, plan.intake.latency, push)
    (push.destination, push.legEnd) = (.provider, bus.now + span)
  }

  func crossLink(_ push: inout Push, _ bus: inout Bus) {
    push.destination = .none
    guard let loss = linkLoss(&bus) else {
      return wait(&push, .serviceUnreachable, orEndBy: .provider(.unreachable), &bus)
    }
    guard !bus.isLost(push, on: .link, loss) else { return bus.end(push, .provider(.linkLost)) }
    (push.destination, push.legEnd) = (.service, bus.now + linkSpan(push, &bus))
  }

  /// The push service takes the push later, perhaps (R2.6, R2.7): the provider follows its policy.
  @inline(never)
  func wait(
    _ push: inout Push, _ event: StoryRecord.Event, orEndBy cause: Cause, _ bus: inout Bus
  ) {
    if !waits(&push, plan.link.retry, for: .link, event, &bus) { bus.end(push, cause) }
  }

  /// How probably hop 2 loses what is sent now; nil: it is unreachable.
  @inline(__always)
  func linkLoss(_ bus: inout Bus) -> Probability? { linkLoss(at: bus.now, &bus) }

  /// The same of what is sent at a time.
  ///
  /// - Precondition: Nobody asks for an earlier time afterwards.
  @inline(__always)
  func linkLoss(at time: SimTime, _ bus: inout Bus) -> Probability? {
    guard plan.link.changes else { return plan.link.loss }
    return plan.link.loss(on: &bus.link, at: time)
  }

  @inline(__always)
  func linkSpan(_ push: Push, _ bus: inout Bus) -> SimTime {
    bus.span(.link, plan.link.latency, push)
  }

  /// The hop is unreachable: the sender tries again later, as often as its policy allows.
  ///
  /// - Returns: False when it gives up.
  @inline(never)
  private func waits(
    _ push: inout Push, _ retry: Hop.Retry?, for hop: Push.Destination,
    _ event: StoryRecord.Event, _ bus: inout Bus
  ) -> Bool {
    guard let retry, Int(push.retries) < retry.attempts else { return false }
    let wait = retry.wait(before: push.retries)
    push.retries += 1
    (push.destination, push.legEnd) = (hop, bus.now + wait)
    bus.note(event, push, value: wait.microseconds)
    return true
  }
}
