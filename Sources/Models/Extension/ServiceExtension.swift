public import DeliverySim

/// The notification service extension (model.md R5).
public struct ServiceExtension: Sendable {
  /// After this the arriving notification is shown as it came; never: no limit.
  public var timeLimit: SimTime
  /// The share of devices that have none: pushes are shown as they came.
  public var absent = Probability.zero
  /// How long its own work on a push takes, without the re-requests [s].
  public var runTime = Distribution.zero
  /// Nil: it has as much as it uses.
  public var memory: Memory?
  /// How often it crashes, and what is seen then.
  public var crash = Crash()
  /// Runs overlap; else the next push waits until the run before has shown its notification.
  public var overlaps = true
  /// The system calls it a second time for the same push.
  public var doubleInvocation = Probability.zero

  /// Nil: what is saved can be read at all times.
  public var firstUnlock: FirstUnlock?

  public init(timeLimit: SimTime = .never, firstUnlock: FirstUnlock? = nil) {
    self.timeLimit = timeLimit
    self.firstUnlock = firstUnlock
  }
}

/// What the app's extension remembers and does on one device.
struct ClientState: ~Copyable {
  /// The saved position; nil before the first push.
  var savedPosition: UInt32?
  /// The number of pushes that reached the extension.
  var arrivals: UInt32 = 0
  var runs = Pool<ExtensionRun>()
  /// Runs whose re-request has not been answered.
  var openRequests: [Int] = []
  /// The positions that a client that asks again still misses, ascending.
  var holes = Holes()
  /// Runs that are at their own work.
  var works = Pool<ExtensionWork>()
  /// Runs that have noticed a gap and not yet shown anything.
  var carriersHeld = 0
  /// Pushes that wait for their turn, parked; empty where runs overlap.
  var queue: [Int] = []
  /// How often the saved position has been forgotten.
  var forgotten: UInt32 = 0
}

extension ClientState {
  /// As at the start, but keeps the memory.
  mutating func removeAll() {
    (savedPosition, arrivals) = (nil, 0)
    runs.removeAll()
    openRequests.removeAll(keepingCapacity: true)
    holes.removeAll()
    works.removeAll()
    queue.removeAll(keepingCapacity: true)
    (carriersHeld, forgotten) = (0, 0)
  }
}

/// A run of the extension that has noticed a gap.
struct ExtensionRun: Sendable {
  /// The carrier, parked: the push that showed the gap.
  let push: Int
  let carrier: Push
  /// Those of the policy that it began with: the device may go over to another one meanwhile.
  let repeatLimit: Int
  let asksAgain: Bool
  let began: SimTime
  /// Positions below this one are asked for: the carrier's own, or the one after a heartbeat's.
  let end: UInt32
  /// The positions that are missed since the saved one; shrinks to those still missing.
  var missed: Range<UInt32>
  /// What has been asked for.
  var asked = MissingPositions()
  /// The device's arrival number when the run began.
  let arrival: UInt32
  let deadline: SimTime
  /// The carrier waits for the outcome.
  var holdsCarrier = true
  /// The client still waits for the answer.
  var awaitsAnswer = false
  /// The request leaves the provider's queue unserved.
  var timesOut = false
}

extension Push {
  /// Where the random numbers of a run with this carrier lie (docs/determinism.md): a heartbeat's
  /// have a place of their own.
  var attemptOfRun: Int { carriesMessage ? 0 : 1 }
}

extension Device {
  // MARK: The check chain of R5.1

  /// True when the extension would find nothing missing before a new message, and would save its
  /// position (``goStraight(before:_:)``). Where hop 1 is ideal.
  func isInOrder(_ message: UInt32) -> Bool {
    client.savedPosition == message && laws.pointee.savesInOrder && client.holes.isEmpty
  }

  /// - Parameter first: The first position whose content the push brought.
  /// - Parameter start: What the run has read at its start.
  mutating func runExtension(
    _ push: Push, carryingFrom first: UInt32, _ start: ExtensionStart,
    _ bus: inout Bus
  ) {
    let position = position(of: push.message, bus)
    noteArrival(first...position, &bus)
    bus.countExtensionRun()

    guard let saved = start.saved, canReadPosition(bus) else {
      savePosition(position, bus)
      return showContent(push, &bus)
    }
    guard first > saved + 1 else {
      let isNew = position > saved
      // R5.3: the listing returns before it saves.
      if isNew, laws.pointee.savesInOrder { client.savedPosition = position }
      guard isNew, laws.pointee.remembers, !client.holes.isEmpty else {
        return showContent(push, &bus)
      }
      return noticeGap(push, first..<first, start, &bus)
    }
    client.savedPosition = position
    noticeGap(push, saved + 1..<first, start, &bus)
  }

  /// What has arrived is no longer missing, for a run that waits.
  @inline(__always)
  mutating func noteArrival(_ positions: ClosedRange<UInt32>, _ bus: inout Bus) {
    client.arrivals &+= 1
    for position in positions {
      bus.ledger[Int(message(at: position))].lastArrival = client.arrivals
      client.holes.fill(position)
    }
  }

  /// Something is missing: `missed` since the saved position, or only what was before.
  mutating func noticeGap(
    _ push: Push, _ missed: Range<UInt32>, _ start: ExtensionStart,
    _ bus: inout Bus
  ) {
    guard case .recoversGaps(let recovery) = setup.pointee.strategy.client else { return }
    if !missed.isEmpty {
      note(.gap, push, value: Int64(missed.count), others: named(missed, bus), &bus)
    }
    let end = push.carriesMessage ? position(of: push.message, bus) : push.lastPosition + 1
    if let window = recovery.window {
      client.remember(missed, window: window)
      // What was missed before may lie too far back by now.
      guard !missed.isEmpty || client.holes.contains(before: end) else {
        return showContent(push, &bus)
      }
    }
    let run = ExtensionRun(
      push: pushes.insert(push), carrier: push, repeatLimit: recovery.repeatLimit,
      asksAgain: recovery.window != nil, began: bus.now, end: end,
      missed: missed,
      arrival: client.arrivals,
      deadline: start.began.advanced(bySpan: setup.pointee.serviceExtension.timeLimit))
    client.carriersHeld += 1
    wait(recovery.wait, client.runs.insert(run), &bus)
  }

  // MARK: R5.5: waiting for late pushes

  private mutating func wait(_ wait: borrowing Distribution, _ index: Int, _ bus: inout Bus) {
    let span = bus.draw(wait, .wait, forRunOf: client.runs[index].carrier)
    let end = bus.now + span
    let deadline = client.runs[index].deadline
    if span == .zero {
      ask(index, &bus)
    } else if end > deadline {
      bus.schedule(.timeLimitReached, at: deadline, payload: index)
    } else {
      bus.schedule(.waitEnds, at: end, payload: index)
    }
  }

  /// What arrived during the wait is no longer missing; from the lowest that still is, everything
  /// is asked for.
  mutating func endWait(_ index: Int, _ bus: inout Bus) {
    let run = client.runs[index]
    let lowest = run.missed.first { bus.ledger[Int(message(at: $0))].lastArrival <= run.arrival }
    client.runs[index].missed = (lowest ?? run.missed.upperBound)..<run.missed.upperBound
    if lowest != nil || run.asksAgain && client.holes.contains(before: run.end) {
      ask(index, &bus)
    } else {
      releaseCarrier(index, &bus)
      client.runs.remove(index)
    }
  }

  // MARK: R5.1, steps 8 and 9

  private mutating func ask(_ index: Int, _ bus: inout Bus) {
    let run = client.runs[index]
    guard run.missed.count <= run.repeatLimit else {
      client.holes.remove(run.missed)
      summarise(index, .overLimit, &bus)
      client.runs.remove(index)
      return
    }
    let asked = client.missing(run.missed, before: run.end, remembers: run.asksAgain)
    client.runs[index].asked = asked
    guard network.isOnline, asked.count > 0 else {
      fail(index, .failed, &bus)
      client.runs.remove(index)
      return
    }
    note(
      .requested, run.carrier, value: Int64(asked.count), others: named(asked, bus), &bus)
    bus.countRequest()
    client.runs[index].awaitsAnswer = true
    let answer = answerTime(index, &bus)
    client.openRequests.append(index)
    if answer == bus.now { return answerRequest(index, &bus) }
    if answer > run.deadline {
      bus.schedule(.timeLimitReached, at: run.deadline, payload: index)
    }
    bus.schedule(.requestAnswered, at: answer, payload: index)
  }

  // MARK: Outcomes

  /// The provider's answer (R2.4). It carries the request out even when the client has gone.
  mutating func answerRequest(_ index: Int, _ bus: inout Bus) {
    let run = client.runs[index]
    client.openRequests.removeAll { $0 == index }
    let answer = providerAnswer(to: run, bus)
    note(.answered(answer), run.carrier, others: named(run.asked, bus), &bus)
    if run.awaitsAnswer {
      if answer == .success {
        releaseCarrier(index, &bus)
      } else {
        bus.countFailure()
        fail(index, answer == .refused ? .refused : .failed, &bus)
      }
    }
    client.runs.remove(index)
    let isHeard = run.awaitsAnswer && (answer == .success || answer == .refused)
    if isHeard, !client.holes.isEmpty { forgetRefused(run.asked, at: bus.now, bus) }
    if answer == .success { resend(run.asked, &bus) }
  }

  /// A re-request has failed. A client that asks again shows the carrier and waits for the next
  /// push; another one shows a summary.
  private mutating func fail(_ index: Int, _ repair: Repair, _ bus: inout Bus) {
    guard client.runs[index].asksAgain else {
      return summarise(index, repair, &bus)
    }
    releaseCarrier(index, &bus)
    for position in client.runs[index].asked {
      bus.ledger[Int(message(at: position))].repair = repair
    }
  }

  /// The device went offline: the client counts its requests as failed (R2.4).
  mutating func failOpenRequests(_ bus: inout Bus) {
    for index in client.openRequests where client.runs[index].awaitsAnswer {
      client.runs[index].awaitsAnswer = false
      bus.countFailure()
      fail(index, .failed, &bus)
    }
  }

  /// R5.2, R5.6: the carrier is shown as it came. A run that still waits never asks.
  mutating func reachTimeLimit(_ index: Int, _ bus: inout Bus) {
    let run = client.runs[index]
    guard run.holdsCarrier else { return }
    note(.timeLimit, run.carrier, others: named(run.missed, bus), &bus)
    releaseCarrier(index, &bus)
    if !run.awaitsAnswer {
      setRepair(run.missed, .failed, &bus)
      client.runs.remove(index)
    }
  }

  /// One summary in place of the carrier; after the time limit there is no carrier left to replace.
  private mutating func summarise(_ index: Int, _ repair: Repair, _ bus: inout Bus) {
    let run = client.runs[index]
    guard run.holdsCarrier else { return setRepair(run.missed, repair, &bus) }
    endRun(index, &bus)
    showSummary(carrier: run.carrier, missed: run.missed, repair: repair, &bus)
    end(pushes.remove(run.push), .replaced, &bus)
  }

  private mutating func releaseCarrier(_ index: Int, _ bus: inout Bus) {
    guard client.runs[index].holdsCarrier else { return }
    endRun(index, &bus)
    showContent(pushes.remove(client.runs[index].push), &bus)
  }

  /// The carrier has been shown or replaced: the extension has nothing left to do but to wait.
  private mutating func endRun(_ index: Int, _ bus: inout Bus) {
    client.runs[index].holdsCarrier = false
    client.carriersHeld -= 1
    bus.countExtensionTime(since: client.runs[index].began)
    if !client.queue.isEmpty { bus.schedule(.extensionIsFree, at: bus.now) }
  }

  mutating func setRepair(_ positions: Range<UInt32>, _ repair: Repair, _ bus: inout Bus) {
    for position in positions { bus.ledger[Int(message(at: position))].repair = repair }
  }
}

extension Bus {
  /// A span of a run of the extension, which the push that it was called for names.
  @inline(__always)
  func draw(
    _ law: borrowing Distribution, _ purpose: Purpose, forRunOf carrier: Push
  ) -> SimTime {
    draw(law, purpose, carrier.message, carrier.copy, attempt: carrier.attemptOfRun)
  }
}
