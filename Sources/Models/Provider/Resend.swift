import DeliverySim

/// How a re-request ends.
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
  /// How long a server needs for a request; nil: nobody ever waits.
  let service: Sampler?

  init(_ resend: Provider.Resend, _ shelf: inout LawShelf) {
    (failure, latency) = (resend.failure, shelf.sampler(resend.latency))
    service = resend.capacity.map { shelf.sampler($0.service) }
  }
}

extension ProviderStation {
  // MARK: The provider's side of a re-request (model.md R2.2, R2.4)

  /// When the answer to a request that is made now will come: after its time in the endpoint of
  /// its shard, where that has a capacity (R2.5), and the latency; and whether no server will be
  /// free in time.
  func answerTime(
    toRequest request: Int, of trigger: Push, _ bus: inout Bus
  ) -> (time: SimTime, timesOut: Bool) {
    var (end, timesOut) = (bus.now, false)
    if let law = plan.resend.service {
      let service = bus.draw(law, ProviderStream.resendService, forRunOf: trigger, request: request)
      (end, timesOut) = bus.queueUp(service: service)
    }
    let span = bus.draw(
      plan.resend.latency, ProviderStream.resendLatency, forRunOf: trigger, request: request)
    return (end + span, timesOut)
  }

  func answer(to run: GapRun, _ bus: inout Bus) -> ResendAnswer {
    if run.timesOut { return .timedOut }
    let trigger = run.trigger
    var chance = bus.draws(
      ProviderStream.resendFailure, trigger.message, trigger.copy,
      attempt: trigger.attemptOfRun + 2 * run.request)
    let (failure, stake) = (plan.resend.failure, run.stake(bus))
    let hasFailed = chance.happens(failure)
    bus.countAnswer(hasFailed, failure, stake: stake)
    if hasFailed { return .failed }
    if run.fetched != nil { return .success }
    for position in run.asked where holds(bus.message(at: position), bus) { return .success }
    return .refused
  }

  /// A message's payload is still kept.
  func holds(_ message: UInt32, _ bus: borrowing Bus) -> Bool {
    bus.ledger[Int(message)].isKept(for: plan.retention, at: bus.now)
  }
}
