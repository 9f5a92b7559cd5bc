import DeliverySim

/// Pushes to which no answer of the push service comes, and that wait to be sent again (R2.11).
/// Empty where the provider does not wait for answers.
struct UnansweredPushes: ~Copyable {
  /// They are kept as they will be sent: with the retries that there will have been.
  private var waiting = Pool<Push>()
}

extension UnansweredPushes {
  /// A push is to be sent once more.
  ///
  /// - Returns: Its place.
  mutating func add(_ push: Push) -> Int {
    var next = push
    (next.retries, next.repeats) = (push.retries + 1, push.repeats + 1)
    return waiting.insert(next)
  }

  /// The wait of a push is over.
  mutating func end(_ place: Int) -> Push { waiting.remove(place) }

  // MARK: The end of the run

  /// A push that was still to be sent again is a copy under way (R0.3).
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
    case .answerMissed:
      let unanswered = device.provider.unanswered.end(payload)
      // R2.10: to whom?
      guard !device.token.isMissing else { return }
      var push: Push?
      if unanswered.carriesMessage {
        push = device.send(unanswered.message, &turn)
      } else {
        push = device.provider.sendOther(
          unanswered.content, again: unanswered, hasToken: true, &turn)
      }
      guard var push else { return }
      (push.retries, push.repeats) = (unanswered.retries, unanswered.repeats)
      device.follow(&push, before: .never, &turn)
    }
  }
}
