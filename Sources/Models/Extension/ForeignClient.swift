import DeliverySim

extension ExtensionStation {
  /// A push has arrived at a client from outside.
  mutating func receiveForeign(
    _ push: Push, carryingFrom first: UInt32, _ start: ExtensionStart, isOnline: Bool,
    _ bus: inout Bus
  ) -> GapStep {
    bus.countExtensionRun()
    let position = push.carriesMessage ? bus.position(of: push.message) : push.lastPosition
    let arrived = ArrivedPush(
      content: push.content, position: Int(position), firstPosition: Int(first),
      isRepeat: push.carriesMessage && push.copy > 0, time: bus.now)
    let asked = Self.checked(foreign?.receive(arrived) ?? [], to: bus.lastPosition)
    guard asked.count > 0 else { return .present(push) }
    return ask(for: asked, showing: push, start, isOnline: isOnline, &bus)
  }

  /// Whether a client from outside hears the answer: only the one that has asked. One of another
  /// version or another installation of the app knows nothing of the request.
  func isHeard(_ run: GapRun) -> Bool { run.client == clients }

  /// A request has failed, and nobody can ask again now.
  mutating func tellForeign(_ answer: ResendAnswer, _ positions: MissingPositions) {
    _ = foreign?.hear(answer, to: positions.map(Int.init))
  }

  /// The provider has answered a request of a client from outside, which may have another one.
  mutating func hearForeign(
    _ answer: ResendAnswer, to run: GapRun, isOnline: Bool, _ bus: inout Bus
  ) -> GapStep {
    let next = foreign?.hear(answer, to: run.asked.map(Int.init)) ?? []
    let asked = Self.checked(next, to: bus.lastPosition)
    return isOnline && asked.count > 0 ? ask(for: asked, after: run, &bus) : .nothing
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
