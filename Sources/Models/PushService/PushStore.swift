import DeliverySim

/// The pushes that a push service holds for one device that is away. The files of the services
/// extend it with what they do when one more comes.
struct PushStore: ~Copyable {
  /// The pushes that are taken out of it: no list is made for a single push, the slot's, most of
  /// the time.
  enum Taken {
    case nothing
    case one(Push)
    case many([Push])
  }

  var plan: Kept<PushServicePlan>
  /// Stored pushes, parked, in order of storing.
  var shelf: [Int] = []
  /// The stored pushes of a service that counts them, by expiry: instead of ``shelf``. So whatever
  /// has expired makes room at once, however many there are: O(log n) for each push.
  private(set) var counted = EventQueue()
  /// `web-push`: where the stored push of a message is, by message.
  var topics = TopicIndex()
  /// `fcm`: messages whose pushes were discarded since the device was last connected.
  var discarded: [UInt32] = []
  /// `fcm`: pushes have been discarded since then.
  var isDiscarding = false
  /// The device is not connected since then; never: it is.
  var away = SimTime.never
  /// `fcm`: the bucket of the throttle is full then, unless something is taken out of it.
  var bucketFull = SimTime.zero

  init(_ plan: Kept<PushServicePlan>) { self.plan = plan }
}

extension PushStore {
  var count: Int { shelf.count + counted.count }

  /// Something is stored, or there is something to tell of.
  var isInUse: Bool { !shelf.isEmpty || counted.count > 0 || isDiscarding }

  /// Checked after every event when the package is built with `-DCHECK_INVARIANTS`; else empty.
  func checkInvariants(_ turn: borrowing Turn) {
    #if CHECK_INVARIANTS
      precondition(Set(shelf).count == shelf.count, "a push is stored twice")
      for place in shelf { precondition(turn.pushes[place].destination == .none, "on its way") }
      precondition(
        plan.storing != .keepsNewestOfSlot || shelf.count <= 3 * plan.capacity,
        "more pushes in a slot than it keeps")
    #endif
  }

  // MARK: Storing

  /// The device is away: what happens to a push is the service's kind (R3.10).
  mutating func put(_ push: Push, _ turn: inout Turn) {
    precondition(push.destination == .none, "what is stored is not on its way")
    switch plan.storing {
    case .keepsNothing:
      precondition(!isInUse, "a store that is off holds nothing")
      turn.end(push, .pushService(.notStored))
    case .keepsEverything: add(push, &turn)
    case .keepsNewestOfSlot:
      guard outlives(push, &turn) else { return }
      if push.console == .none { return putInSlot(push, &turn) }
      putInSlot(push.countStored(&turn.tally), &turn)
    case .keepsNewestOfTopic: if outlives(push, &turn) { putByTopic(push, &turn) }
    case .dropsAllWhenFull: if outlives(push, &turn) { putOrDiscardAll(push, &turn) }
    case .dropsNewWhenFull: if outlives(push, &turn) { putIfThereIsRoom(push, &turn) }
    }
  }

  // MARK: Expiry

  func expiry(of push: Push) -> SimTime { push.sent.advanced(bySpan: plan.expiration) }

  /// Whether a push may be stored at all; else it ends (R3.5).
  func outlives(_ push: Push, _ turn: inout Turn) -> Bool {
    if plan.expiration == .zero {
      turn.end(push, .pushService(.notStored))
    } else if expiry(of: push) <= turn.now {
      turn.end(push, .pushService(.expired), at: expiry(of: push))
    } else {
      return true
    }
    return false
  }

  /// Ends what has expired, at the moment it did. An expiry at exactly the hand-over has expired
  /// (R0.5).
  mutating func dropExpired(_ turn: inout Turn) {
    if counted.count > 0 { dropExpiredOfCounted(&turn) }
    var kept = 0
    for place in shelf.indices {
      let index = shelf[place]
      let expiry = expiry(of: turn.pushes[index])
      if expiry <= turn.now {
        topics.forget(turn.pushes[index], at: index)
        turn.end(turn.pushes.remove(index), .pushService(.expired), at: expiry)
      } else {
        shelf[kept] = index
        kept += 1
      }
    }
    if kept < shelf.count { shelf.removeLast(shelf.count - kept) }
  }

  private mutating func dropExpiredOfCounted(_ turn: inout Turn) {
    while counted.earliestTime() <= turn.now, let expired = counted.next() {
      turn.end(turn.pushes.remove(expired.payload), .pushService(.expired), at: expired.time)
    }
  }

  // MARK: The shelf

  /// Stores a push beside the others.
  ///
  /// - Returns: Where.
  @discardableResult
  mutating func add(_ push: Push, _ turn: inout Turn) -> Int {
    let index = turn.pushes.insert(push)
    shelf.append(index)
    turn.note(.stored, push)
    return index
  }

  /// Keeps the push that was accepted later, of two of which one is kept, like in the slot (R3.1).
  func replace(_ place: Int, by push: Push, _ turn: inout Turn) {
    let other = turn.pushes[place]
    precondition(other.acceptance != push.acceptance, "a push is stored twice")
    let expiry = expiry(of: other)
    if expiry > turn.now, other.acceptance > push.acceptance {
      return turn.end(push, .pushService(.overwritten), by: other)
    }
    turn.pushes[place] = push
    turn.note(.stored, push)
    if expiry <= turn.now {
      turn.end(other, .pushService(.expired), at: expiry)
    } else {
      turn.end(other, .pushService(.overwritten), by: push)
    }
  }

  // MARK: Stores with a capacity

  /// Whether one more may be stored; what has expired no longer takes room.
  mutating func hasRoom(_ turn: inout Turn) -> Bool {
    if counted.count < plan.capacity { return true }
    dropExpiredOfCounted(&turn)
    return counted.count < plan.capacity
  }

  mutating func addCounted(_ push: Push, _ turn: inout Turn) {
    precondition(counted.count < plan.capacity, "a full store takes nothing")
    precondition(expiry(of: push) > turn.now, "what has expired is not stored")
    counted.schedule(
      Event(
        time: min(expiry(of: push), .afterAll), owner: Event.sharedOwner, number: push.acceptance,
        kind: 0, payload: turn.pushes.insert(push)))
    turn.note(.stored, push)
  }

  /// A new push is dropped where there is no room.
  mutating func putIfThereIsRoom(_ push: Push, _ turn: inout Turn) {
    if hasRoom(&turn) { addCounted(push, &turn) } else { turn.end(push, .pushService(.queueFull)) }
  }

  // MARK: Taking out

  /// Takes everything out, to hand it over in order of acceptance.
  mutating func take(_ turn: inout Turn) -> Taken {
    if shelf.count == 1, counted.count == 0 {
      let index = shelf.removeLast()
      let push = turn.pushes.remove(index)
      topics.forget(push, at: index)
      return .one(push)
    }
    return isInUse ? .many(takeAll(&turn)) : .nothing
  }

  /// The same, of whatever number.
  mutating func takeAll(_ turn: inout Turn) -> [Push] {
    (takeCounted(&turn) + takeShelf(&turn)).sorted { $0.acceptance < $1.acceptance }
  }

  /// Takes the counted pushes in order of expiry.
  mutating func takeCounted(_ turn: inout Turn) -> [Push] {
    var taken: [Push] = []
    while let stored = counted.next() { taken.append(turn.pushes.remove(stored.payload)) }
    return taken
  }

  /// Takes the shelf's pushes in order of storing.
  mutating func takeShelf(_ turn: inout Turn) -> [Push] {
    var taken: [Push] = []
    for index in shelf {
      let push = turn.pushes.remove(index)
      topics.forget(push, at: index)
      taken.append(push)
    }
    shelf.removeAll(keepingCapacity: true)
    return taken
  }

  /// Whether any stored push is of this kind.
  mutating func contains(where isOfKind: (Push) -> Bool, _ turn: borrowing Turn) -> Bool {
    for place in shelf where isOfKind(turn.pushes[place]) { return true }
    var (all, isFound) = ([Event](), false)
    while let stored = counted.next() {
      all.append(stored)
      if isOfKind(turn.pushes[stored.payload]) { isFound = true }
    }
    for stored in all { counted.schedule(stored) }
    return isFound
  }
}

extension SimTime {
  /// Later than the end of any run, and an event's time all the same.
  fileprivate static var afterAll: SimTime { SimTime(microseconds: 1 << bitWidth - 1) }
}
