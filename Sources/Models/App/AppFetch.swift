import DeliverySim

/// The reason why the app runs in the background.
enum WakeReason: Sendable {
  /// A push that is out until the fetch has ended.
  case push(Push)
  /// A push that draws an alert besides, whatever becomes of the fetch.
  case mixed(Push)
  /// A heartbeat, which has done what it can.
  case heartbeat(Push)
  /// The user has pressed a button on a message's notification (R12.3).
  case action(UInt32)
  /// The app woke by itself, for the n-th time.
  case timer(UInt32)
}

/// The app, running in the background, has asked the server for everything the user does not have.
struct AppFetch: Sendable {
  /// The push that woke the app and waits for the end, parked.
  fileprivate let push: Int?
  /// The app posts local notifications for what it gets; else the user finds it in the app.
  let posts: Bool
  /// The state of the server when the app asked.
  let asked: ServerState
  /// The answer comes before the system stops the app, and is no error.
  fileprivate let succeeds: Bool
}

/// Fetches of one device that are under way.
struct FetchState: ~Copyable {
  /// Those whose answer the app still waits for wait here.
  fileprivate var running = LinkedQueue<AppFetch>()
  /// Messages below this one are with the user.
  fileprivate var done = 0
  /// The app has asked in the background for messages below this one: what the server still had is
  /// with the user, the rest comes when the app is opened (R2.2).
  fileprivate var asked = 0
  /// Messages below this one have been asked for in vain, unless they are done.
  fileprivate var failed = 0

  /// The app waits for an answer.
  var isRunning: Bool { running.newest != nil }

  /// The messages below `end` that the user may not have.
  mutating func takeAll(before end: Int) -> Range<Int> {
    defer { done = max(done, end) }
    return done..<max(done, end)
  }

  /// The messages below `end` that have not been asked for with success.
  mutating func take(before end: Int) -> Range<Int> {
    let start = max(done, asked)
    asked = max(start, end)
    return start..<asked
  }
}

extension AppStation {
  // MARK: Fetching in the background (model.md R4.6, R8)

  /// Asks the server for everything that the user does not have.
  ///
  /// - Parameter limit: If it ends before that, and before everything else, it ends at once.
  /// - Returns: The fetch that is over now, if it is.
  mutating func fetch(
    for reason: WakeReason, isOnline: Bool, before limit: SimTime, _ turn: inout Turn
  ) -> Int? {
    let (number, copy, attempt) = reason.place
    let span = turn.draw(plan.fetchLatency, AppStream.fetchLatency, number, copy, attempt: attempt)
    var chance = turn.draws(AppStream.fetchFailure, number, copy, attempt: attempt)
    let fails = chance.happens(plan.fetchFailure)
    let timeLimit = plan.backgroundTime
    turn.count(AppCounter.fetches)
    turn.note(.app(.fetches))
    guard isOnline else {
      giveUpFetch(of: reason.waiting, turn.serverState, &turn)
      return nil
    }
    let fetch = AppFetch(
      push: reason.waiting.map { turn.pushes.insert($0) }, posts: reason.posts,
      asked: turn.serverState, succeeds: span <= timeLimit && !fails)
    let index = fetches.running.append(fetch)
    let end = turn.now + min(span, timeLimit)
    if end == turn.now || turn.advance(to: end, before: limit) { return index }
    turn.schedule(AppEventKind.fetchEnds, at: end, payload: index)
    return nil
  }

  /// The answer is there, or the app's time in the background is over.
  ///
  /// - Returns: nil: it has failed; else what it was, with the push that has woken the app.
  mutating func endFetch(_ index: Int, _ turn: inout Turn) -> (AppFetch, push: Push?)? {
    let isOpen = fetches.running.waits(index)
    if isOpen { fetches.running.leave(index) }
    let fetch = fetches.running.remove(index)
    // The fetch has failed already where the app is closed.
    guard isOpen else { return nil }
    let push = fetch.push.map { turn.pushes.remove($0) }
    if fetch.succeeds { return (fetch, push) }
    giveUpFetch(of: push, fetch.asked, &turn)
    return nil
  }

  /// The push that woke the app has led to nothing. Only the message of the push that did is the
  /// worse for it; of the others it is known at the end of the run (R0.6).
  private mutating func giveUpFetch(of push: Push?, _ asked: ServerState, _ turn: inout Turn) {
    turn.note(.app(.fetchFailed))
    fetches.failed = max(fetches.failed, Int(asked.messages))
    if let push {
      precondition(push.carriesMessage, "only a message waits for the end of a fetch")
      turn.end(push, .app(.fetchFailed))
      turn.ledger[Int(push.message)].repair = .failed
    }
    endWake(&turn)
  }

  /// The device went offline: no answer gets through any more.
  mutating func failOpenFetches(_ turn: inout Turn) {
    while let index = fetches.running.newest {
      fetches.running.leave(index)
      let fetch = fetches.running[index]
      giveUpFetch(of: fetch.push.map { turn.pushes.remove($0) }, fetch.asked, &turn)
    }
  }

  /// The app is uninstalled: nobody waits for the answers.
  mutating func dropFetches(_ turn: inout Turn) {
    while let index = fetches.running.newest {
      fetches.running.leave(index)
      guard let push = fetches.running[index].push else { continue }
      turn.end(turn.pushes.remove(push), .tokens(.unregistered))
    }
  }

  /// The user does not have it, and the server still does.
  func isMissing(_ message: Int, _ turn: borrowing Turn) -> Bool {
    turn.ledger[message].isMissing(keptFor: plan.retention, at: turn.now)
  }

  /// At the end of the run, a fetch without an answer is under way (R0.3); and an app that asks by
  /// itself, or is to be woken by a heartbeat, would have asked for what the server holds, if it
  /// ever asks again.
  mutating func keepFetchesPending(willAsk: Bool, _ turn: inout Turn) {
    let asked = fetches.running.newest.map { Int(fetches.running[$0].asked.messages) } ?? 0
    let end = willAsk ? turn.ledger.count : asked
    for message in fetches.take(before: end) where isMissing(message, turn) {
      turn.ledger[message].copiesOut += 1
    }
  }

  /// At the end of the run, a sync that is due would bring everything (R0.3, R5.8).
  mutating func keepSyncPending(_ ledger: inout Buffer<LedgerEntry>) {
    for message in fetches.takeAll(before: ledger.count) {
      ledger[message].copiesOut += 1
    }
  }

  /// At the end of the run: what was asked for in vain, and has not come since, is known (R0.6).
  func noteFailedFetches(_ ledger: inout Buffer<LedgerEntry>) {
    let start = max(fetches.done, fetches.asked)
    for message in start..<max(start, fetches.failed)
    where ledger[message].shown == .never && ledger[message].synced == .never {
      let repair = ledger[message].repair
      if repair == .none || repair == .unnoticed { ledger[message].repair = .failed }
    }
  }
}

extension WakeReason {
  /// The place of its fetch's random numbers.
  fileprivate var place: (number: UInt32, copy: UInt16, attempt: Int) {
    switch self {
    case .push(let push): (push.message, push.copy, 0)
    case .timer(let number): (number, 0, 1)
    case .mixed(let push): (push.message, push.copy, 2)
    case .heartbeat(let push): (push.message, push.copy, 3)
    case .action(let message): (message, 0, 4)
    }
  }

  /// The push that waits for the end of the fetch.
  fileprivate var waiting: Push? {
    if case .push(let push) = self { push } else { nil }
  }

  /// A mixed push draws its own alert; a user who has pressed a button is asked for nothing more.
  fileprivate var posts: Bool {
    switch self {
    case .mixed, .action: false
    case .push, .heartbeat, .timer: true
    }
  }
}
