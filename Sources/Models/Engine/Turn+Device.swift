import DeliverySim

/// The turn's data of one device: who it is, what has happened to its messages, and what was noted
/// and scheduled for it. It is in the turn while the device has its turn.
struct DeviceBooks: ~Copyable {
  /// The number in the population, from 0.
  private(set) var number: Int
  /// The owner number in the batch's events, from 1.
  let owner: Int
  /// Every message created so far; the index is the message's number.
  var ledger = Buffer<LedgerEntry>()
  /// Every message gets a push at once: its position in the queue is its number + 1.
  fileprivate(set) var numbersByMessage: Bool
  /// The provider's queue: the message at each position, from 1. Empty where nothing is kept.
  var queue = Buffer<UInt32>()
  var pushes = Pool<Push>()
  var counts = PushCounts()
  /// Its next messages.
  var arrivals = ArrivalBlock()
  /// The variates that have been sampled ahead for it.
  var buffers = VariateBuffers()
  var fingerprint: Fingerprint
  fileprivate var scheduled: UInt32 = 0
  /// ``Turn/countEvent()`` counts so.
  var eventsInWindow = 0
  fileprivate var windowStart = SimTime.zero

  init(number: Int, owner: Int, numbersByMessage: Bool = true) {
    (self.number, self.owner, self.numbersByMessage) = (number, owner, numbersByMessage)
    fingerprint = Fingerprint(owner: UInt64(number))
  }

  /// Becomes those of another device, and keeps the memory.
  mutating func become(number: Int, numbersByMessage: Bool) {
    (self.number, self.numbersByMessage) = (number, numbersByMessage)
    ledger.removeAll()
    queue.removeAll()
    pushes.removeAll()
    counts = PushCounts()
    buffers.removeAll()
    fingerprint = Fingerprint(owner: UInt64(number))
    (scheduled, eventsInWindow, windowStart) = (0, 0, .zero)
  }
}

extension Turn {
  /// The number of the device whose turn it is.
  var device: Int { books.number }

  /// The entries of its messages, by number.
  var ledger: Buffer<LedgerEntry> {
    _read { yield books.ledger }
    _modify { yield &books.ledger }
  }

  // MARK: Notes

  /// Notes an event: into the fingerprint always, into the records when somebody watches.
  mutating func note(
    _ event: StoryRecord.Event, content: PushContent = .message, message: UInt32? = nil,
    copy: UInt16 = 0, value: Int64 = 0, others: [UInt32] = [], at time: SimTime? = nil
  ) {
    let time = time ?? now
    books.fingerprint.add(event, content, message, copy, value, at: time)
    guard isRecorded else { return }
    record(event, content, message, copy, value, others: others, at: time)
  }

  /// The same of a message that is not recorded for certain: nothing is asked.
  mutating func noteUnrecorded(
    _ event: StoryRecord.Event, content: PushContent = .message, of message: UInt32,
    copy: UInt16 = 0, value: Int64 = 0, at time: SimTime
  ) {
    precondition(!isRecorded, "somebody watches")
    books.fingerprint.add(event, content, message, copy, value, at: time)
  }

  // MARK: Events

  /// Events at or after the horizon are not scheduled: what they would have moved stays where it
  /// is. The simulation refuses one in the past.
  mutating func schedule(_ kind: some EventKinds, at time: SimTime, payload: Int = 0) {
    schedule(kind, at: time, payload: payload, number: reserveNumber())
  }

  /// The same with an insertion number that was reserved before.
  mutating func schedule(
    _ kind: some EventKinds, at time: SimTime, payload: Int = 0, number: UInt32
  ) {
    simulation.schedule(
      at: time, owner: books.owner, number: number, kind: kind.rawValue, payload: payload)
  }

  /// An insertion number for an event that may turn out not to be needed.
  mutating func reserveNumber() -> UInt32 {
    books.scheduled &+= 1
    return books.scheduled
  }

  var now: SimTime { simulation.now }

  /// Goes on to `time`, before which nothing is pending; the simulation refuses another one.
  mutating func skip(to time: SimTime) { simulation.advance(to: time) }

  /// Goes on to `time` at once, if nothing else happens before it or then: what would happen then
  /// needs no event. The simulation refuses a time that has passed: here, or when the caller
  /// schedules the event after all.
  ///
  /// - Parameter limit: Something that is not in the queue happens then; never: all is in the
  ///   queue.
  mutating func advance(to time: SimTime, before limit: SimTime = .never) -> Bool {
    guard time < limit, maySkipEvents, simulation.advanceIfFree(to: time) else { return false }
    countEvent()
    return true
  }

  /// Goes on to `time`, before which nothing is pending; an event counts that is not one.
  mutating func moveClock(to time: SimTime) {
    // The simulation refuses a time that has passed.
    guard time != now else { return }
    skip(to: time)
    countEvent()
  }

  /// The device's next message. Its insertion number is always 0, which no other event has: a
  /// message comes before everything else that happens to its device in the same microsecond,
  /// whether it had to wait as an event or not.
  mutating func scheduleMessage(at time: SimTime) {
    schedule(WorkloadEventKind.messageCreated, at: time, number: 0)
  }

  /// Stops a run in which a device has more events in a day than the limit allows; what needed no
  /// event counts too. Looked at once in a limit's worth of events, which costs the loop one
  /// comparison; a rush that straddles two looks may be up to twice the limit. Neither insertion
  /// numbers nor message numbers can run out in between.
  mutating func countEvent() {
    books.eventsInWindow &+= 1
    guard books.eventsInWindow > world.limits.eventsPerDeviceDay else { return }
    if now - books.windowStart < .day {
      stop(.eventsPerDeviceDay)
    } else if books.scheduled > UInt32.max / 2 || books.ledger.count > UInt32.max / 2 {
      stop(.eventsPerDevice)
    }
    books.eventsInWindow = 0
    books.windowStart = now
  }

  /// So many events more, and no limit is so near that each must be looked at.
  func hasRoom(forEvents count: Int) -> Bool {
    books.eventsInWindow &+ count <= world.limits.eventsPerDeviceDay
  }

  /// - Precondition: There is room for them.
  mutating func countEvents(_ count: Int) { books.eventsInWindow &+= count }

  /// Ends the run: the device has hit a limit, at `time` (default: now).
  mutating func stop(_ limit: LimitExceeded.Limit, at time: SimTime? = nil) {
    stop(LimitExceeded(limit: limit, device: device, time: time ?? now))
  }

  // MARK: Random numbers

  func stream(_ id: some StreamCode) -> RandomStream { random.stream(id, device: device) }

  func draws(_ id: some StreamCode, _ index: UInt32, _ copy: UInt16, attempt: Int = 0) -> Draws {
    stream(id).draws(index: index, copy: Int(copy), attempt: attempt)
  }

  /// A span of a law; nothing is drawn for one that is always 0.
  func draw(
    _ law: borrowing Distribution, _ id: some StreamCode, _ index: UInt32, _ copy: UInt16,
    attempt: Int = 0
  ) -> SimTime {
    guard !law.isZero else { return .zero }
    var draws = self.draws(id, index, copy, attempt: attempt)
    return law.sampleTime(&draws)
  }

  /// The same of a law that is asked often.
  func draw(
    _ law: Sampler, _ id: some StreamCode, _ index: UInt32, _ copy: UInt16, attempt: Int = 0
  ) -> SimTime {
    guard !law.isZero else { return .zero }
    return SimTime(seconds: law.sample(self.draws(id, index, copy, attempt: attempt)))
  }

  /// A span of a run of the extension, which the push that it was called for names.
  ///
  /// - Parameter request: The number of the run's request that the span is about, from 0.
  func draw(
    _ law: Sampler, _ id: some StreamCode, forRunOf trigger: Push, request: Int = 0
  ) -> SimTime {
    let attempt = trigger.attemptOfRun + 2 * request
    return draw(law, id, trigger.message, trigger.copy, attempt: attempt)
  }

  // MARK: The device's traits

  /// Whether it belongs to a share of the devices.
  func happens(_ trait: DeviceTrait, _ share: Probability) -> Bool {
    random.happens(trait, share, device: device)
  }

  /// Its variate of a law.
  func sample(_ trait: DeviceTrait, _ law: Distribution) -> Double {
    random.sample(trait, law, device: device)
  }

  // MARK: Counted messages

  /// The messages created in the counted window: they are created in order.
  var countedMessages: Range<Int> {
    let first = firstMessage(from: world.warmup)
    return first..<max(first, firstMessage(from: world.duration))
  }

  func firstMessage(from time: SimTime) -> Int {
    var (low, high) = (0, ledger.count)
    while low < high {
      let middle = (low + high) / 2
      if ledger[middle].created < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
