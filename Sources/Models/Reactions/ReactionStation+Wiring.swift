import DeliverySim

extension ReactionStation {
  // MARK: Annoyances (R10)

  /// Call this when an alert may have been drawn.
  static func hear(_ device: inout Device, _ turn: inout Turn) {
    if device.reactions.isOn { hearAlert(&device, &turn) }
  }

  @inline(never)
  private static func hearAlert(_ device: inout Device, _ turn: inout Turn) {
    guard let interruption = device.centre.takeInterruption() else { return }
    let isWanted = interruption.message.map { device.subscriptions.isOwed(Int($0)) } ?? true
    plan(device.reactions.hear(interruption, isWanted: isWanted, &turn), &turn)
  }

  /// The app has fetched a message that the user did not have.
  static func learn(of message: UInt32, _ device: inout Device, _ turn: inout Turn) {
    if device.reactions.isOn { learnInApp(message, &device, &turn) }
  }

  /// Who knows of it from a summary is not told in the app. Where alerts are drawn, a message that
  /// is fetched unseen counts as known (R0.5).
  @inline(never)
  private static func learnInApp(
    _ message: UInt32, _ device: inout Device, _ turn: inout Turn
  ) {
    guard turn.ledger[Int(message)].summarised == .never else { return }
    if device.app.isInForeground {
      plan(device.reactions.learn(of: message, &turn), &turn)
    } else if device.authorisation != .allowed {
      device.reactions.keep(message)
    }
  }

  /// The app is opened: what it has fetched unseen is known now.
  static func learnOfUnknown(_ device: inout Device, _ turn: inout Turn) {
    guard device.reactions.isOn else { return }
    for message in device.reactions.takeUnknown() {
      plan(device.reactions.learn(of: message, &turn), &turn)
    }
  }

  // MARK: The user's acts

  /// The user acts at once, but after all that happens in the same handler: what draws several
  /// alerts draws them all.
  private static func plan(_ act: UserAct?, _ turn: inout Turn) {
    if let act { turn.schedule(ReactionEventKind.acts, at: turn.now, payload: act.rawValue) }
  }

  static func perform(_ act: UserAct, _ device: inout Device, _ turn: inout Turn) {
    switch act {
    case .uninstall: TokenStation.uninstall(&device, &turn)
    case .quietly:
      guard device.centre.mute() else { return }
      device.reactions.optOut(switchingOff: false, &turn)
      device.settleDrawing()
    case .alertsOff: switchAlertsOff(&device, &turn)
    case .opensLess: device.reactions.openLess(&turn)
    }
  }

  /// Messages that are fetched from now on are known when the app is next opened (R4.1).
  private static func switchAlertsOff(_ device: inout Device, _ turn: inout Turn) {
    guard device.authorisation == .allowed else { return }
    device.authorisation = .alertsOff
    device.reactions.optOut(switchingOff: true, &turn)
    device.app.visitLog.keep(since: turn.now, isOpen: device.app.isInForeground)
    device.settleDrawing()
  }

  // MARK: The end of the run

  /// Alerts were drawn at the start, whatever the user has done since.
  static func wasAllowed(_ device: borrowing Device) -> Bool {
    device.authorisation == .allowed || device.reactions.alertsOff != .never
      || device.centre.turnedOff != .never
  }

  /// Who has opted out or left in the counted time, and whom alerts reach at its end.
  static func count(_ device: borrowing Device, _ turn: inout Turn) {
    guard turn.hasReactions else { return }
    let end = turn.world.duration
    if turn.isCounted(min(device.reactions.optedOut, device.centre.turnedOff)) {
      turn.tally.add(1, to: ReactionCounter.optOuts)
    }
    if turn.isCounted(device.token.uninstalled) {
      turn.tally.add(1, to: ReactionCounter.uninstalls)
    }
    let off = min(device.reactions.alertsOff, device.centre.turnedOff)
    let left = min(off, device.token.revoked, device.token.uninstalled)
    if wasAllowed(device), !device.token.isAbsent, left >= end {
      turn.tally.add(1, to: ReactionCounter.reachableAtEnd)
    }
  }
}

extension ReactionStation: EventHandler {
  static func handle(
    _ kind: ReactionEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .acts:
      guard let act = UserAct(rawValue: payload) else { preconditionFailure("nobody acts so") }
      perform(act, &device, &turn)
    }
  }
}
