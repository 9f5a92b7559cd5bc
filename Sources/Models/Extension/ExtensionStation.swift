import DeliverySim

/// The notification service extension of one device (model.md R5): its runs, and what it remembers.
struct ExtensionStation: ~Copyable {
  /// The immediate outcome of a call of the extension.
  enum Call {
    /// Its work takes time; or a crash has left nothing to be seen.
    case nothing
    /// The push is shown as it came.
    case crashed
    /// Without limits, its work takes no time.
    case works(ExtensionStart)
    /// Its work is done: the clock is at its end, and nothing has happened since the call.
    case ends(ExtensionStart, isCut: Bool)
  }

  private(set) var plan: Kept<ExtensionPlan>
  var gaps = GapMemory()
  var fetches = FetchMemory()
  /// The memory of a client from outside.
  var foreign: (any ClientRule)?
  /// The number of clients that the device has had: it tells which of them has sent a request.
  private(set) var clients: UInt32 = 0
  /// Runs that are at their own work.
  private var works = Pool<ExtensionWork>()
  /// Pushes that wait for their turn, parked; empty where runs overlap.
  private var queue: [Int] = []
  /// The number of times that the device was switched on again.
  private var restarts: UInt32 = 0
  /// The time until which it cannot read its saved position.
  private var unreadableUntil = SimTime.zero

  init(_ plan: Kept<ExtensionPlan>) {
    self.plan = plan
    foreign = plan.foreign?.makeClient()
    if plan.gaps.fetch != nil { gaps.fillUp(to: 0) }
  }

  mutating func adopt(_ plan: Kept<ExtensionPlan>, _ turn: borrowing Turn) {
    gaps.adopt(from: self.plan.gaps, to: plan.gaps)
    let beginsToFetch = self.plan.gaps.fetch == nil
    self.plan = plan
    if beginsToFetch { beginCursor(at: turn.serverState) }
    beginClient()
  }

  /// R2.8: the app is installed anew, and remembers nothing (R5.1, step 3).
  mutating func forgetAll() {
    gaps.forgetAll()
    beginClient()
  }

  /// R2.10: the app is gone, and with it what its extension was at. The provider carries out what
  /// was asked for.
  mutating func uninstall(_ turn: inout Turn) {
    for place in queue { turn.end(turn.pushes.remove(place), .tokens(.unregistered)) }
    queue.removeAll(keepingCapacity: true)
    for work in works.liveNumbers() {
      turn.end(turn.pushes.remove(works[work].push), .tokens(.unregistered))
    }
    works.removeAll()
    for place in gaps.endRuns() { turn.end(turn.pushes.remove(place), .tokens(.unregistered)) }
  }

  private mutating func beginClient() {
    foreign = plan.foreign?.makeClient()
    clients &+= 1
  }
}

/// The knowledge of an extension's run from its start.
struct ExtensionStart: Sendable {
  /// Its time is counted from here.
  let began: SimTime
  /// The saved position that it has read; nil: there was none.
  let saved: UInt32?
}

/// A run of the extension at its own work, before it looks at positions.
///
/// Not private, as nothing that a station keeps in a pool: a debug build by Swift 6.3 breaks on it.
struct ExtensionWork: Sendable {
  /// Parked.
  let push: Int
  let start: ExtensionStart
  /// The work would take longer than the extension may.
  let isCut: Bool
  /// The value of ``GapMemory/forgotten`` at the start.
  let forgotten: UInt32
}

extension ExtensionStation {
  /// A run begins that takes no time.
  @inline(__always)
  func start(at time: SimTime) -> ExtensionStart {
    ExtensionStart(began: time, saved: gaps.savedPosition)
  }

  // MARK: R5.6: an extension that is not ideal

  /// A run has not shown its notification yet.
  private var isAtWork: Bool { works.count > 0 || gaps.triggersHeld > 0 }

  /// Whether the system calls it for a push now; else the push waits for its turn.
  mutating func admits(_ push: Push, _ turn: inout Turn) -> Bool {
    if plan.overlaps || !isAtWork && queue.isEmpty { return true }
    turn.note(.run(.waits), push)
    queue.append(turn.pushes.insert(push))
    return false
  }

  /// The next push that waits, when it has its turn.
  mutating func next(_ pushes: inout Pool<Push>) -> Push? {
    isAtWork || queue.isEmpty ? nil : pushes.remove(queue.removeFirst())
  }

  /// The system calls the extension for a push. It reads the saved position now and writes it when
  /// its own work is done: runs that overlap don't see what the others write in between.
  ///
  /// - Parameter limit: If its own work is done before that, and before everything else, it is done
  ///   at once.
  mutating func call(_ push: Push, before limit: SimTime, _ turn: inout Turn) -> Call {
    precondition(plan.overlaps || !isAtWork, "runs that do not overlap wait for each other")
    if plan.limitsRuns, crashes(push, &turn) { return crash(push, &turn) }
    let saved = plan.gaps.isOn ? gaps.savedPosition : nil
    let start = ExtensionStart(began: turn.now, saved: saved)
    // Who waited may have gone over to a strategy without an extension.
    guard plan.limitsRuns else { return .works(start) }
    let span = turn.span(
      .extensionRunTime, plan.time, push.message, push.copy, attempt: push.attemptOfRun)
    let timeLimit = plan.timeLimit
    let (end, isCut) = (turn.now.advanced(bySpan: min(span, timeLimit)), span > timeLimit)
    if end == turn.now || turn.advance(to: end, before: limit) {
      return .ends(start, isCut: isCut)
    }
    let work = ExtensionWork(
      push: turn.pushes.insert(push), start: start, isCut: isCut, forgotten: gaps.forgotten)
    turn.schedule(ExtensionEventKind.workEnds, at: end, payload: works.insert(work))
    return .nothing
  }

  /// - Returns: The push, and what the run has known.
  mutating func takeWork(_ index: Int, _ turn: inout Turn) -> (Push, ExtensionStart, isCut: Bool) {
    let work = works.remove(index)
    let saved = work.forgotten == gaps.forgotten ? work.start.saved : nil
    let start = ExtensionStart(began: work.start.began, saved: saved)
    return (turn.pushes.remove(work.push), start, work.isCut)
  }

  /// Its own work on a push is done, or cut short.
  func noteEnd(of push: Push, _ start: ExtensionStart, isCut: Bool, _ turn: inout Turn) {
    turn.countExtensionTime(since: start.began)
    turn.note(isCut ? .run(.cutShort) : .run(.worked), push)
    if isCut { countRun(of: push, &turn) }
  }

  /// The second call comes at once. It costs as much time as the first one's work, and acknowledges
  /// again (``tellsAgain(of:)``). A client that looks at positions finds that of the push saved: it
  /// changes nothing on the screen.
  func isCalledAgain(_ push: Push, since began: SimTime, _ turn: inout Turn) -> Bool {
    guard
      turn.happens(
        .extensionDoubled, plan.doubled, push.message, push.copy,
        attempt: push.attemptOfRun)
    else { return false }
    turn.note(.run(.calledAgain), push)
    turn.countExtensionTime(since: began)
    if !tellsAgain(of: push) { countRun(of: push, &turn) }
    return true
  }

  /// A second call has something to acknowledge.
  func tellsAgain(of push: Push) -> Bool {
    plan.acknowledges && push.carriesMessage && push.hasContent
  }

  // MARK: Runs that come to nothing

  private func crashes(_ push: Push, _ turn: inout Turn) -> Bool {
    let attempt = push.attemptOfRun
    if turn.happens(
      .extensionCrash, plan.crash.probability, push.message, push.copy, attempt: attempt)
    {
      return true
    }
    guard let limit = plan.memoryLimit else { return false }
    let law = plan.memoryUse
    return turn.sample(.extensionMemory, law, push.message, push.copy, attempt: attempt) > limit
  }

  /// A run crashes at its start, before it has read or told anything.
  private func crash(_ push: Push, _ turn: inout Turn) -> Call {
    turn.note(.run(.crashed), push)
    countRun(of: push, &turn)
    switch plan.crash.shows {
    case .original: return .crashed
    case .nothing:
      turn.end(push, .serviceExtension(.crashed))
      return .nothing
    }
  }

  /// Runs are counted where a strategy looks at positions or acknowledges; not those for pushes of
  /// other services.
  private func countRun(of push: Push, _ turn: inout Turn) {
    let looks = plan.gaps.isOn || plan.foreign != nil
    let acknowledges = plan.acknowledges && push.carriesMessage
    if looks && push.content != .otherService || acknowledges {
      turn.count(ExtensionCounter.extensionRuns)
    }
  }

  // MARK: R5.7: before the first unlock

  /// The device has been switched on.
  mutating func lock(_ turn: inout Turn) {
    let restart = restarts
    restarts &+= 1
    unreadableUntil = .zero
    guard plan.positionUnreadable.value > 0 else { return }
    var chance = turn.draws(ExtensionStream.positionUnreadable, restart, 0)
    guard chance.happens(plan.positionUnreadable) else { return }
    let span = turn.draw(plan.unlock, ExtensionStream.firstUnlock, restart, 0)
    unreadableUntil = turn.now + span
    turn.note(.power(.positionUnreadable), value: span.microseconds)
  }

  /// It can read what it has saved. To a push in order it makes no difference: it is shown, and its
  /// position saved, either way.
  @inline(__always)
  func canReadPosition(at time: SimTime) -> Bool { time >= unreadableUntil }

  // MARK: R8: it tells the provider that a push has arrived

  /// - Parameter call: 1 when the system has called the extension a second time, 2 when it is an
  ///   answer that is acknowledged, else 0.
  /// - Returns: When the provider knows; never: the acknowledgement is lost.
  mutating func acknowledge(_ push: Push, call: Int = 0, _ turn: inout Turn) -> SimTime {
    precondition((0...2).contains(call), "an acknowledgement has random numbers of its own")
    // A client that looks at positions, or fetches, has counted the run itself.
    if call == 1 || !plan.gaps.isOn { turn.count(ExtensionCounter.extensionRuns) }
    turn.count(CoreCounter.acknowledgements)
    guard let span = acknowledgementSpan(push, call: call, &turn) else {
      turn.note(.acknowledgementLost, push)
      return .never
    }
    turn.note(
      .acknowledged, content: push.content, message: push.message, copy: push.copy,
      value: span.microseconds)
    return turn.now + span
  }

  /// The time that an acknowledgement is under way; nil: it is lost.
  @inline(__always)
  private mutating func acknowledgementSpan(_ push: Push, call: Int = 0, _ turn: inout Turn)
    -> SimTime?
  {
    let (message, copy, attempt) = (push.message, push.copy, call + push.attemptOfRun)
    let isLost = turn.happens(
      .acknowledgementLoss, plan.acknowledgementLoss, message, copy, attempt: attempt)
    return isLost
      ? nil
      : turn.span(
        .acknowledgementLatency, plan.acknowledgementLatency, message, copy,
        attempt: attempt)
  }

  /// At the end of the run, what a re-request without an answer has asked for is a fetch in flight
  /// (R0.3), and what waits stays parked.
  func keepAskedPending(_ turn: inout Turn) {
    for run in gaps.openRequests {
      for position in gaps.runs[run].asked {
        turn.ledger[Int(turn.message(at: position))].copiesOut += 1
      }
    }
  }

  /// A run has shown its notification, or something else in its place.
  func noteFree(_ turn: inout Turn) {
    if !queue.isEmpty { turn.schedule(ExtensionEventKind.isFree, at: turn.now) }
  }
}
