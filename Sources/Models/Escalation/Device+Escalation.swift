import DeliverySim

extension Device {
  // MARK: The second channel (R11.1)

  /// At the end of the run: what was not confirmed in time has gone out by the second channel. A
  /// confirmation at the very moment is in time (R0.5). Who has left hears nothing more.
  mutating func escalate(_ bus: inout Bus) {
    guard escalations.isOn else { return }
    let end = min(bus.now, token.uninstalled)
    for message in bus.ledger.indices where subscriptions.isOwed(message) {
      let entry = bus.ledger[message]
      guard let rule = plan(at: entry.created).escalation else { continue }
      let due = entry.created.advanced(bySpan: rule.after)
      guard due < end, confirmation(of: message, entry, rule.unless) > due else { continue }
      let known = min(entry.shown, app.visitLog.firstSight(from: entry.synced))
      escalations.escalate(message, rule, due: due, known: known, &bus)
    }
  }

  /// When the provider knows of it, or never.
  private func confirmation(
    of message: Int, _ entry: LedgerEntry, _ unless: Escalation.Confirmation
  ) -> SimTime {
    switch unless {
    case .acknowledged: min(escalations.acknowledgement(of: message), receipt(of: message))
    case .seen: user.seen(message)
    case .opened: escalations.opening(from: entry.created)
    }
  }

  /// When telemetry has uploaded the message's receipt (R7.1), or never.
  private func receipt(of message: Int) -> SimTime {
    guard message < telemetry.accounts.count else { return .never }
    let written = telemetry.accounts[message].written
    return written == .never ? .never : escalations.first(of: telemetry.uploads, from: written)
  }
}
