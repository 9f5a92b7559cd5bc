import DeliverySim

extension ExtensionStation {
  /// A push has arrived at a client from outside.
  mutating func receiveForeign(
    _ push: Push, carryingFrom first: UInt32, _ start: ExtensionStart, isOnline: Bool,
    _ turn: inout Turn
  ) -> GapStep {
    turn.count(ExtensionCounter.extensionRuns)
    let position = push.carriesMessage ? turn.position(of: push.message) : push.lastPosition
    let arrived = ArrivedPush(
      content: push.content, position: Int(position), firstPosition: Int(first),
      isRepeat: push.carriesMessage && push.copy > 0, time: turn.now)
    let asked = Self.checked(foreign?.receive(arrived) ?? [], to: turn.lastPosition)
    guard asked.count > 0 else { return .present(push) }
    return ask(for: asked, showing: push, start, isOnline: isOnline, &turn)
  }

  /// It asks, for a push that waits for the answer.
  mutating func ask(
    for positions: MissingPositions, showing push: Push, _ start: ExtensionStart, isOnline: Bool,
    _ turn: inout Turn
  ) -> GapStep {
    guard isOnline else {
      turn.setRepair(positions, .failed)
      tellForeign(.failed, positions)
      return .present(push)
    }
    var run = GapRun(
      trigger: push, parked: turn.pushes.insert(push), began: turn.now, arrival: gaps.arrivals,
      deadline: start.began.advanced(bySpan: plan.timeLimit))
    (run.asked, run.client) = (positions, clients)
    return requestRepeats(gaps.begin(run), &turn)
  }

  /// It asks again after an answer, in its time; no push waits any more.
  mutating func ask(
    for positions: MissingPositions, after run: GapRun, _ turn: inout Turn
  ) -> GapStep {
    guard turn.now < run.deadline else { return .nothing }
    guard run.request < Self.requestsMax else {
      turn.stop(.requestsPerPush)
      return .nothing
    }
    var next = run
    (next.asked, next.request, next.holdsTrigger) = (positions, run.request + 1, false)
    return requestRepeats(gaps.runs.insert(next), &turn)
  }

  /// The most requests for one push.
  private static var requestsMax: Int { 1000 }

  /// Whether a client from outside hears the answer: only the one that has asked. One of another
  /// version or another installation of the app knows nothing of the request.
  func isHeard(_ run: GapRun) -> Bool { run.client == clients }

  /// A request has failed, and nobody can ask again now.
  mutating func tellForeign(_ answer: ResendAnswer, _ positions: MissingPositions) {
    _ = foreign?.hear(answer, to: positions.map(Int.init))
  }

  /// The provider has answered a request of a client from outside, which may have another one.
  mutating func hearForeign(
    _ answer: ResendAnswer, to run: GapRun, isOnline: Bool, _ turn: inout Turn
  ) -> GapStep {
    let next = foreign?.hear(answer, to: run.asked.map(Int.init)) ?? []
    let asked = Self.checked(next, to: turn.lastPosition)
    return isOnline && asked.count > 0 ? ask(for: asked, after: run, &turn) : .nothing
  }

  /// Ascending; of a position that is named twice one is asked for.
  private static func checked(_ positions: [Int], to last: UInt32) -> MissingPositions {
    guard !positions.isEmpty else { return MissingPositions() }
    let ascending = Set(positions).sorted()
    precondition(
      ascending[0] >= 1 && ascending[ascending.count - 1] <= Int(last),
      "a client asks for positions that have been given: 1 to \(last)")
    return MissingPositions(holes: ascending.map { UInt32($0) })
  }
}
