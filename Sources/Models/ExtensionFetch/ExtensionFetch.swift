public import DeliverySim

/// The extension asks the server itself for everything since a cursor that it shares with the app,
/// and posts local notifications (model.md R8). Signal and Wire work like this.
public struct ExtensionFetch: Sendable, Equatable {
  /// The content that a push brings.
  public enum Content: String, Sendable, CaseIterable {
    /// Its message.
    case push
    /// Nothing: without an answer only a placeholder can be shown.
    case none
  }

  /// The pushes about which the extension asks.
  public enum Ask: String, Sendable, CaseIterable {
    /// The content comes with every push.
    case always
    /// It asks when the number of a push shows that something is missing.
    case onGap = "on-gap"
  }

  /// A push without content needs ``ask`` to be `always`.
  public var content: Content
  /// It must be `always` where a push has no content.
  public var ask: Ask
  /// The time to wait for late pushes before asking [s] (R5.5).
  public var wait: Distribution
  /// It tells the server what has arrived, by push or by answer
  /// (``Strategy/sendingUntilAcked(_:collapse:)``).
  var acknowledges = false

  /// - Precondition: A push without content is asked about always: nothing else brings its message.
  public init(content: Content = .push, ask: Ask = .always, wait: Distribution = .zero) {
    precondition(
      content == .push || ask == .always, "a push without content is always asked about")
    self.content = content
    self.ask = ask
    self.wait = wait
  }

  /// The same, whose extension tells the provider what has arrived.
  var acknowledging: Self {
    var rule = self
    rule.acknowledges = true
    return rule
  }
}

/// The server's messages at a moment.
struct ServerState: Sendable {
  /// Messages below this number.
  let messages: UInt32
  /// Positions in the provider's queue up to this one.
  let positions: UInt32
}

/// The extension's memory of its fetches.
struct FetchMemory: Sendable {
  /// Messages below this one have been asked for with success, by the extension or the app.
  fileprivate var cursor: UInt32 = 0
  /// Messages below this one have been asked for in vain, unless they are below the cursor.
  fileprivate var failed: UInt32 = 0
  /// Positions up to this one have come with an answer to the extension or the app.
  fileprivate(set) var positions: UInt32 = 0
}

extension ExtensionStation {
  // MARK: The cursor

  /// Whether the extension leaves out messages that the app has fetched.
  var sharesCursor: Bool { plan.gaps.sharesCursor }

  /// There is an answer with everything that the server had then, to the extension or to the app.
  mutating func moveCursor(to state: ServerState) {
    guard sharesCursor else { return }
    fetches.positions = max(fetches.positions, state.positions)
    fetches.cursor = max(fetches.cursor, state.messages)
    gaps.fillUp(to: state.positions)
  }

  /// The token is registered, or the app's new version fetches: what was before is of no interest.
  mutating func beginCursor(at state: ServerState) {
    if plan.gaps.fetch != nil { moveCursor(to: state) }
  }

  /// Messages below this one have come with an answer, or are kept no more.
  var cursor: UInt32 { fetches.cursor }

  /// The device has what the server has said of a message, which may have forgotten it.
  func hasAskedFor(_ message: UInt32) -> Bool { message < fetches.cursor }

  // MARK: Asking

  /// Fetches without looking at positions.
  ///
  /// - Returns: nil: the client looks at them.
  mutating func fetchAlways(
    for push: Push, _ start: ExtensionStart, isOnline: Bool, _ turn: inout Turn
  ) -> GapStep? {
    guard plan.gaps.fetch == .always else { return nil }
    guard canReadPosition(at: turn.now) else { return .present(push) }
    return noticeGap(push, 0..<0, start, isOnline: isOnline, &turn)
  }

  mutating func fetch(_ index: Int, isOnline: Bool, _ turn: inout Turn) -> GapStep {
    gaps.runs[index].fetched = turn.serverState
    guard isOnline else {
      defer { gaps.runs.remove(index) }
      return fail(index, .failed, &turn)
    }
    let trigger = gaps.runs[index].trigger
    turn.note(
      .run(.fetches), trigger, others: named(below: turn.serverState, besides: trigger, turn))
    return request(index, &turn)
  }

  /// The messages that are asked for besides the push that asks, where somebody watches.
  private func named(
    below state: ServerState, besides trigger: Push, _ turn: borrowing Turn
  ) -> [UInt32] {
    guard turn.isRecorded else { return [] }
    return missing(below: state.messages, .never, besides: trigger, turn)
  }

  // MARK: Outcomes

  /// The answer is there.
  ///
  /// - Returns: The messages that the user does not have, the oldest first; without the message of
  ///   the push that has asked, which is shown last.
  mutating func takeFetched(by run: GapRun, retention: SimTime, _ turn: inout Turn) -> [UInt32] {
    guard let state = run.fetched else { return [] }
    let missing = missing(below: state.messages, retention, besides: run.trigger, turn)
    for message in fetches.cursor..<max(fetches.cursor, state.messages)
    where !turn.ledger[Int(message)].isKept(for: retention, at: turn.now) {
      turn.ledger[Int(message)].repair = .refused
    }
    moveCursor(to: state)
    return missing
  }

  /// Messages since the cursor that the user lacks and that are still kept, without a push's own.
  private func missing(
    below end: UInt32, _ retention: SimTime, besides push: Push? = nil, _ turn: borrowing Turn
  ) -> [UInt32] {
    let own = push.flatMap { $0.carriesMessage ? $0.message : nil }
    var missing: [UInt32] = []
    for message in min(fetches.cursor, end)..<end
    where message != own && turn.ledger[Int(message)].isMissing(keptFor: retention, at: turn.now) {
      missing.append(message)
    }
    return missing
  }

  /// The requested messages are still missing; the outcome is known at the end of the run, since
  /// others may bring them.
  mutating func noteFailedFetch(of state: ServerState, for trigger: Push, _ turn: inout Turn) {
    turn.note(.run(.fetchFailed), trigger, others: named(below: state, besides: trigger, turn))
    fetches.failed = max(fetches.failed, state.messages)
  }

  /// The time limit: an extension that has been ended hears no answer, and does not ask any more.
  mutating func endFetch(_ index: Int, _ turn: inout Turn) -> GapStep {
    guard gaps.runs[index].awaitsAnswer else {
      gaps.runs[index].fetched = turn.serverState
      defer { gaps.runs.remove(index) }
      return fail(index, .failed, &turn)
    }
    gaps.runs[index].awaitsAnswer = false
    turn.countFailure()
    return fail(index, .failed, &turn)
  }

  /// At the end of the run: what was asked for in vain, and has not come since, is known.
  func noteFailedFetches(_ ledger: inout Buffer<LedgerEntry>) {
    for message in fetches.cursor..<max(fetches.cursor, fetches.failed) {
      if ledger[Int(message)].repair == .unnoticed {
        ledger[Int(message)].repair = .failed
      }
    }
  }

  /// At the end of the run: what a fetch under way would bring, or that of a push under way, is
  /// pending (R0.3).
  ///
  /// - Parameters:
  ///   - isHeard: The system calls the extension for what arrives.
  ///   - told: The highest position that a heartbeat will tell; nil: none will come.
  func keepFetchesPending(
    retention: SimTime, isHeard: Bool, told: UInt32?, _ turn: inout Turn
  ) {
    guard let ask = plan.gaps.fetch else { return }
    let missing = missing(below: turn.serverState.messages, retention, turn)
    guard awaitsFetch || isHeard && willAsk(for: missing, ask, told: told, turn) else { return }
    for message in missing { turn.ledger[Int(message)].copiesOut += 1 }
  }

  private var awaitsFetch: Bool {
    gaps.openRequests.contains { gaps.runs[$0].fetched != nil && gaps.runs[$0].awaitsAnswer }
  }

  /// Whether a push is stored, under way or still to be sent that will: one after something that is
  /// missing, if it is to reveal that, or a heartbeat that tells of it.
  private func willAsk(
    for missing: [UInt32], _ ask: ExtensionFetch.Ask, told: UInt32?, _ turn: borrowing Turn
  ) -> Bool {
    var lowest = UInt32.max
    for message in missing where turn.position(of: message) > 0 {
      lowest = min(lowest, turn.position(of: message))
    }
    if let told, ask == .always || told >= lowest { return true }
    for message in turn.ledger.indices where turn.ledger[message].copiesOut > 0 {
      if ask == .always || turn.position(of: UInt32(message)) > lowest { return true }
    }
    return false
  }
}
