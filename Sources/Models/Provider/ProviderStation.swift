import DeliverySim

/// The provider, as far as one device is concerned (model.md R2).
struct ProviderStation: ~Copyable {
  private(set) var plan: Kept<ProviderPlan>
  var retries = RetryTimers()
  var heartbeat = HeartbeatTimer()
  var unanswered = UnansweredPushes()
  /// The number of pushes without a message that have been made, by content.
  private var otherCounts = Buffer<UInt32>(minimumCapacity: PushContent.allCases.count)
  /// The memory of a rule from outside.
  var foreign: (any ProviderRule)?

  init(_ plan: Kept<ProviderPlan>) {
    self.plan = plan
    foreign = plan.foreign?.makeProvider()
    for _ in PushContent.allCases { otherCounts.append(0) }
  }

  /// The provider's timers end with its strategy; after a message, a quiet time begins.
  mutating func adopt(_ plan: Kept<ProviderPlan>, _ turn: inout Turn) {
    self.plan = plan
    foreign = plan.foreign?.makeProvider()
    retries.forget()
    if turn.lastPosition > 0 { beginQuietTime(&turn) }
  }
}

extension ProviderStation {
  // MARK: Hop 1

  /// The server hands a message to the provider over hop 1: no push yet, it is sent at the
  /// provider.
  mutating func handIn(_ message: UInt32, _ turn: inout Turn) -> Push {
    var push = Push(message: message, copy: 0, sent: turn.now)
    guard turn.mayStore else {
      turn.stop(.storedPerDevice)
      return push
    }
    turn.ledger[Int(message)].copiesOut &+= 1
    turn.books.counts.handedIn += 1
    (push.destination, push.legEnd) = (.intake, turn.now)
    return push
  }

  /// The message gets its position in the queue (R2.3).
  func take(_ message: UInt32, _ turn: inout Turn) {
    leaveIntake(message, &turn)
    turn.enqueue(message)
  }

  /// Ends a message on its way to the provider without a position, so that none is missed: it was
  /// lost, nobody is known who wants it, or it is kept no longer.
  func refuse(_ push: Push, _ cause: Cause, _ turn: inout Turn) {
    leaveIntake(push.message, &turn)
    turn.noteEnd(push, cause)
  }

  /// It is no more on its way to the provider.
  func leaveIntake(_ message: UInt32, _ turn: inout Turn) {
    precondition(turn.books.counts.handedIn > 0, "no message is on its way to the provider")
    turn.ledger[Int(message)].copiesOut -= 1
    turn.books.counts.handedIn -= 1
  }

  // MARK: Sends

  /// Sends the next copy of a message (R1.2: with draws of its own).
  ///
  /// - Returns: The push, at hop 2 if it is on its way.
  mutating func send(_ message: UInt32, _ turn: inout Turn) -> Push {
    let place = Int(message)
    let copy = turn.ledger[place].sends
    var push = Push(message: message, copy: copy, sent: turn.now)
    guard copy < RandomStream.copyLimit else {
      turn.stop(.copiesPerMessage)
      return push
    }
    guard turn.mayStore else {
      turn.stop(.storedPerDevice)
      return push
    }
    push.type = plan.pushType ?? .alert
    push.hasContent = plan.sendsContent
    if plan.sendsBadge { push.lastPosition = turn.lastPosition }
    turn.ledger[place].sends = copy &+ 1
    turn.ledger[place].copiesOut &+= 1
    if copy > 0 { turn.note(.resent, message: message, copy: copy) }
    turn.books.counts.sent &+= 1
    if let digest = plan.digest { push.items = digest.pack(before: message, self, &turn) }
    beginQuietTime(&turn)
    if isTooLarge(push, &turn) {
      turn.end(push, .pushService(.rejectedTooLarge))
      return push
    }
    retries.await(message, copy: copy, plan, &turn)
    (push.destination, push.legEnd) = (.link, turn.now)
    return push
  }

  /// R2.7: 413. The provider does not try again. No more earlier messages are packed into a push
  /// than the push service would take.
  @inline(__always)
  private func isTooLarge(_ push: Push, _ turn: inout Turn) -> Bool {
    guard let limit = plan.payloadLimit, push.items == 0, push.hasContent else {
      return false
    }
    return payloadBytes(push.message, &turn) > Double(limit)
  }

  /// The size of a message [byte]; 0 when it is not modelled.
  @inline(__always)
  func payloadBytes(_ message: UInt32, _ turn: inout Turn) -> Double {
    guard let law = plan.payload else { return 0 }
    let size = turn.sample(.payload, law, message)
    precondition(size >= 0, "a payload has a size")
    // This rounds like `rounded()`, but without the C library.
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
  /// - Parameter unanswered: It is sent once more, since no answer has come (R2.11).
  /// - Returns: nil when a limit was hit, or without a token.
  @inline(__always)
  mutating func sendOther(
    _ content: PushContent, again unanswered: Push? = nil, hasToken: Bool, _ turn: inout Turn
  ) -> Push? {
    // Who has no token gets none of them, ever.
    guard hasToken else { return nil }
    guard turn.mayStore else {
      turn.stop(.storedPerDevice)
      return nil
    }
    let number = unanswered?.message ?? nextNumber(of: content)
    var push = Push(content, number: number, sent: turn.now)
    push.type = unanswered?.type ?? plan.extraTraffic[content]?.type ?? plan.heartbeatType
    push.lastPosition = unanswered?.lastPosition ?? turn.lastPosition
    push.isFiltered = content == .heartbeat && plan.filtersHeartbeats
    turn.books.counts.sent &+= 1
    turn.books.counts.othersSent += 1
    turn.note(unanswered == nil ? .sent : .resent, push, value: Int64(push.lastPosition))
    (push.destination, push.legEnd) = (.link, turn.now)
    return push
  }
}

extension ProviderStation {
  // MARK: Both hops

  func crossIntake(_ push: inout Push, _ turn: inout Turn) {
    push.destination = .none
    guard let loss = plan.intake.loss(on: &turn.intake, at: turn.now) else {
      let retry = plan.intake.retry
      if !waits(&push, retry, for: .intake, .providerUnreachable, &turn) {
        refuse(push, .provider(.serverLost), &turn)
      }
      return
    }
    guard !turn.isLost(push, on: .intake, loss) else {
      return refuse(push, .provider(.serverLost), &turn)
    }
    let span = turn.span(.intake, plan.intake.latency, push)
    (push.destination, push.legEnd) = (.provider, turn.now + span)
  }

  mutating func crossLink(_ push: inout Push, _ turn: inout Turn) {
    push.destination = .none
    guard let loss = linkLoss(at: turn.now, &turn) else {
      return wait(&push, .serviceUnreachable, orEndBy: .provider(.unreachable), &turn)
    }
    guard !plan.link.awaitsAnswers else {
      return turn.crossLink(&push, loss, plan.link, keeping: &unanswered)
    }
    let isLost = turn.isLost(push, on: .link, loss)
    let surplus = turn.surplus
    if surplus.countsRepeats, turn.isCountedRepeat(push) {
      surplus.countRepeat(isLost, loss, &turn.tally)
    }
    guard !isLost else { return turn.end(push, .provider(.linkLost)) }
    let span = turn.span(.link, plan.link.latency, push)
    (push.destination, push.legEnd) = (.service, turn.now + span)
  }

  /// The push service takes the push later, perhaps (R2.6, R2.7): the provider follows its policy.
  @inline(never)
  func wait(
    _ push: inout Push, _ event: StoryRecord.Event, orEndBy cause: Cause, _ turn: inout Turn
  ) {
    // A push without an answer is sent again anyway (R2.11).
    if push.isUnanswered || !waits(&push, plan.link.retry, for: .link, event, &turn) {
      turn.end(push, cause)
    }
  }

  /// The probability that hop 2 loses a push that is sent at a time; nil: it is unreachable.
  ///
  /// - Precondition: Nobody asks for an earlier time afterwards.
  @inline(__always)
  func linkLoss(at time: SimTime, _ turn: inout Turn) -> Probability? {
    guard plan.link.changes else { return plan.link.loss }
    return plan.link.loss(on: &turn.link, at: time)
  }

  /// The hop is unreachable: the sender tries again later, as often as its policy allows.
  ///
  /// - Returns: False when it gives up.
  @inline(never)
  private func waits(
    _ push: inout Push, _ retry: Hop.Retry?, for hop: Push.Destination,
    _ event: StoryRecord.Event, _ turn: inout Turn
  ) -> Bool {
    guard let retry, Int(push.retries) < retry.attempts else { return false }
    let wait = retry.wait(before: push.retries)
    push.retries += 1
    (push.destination, push.legEnd) = (hop, turn.now + wait)
    turn.note(event, push, value: wait.microseconds)
    return true
  }
}
