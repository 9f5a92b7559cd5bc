import DeliverySim

/// The numbers of a device's pushes that have come and gone (R0.3: the books must balance).
struct PushCounts {
  /// Messages on hop 1.
  var handedIn = 0
  var sent = 0
  var ended = 0
  /// The number of these that carry no message.
  var othersSent = 0
  var othersEnded = 0
  /// Copies of earlier messages that pushes carry with them.
  var itemsOut = 0

  /// Stored or in flight.
  @inline(__always)
  var out: Int { sent - ended + handedIn }
}

extension Turn {
  // MARK: Positions (R2.3)

  /// A message's position in the provider's queue, from 1. It is the message's number + 1, and
  /// nothing is kept, where every message gets a push at once.
  @inline(__always)
  func position(of message: UInt32) -> UInt32 {
    books.numbersByMessage ? message + 1 : books.ledger[Int(message)].position
  }

  /// The last one that the queue has given; 0: none.
  @inline(__always)
  var lastPosition: UInt32 {
    UInt32(books.numbersByMessage ? books.ledger.count : books.queue.count)
  }

  var serverState: ServerState {
    ServerState(messages: UInt32(books.ledger.count), positions: lastPosition)
  }

  @inline(__always)
  func message(at position: UInt32) -> UInt32 {
    books.numbersByMessage ? position - 1 : books.queue[Int(position) - 1]
  }

  /// The message that is so many positions before another one in the queue; 0: that one itself.
  func message(_ distance: Int, before message: UInt32) -> UInt32 {
    distance == 0 ? message : self.message(at: position(of: message) - UInt32(distance))
  }

  /// The next position is this message's.
  mutating func enqueue(_ message: UInt32) {
    books.queue.append(message)
    precondition(books.ledger[Int(message)].position == 0, "a message has one position")
    books.ledger[Int(message)].position = UInt32(books.queue.count)
    note(.queued, message: message, value: Int64(books.queue.count))
  }

  // MARK: Notes

  /// Notes an event of a push, with the messages that it carries.
  @inline(__always)
  mutating func note(
    _ event: StoryRecord.Event, _ push: Push, value: Int64 = 0, others: [UInt32] = [],
    at time: SimTime? = nil
  ) {
    guard isRecorded else {
      // No array is built, nor released.
      return noteUnrecorded(
        event, content: push.content, of: push.message, copy: push.copy, value: value,
        at: time ?? now)
    }
    note(
      event, content: push.content, message: push.message, copy: push.copy, value: value,
      others: others + earlier(push.items, than: push.message), at: time)
  }

  /// So many messages before another one in the queue, the oldest first.
  private func earlier(_ count: UInt16, than message: UInt32) -> [UInt32] {
    (0..<count).reversed().map { self.message(Int($0) + 1, before: message) }
  }

  /// The messages at some positions, where somebody watches; else nobody asks.
  @inline(__always)
  func named(_ positions: some Sequence<UInt32>) -> [UInt32] {
    isRecorded ? positions.map { message(at: $0) } : []
  }

  // MARK: Parked

  /// Pushes that are stored or in flight, by number.
  var pushes: Pool<Push> {
    @inline(__always) _read { yield books.pushes }
    @inline(__always) _modify { yield &books.pushes }
  }

  /// Another push may be on its way or stored.
  @inline(__always)
  var mayStore: Bool { books.counts.out < world.limits.storedPerDevice }

  // MARK: The end of a push

  /// A push is destroyed, at `time` (default: now), perhaps by another one.
  mutating func end(
    _ push: Push, _ cause: Cause, at time: SimTime? = nil, by other: Push? = nil
  ) {
    if push.console != .none { push.countEnd(cause, &tally) }
    noteEnd(push, cause, at: time, by: other)
    release(push)
  }

  /// Writes the entries of ``end(_:_:at:by:)`` into the accounts and the story.
  mutating func noteEnd(
    _ push: Push, _ cause: Cause, at time: SimTime? = nil, by other: Push? = nil
  ) {
    let culprit = other.map { StoryRecord.value(naming: $0) } ?? 0
    precondition(time ?? now <= now, "no push ends later than now")
    guard push.carriesMessage else {
      return note(.destroyed(by: cause), push, value: culprit, at: time)
    }
    for distance in 0...Int(push.items) {
      let message = message(distance, before: push.message)
      ledger[Int(message)].noteDestroyed(cause, at: time ?? now)
      guard isRecorded else {
        noteUnrecorded(
          .destroyed(by: cause), of: message, copy: push.copy, value: culprit, at: time ?? now)
        continue
      }
      note(
        .destroyed(by: cause), message: message, copy: push.copy, value: culprit,
        others: distance > 0 ? [push.message] : [], at: time)
    }
    if push.copy > 0 { ledger[Int(push.message)].repair = .repeatLost }
  }

  /// A push has served its purpose, or was destroyed.
  @inline(__always)
  mutating func release(_ push: Push) {
    books.counts.ended += 1
    precondition(books.counts.out >= 0, "more pushes end than there were")
    guard push.carriesMessage else {
      books.counts.othersEnded += 1
      return
    }
    if push.items > 0 { releaseItems(push.items, before: push.message) }
    ledger[Int(push.message)].copiesOut -= 1
  }

  /// So many earlier messages in a push have served their purpose, or were destroyed.
  ///
  /// - Precondition: There are some.
  @inline(never)
  private mutating func releaseItems(_ count: UInt16, before message: UInt32) {
    for distance in 1...Int(count) {
      ledger[Int(self.message(distance, before: message))].copiesOut -= 1
    }
    precondition(books.counts.itemsOut >= Int(count), "more items end than were packed")
    books.counts.itemsOut -= Int(count)
  }

  /// Sets the knowledge of the repair of the messages at some positions.
  mutating func setRepair(_ positions: some Sequence<UInt32>, _ repair: Repair) {
    for position in positions { ledger[Int(message(at: position))].repair = repair }
  }

  /// The user has a message: it was shown, or read in the app.
  func userHas(_ message: UInt32) -> Bool {
    ledger[Int(message)].shown != .never || ledger[Int(message)].synced != .never
  }

  /// A summary covers a message.
  mutating func noteSummarised(_ message: UInt32, _ repair: Repair) {
    let place = Int(message)
    if ledger[place].summarised == .never { ledger[place].summarised = now }
    ledger[place].repair = repair
  }

  // MARK: Unpacking

  /// The push is shown as it came: nobody looks for the earlier messages in it. Those that the user
  /// has seen miss nothing.
  mutating func discardItems(of push: inout Push, _ cause: Cause) {
    guard push.items > 0 else { return }
    for distance in (1...Int(push.items)).reversed() {
      let message = message(distance, before: push.message)
      guard ledger[Int(message)].shown == .never else { continue }
      ledger[Int(message)].noteDestroyed(cause, at: now)
      note(
        .destroyed(by: cause), message: message, copy: push.copy,
        others: isRecorded ? [push.message] : [])
    }
    dropItems(of: &push)
  }

  /// - Precondition: There are some.
  mutating func dropItems(of push: inout Push) {
    releaseItems(push.items, before: push.message)
    push.items = 0
  }

  // MARK: The books

  /// Checks that each push that was sent has ended or is still there, and that the ledger's pushes
  /// under way are those that are there (R0.3).
  func checkPushes() throws(BooksError) {
    let counts = books.counts
    var (out, sent) = (0, counts.othersSent)
    for message in ledger.indices {
      out &+= Int(ledger[message].copiesOut)
      sent &+= Int(ledger[message].sends)
    }
    let copies = books.pushes.count - (counts.othersSent - counts.othersEnded)
    if out != copies + counts.itemsOut {
      let there = "\(copies) pushes with \(counts.itemsOut) earlier messages are stored"
      throw BooksError(device: device, what: "\(out) copies are out, but \(there)")
    }
    if sent != counts.sent || sent + counts.handedIn != counts.ended + books.pushes.count {
      let sums =
        "\(sent) in the ledger, \(counts.sent) sent, \(counts.handedIn) on hop 1, "
        + "\(counts.ended) ended"
      throw BooksError(device: device, what: "pushes: \(sums), \(books.pushes.count) under way")
    }
  }
}
