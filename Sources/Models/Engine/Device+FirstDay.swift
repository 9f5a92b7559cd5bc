import DeliverySim

extension Device {
  /// Counts what is owed and shown of the first counted day, and of the later ones that are
  /// compared with it.
  func addFirstDay(_ bus: inout Bus) {
    guard let days = bus.firstDay else { return }
    let first = shown(in: days.first, within: days.within, bus)
    var later = (owed: UInt64(0), shown: UInt64(0))
    for day in days.later {
      let counts = shown(in: day, within: days.within, bus)
      later = (later.owed + counts.owed, later.shown + counts.shown)
    }
    bus.tally.add(first.owed, to: .firstDayOwed)
    bus.tally.add(first.shown, to: .firstDayShown)
    bus.tally.add(later.owed, to: .laterDaysOwed)
    bus.tally.add(later.shown, to: .laterDaysShown)
  }

  private func shown(
    in span: Range<SimTime>, within: SimTime, _ bus: borrowing Bus
  ) -> (owed: UInt64, shown: UInt64) {
    let messages =
      bus.firstMessage(from: span.lowerBound)..<bus.firstMessage(from: span.upperBound)
    guard subscriptions.isOn else {
      return (UInt64(messages.count), bus.books.ledger.countShown(messages, within: within))
    }
    let owed = messages.filter { subscriptions.isOwed($0) }
    let shown = owed.reduce(0) {
      $0 + bus.books.ledger.countShown($1..<$1 + 1, within: within)
    }
    return (UInt64(owed.count), shown)
  }
}

extension Buffer<LedgerEntry> {
  /// How many of the messages were shown within a span of their creation.
  fileprivate func countShown(_ messages: Range<Int>, within: SimTime) -> UInt64 {
    var shown: UInt64 = 0
    for message in messages {
      // What was never shown took longer than any span.
      let delay = self[message].shown.microseconds &- self[message].created.microseconds
      shown &+= delay <= within.microseconds ? 1 : 0
    }
    return shown
  }
}
