import DeliverySim

/// A notification that has come silently.
struct SilentArrival: Sendable {
  let look: Look
  /// It lies in the centre from then on; later ones do so no earlier.
  let start: SimTime
  /// An event will ask for it.
  let isTimed: Bool
}

/// The notifications of one device that have come silently and that nobody has noticed (model.md
/// R4.9), in order of arrival.
struct SilentArrivals: ~Copyable {
  private var arrivals = LinkedQueue<SilentArrival>()
}

extension SilentArrivals {
  /// When the first of them lies in the centre; nil: there is none.
  var firstStart: SimTime? { arrivals.oldest.map { arrivals[$0].start } }

  /// - Parameter isTimed: ``take(timed:)`` will be called for it.
  /// - Returns: Its place.
  mutating func add(_ look: Look, from start: SimTime, isTimed: Bool) -> Int {
    arrivals.append(SilentArrival(look: look, start: start, isTimed: isTimed))
  }

  /// The one that has waited longest of those that lie in the centre at `time`; nil: there is none.
  mutating func takeOldest(at time: SimTime) -> Look? {
    guard let place = arrivals.oldest, case let arrival = arrivals[place], arrival.start <= time
    else { return nil }
    arrivals.leave(place)
    if !arrival.isTimed { arrivals.remove(place) }
    return arrival.look
  }

  /// One whose event has come; nil: it has been noticed before.
  mutating func take(timed place: Int) -> Look? {
    let isWaiting = arrivals.waits(place)
    if isWaiting { arrivals.leave(place) }
    let arrival = arrivals.remove(place)
    return isWaiting ? arrival.look : nil
  }

  /// All have gone from the centre.
  mutating func clear() { while takeOldest(at: .never) != nil {} }
}

extension UserStation {
  // MARK: Silent notifications (R4.9)

  /// A notification has come silently and starts no look of its own: a pick-up of the phone will
  /// find it, or, where none is modelled, a look at the end of the quiet hours; before that, a look
  /// that an alert starts, or the app.
  ///
  /// - Parameters:
  ///   - start: It lies in the centre from then on.
  ///   - quietEnd: The end of the quiet hours; never: they have none.
  mutating func awaitNotice(
    _ look: Look, from start: SimTime, quietEnd: SimTime, _ turn: inout Turn
  ) {
    precondition(
      turn.now <= start && start <= quietEnd, "it comes, then the quiet hours end")
    var time = SimTime.never
    if plan.pickups == nil, quietEnd != .never {
      time = self.time(of: look, from: quietEnd, &turn)
    }
    let isTimed = time < turn.simulation.horizon
    let place = arrivals.add(look, from: start, isTimed: isTimed)
    guard isTimed else { return planPickup(&turn) }
    guard place < Event.payloadMax else { return turn.stop(.notificationsUnseen) }
    turn.schedule(UserEventKind.quietIsOver, at: time, payload: place)
  }

  /// The user, who has picked up the phone, looks at the next one of what has come silently; nil:
  /// all is noticed.
  mutating func noticeNext(_ turn: inout Turn) -> LookOutcome? {
    guard let look = arrivals.takeOldest(at: turn.now) else { return nil }
    return perform(look, &turn) ?? .nothing
  }

  /// - Returns: nil: nothing is left to look at.
  mutating func lookAfterQuiet(_ index: Int, _ turn: inout Turn) -> LookOutcome? {
    arrivals.take(timed: index).flatMap { perform($0, &turn) }
  }
}
