import DeliverySim

/// The notifications that the user of one device has before him and has seen (model.md R6.2). Empty
/// where no user is modelled.
struct UserStation: ~Copyable {
  /// The event that follows a look.
  enum LookOutcome {
    case nothing
    /// The user taps the notification.
    case tap(UInt32, showing: UInt16)
    /// The user presses a button on it.
    case action(UInt32, showing: UInt16)
    /// All is taken out of the centre.
    case clearing
  }

  private(set) var plan: Kept<UserPlan>
  /// The notices, by message, as far as there is something to tell.
  fileprivate var notices = Buffer<Notice>()
  /// The notifications in the centre, the newest last, among others that have gone.
  fileprivate var standing: [Standing] = []
  /// The place in `standing` of each thread's newest one; -1: none.
  fileprivate var tops: [Int] = []
  /// The messages that the user has got, in the centre or in the app, since the app was last
  /// opened.
  fileprivate var received: [UInt32] = []
  fileprivate var looks = Pool<Look>()
  var arrivals = SilentArrivals()
  var pickups = PickupState()
  var badge = Badge()
  /// The number of times that all was cleared away.
  fileprivate var clearings: UInt32 = 0

  init(_ plan: Kept<UserPlan>) { self.plan = plan }
}

/// The user's notifications of one message.
struct Notice: Sendable {
  /// Its content, for the first time; never: not yet.
  var seen = SimTime.never
  /// So many notifications of it are in the centre.
  var standing: UInt16 = 0
  /// So many times it was put there; counted up to the number of draws that there are.
  var showings: UInt16 = 0
  /// The user has looked because of it.
  var isLookedAt = false
  /// The thread it lies in; -1: in none, or nobody has asked.
  var thread: Int32 = -1
}

/// A notification that came to the centre. Whether it is still there needs no search.
private struct Standing: Sendable {
  let message: UInt32
  /// The number of notifications of its message when it came, itself included. The newest of a
  /// message goes first, so it is there while there are as many.
  let rank: UInt16
  /// The place of the one below it in its thread; -1: none.
  let below: Int
}

/// The notifications that lie on one another in the centre.
private enum NoticeGroup {
  case single(UInt32)
  case app
  case thread(Int32)
}

/// A look that is to come.
struct Look: Sendable {
  let message: UInt32
  /// The showing of the message, from 0; its draws lie there.
  let showing: UInt16
  /// Opening the app since makes it void.
  let clearing: UInt32
  /// It is at a summary, not at the message's own content.
  let isSummary: Bool
}

extension UserStation {
  /// Somebody looks at notifications.
  var looksAtAll: Bool { plan.looks }

  /// The time when the user has first seen a message's content; never: not until now.
  func seen(_ message: Int) -> SimTime {
    message < notices.count ? notices[message].seen : .never
  }

  fileprivate mutating func open(_ message: UInt32) {
    while notices.count <= Int(message) { notices.append(Notice()) }
  }

  fileprivate mutating func stand(_ message: UInt32) {
    notices[Int(message)].standing += 1
    let notice = notices[Int(message)]
    var below = -1
    if notice.thread >= 0 {
      let thread = Int(notice.thread)
      while tops.count <= thread { tops.append(-1) }
      (below, tops[thread]) = (tops[thread], standing.count)
    }
    standing.append(Standing(message: message, rank: notice.standing, below: below))
  }

  /// Takes the newest notification of a message away.
  fileprivate mutating func take(_ message: UInt32) {
    if notices[Int(message)].standing > 0 { notices[Int(message)].standing -= 1 }
  }

  /// Takes the notifications of a thread away.
  fileprivate mutating func take(thread: Int32) {
    guard thread < tops.count else { return }
    var place = tops[Int(thread)]
    while place >= 0 {
      notices[Int(standing[place].message)].standing = 0
      place = standing[place].below
    }
    tops[Int(thread)] = -1
  }

  fileprivate mutating func takeAll() {
    guard !standing.isEmpty else { return }
    for notification in standing {
      let message = Int(notification.message)
      notices[message].standing = 0
      if notices[message].thread >= 0 { tops[Int(notices[message].thread)] = -1 }
    }
    standing.removeAll(keepingCapacity: true)
  }

  private func isThere(_ notification: Standing) -> Bool {
    notification.rank <= notices[Int(notification.message)].standing
  }

  /// The newest of all, where messages lie in no threads.
  fileprivate mutating func newest() -> UInt32? {
    precondition(tops.isEmpty, "threads name places among the standing")
    while let last = standing.last, !isThere(last) { standing.removeLast() }
    return standing.last?.message
  }

  fileprivate mutating func newest(inThread thread: Int32) -> UInt32? {
    guard thread < tops.count else { return nil }
    var place = tops[Int(thread)]
    while place >= 0, !isThere(standing[place]) { place = standing[place].below }
    tops[Int(thread)] = place
    return place < 0 ? nil : standing[place].message
  }
}

extension UserStation {
  // MARK: In the centre

  /// A notification of this message is in the centre; where no user is modelled, nobody takes one
  /// away.
  ///
  /// - Precondition: It has been there.
  mutating func hasInCentre(_ message: UInt32) -> Bool {
    guard looksAtAll else { return true }
    open(message)
    return notices[Int(message)].standing > 0
  }

  /// A notification has come to the centre: the user will look at it. Who has the app open sees it
  /// at once, and then it is not in the centre.
  mutating func expectLook(
    at message: UInt32, _ appearance: Appearance, isSummary: Bool = false, isInApp: Bool,
    _ turn: inout Turn
  ) {
    if looksAtAll { planLook(message, appearance, isSummary, isInApp, &turn) }
  }

  @inline(never)
  private mutating func planLook(
    _ message: UInt32, _ appearance: Appearance, _ isSummary: Bool, _ isInApp: Bool,
    _ turn: inout Turn
  ) {
    open(message)
    settleThread(of: message, turn)
    let showing = nextShowing(of: message)
    guard !isInApp else { return isSummary ? () : see(message, &turn) }
    if plan.isDialog { clear() }
    if !isSummary {
      stand(message)
      receive(message)
    }
    let look = Look(
      message: message, showing: showing, clearing: clearings, isSummary: isSummary)
    plan(look, appearance, &turn)
  }

  private mutating func nextShowing(of message: UInt32) -> UInt16 {
    let showing = notices[Int(message)].showings
    if showing < RandomStream.copyLimit - 1 { notices[Int(message)].showings += 1 }
    return showing
  }

  private mutating func plan(_ look: Look, _ appearance: Appearance, _ turn: inout Turn) {
    switch appearance {
    case .alert(let start): schedule(look, from: start, &turn)
    case .silent(let start, let quietEnd):
      awaitNotice(look, from: start, quietEnd: quietEnd, &turn)
    }
  }

  private mutating func schedule(_ look: Look, from start: SimTime, _ turn: inout Turn) {
    precondition(start >= turn.now, "nobody looks before the alert")
    let time = time(of: look, from: start, &turn)
    guard time < turn.simulation.horizon else { return }
    guard looks.count < Event.payloadMax else { return turn.stop(.notificationsUnseen) }
    turn.schedule(UserEventKind.looks, at: time, payload: looks.insert(look))
  }

  /// The time when the user looks at what is before him from `start` on.
  mutating func time(of look: Look, from start: SimTime, _ turn: inout Turn) -> SimTime {
    let span = turn.span(.look, plan.sees, look.message, look.showing)
    let time = start.advanced(bySpan: span)
    return plan.asleep.end(at: time) ?? time
  }

  // MARK: Looks

  /// The user looks at the centre because of one notification: at the newest of a group, and not
  /// at its content where previews are hidden.
  ///
  /// - Returns: nil: nothing is left to look at.
  mutating func look(_ index: Int, _ turn: inout Turn) -> LookOutcome? {
    perform(looks.remove(index), &turn)
  }

  mutating func perform(_ look: Look, _ turn: inout Turn) -> LookOutcome? {
    guard look.clearing == clearings else { return nil }
    notices[Int(look.message)].isLookedAt = true
    // It has gone: with its thread, or at the look of an earlier alert (R12.2).
    guard look.isSummary || notices[Int(look.message)].standing > 0 else { return nil }
    let group = group(of: look.message)
    if !plan.hidesPreviews, !look.isSummary {
      see(newest(in: group) ?? look.message, &turn)
    }
    let draw = plan.reactions
    switch draw.reaction(turn.uniform(.reaction, look.message, look.showing)) {
    case .tap: return tap(look, &turn)
    case .dismissal: return dismiss(look, group, &turn)
    case .action: return act(look, &turn)
    case .ignoring:
      // Nothing is left to look at a second time (R12.5).
      if plan.isDialog { clear() }
      return .nothing
    }
  }

  /// The notification goes (R12.3).
  private mutating func act(_ look: Look, _ turn: inout Turn) -> LookOutcome {
    turn.note(.attention(.acted), message: look.message)
    turn.count(UserCounter.actions)
    if !look.isSummary { take(look.message) }
    return .action(look.message, showing: look.showing)
  }

  /// It is in the centre, and nobody has looked at it.
  func isUntouched(_ message: UInt32) -> Bool {
    guard looksAtAll, Int(message) < notices.count else { return false }
    let notice = notices[Int(message)]
    return notice.standing > 0 && notice.seen == .never && !notice.isLookedAt
  }

  /// A notification that is in the centre alerts again.
  mutating func expectAnotherLook(
    at message: UInt32, _ appearance: Appearance, _ turn: inout Turn
  ) {
    precondition(
      notices[Int(message)].standing > 0, "only what is in the centre alerts again")
    plan(
      Look(
        message: message, showing: nextShowing(of: message), clearing: clearings,
        isSummary: false), appearance, &turn)
  }

  /// Without a model of the app, a tap only takes the notification away.
  private mutating func tap(_ look: Look, _ turn: inout Turn) -> LookOutcome {
    turn.note(.attention(.tapped), message: look.message)
    turn.count(UserCounter.taps)
    if !look.isSummary {
      see(look.message, &turn)
      take(look.message)
    }
    return .tap(look.message, showing: look.showing)
  }

  /// A group goes as a whole.
  private mutating func dismiss(
    _ look: Look, _ group: NoticeGroup, _ turn: inout Turn
  ) -> LookOutcome {
    turn.note(.attention(.dismissed), message: look.message)
    turn.count(UserCounter.dismissals)
    switch group {
    case .single: if !look.isSummary { take(look.message) }
    case .app:
      clear()
      return .clearing
    case .thread(let thread): take(thread: thread)
    }
    return .nothing
  }

  private mutating func see(_ message: UInt32, _ turn: inout Turn) {
    guard notices[Int(message)].seen == .never else { return }
    notices[Int(message)].seen = turn.now
    turn.note(.attention(.seen), message: message)
  }

  // MARK: Groups in the centre (R4.2)

  private func group(of message: UInt32) -> NoticeGroup {
    switch plan.grouping {
    case .off: .single(message)
    case .byApp: .app
    case .automatic:
      plan.threads == nil ? .app : .thread(notices[Int(message)].thread)
    }
  }

  /// Messages lie in threads by chance: drawn once, when a message first comes to the centre.
  private mutating func settleThread(of message: UInt32, _ turn: borrowing Turn) {
    guard plan.grouping == .automatic, notices[Int(message)].thread < 0,
      let count = plan.threads
    else { return }
    var draws = turn.draws(UserStream.thread, message, 0)
    let thread = min(count - 1, Int(draws.uniform() * Double(count)))
    notices[Int(message)].thread = Int32(thread)
  }

  /// The notification on top of a group; nil: there is none in the centre.
  private mutating func newest(in group: NoticeGroup) -> UInt32? {
    switch group {
    case .single(let message): message
    case .app: newest()
    case .thread(let thread): newest(inThread: thread)
    }
  }

  // MARK: In the app

  /// The app has a message, which is seen when it is open.
  mutating func expectReading(of message: UInt32, isInApp: Bool, _ turn: inout Turn) {
    guard looksAtAll else { return }
    open(message)
    if isInApp { see(message, &turn) } else { receive(message) }
  }

  private mutating func receive(_ message: UInt32) {
    if plan.hasApp { received.append(message) }
  }

  /// The app is open: the user sees in it all that was shown or fetched, and it takes its
  /// notifications out of the centre.
  mutating func readAll(_ turn: inout Turn) {
    clear()
    guard !received.isEmpty else { return }
    for place in received.indices { see(received[place], &turn) }
    received.removeAll(keepingCapacity: true)
  }

  /// Nothing is left to look at.
  private mutating func clear() {
    clearings &+= 1
    takeAll()
    arrivals.clear()
  }
}
