public import DeliverySim

/// The notification service extension (model.md R5).
public struct ServiceExtension: Sendable {
  /// After this the arriving notification is shown as it came; never: no limit.
  public var timeLimit: SimTime

  public init(timeLimit: SimTime = .never) {
    self.timeLimit = timeLimit
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
}

extension ClientState {
  /// As at the start, but keeps the memory.
  mutating func removeAll() {
    (savedPosition, arrivals) = (nil, 0)
    runs.removeAll()
    openRequests.removeAll(keepingCapacity: true)
  }
}

/// A run of the extension that has noticed a gap.
struct ExtensionRun: Sendable {
  /// The carrier, parked: the push that showed the gap.
  let push: Int
  let carrier: UInt32
  let copy: UInt16
  /// The positions that are missed; shrinks to what is asked for.
  var missed: Range<UInt32>
  /// The device's arrival number when the run began.
  let arrival: UInt32
  let deadline: SimTime
  /// The carrier waits for the outcome.
  var holdsCarrier = true
  /// The client still waits for the answer.
  var awaitsAnswer = false
}

extension Device {
  // MARK: The check chain of R5.1

  /// The extension finds nothing missing before a new message, and saves its position. Where hop 1
  /// is ideal.
  func isInOrder(_ message: UInt32) -> Bool {
    client.savedPosition == message && laws.pointee.savesInOrder
  }

  /// A push with ``isInOrder(_:)`` runs the extension.
  mutating func saveInOrder(_ message: UInt32, _ context: inout CellContext<some TraceHook>) {
    client.arrivals &+= 1
    ledger[Int(message)].lastArrival = client.arrivals
    context.countExtensionRun()
    client.savedPosition = message + 1
  }

  mutating func runExtension(_ push: Push, _ context: inout CellContext<some TraceHook>) {
    client.arrivals &+= 1
    ledger[Int(push.message)].lastArrival = client.arrivals
    context.countExtensionRun()

    let position = position(of: push.message)
    guard let saved = client.savedPosition else {
      client.savedPosition = position
      return showContent(push, &context)
    }
    guard position > saved + 1 else {
      // R5.3: the listing returns before it saves.
      if position > saved, laws.pointee.savesInOrder { client.savedPosition = position }
      return showContent(push, &context)
    }
    client.savedPosition = position
    noticeGap(push, saved + 1..<position, &context)
  }

  private mutating func noticeGap(
    _ push: Push, _ missed: Range<UInt32>, _ context: inout CellContext<some TraceHook>
  ) {
    guard case .recoversGaps(let recovery) = setup.pointee.strategy.client else { return }
    note(.gap, message: push.message, value: Int64(missed.count), &context)
    guard let index = park(push, &context) else { return }
    let run = ExtensionRun(
      push: index, carrier: push.message, copy: push.copy, missed: missed,
      arrival: client.arrivals,
      deadline: context.now.advanced(bySpan: setup.pointee.serviceExtension.timeLimit))
    wait(client.runs.insert(run), recovery, &context)
  }

  // MARK: R5.5: waiting for late pushes

  private mutating func wait(
    _ index: Int, _ recovery: GapRecovery, _ context: inout CellContext<some TraceHook>
  ) {
    let run = client.runs[index]
    let span = draw(recovery.wait, .wait, run.carrier, run.copy, context)
    let end = context.now + span
    if span == .zero {
      ask(index, recovery, &context)
    } else if end > run.deadline {
      schedule(.timeLimitReached, at: run.deadline, payload: index, &context)
    } else {
      schedule(.waitEnds, at: end, payload: index, &context)
    }
  }

  /// What arrived during the wait is no longer missing; from the lowest that still is, everything
  /// is asked for.
  mutating func endWait(_ index: Int, _ context: inout CellContext<some TraceHook>) {
    guard case .recoversGaps(let recovery) = setup.pointee.strategy.client else { return }
    let run = client.runs[index]
    let lowest = run.missed.first { ledger[Int(message(at: $0))].lastArrival <= run.arrival }
    guard let lowest else {
      releaseCarrier(index, &context)
      client.runs.remove(index)
      return
    }
    client.runs[index].missed = lowest..<run.missed.upperBound
    ask(index, recovery, &context)
  }

  // MARK: R5.1, steps 8 and 9

  private mutating func ask(
    _ index: Int, _ recovery: GapRecovery, _ context: inout CellContext<some TraceHook>
  ) {
    let run = client.runs[index]
    guard run.missed.count <= recovery.repeatLimit else {
      return giveUp(index, .overLimit, &context)
    }
    guard network.isOnline else { return giveUp(index, .failed, &context) }
    note(.requested, message: run.carrier, value: Int64(run.missed.count), &context)
    context.countRequest()
    client.runs[index].awaitsAnswer = true
    let latency = draw(
      setup.pointee.provider.resend.latency, .resendLatency, run.carrier, run.copy, context)
    client.openRequests.append(index)
    if latency == .zero { return answerRequest(index, &context) }
    let answer = context.now + latency
    if answer > run.deadline {
      schedule(.timeLimitReached, at: run.deadline, payload: index, &context)
    }
    schedule(.requestAnswered, at: answer, payload: index, &context)
  }

  /// Ends a run without an answer to wait for.
  private mutating func giveUp(
    _ index: Int, _ repair: Repair, _ context: inout CellContext<some TraceHook>
  ) {
    summarise(index, repair, &context)
    client.runs.remove(index)
  }

  // MARK: Outcomes

  /// The provider's answer (R2.4). It carries the request out even when the client has gone.
  mutating func answerRequest(_ index: Int, _ context: inout CellContext<some TraceHook>) {
    let run = client.runs[index]
    client.openRequests.removeAll { $0 == index }
    let answer = providerAnswer(to: run, context)
    note(.answered(answer), message: run.carrier, &context)
    if run.awaitsAnswer {
      if answer == .success {
        releaseCarrier(index, &context)
      } else {
        context.countFailure()
        summarise(index, answer == .refused ? .refused : .failed, &context)
      }
    }
    client.runs.remove(index)
    if answer == .success { resend(run.missed, &context) }
  }

  /// The device went offline: the client counts its requests as failed (R2.4).
  mutating func failOpenRequests(_ context: inout CellContext<some TraceHook>) {
    for index in client.openRequests where client.runs[index].awaitsAnswer {
      client.runs[index].awaitsAnswer = false
      context.countFailure()
      summarise(index, .failed, &context)
    }
  }

  /// R5.2, R5.6: the carrier is shown as it came. A run that still waits never asks.
  mutating func reachTimeLimit(_ index: Int, _ context: inout CellContext<some TraceHook>) {
    let run = client.runs[index]
    guard run.holdsCarrier else { return }
    note(.timeLimit, message: run.carrier, &context)
    releaseCarrier(index, &context)
    if !run.awaitsAnswer {
      setRepair(run.missed, .failed)
      client.runs.remove(index)
    }
  }

  /// One summary in place of the carrier; after the time limit there is no carrier left to replace.
  private mutating func summarise(
    _ index: Int, _ repair: Repair, _ context: inout CellContext<some TraceHook>
  ) {
    let run = client.runs[index]
    guard run.holdsCarrier else { return setRepair(run.missed, repair) }
    client.runs[index].holdsCarrier = false
    showSummary(carrier: run.carrier, missed: run.missed, repair: repair, &context)
    end(pushes.remove(run.push), .replaced, &context)
  }

  private mutating func releaseCarrier(
    _ index: Int, _ context: inout CellContext<some TraceHook>
  ) {
    guard client.runs[index].holdsCarrier else { return }
    client.runs[index].holdsCarrier = false
    showContent(pushes.remove(client.runs[index].push), &context)
  }

  private mutating func setRepair(_ positions: Range<UInt32>, _ repair: Repair) {
    for position in positions { ledger[Int(message(at: position))].repair = repair }
  }
}
