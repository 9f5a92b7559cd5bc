import DeliverySim

/// What the notification centre does with a second notification (model.md R6.1).
public struct NotificationCentre: Sendable {
  /// A replacement alerts the user again.
  public var alertsAgainOnCollapse: Bool

  public init(alertsAgainOnCollapse: Bool = true) {
    self.alertsAgainOnCollapse = alertsAgainOnCollapse
  }
}

extension Device {
  // MARK: Showing

  /// Puts a message's own content into the notification centre.
  ///
  /// In the foreground an app may keep it from being drawn: then the user has it from the app
  /// (R4.4). Nobody removes anything yet, so with a collapse id a second copy always finds the
  /// first one and replaces it; without, it stands there twice.
  mutating func show(
    _ message: UInt32, copy: UInt16, _ context: inout CellContext<some TraceHook>
  ) {
    if isOnScreen { return sync(message, &context) }
    let place = Int(message)
    if ledger[place].shown == .never {
      ledger[place].shown = context.now
      note(.shown, message: message, copy: copy, &context)
      context.countInterruption()
    } else if laws.pointee.collapses {
      note(.replacedInCentre, message: message, copy: copy, &context)
      if setup.pointee.centre.alertsAgainOnCollapse { context.countInterruption() }
    } else {
      note(.duplicate, message: message, copy: copy, &context)
      if isOwed(place) { context.countDuplicate(created: ledger[place].created) }
      context.countInterruption()
    }
  }

  /// Puts one summary into the centre in place of the carrier, for it and the messages at the
  /// positions it says are missed.
  mutating func showSummary(
    carrier: Push, missed: Range<UInt32>, repair: Repair,
    _ context: inout CellContext<some TraceHook>
  ) {
    if isOnScreen {
      if carrier.carriesMessage { sync(carrier.message, &context) }
      return setRepair(missed, repair)
    }
    note(.summary, carrier, value: Int64(missed.count), &context)
    context.countSummary()
    if carrier.carriesMessage { cover(carrier.message, repair, &context) }
    for position in missed { cover(message(at: position), repair, &context) }
  }

  private mutating func cover(
    _ message: UInt32, _ repair: Repair, _ context: inout CellContext<some TraceHook>
  ) {
    let place = Int(message)
    if ledger[place].summarised == .never { ledger[place].summarised = context.now }
    ledger[place].repair = repair
  }
}
