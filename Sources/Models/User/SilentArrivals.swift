import DeliverySim

/// A notification that has come silently.
struct SilentArrival: Sendable {
  let look: Look
  /// It lies in the centre from then on; later ones do so no earlier.
  let start: SimTime
  /// An event will ask for it.
  let isTimed: Bool
  /// Nobody has noticed it.
  fileprivate var isWaiting = true
  /// Its neighbours among those that wait.
  fileprivate var older: Int?
  fileprivate var newer: Int?
}

/// The notifications of one device that have come silently and that nobody has noticed (model.md
/// R4.9), in order of arrival. They are a linked list, so that one in the middle ends as fast as
/// any other.
struct SilentArrivals: ~Copyable {
  private var arrivals = Pool<SilentArrival>()
  private var oldest: Int?
  private var newest: Int?
}

extension SilentArrivals {
  /// When the first of them lies in the centre; nil: there is none.
  var firstStart: SimTime? { oldest.map { arrivals[$0].start } }

  /// - Parameter isTimed: ``take(timed:)`` will be called for it.
  /// - Returns: Its place.
  mutating func add(_ look: Look, from start: SimTime, isTimed: Bool) -> Int {
    let place = arrivals.insert(
      SilentArrival(look: look, start: start, isTimed: isTimed, older: newest))
    if let newest { arrivals[newest].newer = place } else { oldest = place }
    newest = place
    return place
  }

  /// The one that has waited longest of those that lie in the centre at `time`; nil: there is none.
  mutating func takeOldest(at time: SimTime) -> Look? {
    guard let place = oldest, arrivals[place].start <= time else { return nil }
    let look = arrivals[place].look
    unlink(place)
    if !arrivals[place].isTimed { arrivals.remove(place) }
    return look
  }

  /// One whose event has come; nil: it has been noticed before.
  mutating func take(timed place: Int) -> Look? {
    if arrivals[place].isWaiting {
      unlink(place)
      return arrivals.remove(place).look
    }
    arrivals.remove(place)
    return nil
  }

  private mutating func unlink(_ place: Int) {
    let (older, newer) = (arrivals[place].older, arrivals[place].newer)
    if let newer { arrivals[newer].older = older } else { newest = older }
    if let older { arrivals[older].newer = newer } else { oldest = newer }
    arrivals[place].isWaiting = false
  }

  /// All have gone from the centre.
  mutating func clear() { while takeOldest(at: .never) != nil {} }

  /// Forgets everything: the device becomes another one.
  mutating func removeAll() {
    arrivals.removeAll()
    (oldest, newest) = (nil, nil)
  }
}

extension UserStation {
  // MARK: What comes silently (R4.9)

  /// A notification has come silently and starts no look of its own: a pick-up of the phone will
  /// find it, or, where none is modelled, a look at the end of the quiet hours; before that, a look
  /// that an alert starts, or the app.
  ///
  /// - Parameters:
  ///   - start: It lies in the centre from then on.
  ///   - quietEnd: The end of the quiet hours; never: they have none.
  mutating func awaitNotice(
    _ look: Look, from start: SimTime, quietEnd: SimTime, _ bus: inout Bus
  ) {
    var time = SimTime.never
    if plan.pointee.pickups == nil, quietEnd != .never {
      time = self.time(of: look, from: quietEnd, &bus)
    }
    let isTimed = time < bus.simulation.horizon
    let place = arrivals.add(look, from: start, isTimed: isTimed)
    guard isTimed else { return planPickup(&bus) }
    guard place < Event.payloadMax else { return bus.stop(.notificationsUnseen) }
    bus.schedule(.quietIsOver, at: time, payload: place)
  }

  /// The user, who has picked up the phone, looks at the next one of what has come silently; nil:
  /// all is noticed.
  mutating func noticeNext(_ bus: inout Bus) -> LookOutcome? {
    guard let look = arrivals.takeOldest(at: bus.now) else { return nil }
    return perform(look, &bus) ?? .nothing
  }

  /// - Returns: nil: nothing is left to look at.
  mutating func lookAfterQuiet(_ index: Int, _ bus: inout Bus) -> LookOutcome? {
    arrivals.take(timed: index).flatMap { perform($0, &bus) }
  }
}
