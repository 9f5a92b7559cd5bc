import DeliverySim

/// What a push service holds for one device that is away. The files of the services extend it with
/// what they do when one more comes.
struct PushStore: ~Copyable {
  /// What is taken out of it: no list is made for a single push, the slot's, most of the time.
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
  /// `fcm`: the bucket of the throttle is full then, unless something is taken out of it.
  var bucketFull = SimTime.zero

  init(_ plan: Kept<PushServicePlan>) { self.plan = plan }
}

extension PushStore {
  var count: Int { shelf.count + counted.count }

  /// Something is stored, or there is something to tell of.
  var isInUse: Bool { !shelf.isEmpty || counted.count > 0 || isDiscarding }

  /// Checked after every event when the package is built with `-DCHECK_INVARIANTS`; else empty.
  func checkInvariants(_ bus: borrowing Bus) {
    #if CHECK_INVARIANTS
      precondition(Set(shelf).count == shelf.count, "a push is stored twice")
      for place in shelf { precondition(bus.pushes[place].destination == .none, "on its way") }
      precondition(
        plan.storing != .keepsNewestOfSlot || shelf.count <= 3 * plan.capacity,
        "more pushes in a slot than it keeps")
    #endif
  }

  // MARK: Expiry

  func expiry(of push: Push) -> SimTime { push.sent.advanced(bySpan: plan.expiration) }

  /// Whether a push may be stored at all; else it ends (R3.5).
  func outlives(_ push: Push, _ bus: inout Bus) -> Bool {
    if plan.expiration == .zero {
      bus.end(push, .pushService(.notStored))
    } else if expiry(of: push) <= bus.now {
      bus.end(push, .pushService(.expired), at: expiry(of: push))
    } else {
      return true
    }
    return false
  }

  /// Ends what has expired, at the moment it did. An expiry at exactly the hand-over has expired
  /// (R0.5).
  mutating func dropExpired(_ bus: inout Bus) {
    if counted.count > 0 { dropExpiredOfCounted(&bus) }
    var kept = 0
    for place in shelf.indices {
      let index = shelf[place]
      let expiry = expiry(of: bus.pushes[index])
      if expiry <= bus.now {
        topics.forget(bus.pushes[index], at: index)
        bus.end(bus.pushes.remove(index), .pushService(.expired), at: expiry)
      } else {
        shelf[kept] = index
        kept += 1
      }
    }
    if kept < shelf.count { shelf.removeLast(shelf.count - kept) }
  }

  private mutating func dropExpiredOfCounted(_ bus: inout Bus) {
    while counted.earliestTime() <= bus.now, let expired = counted.next() {
      bus.end(bus.pushes.remove(expired.payload), .pushService(.expired), at: expired.time)
    }
  }

  // MARK: The shelf

  /// Stores a push beside the others.
  ///
  /// - Returns: Where.
  @discardableResult
  mutating func add(_ push: Push, _ bus: inout Bus) -> Int {
    let index = bus.pushes.insert(push)
    shelf.append(index)
    bus.note(.stored, push)
    return index
  }

  /// Of two pushes of which one is kept the one accepted later stays, like in the slot (R3.1).
  func replace(_ place: Int, by push: Push, _ bus: inout Bus) {
    let other = bus.pushes[place]
    let expiry = expiry(of: other)
    if expiry > bus.now, other.acceptance > push.acceptance {
      return bus.end(push, .pushService(.overwritten), by: other)
    }
    bus.pushes[place] = push
    bus.note(.stored, push)
    if expiry <= bus.now {
      bus.end(other, .pushService(.expired), at: expiry)
    } else {
      bus.end(other, .pushService(.overwritten), by: push)
    }
  }

  // MARK: Stores with a capacity

  /// Whether one more may be stored; what has expired no longer takes room.
  mutating func hasRoom(_ bus: inout Bus) -> Bool {
    if counted.count < plan.capacity { return true }
    dropExpiredOfCounted(&bus)
    return counted.count < plan.capacity
  }

  mutating func addCounted(_ push: Push, _ bus: inout Bus) {
    counted.schedule(
      Event(
        time: min(expiry(of: push), .afterAll), owner: Event.sharedOwner, number: push.acceptance,
        kind: 0, payload: bus.pushes.insert(push)))
    bus.note(.stored, push)
  }

  // MARK: Taking out

  /// Takes everything out, to hand it over in order of acceptance.
  mutating func take(_ bus: inout Bus) -> Taken {
    if shelf.count == 1, counted.count == 0 {
      let index = shelf.removeLast()
      let push = bus.pushes.remove(index)
      topics.forget(push, at: index)
      return .one(push)
    }
    return isInUse ? .many(takeAll(&bus)) : .nothing
  }

  /// The same, of whatever number.
  mutating func takeAll(_ bus: inout Bus) -> [Push] {
    (takeCounted(&bus) + takeShelf(&bus)).sorted { $0.acceptance < $1.acceptance }
  }

  /// In order of expiry.
  mutating func takeCounted(_ bus: inout Bus) -> [Push] {
    var taken: [Push] = []
    while let stored = counted.next() { taken.append(bus.pushes.remove(stored.payload)) }
    return taken
  }

  /// In order of storing.
  mutating func takeShelf(_ bus: inout Bus) -> [Push] {
    var taken: [Push] = []
    for index in shelf {
      let push = bus.pushes.remove(index)
      topics.forget(push, at: index)
      taken.append(push)
    }
    shelf.removeAll(keepingCapacity: true)
    return taken
  }

  /// Whether any stored push is of this kind.
  mutating func contains(where isOfKind: (Push) -> Bool, _ bus: borrowing Bus) -> Bool {
    for place in shelf where isOfKind(bus.pushes[place]) { return true }
    var (all, isFound) = ([Event](), false)
    while let stored = counted.next() {
      all.append(stored)
      if isOfKind(bus.pushes[stored.payload]) { isFound = true }
    }
    for stored in all { counted.schedule(stored) }
    return isFound
  }
}

extension SimTime {
  /// Later than the end of any run, and an event's time all the same.
  fileprivate static var afterAll: SimTime { SimTime(microseconds: 1 << bitWidth - 1) }
}
