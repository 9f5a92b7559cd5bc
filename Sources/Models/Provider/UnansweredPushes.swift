import DeliverySim

/// Pushes to which no answer of the push service comes, and that wait to be sent again (R2.11).
/// Empty where the provider does not wait for answers.
struct UnansweredPushes: ~Copyable {
  /// As they will be sent: with the retries that there will have been.
  private var waiting = Pool<Push>()
}

extension UnansweredPushes {
  /// A push crosses hop 2 now. Where it is lost, or its answer, the provider notices that and sends
  /// it again, as often as its policy allows. What a burst takes besides stays unnoticed (R2.6).
  mutating func await(
    _ push: inout Push, isLost: Bool, _ plan: Kept<ProviderPlan>, _ turn: inout Turn
  ) {
    let link = plan.link
    let isNoticed =
      isLost ? turn.isLost(push, on: .link, link.loss) : Self.isAnswerLost(push, link, turn)
    guard isNoticed else { return }
    push.isUnanswered = true
    guard let retry = link.retry, Int(push.retries) < retry.attempts else { return }
    let wait = retry.wait(before: push.retries)
    turn.note(.provider(.unanswered), push, value: wait.microseconds)
    var next = push
    (next.retries, next.repeats) = (push.retries + 1, push.repeats + 1)
    let place = waiting.insert(next)
    turn.schedule(ProviderEventKind.answerMissed, at: turn.now + wait, payload: place)
  }

  private static func isAnswerLost(
    _ push: Push, _ link: HopPlan, _ turn: borrowing Turn
  ) -> Bool {
    let id = push.stream(ProviderStream.ackLoss, orWithoutMessage: ProviderStream.otherAckLoss)
    var chance = turn.draws(id, push.message, push.copy, attempt: Int(push.repeats))
    return chance.happens(link.ackLoss)
  }

  /// The wait of a push is over.
  mutating func end(_ place: Int) -> Push { waiting.remove(place) }

  // MARK: The end of the run

  /// What was still to be sent again is a copy under way (R0.3).
  func keepPending(_ ledger: inout Buffer<LedgerEntry>) {
    for place in waiting.liveNumbers() where waiting[place].carriesMessage {
      ledger[Int(waiting[place].message)].copiesOut += 1
    }
  }

  func contains(where isOfKind: (Push) -> Bool) -> Bool {
    waiting.liveNumbers().contains { isOfKind(waiting[$0]) }
  }

  /// The highest position that heartbeats of a type will tell, and another one; nil: there is none.
  func lastTold(byHeartbeats type: PushType, or other: UInt32?) -> UInt32? {
    waiting.liveNumbers().reduce(other) { last, place in
      let push = waiting[place]
      guard push.content == .heartbeat, push.type == type else { return last }
      return max(last ?? 0, push.lastPosition)
    }
  }
}

extension UnansweredPushes: EventHandler {
  static func handle(
    _ kind: ProviderEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .answerMissed: device.sendUnanswered(payload, &turn)
    }
  }
}
