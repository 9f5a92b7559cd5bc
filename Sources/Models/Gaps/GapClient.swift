import DeliverySim

/// A client's memory of positions.
struct GapMemory: ~Copyable {
  /// Nil before the first push.
  var savedPosition: UInt32?
  /// The number of pushes that reached the extension.
  var arrivals: UInt32 = 0
  var runs = Pool<GapRun>()
  /// Runs whose re-request has not been answered.
  fileprivate(set) var openRequests: [Int] = []
  /// The positions that a client that asks again still misses, ascending.
  fileprivate var holes = Holes()
  /// Runs that have noticed a gap and not yet shown anything.
  fileprivate(set) var triggersHeld = 0
  /// The number of times that a client has begun that looks at positions: a run from before it has
  /// read one that no longer counts.
  private(set) var forgotten: UInt32 = 0

  /// Another version of the app: a client that begins to look at positions has none saved.
  mutating func adopt(from old: GapPlan, to new: GapPlan) {
    if !old.isOn {
      savedPosition = nil
      forgotten &+= 1
    }
    // A run that is under way may still ask for them.
    if runs.count == 0, !old.isOn || !new.remembers { holes.removeAll() }
  }

  /// R2.8: the app is installed anew (R5.1, step 3).
  mutating func forgetAll() {
    savedPosition = nil
    holes.removeAll()
  }

  /// No run hears an answer any more.
  ///
  /// - Returns: The triggers that they have held, parked.
  mutating func endRuns() -> [Int] {
    var triggers: [Int] = []
    for run in runs.liveNumbers() {
      if runs[run].holdsTrigger { triggers.append(runs[run].parked) }
      (runs[run].holdsTrigger, runs[run].awaitsAnswer) = (false, false)
    }
    triggersHeld = 0
    return triggers
  }

  /// Checked after every event when the package is built with `-DCHECK_INVARIANTS`; else empty.
  func checkInvariants() {
    #if CHECK_INVARIANTS
      precondition(triggersHeld >= 0 && triggersHeld <= runs.count, "a trigger without a run")
      precondition(Set(openRequests).count == openRequests.count, "a request is open twice")
    #endif
  }

  /// Messages that have arrived are no longer missing, for a run that waits.
  mutating func noteArrival(_ positions: ClosedRange<UInt32>, _ turn: inout Turn) {
    arrivals &+= 1
    for position in positions {
      turn.ledger[Int(turn.message(at: position))].lastArrival = arrivals
      holes.fill(position)
    }
  }

  var missesNothing: Bool { holes.isEmpty }

  /// A run's push and the number of its request, from 0, without a copy of the run.
  func request(of run: Int) -> (trigger: Push, number: Int) {
    (runs[run].trigger, runs[run].request)
  }

  /// - Returns: The number of the run, which holds its trigger.
  mutating func begin(_ run: consuming GapRun) -> Int {
    precondition(run.holdsTrigger, "a run begins with its trigger")
    triggersHeld += 1
    return runs.insert(run)
  }

  /// Everything up to a position has come, whichever way.
  mutating func fillUp(to position: UInt32) {
    savedPosition = max(savedPosition ?? 0, position)
    holes.remove(0..<position + 1)
  }

  /// The provider has it no more: a client that hears that need not ask for it again.
  mutating func giveUp(_ position: UInt32) { holes.fill(position) }

  fileprivate mutating func remember(_ missed: Range<UInt32>, window: Int) {
    holes.add(missed)
    guard let newest = savedPosition, Int(newest) > window else { return }
    holes.remove(before: newest - UInt32(window))
  }

  /// The gap as it is (R5.5), or, with a memory, each hole before the trigger.
  fileprivate func missing(
    _ gap: Range<UInt32>, before trigger: UInt32, remembers: Bool
  ) -> MissingPositions {
    remembers ? MissingPositions(holes: holes.before(trigger)) : MissingPositions(gap: gap)
  }
}

/// The next step of a client that looks at positions.
enum GapStep {
  case nothing
  /// The push is shown as it came.
  case present(Push)
  /// One summary is shown in place of the push, for it and the missed positions.
  case summarise(Push, missed: Range<UInt32>, Repair)
  /// A run asks the provider.
  case request(run: Int)
}

extension ExtensionStation {
  // MARK: The check chain of R5.1

  /// True when the extension would find nothing missing before a new message, and would save its
  /// position. This holds where hop 1 is ideal.
  func isInOrder(_ message: UInt32) -> Bool {
    gaps.savedPosition == message && plan.gaps.savesInOrder && gaps.holes.isEmpty
  }

  /// - Parameter first: The first position whose content the push brought.
  /// - Parameter start: The state that the run has read at its start.
  /// - Returns: nil: there is nothing to do but to show the push as it came.
  mutating func checkPosition(
    of push: Push, carryingFrom first: UInt32, _ start: ExtensionStart, isOnline: Bool,
    _ turn: inout Turn
  ) -> GapStep? {
    let position = turn.position(of: push.message)
    gaps.noteArrival(first...position, &turn)
    turn.count(ExtensionCounter.extensionRuns)
    if let step = fetchAlways(for: push, start, isOnline: isOnline, &turn) { return step }

    guard let saved = start.saved, canReadPosition(at: turn.now) else {
      savePosition(position, turn)
      return nil
    }
    guard first > saved + 1 else {
      let isNew = position > saved
      // R5.3: the listing returns before it saves.
      if isNew, plan.gaps.savesInOrder { gaps.savedPosition = position }
      guard isNew, plan.gaps.remembers, !gaps.holes.isEmpty else { return nil }
      return noticeGap(push, first..<first, start, isOnline: isOnline, &turn)
    }
    gaps.savedPosition = position
    return noticeGap(push, saved + 1..<first, start, isOnline: isOnline, &turn)
  }

  /// The heartbeat's gap is all that lies after the saved position, the last one included.
  mutating func checkHeartbeat(
    _ push: Push, _ start: ExtensionStart, isOnline: Bool, _ turn: inout Turn
  ) -> GapStep {
    guard plan.gaps.isOn else { return .present(push) }
    gaps.arrivals &+= 1
    turn.count(ExtensionCounter.extensionRuns)
    if let step = fetchAlways(for: push, start, isOnline: isOnline, &turn) { return step }
    precondition(push.lastPosition <= turn.lastPosition, "a heartbeat tells of what there is")
    let last = push.lastPosition
    guard let saved = start.saved, canReadPosition(at: turn.now) else {
      savePosition(last, turn)
      return .present(push)
    }
    gaps.savedPosition = max(saved, last)
    let missed = min(saved, last) + 1..<last + 1
    guard !missed.isEmpty || plan.gaps.remembers && gaps.holes.contains(before: last + 1)
    else { return .present(push) }
    return noticeGap(push, missed, start, isOnline: isOnline, &turn)
  }

  /// R5.1, step 5: as if there were none, this position is saved; where one is unreadable never a
  /// lower one, so that what is missed is missed once. Who fetches moves it with an answer only.
  private mutating func savePosition(_ position: UInt32, _ turn: borrowing Turn) {
    if plan.gaps.fetch != nil, !canReadPosition(at: turn.now) { return }
    let least = canReadPosition(at: turn.now) ? 0 : gaps.savedPosition ?? 0
    gaps.savedPosition = max(position, least)
  }

  /// Something is missing: `missed` since the saved position, or only what was before.
  mutating func noticeGap(
    _ push: Push, _ missed: Range<UInt32>, _ start: ExtensionStart, isOnline: Bool,
    _ turn: inout Turn
  ) -> GapStep {
    let plan = plan.gaps
    if !missed.isEmpty {
      turn.note(.gap, push, value: Int64(missed.count), others: turn.named(missed))
    }
    let end = push.carriesMessage ? turn.position(of: push.message) : push.lastPosition + 1
    precondition(
      missed.isEmpty || missed.lowerBound > 0 && missed.upperBound <= end,
      "only positions before the push are missed")
    if let window = plan.window {
      gaps.remember(missed, window: window)
      // Messages that were missed before may lie too far back by now.
      guard !missed.isEmpty || gaps.holes.contains(before: end) else { return .present(push) }
    }
    let run = GapRun(
      trigger: push, parked: turn.pushes.insert(push), repeatLimit: plan.repeatLimit,
      asksAgain: plan.asksAgain, fetch: plan.fetch, began: turn.now, end: end, missed: missed,
      arrival: gaps.arrivals, deadline: start.began.advanced(bySpan: self.plan.timeLimit))
    let index = gaps.begin(run)
    let span = turn.draw(plan.wait, GapStream.wait, forRunOf: push)
    if span == .zero { return ask(index, isOnline: isOnline, &turn) }
    if turn.now + span > run.deadline {
      turn.schedule(ExtensionEventKind.timeLimitReached, at: run.deadline, payload: index)
    } else {
      turn.schedule(ExtensionEventKind.waitEnds, at: turn.now + span, payload: index)
    }
    return .nothing
  }

  // MARK: R5.5: waiting for late pushes

  /// Messages that arrived during the wait are no longer missing; from the lowest that still is,
  /// everything is asked for.
  mutating func endWait(_ index: Int, isOnline: Bool, _ turn: inout Turn) -> GapStep {
    let run = gaps.runs[index]
    precondition(run.holdsTrigger, "who waits has shown nothing yet")
    let lowest = run.missed.first {
      $0 > fetches.positions && turn.ledger[Int(turn.message(at: $0))].lastArrival <= run.arrival
    }
    gaps.runs[index].missed = (lowest ?? run.missed.upperBound)..<run.missed.upperBound
    // Another run may have fetched what no push has brought.
    let isMissed = run.fetch == nil ? lowest != nil : run.fetch == .always
    if isMissed || run.asksAgain && gaps.holes.contains(before: run.end) {
      return ask(index, isOnline: isOnline, &turn)
    }
    defer { gaps.runs.remove(index) }
    return releaseTrigger(index, &turn)
  }

  // MARK: R5.1, steps 8 and 9

  private mutating func ask(_ index: Int, isOnline: Bool, _ turn: inout Turn) -> GapStep {
    if gaps.runs[index].fetch != nil { return fetch(index, isOnline: isOnline, &turn) }
    let missed = gaps.runs[index].missed
    guard missed.count <= gaps.runs[index].repeatLimit else {
      gaps.holes.remove(missed)
      defer { gaps.runs.remove(index) }
      return summarise(index, .overLimit, &turn)
    }
    let asked = gaps.missing(
      missed, before: gaps.runs[index].end, remembers: gaps.runs[index].asksAgain)
    gaps.runs[index].asked = asked
    guard isOnline, asked.count > 0 else {
      defer { gaps.runs.remove(index) }
      return fail(index, .failed, &turn)
    }
    return requestRepeats(index, &turn)
  }

  mutating func requestRepeats(_ index: Int, _ turn: inout Turn) -> GapStep {
    let asked = gaps.runs[index].asked
    turn.note(
      .requested, gaps.runs[index].trigger, value: Int64(asked.count), others: turn.named(asked))
    return request(index, &turn)
  }

  mutating func request(_ index: Int, _ turn: inout Turn) -> GapStep {
    turn.countRequest()
    gaps.runs[index].awaitsAnswer = true
    gaps.openRequests.append(index)
    return .request(run: index)
  }

  /// The answer to a request will come then.
  ///
  /// - Parameter limit: If it comes before that, and before everything else, it comes at once.
  /// - Returns: Whether that is now.
  mutating func awaitAnswer(
    to index: Int, at time: SimTime, timesOut: Bool, before limit: SimTime, _ turn: inout Turn
  ) -> Bool {
    precondition(gaps.runs[index].awaitsAnswer, "nobody has asked")
    gaps.runs[index].timesOut = timesOut
    if time == turn.now { return true }
    let deadline = gaps.runs[index].deadline
    if time <= deadline, turn.advance(to: time, before: limit) { return true }
    if time > deadline {
      turn.schedule(ExtensionEventKind.timeLimitReached, at: deadline, payload: index)
    }
    turn.schedule(ExtensionEventKind.requestAnswered, at: time, payload: index)
    return false
  }

  // MARK: Outcomes

  /// The provider's answer (R2.4), which ends the run.
  ///
  /// - Returns: The step that follows for the trigger, and whether the client still hears it.
  mutating func hear(
    _ answer: ResendAnswer, _ index: Int, _ turn: inout Turn
  ) -> (step: GapStep, isHeard: Bool) {
    gaps.openRequests.removeAll { $0 == index }
    defer { gaps.runs.remove(index) }
    guard gaps.runs[index].awaitsAnswer else { return (.nothing, false) }
    if answer == .success { return (releaseTrigger(index, &turn), true) }
    turn.countFailure()
    let isRefused = answer == .refused
    return (fail(index, isRefused ? .refused : .failed, &turn), isRefused)
  }

  /// A re-request has failed. A client that asks again shows the trigger and waits for the next
  /// push; another one shows a summary.
  mutating func fail(_ index: Int, _ repair: Repair, _ turn: inout Turn) -> GapStep {
    let run = gaps.runs[index]
    guard run.asksAgain else { return summarise(index, repair, &turn) }
    if let state = run.fetched { noteFailedFetch(of: state, for: run.trigger, &turn) }
    turn.setRepair(run.asked, repair)
    return releaseTrigger(index, &turn)
  }

  /// The device went offline: the client counts its requests as failed (R2.4).
  mutating func failOpenRequests(_ turn: inout Turn) -> [GapStep] {
    var steps: [GapStep] = []
    for index in gaps.openRequests where gaps.runs[index].awaitsAnswer {
      gaps.runs[index].awaitsAnswer = false
      turn.countFailure()
      if isHeard(gaps.runs[index]) { tellForeign(.failed, gaps.runs[index].asked) }
      steps.append(fail(index, .failed, &turn))
    }
    return steps
  }

  /// R5.2, R5.6: the trigger is shown as it came. A run that still waits never asks; one that has
  /// asked hears no answer, since the system has ended it.
  mutating func reachTimeLimit(_ index: Int, _ turn: inout Turn) -> GapStep {
    let run = gaps.runs[index]
    precondition(run.deadline == turn.now, "a run is stopped at its time limit")
    guard run.holdsTrigger || run.awaitsAnswer else { return .nothing }
    if run.holdsTrigger { turn.note(.timeLimit, run.trigger, others: turn.named(run.missed)) }
    if run.fetch != nil { return endFetch(index, &turn) }
    let step = releaseTrigger(index, &turn)
    if run.awaitsAnswer {
      gaps.runs[index].awaitsAnswer = false
      turn.countFailure()
      turn.setRepair(run.asked, .failed)
    } else {
      turn.setRepair(run.missed, .failed)
      gaps.runs.remove(index)
    }
    return step
  }

  /// One summary in place of the trigger; after the time limit there is no trigger left to replace.
  private mutating func summarise(_ index: Int, _ repair: Repair, _ turn: inout Turn) -> GapStep {
    let run = gaps.runs[index]
    guard run.holdsTrigger else {
      turn.setRepair(run.missed, repair)
      return .nothing
    }
    endRun(index, &turn)
    return .summarise(turn.pushes.remove(run.parked), missed: run.missed, repair)
  }

  private mutating func releaseTrigger(_ index: Int, _ turn: inout Turn) -> GapStep {
    guard gaps.runs[index].holdsTrigger else { return .nothing }
    endRun(index, &turn)
    return .present(turn.pushes.remove(gaps.runs[index].parked))
  }

  /// The trigger is shown or replaced: the extension has nothing left to do but to wait.
  private mutating func endRun(_ index: Int, _ turn: inout Turn) {
    gaps.runs[index].holdsTrigger = false
    precondition(gaps.triggersHeld > 0, "no run holds a trigger")
    gaps.triggersHeld -= 1
    turn.countExtensionTime(since: gaps.runs[index].began)
    noteFree(&turn)
  }
}
