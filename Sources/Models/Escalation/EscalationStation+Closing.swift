import DeliverySim

extension EscalationStation {
  // MARK: The second channel (R11.1)

  /// At the end of the run: what was not confirmed in time has gone out by the second channel. A
  /// confirmation at the very moment is in time (R0.5). Who has left hears nothing more.
  static func settle(_ device: borrowing Device, _ turn: inout Turn) {
    guard device.escalations.isOn else { return }
    precondition(turn.now == turn.world.horizon, "nothing is settled before the end of the run")
    let end = min(turn.now, device.token.uninstalled)
    for message in turn.ledger.indices where device.subscriptions.isOwed(message) {
      let entry = turn.ledger[message]
      guard let rule = device.plan(at: entry.created).escalation else { continue }
      let due = entry.created.advanced(bySpan: rule.after)
      guard due < end, confirmation(of: message, entry, rule.unless, device) > due else { continue }
      let known = min(entry.shown, device.app.visitLog.firstSight(from: entry.synced))
      device.escalations.escalate(message, rule, due: due, known: known, &turn)
    }
  }

  /// The time when the provider knows of it, or never.
  private static func confirmation(
    of message: Int, _ entry: LedgerEntry, _ unless: Escalation.Confirmation,
    _ device: borrowing Device
  ) -> SimTime {
    switch unless {
    case .acknowledged:
      min(device.escalations.acknowledgement(of: message), receipt(of: message, device))
    case .seen: device.user.seen(message)
    case .opened: device.escalations.opening(from: entry.created)
    }
  }

  /// The time when telemetry has uploaded the message's receipt (R7.1), or never.
  private static func receipt(of message: Int, _ device: borrowing Device) -> SimTime {
    guard message < device.telemetry.accounts.count else { return .never }
    let written = device.telemetry.accounts[message].written
    return written == .never
      ? .never : device.escalations.first(of: device.telemetry.uploads, from: written)
  }
}
