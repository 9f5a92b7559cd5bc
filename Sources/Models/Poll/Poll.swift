public import DeliverySim

/// No pushes: the app asks by itself when the system lets it (background refresh).
public struct Polling: Sendable, Equatable {
  /// The time from one refresh to the next, while people use the app; above 0.
  public var every: SimTime
  /// The wait grows by this factor after each refresh since which nobody has opened the app; at
  /// least 1.
  public var factor: Double
  /// The longest wait.
  public var longest: SimTime

  /// Twenty minutes at best [field: Delta Chat]; how it stretches is a choice.
  ///
  /// - Precondition: Times above 0, a factor of at least 1.
  public init(every: SimTime = SimTime(seconds: 1200), factor: Double = 2, longest: SimTime = .day)
  {
    precondition(every > .zero && longest > .zero, "a wait for the next poll takes time")
    precondition(factor >= 1, "the waits for polls do not shrink")
    self.every = every
    self.factor = factor
    self.longest = longest
  }
}

/// The refreshes of one device.
struct PollState: Sendable {
  /// The next one, from 0.
  fileprivate var number: UInt32 = 0
  fileprivate var due = SimTime.never
  fileprivate var wait = SimTime.zero
  /// The number of times that the app had been opened at the last one.
  fileprivate var visits: UInt32 = 0
}

extension AppStation {
  // MARK: Refreshing in the background

  /// The first refresh comes at any moment of the first wait.
  ///
  /// - Parameter stage: The stage of the strategy.
  mutating func startPolling(stage: Int, _ turn: inout Turn) {
    polls.due = .never
    guard let law = plan.polling else { return }
    var draws = turn.draws(PollStream.start, UInt32(stage), 0)
    polls.wait = law.every
    polls.visits = visits
    planPoll(after: SimTime(seconds: law.every.seconds * draws.uniform()), &turn)
  }

  private mutating func planPoll(after wait: SimTime, _ turn: inout Turn) {
    polls.due = turn.now.advanced(bySpan: wait)
    turn.schedule(AppEventKind.pollDue, at: polls.due)
  }

  /// The system may let the app run, unless the user has ended it or refreshes are off (R4.6).
  /// Where no app is modelled, it counts as used.
  ///
  /// - Parameter isOnline: There is a network to ask something.
  /// - Returns: The number of the refresh.
  mutating func poll(isOnline: Bool, _ turn: inout Turn) -> UInt32? {
    guard polls.due == turn.now, let law = plan.polling else { return nil }
    let isUsed = !plan.isModelled || visits > polls.visits
    let stretched = SimTime(seconds: polls.wait.seconds * law.factor)
    polls.wait = isUsed ? law.every : min(stretched, max(law.every, law.longest))
    precondition(polls.wait > .zero, "a wait for the next poll takes time")
    polls.visits = visits
    let number = polls.number
    polls.number &+= 1
    planPoll(after: polls.wait, &turn)
    guard state != .killed, mayRunUnseen, isOnline else { return nil }
    turn.count(CoreCounter.wakeUps)
    turn.note(.app(.refreshed))
    return number
  }

  /// At the end of the run: what nobody has asked for in time the provider holds no more, and for
  /// the rest nobody ever will ask (R0.6).
  ///
  /// - Parameter last: Nobody could ask after that.
  func dropUnasked(until last: SimTime, _ turn: inout Turn) {
    guard plan.polling != nil else { return }
    for message in turn.ledger.indices where turn.ledger[message].isUnasked {
      let created = turn.ledger[message].created
      let kept = created.advanced(bySpan: plan.retention)
      let cause = kept <= last ? Cause.provider(.retentionOver) : .app(.neverAsked)
      let end = max(created, min(kept, last))
      turn.ledger[message].noteDestroyed(cause, at: end)
      turn.note(.destroyed(by: cause), message: UInt32(message), at: end)
    }
  }
}

extension LedgerEntry {
  /// Nobody has sent it, it was not lost before, and the user does not have it.
  fileprivate var isUnasked: Bool {
    sends == 0 && cause == .none && copiesOut == 0 && shown == .never && synced == .never
  }
}
