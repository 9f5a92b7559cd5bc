import DeliverySim

/// The end of a re-request.
public enum ResendAnswer: UInt8, Sendable, CaseIterable {
  case success = 32
  case failed = 33
  /// Nothing of it is held any more.
  case refused = 34
  /// No server was free in time.
  case timedOut = 35
}

/// The endpoint for re-requests, compiled once.
struct ResendPlan {
  /// The answer is an error.
  let failure: Probability
  let latency: Sampler
  /// The time that a server needs for a request; nil: nobody ever waits.
  let service: Sampler?

  init(_ resend: Provider.Resend, _ arena: inout PlanArena) {
    (failure, latency) = (resend.failure, arena.sampler(resend.latency))
    service = resend.capacity.map { arena.sampler($0.service) }
  }
}

extension ProviderStation {
  // MARK: The provider's side of a re-request (model.md R2.2, R2.4)

  /// When the answer to a request that is made now will come: after its time in the endpoint of
  /// its shard, where that has a capacity (R2.5), and the latency; and whether no server will be
  /// free in time.
  func answerTime(
    toRequest request: Int, of trigger: Push, _ turn: inout Turn
  ) -> (time: SimTime, timesOut: Bool) {
    var (end, timesOut) = (turn.now, false)
    if let law = plan.resend.service {
      let service = turn.draw(
        law, ProviderStream.resendService, forRunOf: trigger, request: request)
      (end, timesOut) = turn.queueUp(service: service)
    }
    let span = turn.draw(
      plan.resend.latency, ProviderStream.resendLatency, forRunOf: trigger, request: request)
    return (end + span, timesOut)
  }

  func answer(to run: GapRun, _ turn: inout Turn) -> ResendAnswer {
    if run.timesOut { return .timedOut }
    let trigger = run.trigger
    var chance = turn.draws(
      ProviderStream.resendFailure, trigger.message, trigger.copy,
      attempt: trigger.attemptOfRun + 2 * run.request)
    let (failure, stake) = (plan.resend.failure, run.stake(turn))
    let hasFailed = chance.happens(failure)
    let surplus = turn.surplus
    surplus.countAnswer(hasFailed, failure, stake: stake, &turn.tally)
    if hasFailed { return .failed }
    if run.fetched != nil { return .success }
    for position in run.asked where holds(turn.message(at: position), turn) { return .success }
    return .refused
  }

  /// It chooses what is sent again of what was asked for.
  mutating func choose(
    among positions: MissingPositions, _ turn: inout Turn
  ) -> MissingPositions {
    guard foreign != nil else { return positions }
    var kept: [Int] = []
    for position in positions {
      if holds(turn.message(at: position), turn) {
        kept.append(Int(position))
      } else {
        turn.setRepair(position...position, .refused)
      }
    }
    let chosen = foreign?.answer(kept) ?? []
    precondition(
      Set(chosen).isSubset(of: kept), "a provider sends again what was asked for and is kept")
    return MissingPositions(holes: chosen.map { UInt32($0) })
  }

  /// A message's payload is still kept.
  func holds(_ message: UInt32, _ turn: borrowing Turn) -> Bool {
    turn.ledger[Int(message)].isKept(for: plan.retention, at: turn.now)
  }
}
