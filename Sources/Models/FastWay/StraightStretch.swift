import DeliverySim

/// The sums of messages that were taken to the screen at once, until they are entered into the
/// device and the tally.
private struct Stretch {
  /// So many messages have gone.
  private(set) var messages = 0
  /// The number of those that were shown in the counted window.
  private var counted: UInt64 = 0
  /// So many of them are accepted in it.
  private var accepted: UInt64 = 0
  /// ``Turn/countEvent()`` counts so.
  private var events: Int
  /// Something else happens then, to this device or to another one.
  let end: SimTime

  @inline(__always)
  init(_ turn: borrowing Turn) {
    (events, end) = (turn.books.eventsInWindow, turn.nextTime())
  }
}

/// The times of a message at each place of its way.
private struct Passage {
  let created: SimTime
  let accepted: SimTime
  let arrived: SimTime

  static var legCount: Int { 2 }

  /// The number of its legs that took no time.
  @inline(__always)
  var instantLegs: Int { (accepted == created ? 1 : 0) &+ (arrived == accepted ? 1 : 0) }
}

extension Stretch {
  /// The events of a message: at most accepted, arrived, and the next one created.
  private static var eventsOfMessage: Int { 3 }

  /// No limit is so near that the general way must look at every event.
  @inline(__always)
  func hasRoom(for count: Int, _ limits: World.Limits) -> Bool {
    events &+ count &* Self.eventsOfMessage <= limits.eventsPerDeviceDay
  }

  /// Messages at the beginning of a block, which arrive one after the other.
  ///
  /// - Parameter legs: The number of their legs that took time: the end of such a leg counts as an
  ///   event.
  @inline(__always)
  fileprivate mutating func add(
    _ count: Int, of block: Block, legs: Int, _ window: Range<SimTime>
  ) {
    guard count > 0 else { return }
    messages &+= count
    events &+= legs
    let isInside =
      block.passage(at: 0).accepted >= window.lowerBound
      && block.passage(at: count &- 1).arrived < window.upperBound
    counted &+= UInt64(isInside ? count : block.arrivals(count, in: window))
    accepted &+= UInt64(isInside ? count : block.acceptances(count, in: window))
  }

  /// The next messages were made.
  mutating func addCreated(_ count: Int) { events &+= count }

  @inline(__always)
  func enter(_ rules: FastForwardPlan, _ turn: inout Turn) {
    turn.books.eventsInWindow = events
    turn.books.counts.sent &+= messages
    turn.books.counts.ended &+= messages
    turn.tally.add(counted, to: .interruptions)
    turn.tally.add(counted, to: .wakeUps)
    if rules.numbersPushes || rules.acknowledges {
      turn.tally.add(counted, to: ExtensionCounter.extensionRuns)
    }
    if rules.acknowledges { turn.tally.add(counted, to: .acknowledgements) }
    if rules.countsAccepted {
      turn.tally.add(accepted, to: ConsoleCounter.received)
      turn.tally.add(accepted, to: ConsoleCounter.delivered)
    }
  }
}

extension LedgerEntry {
  /// The entry of a message that was sent once and shown.
  @inline(__always)
  fileprivate init(_ passage: Passage, arrival: UInt32, _ repair: Repair) {
    self.init(created: passage.created, repair: repair)
    (sends, shown, lastArrival) = (1, passage.arrived, arrival)
  }
}

/// The times when the provider hears of messages: arrays by place in the block.
private struct Acknowledgements {
  let latency: UnsafePointer<SimTime>
  /// nil: none is lost.
  let losses: UnsafePointer<Double>?
  let loss: Double
}

extension Acknowledgements {
  /// The time that one is under way; nil: it is lost.
  @inline(__always)
  func span(at place: Int) -> SimTime? {
    if let losses, losses[place] < loss { return nil }
    return latency[place]
  }
}

/// The random delays and losses of a block of messages on their way: arrays by place in the block.
private struct Block {
  /// The times when the messages are made, and the one after them.
  let created: UnsafePointer<SimTime>
  let link: UnsafePointer<SimTime>
  let service: UnsafePointer<SimTime>
  /// nil: none is lost.
  let losses: UnsafePointer<Double>?
  let loss: Double
  /// nil: nobody acknowledges.
  let acknowledgements: Acknowledgements?
  let count: Int
}

extension Block {
  /// Whether a message is not lost, and at the device before the next one is made and before `end`.
  @inline(__always)
  func isStraight(_ place: Int, _ passage: Passage, before end: SimTime) -> Bool {
    passage.arrived < created[place &+ 1] && passage.arrived < end
      && (losses.map { $0[place] >= loss } ?? true)
  }

  /// The number of messages at the beginning of the block that are straight.
  func passed(before end: SimTime) -> Int {
    var place = 0
    while place < count, isStraight(place, passage(at: place), before: end) { place &+= 1 }
    return place
  }

  /// The number of the first `count` messages that arrive in a window.
  @inline(never)
  func arrivals(_ count: Int, in window: Range<SimTime>) -> Int {
    (0..<count).count { window.contains(passage(at: $0).arrived) }
  }

  /// The push service accepts so many of them in it.
  @inline(never)
  func acceptances(_ count: Int, in window: Range<SimTime>) -> Int {
    (0..<count).count { window.contains(passage(at: $0).accepted) }
  }

  /// The number of messages, at most `limit`, that are acknowledged before they would be sent
  /// again. Then the provider has nothing to remember: no other copy will ever be sent.
  func acknowledged(within wait: SimTime, _ limit: Int) -> Int {
    var place = 0
    while place < limit, let span = acknowledgements?.span(at: place),
      passage(at: place).arrived + span <= created[place].advanced(bySpan: wait)
    {
      place &+= 1
    }
    return place
  }

  @inline(__always)
  func passage(at place: Int) -> Passage {
    // Neither time exceeds `SimTime.latest` by more than a block's spans: far from overflow.
    let accepted = created[place].microseconds &+ link[place].microseconds
    let arrived = accepted &+ service[place].microseconds
    return Passage(
      created: created[place], accepted: SimTime(microseconds: accepted),
      arrived: SimTime(microseconds: arrived))
  }
}

extension Device {
  // MARK: Straight stretches

  /// Takes messages to the screen, as many at once as there are variates for. A block looks up only
  /// times before the stretch's end, and so before whatever happens next in the batch.
  ///
  /// - Parameter next: The same as in ``fastForward(before:_:)``.
  /// - Returns: The same as there.
  mutating func goStraight(before next: inout SimTime, _ turn: inout Turn) -> Bool {
    var stretch = Stretch(turn)
    let hasEnded = goStraight(&stretch, before: &next, &turn)
    enter(stretch, &turn)
    return hasEnded
  }

  @inline(__always)
  private mutating func goStraight(
    _ stretch: inout Stretch, before next: inout SimTime, _ turn: inout Turn
  ) -> Bool {
    while stretch.hasRoom(for: ArrivalBlock.size, turn.world.limits) {
      let block = nextBlock(&turn)
      let end = min(stretch.end, provider.firstQuietEnd(block.created, block.count))
      let passed = pass(block, before: end, &stretch, &turn)
      // The last one may be followed by something else than the next message.
      let hasEnded = passed > 0 && block.created[passed] >= end
      let moved = hasEnded ? passed &- 1 : passed
      stretch.addCreated(moved)
      turn.books.arrivals.skip(min(moved, block.count &- 1))
      turn.skip(to: block.created[moved])
      guard moved == block.count else {
        next = block.created[moved &+ 1]
        return hasEnded
      }
      next = workload.nextMessage(&turn)
    }
    return false
  }

  @inline(__always)
  private mutating func nextBlock(_ turn: inout Turn) -> Block {
    let message = UInt32(truncatingIfNeeded: turn.ledger.count)
    let (times, count) = turn.books.arrivals.rest
    let loss = provider.plan.link.loss.value
    return Block(
      created: times,
      link: turn.spans(.link, provider.plan.link.latency, from: message),
      service: turn.spans(.service, service.plan.latency, from: message),
      losses: loss > 0 ? turn.losses(on: .link, from: message) : nil, loss: loss,
      acknowledgements: plan.fastForward.acknowledges
        ? acknowledgements(from: message, &turn) : nil,
      count: count)
  }

  @inline(never)
  private mutating func acknowledgements(
    from message: UInt32, _ turn: inout Turn
  ) -> Acknowledgements {
    let runs = serviceExtension.plan
    let loss = runs.acknowledgementLoss.value
    return Acknowledgements(
      latency: turn.spans(
        .acknowledgementLatency, runs.acknowledgementLatency, from: message),
      losses: loss > 0 ? turn.uniforms(.acknowledgementLoss, from: message) : nil, loss: loss)
  }

  /// - Returns: The number of messages that are shown.
  @inline(__always)
  private mutating func pass(
    _ block: Block, before end: SimTime, _ stretch: inout Stretch, _ turn: inout Turn
  ) -> Int {
    let rules = plan.fastForward
    let limit =
      rules.choosesMessages
      ? chosen(from: block.passed(before: end), block, &turn) : block.count
    if rules.settlesArrivals {
      return passAndSettle(limit, of: block, before: end, &stretch, &turn)
    }
    return pass(limit, of: block, before: end, settles: false, &stretch, &turn)
  }

  /// Apart, so that the usual loop stays short.
  @inline(never)
  private mutating func passAndSettle(
    _ limit: Int, of block: Block, before end: SimTime, _ stretch: inout Stretch, _ turn: inout Turn
  ) -> Int {
    pass(limit, of: block, before: end, settles: true, &stretch, &turn)
  }

  /// Enters messages into the ledger and the fingerprint, in one loop, since the processor
  /// mispredicts where a loop ends.
  ///
  /// - Returns: The number of messages that pass, `limit` at most.
  @inline(__always)
  private mutating func pass(
    _ limit: Int, of block: Block, before end: SimTime, settles: Bool, _ stretch: inout Stretch,
    _ turn: inout Turn
  ) -> Int {
    let rules = plan.fastForward
    let (first, entries) = (turn.ledger.count, turn.ledger.room(for: limit))
    let step: UInt32 = rules.numbersPushes ? 1 : 0
    var arrival = rules.numbersPushes ? nextArrival(after: stretch) : 0
    var fingerprint = turn.books.fingerprint
    var (place, instantLegs) = (0, 0)
    while place < limit, case let passage = block.passage(at: place),
      block.isStraight(place, passage, before: end)
    {
      (entries + place).initialize(
        to: LedgerEntry(passage, arrival: arrival, rules.repairAtFirst))
      arrival &+= step
      instantLegs &+= passage.instantLegs
      let message = UInt32(truncatingIfNeeded: first &+ place)
      fingerprint.add(passage, of: message)
      if settles {
        let span = block.acknowledgements?.span(at: place)
        settle(message, passage, span, &fingerprint, &turn)
      }
      fingerprint.addShowing(of: message, at: passage.arrived)
      place &+= 1
    }
    turn.books.fingerprint = fingerprint
    turn.ledger.claim(place)
    let window = Range(uncheckedBounds: (turn.world.warmup, turn.world.duration))
    stretch.add(place, of: block, legs: place &* Passage.legCount &- instantLegs, window)
    return place
  }

  /// - Returns: The number of messages at the block's beginning, `count` at most, that may go
  ///   straight.
  @inline(never)
  private mutating func chosen(from count: Int, _ block: Block, _ turn: inout Turn) -> Int {
    let first = UInt32(truncatingIfNeeded: turn.ledger.count)
    var chosen = count
    if provider.plan.retry.isOn {
      guard RetryTimers.hasRoom(for: first &+ UInt32(count)) else { return 0 }
      chosen = block.acknowledged(within: provider.plan.retry.waits[0], count)
    }
    guard service.plan.collapse.isOn || provider.plan.link.changes else {
      return chosen
    }
    return (0..<chosen).first {
      !mayGoStraight(first &+ UInt32($0), block.created[$0], &turn)
    } ?? chosen
  }

  /// Whether a message is not collapsible, and not lost on hop 2.
  private mutating func mayGoStraight(
    _ message: UInt32, _ created: SimTime, _ turn: inout Turn
  ) -> Bool {
    if service.plan.collapse.isCollapsible(message, turn) { return false }
    guard provider.plan.link.changes else { return true }
    let push = Push(message: message, copy: 0, sent: created)
    return provider.linkLoss(at: created, &turn).map { !turn.isLost(push, on: .link, $0) } ?? false
  }

  /// A message has reached the device: its receipt, and its acknowledgement.
  ///
  /// - Parameter span: The time for which the acknowledgement is under way; nil: it is lost.
  @inline(__always)
  private mutating func settle(
    _ message: UInt32, _ passage: Passage, _ span: SimTime?, _ fingerprint: inout Fingerprint,
    _ turn: inout Turn
  ) {
    if telemetry.isOn { writeReceipt(of: message, passage, &fingerprint, &turn) }
    guard plan.fastForward.acknowledges else { return }
    fingerprint.addAcknowledgement(of: message, after: span, at: passage.arrived)
    guard let span else { return }
    escalations.noteAcknowledgement(of: message, at: passage.arrived + span)
  }

  @inline(never)
  private mutating func writeReceipt(
    of message: UInt32, _ passage: Passage, _ fingerprint: inout Fingerprint, _ turn: inout Turn
  ) {
    telemetry.noteSend(of: message, at: passage.created)
    let isWritten =
      telemetry.isWritten(by: .serviceExtension)
      ? plan.serviceExtension.exists : app.isInForeground
    guard isWritten else { return }
    turn.books.fingerprint = fingerprint
    // Only the block's end moves the clock: it may be earlier, the creation of this message.
    telemetry.writeReceipt(for: message, at: passage.arrived, &turn)
    fingerprint = turn.books.fingerprint
  }

  /// The extension's counter when the next push arrives.
  @inline(__always)
  private func nextArrival(after stretch: Stretch) -> UInt32 {
    serviceExtension.gaps.arrivals &+ UInt32(truncatingIfNeeded: stretch.messages) &+ 1
  }

  @inline(__always)
  private mutating func enter(_ stretch: Stretch, _ turn: inout Turn) {
    stretch.enter(plan.fastForward, &turn)
    service.acceptances &+= UInt32(truncatingIfNeeded: stretch.messages)
    guard plan.fastForward.numbersPushes, stretch.messages > 0 else { return }
    serviceExtension.gaps.arrivals &+= UInt32(truncatingIfNeeded: stretch.messages)
    serviceExtension.gaps.savedPosition = UInt32(turn.ledger.count)
  }
}

extension Fingerprint {
  /// The way of a message that nobody watches.
  @inline(__always)
  fileprivate mutating func add(_ passage: Passage, of message: UInt32) {
    add(.created, .message, message, 0, 0, at: passage.created)
    add(.accepted, .message, message, 0, 0, at: passage.accepted)
    add(.arrived, .message, message, 0, 0, at: passage.arrived)
  }

  /// - Parameter span: nil: it is lost.
  @inline(__always)
  fileprivate mutating func addAcknowledgement(
    of message: UInt32, after span: SimTime?, at time: SimTime
  ) {
    guard let span else {
      return add(.acknowledgementLost, .message, message, 0, 0, at: time)
    }
    add(.acknowledged, .message, message, 0, span.microseconds, at: time)
  }

  @inline(__always)
  fileprivate mutating func addShowing(of message: UInt32, at time: SimTime) {
    add(.shown, .message, message, 0, 0, at: time)
  }
}
