import DeliverySim

/// The limits that pushes that wake the app have used up on one device (model.md R4.6, R4.7).
struct WakeState: Sendable {
  /// The time when the system will have forgotten the silent pushes that it has passed on.
  fileprivate var forgotten = SimTime.zero
  /// The number of pushes that it has passed on since midnight, and the day.
  fileprivate var today = 0
  fileprivate var day: Int64 = 0
  /// The silent push that the device holds for the app's next launch, parked.
  fileprivate var held: Int?
  /// VoIP pushes that led to no call.
  fileprivate var misuses = 0
  /// A wake is to end the process, since no call was reported.
  fileprivate var endsProcess = false

  /// Whether a wake that is over was a call, and nobody reported it.
  mutating func takeMisuse() -> Bool {
    defer { endsProcess = false }
    return endsProcess
  }
}

extension AppStation {
  // MARK: A push that wakes the app

  /// Whether a push wakes the app now: the system decides. If it does not, the device holds the
  /// push, or the push ends.
  mutating func isWoken(by push: Push, _ turn: inout Turn) -> Bool {
    push.type == .voip ? isWokenByCall(push, &turn) : isWokenSilently(by: push, &turn)
  }

  private mutating func isWokenSilently(by push: Push, _ turn: inout Turn) -> Bool {
    let moments = plan.silentCalls[state]
    guard !moments.isEmpty else {
      turn.end(push, state == .killed ? .app(.forceQuit) : .phone(.ignoredPayload))
      return false
    }
    guard mayRunUnseen || isInForeground else {
      turn.end(push, .app(.refreshOff))
      return false
    }
    guard moments.contains(.arrival), launches(push, moments, turn) else {
      hold(push, &turn)
      return false
    }
    guard maySpend(at: turn.now) else {
      turn.end(push, .app(.silentThrottled))
      return false
    }
    return true
  }

  /// R1.5: whether a mixed push wakes the app as well, by the same limits as a silent one (R4.5,
  /// R4.6). An app that was not launched would be told no more on its next launch than that launch
  /// brings anyway.
  mutating func isWokenBesides(by push: Push, _ turn: borrowing Turn) -> Bool {
    guard mayRunUnseen || isInForeground else { return false }
    let moments = plan.mixedCalls[state]
    return moments.contains(.arrival) && launches(push, moments, turn) && maySpend(at: turn.now)
  }

  /// The system may decline to launch an app that is not running (R4.5, the footnote).
  private func launches(
    _ push: Push, _ moments: HandlerMatrix.Moments, _ turn: borrowing Turn
  ) -> Bool {
    guard moments.contains(.nextLaunchIfDeclined) else { return true }
    let attempt = 3 * push.attemptOfRun
    var chance = turn.draws(AppStream.silentLaunch, push.message, push.copy, attempt: attempt)
    return chance.happens(plan.silent.launch)
  }

  /// The device holds only the newest.
  private mutating func hold(_ push: Push, _ turn: inout Turn) {
    if let older = wakes.held {
      turn.end(turn.pushes.remove(older), .app(.silentReplaced), by: push)
    }
    turn.note(.app(.held), push)
    wakes.held = turn.pushes.insert(push)
  }

  /// The silent push that the device holds for the next launch, parked.
  var heldPush: Int? { wakes.held }

  /// The push that the device holds for an app that has been opened.
  mutating func takeHeld(_ turn: inout Turn) -> Push? {
    guard let place = wakes.held else { return nil }
    wakes.held = nil
    return turn.pushes.remove(place)
  }

  /// The system passes on a few at once, then one at a time, and a number a day (R4.6); to an app
  /// on the screen all.
  private mutating func maySpend(at now: SimTime) -> Bool {
    guard !isInForeground, plan.isModelled else { return true }
    let day = now.microseconds / SimTime.day.microseconds
    precondition(day >= wakes.day, "no day comes back")
    if day != wakes.day { (wakes.day, wakes.today) = (day, 0) }
    guard wakes.today < plan.silent.perDay ?? .max else { return false }
    if let throttle = plan.silent.throttle {
      guard throttle.passes(at: now, &wakes.forgotten) else { return false }
    }
    wakes.today += 1
    return true
  }

  // MARK: VoIP pushes

  /// The app is installed anew.
  ///
  /// - Returns: Whether the system had blocked its VoIP pushes (R4.7).
  mutating func forgetMisuses() -> Bool {
    defer { wakes.misuses = 0 }
    return !mayBeCalled
  }

  /// Whether VoIP pushes may wake the app: after so many without a call they no longer may (R4.7).
  var mayBeCalled: Bool { plan.voipMisuses.map { wakes.misuses < $0 } ?? true }

  /// Wakes even an app that the user has ended.
  private mutating func isWokenByCall(_ push: Push, _ turn: inout Turn) -> Bool {
    guard mayBeCalled else {
      turn.end(push, .app(.voipBlocked))
      return false
    }
    guard plan.voipMisuses != nil else { return true }
    wakes.misuses += 1
    wakes.endsProcess = true
    return true
  }
}
