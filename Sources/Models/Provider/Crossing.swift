import DeliverySim

extension Device {
  // MARK: Hop 1

  /// The server hands a message to the provider over hop 1.
  ///
  /// - Returns: The message on its way, if it is: no push yet, it is sent at the provider.
  mutating func handIn(_ message: UInt32, _ bus: inout Bus) -> Push {
    var push = Push(message: message, copy: 0, sent: bus.now)
    guard mayStore(bus) else {
      bus.stop(.storedPerDevice)
      return push
    }
    bus.ledger[Int(message)].copiesOut &+= 1
    handedIn += 1
    crossIntake(&push, &bus)
    return push
  }

  mutating func crossIntake(_ push: inout Push, _ bus: inout Bus) {
    push.destination = .none
    let law = laws.pointee.intake
    guard let loss = Self.loss(law, &bus.intake, at: bus.now) else {
      if !waits(&push, law.retry, for: .intake, &bus) { loseOnIntake(push, &bus) }
      return
    }
    let random = bus.random
    guard
      !Self.isLost(
        push, loss, random.stream(.intakeLoss, device: bus.device), &windows[.intakeLoss])
    else { return loseOnIntake(push, &bus) }
    let span = Self.span(
      law.latency, push, random.stream(.intakeLatency, device: bus.device), &windows[.intakeLatency]
    )
    (push.destination, push.legEnd) = (.provider, bus.now + span)
  }

  /// The message gets its position in the queue, and its push is sent (R2.3), unless the provider
  /// does not know who wants it.
  mutating func reachProvider(_ push: inout Push, _ bus: inout Bus) {
    leaveIntake(push, &bus)
    if let cause = refusal(of: push.message) {
      push.destination = .none
      return noteEnd(push, cause, &bus)
    }
    queue.append(push.message)
    let position = UInt32(queue.count)
    bus.ledger[Int(push.message)].position = position
    bus.note(.queued, message: push.message, value: Int64(position))
    push = send(push.message, &bus)
  }

  /// The provider never hears of it, so that no position is missed.
  private mutating func loseOnIntake(_ push: Push, _ bus: inout Bus) {
    leaveIntake(push, &bus)
    noteEnd(push, .serverLost, &bus)
  }

  private mutating func leaveIntake(_ push: Push, _ bus: inout Bus) {
    bus.ledger[Int(push.message)].copiesOut -= 1
    handedIn -= 1
  }

  // MARK: Positions

  /// A message's position in the queue, from 1. Where every message gets a push at once it is the
  /// message's number + 1 and nothing is kept.
  func position(of message: UInt32, _ bus: borrowing Bus) -> UInt32 {
    laws.pointee.users.numbersByMessage ? message + 1 : bus.ledger[Int(message)].position
  }

  /// The last one that the queue has given; 0: none.
  func lastPosition(_ bus: borrowing Bus) -> UInt32 {
    UInt32(laws.pointee.users.numbersByMessage ? bus.ledger.count : queue.count)
  }

  func message(at position: UInt32) -> UInt32 {
    laws.pointee.users.numbersByMessage ? position - 1 : queue[Int(position) - 1]
  }

  /// A message that a push carries: 0 is its own, n the one n positions before.
  func messageCarried(by push: Push, _ place: Int, _ bus: borrowing Bus) -> UInt32 {
    place == 0 ? push.message : message(at: position(of: push.message, bus) - UInt32(place))
  }

  // MARK: Hop 2

  mutating func crossLink(_ push: inout Push, _ bus: inout Bus) {
    push.destination = .none
    guard let loss = linkLoss(&bus) else {
      if !waits(&push, laws.pointee.link.retry, for: .link, &bus) {
        end(push, .unreachable, &bus)
      }
      return
    }
    guard !isLostOnLink(push, loss, bus) else { return end(push, .linkLost, &bus) }
    (push.destination, push.legEnd) = (.service, bus.now + linkSpan(push, bus))
  }

  /// How probably hop 2 loses what is sent now; nil: it is unreachable.
  @inline(__always)
  mutating func linkLoss(_ bus: inout Bus) -> Probability? {
    guard laws.pointee.link.changes else { return laws.pointee.link.loss }
    return Self.loss(laws.pointee.link, &bus.link, at: bus.now)
  }

  @inline(__always)
  mutating func isLostOnLink(_ push: Push, _ loss: Probability, _ bus: borrowing Bus) -> Bool {
    let random = bus.random
    return push.isOther
      ? Self.isOtherLost(
        push, loss, random.stream(.otherLinkLoss, device: bus.device),
        &windows[push.content].linkLoss)
      : Self.isLost(push, loss, random.stream(.linkLoss, device: bus.device), &windows[.linkLoss])
  }

  @inline(__always)
  mutating func linkSpan(_ push: Push, _ bus: borrowing Bus) -> SimTime {
    let (law, random) = (laws.pointee.link.latency, bus.random)
    return push.isOther
      ? Self.otherSpan(
        law, push, random.stream(.otherLinkLatency, device: bus.device),
        &windows[push.content].linkLatency)
      : Self.span(
        law, push, random.stream(.linkLatency, device: bus.device), &windows[.linkLatency])
  }
}

extension Device {
  // MARK: Both hops

  @inline(never)
  private static func loss(
    _ law: HopLaws, _ hop: inout SharedHop, at time: SimTime
  ) -> Probability? {
    guard law.changes else { return law.loss }
    guard hop.isReachable(at: time) else { return nil }
    return hop.isInBurst(at: time) ? law.lossInBurst : law.loss
  }

  /// One draw decides, in a burst and outside.
  @inline(__always)
  private static func isLost(
    _ push: Push, _ loss: Probability, _ stream: @autoclosure () -> RandomStream,
    _ window: inout SampleWindow
  ) -> Bool {
    guard loss.value > 0 else { return false }
    if push.copy == 0 { return window.uniform(stream(), index: push.message) < loss.value }
    var draws = stream().draws(index: push.message, copy: Int(push.copy))
    return draws.happens(loss)
  }

  @inline(never)
  private static func isOtherLost(
    _ push: Push, _ loss: Probability, _ stream: RandomStream, _ window: inout SampleWindow
  ) -> Bool {
    let copy = push.content.rawValue
    return loss.value > 0
      && window.uniform(stream, index: push.message, copy: copy) < loss.value
  }

  /// The hop is unreachable: the sender tries again later, as often as its policy allows.
  ///
  /// - Returns: False when it gives up.
  @inline(never)
  private mutating func waits(
    _ push: inout Push, _ retry: Hop.Retry?, for hop: Push.Destination,
    _ bus: inout Bus
  ) -> Bool {
    guard let retry, Int(push.retries) < retry.attempts else { return false }
    let wait = retry.wait(before: push.retries)
    push.retries += 1
    (push.destination, push.legEnd) = (hop, bus.now + wait)
    let event: StoryRecord.Event = hop == .intake ? .providerUnreachable : .serviceUnreachable
    note(event, push, value: wait.microseconds, &bus)
    return true
  }
}
