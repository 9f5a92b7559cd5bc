import DeliverySim

// What the user does about alerts, and about what was missed (model.md R10).

extension Device {
  // MARK: What the user notices

  /// To be called when an alert may have been drawn.
  mutating func hear(_ bus: inout Bus) {
    if reactions.isOn { hearAlert(&bus) }
  }

  @inline(never)
  private mutating func hearAlert(_ bus: inout Bus) {
    guard let interruption = centre.takeInterruption() else { return }
    let isWanted = interruption.message.map { subscriptions.isOwed(Int($0)) } ?? true
    plan(reactions.hear(interruption, isWanted: isWanted, &bus), &bus)
  }

  mutating func showScheduledSummary(_ bus: inout Bus) {
    centre.showScheduledSummary(&bus)
    hear(&bus)
  }

  /// The app has fetched a message that the user did not have.
  mutating func learn(of message: UInt32, _ bus: inout Bus) {
    if reactions.isOn { learnInApp(message, &bus) }
  }

  /// Who knows of it from a summary is not told in the app. Where alerts are drawn, a message that
  /// is fetched unseen counts as known (R0.5).
  @inline(never)
  private mutating func learnInApp(_ message: UInt32, _ bus: inout Bus) {
    guard bus.ledger[Int(message)].summarised == .never else { return }
    if app.isInForeground {
      plan(reactions.learn(of: message, &bus), &bus)
    } else if authorisation != .allowed {
      reactions.keep(message)
    }
  }

  /// The app is opened: what it has fetched unseen is known now.
  mutating func learnOfUnknown(_ bus: inout Bus) {
    guard reactions.isOn else { return }
    for message in reactions.takeUnknown() { plan(reactions.learn(of: message, &bus), &bus) }
  }

  // MARK: What the user does

  /// The user acts at once, but after all that happens in the same handler: what draws several
  /// alerts draws them all.
  private func plan(_ act: UserAct?, _ bus: inout Bus) {
    if let act { bus.schedule(.userActs, at: bus.now, payload: act.rawValue) }
  }

  mutating func perform(_ act: UserAct, _ bus: inout Bus) {
    switch act {
    case .uninstall: uninstall(&bus)
    case .quietly:
      guard centre.mute() else { return }
      reactions.optOut(switchingOff: false, &bus)
      settleDrawing()
    case .alertsOff: switchAlertsOff(&bus)
    case .opensLess: reactions.openLess(&bus)
    }
  }

  /// What is fetched from now on is known when the app is next opened (R4.1).
  private mutating func switchAlertsOff(_ bus: inout Bus) {
    guard authorisation == .allowed else { return }
    authorisation = .alertsOff
    reactions.optOut(switchingOff: true, &bus)
    app.visitLog.keep(since: bus.now, isOpen: app.isInForeground)
    settleDrawing()
  }

  // MARK: The end of the run

  /// Alerts were drawn at the start, whatever the user has done since.
  var wasAllowed: Bool {
    authorisation == .allowed || reactions.alertsOff != .never || centre.turnedOff != .never
  }

  /// Who has opted out or left in the counted time, and whom alerts reach at its end.
  func countReactions(_ bus: inout Bus) {
    guard bus.hasReactions else { return }
    let end = bus.world.duration
    if bus.isCounted(min(reactions.optedOut, centre.turnedOff)) {
      bus.tally.add(1, to: ReactionCounter.optOuts)
    }
    if bus.isCounted(token.uninstalled) { bus.tally.add(1, to: ReactionCounter.uninstalls) }
    let left = min(reactions.alertsOff, centre.turnedOff, token.revoked, token.uninstalled)
    if wasAllowed, !token.isAbsent, left >= end {
      bus.tally.add(1, to: ReactionCounter.reachableAtEnd)
    }
  }
}
