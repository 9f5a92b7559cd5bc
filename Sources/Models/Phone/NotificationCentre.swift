import DeliverySim

/// What the notification centre does with a second notification (model.md R6.1).
public struct NotificationCentre: Sendable {
  /// Which of an app's notifications make a group (R4.2).
  public enum Grouping: String, Sendable, CaseIterable {
    case off
    case byApp = "by-app"
    /// Those of a thread; where messages lie in none, as ``byApp``.
    case automatic
  }

  /// A replacement alerts the user again.
  public var alertsAgainOnCollapse: Bool
  /// Which notifications lie on one another: a look finds the newest, and they are dismissed
  /// together.
  public var grouping: Grouping
  /// A look does not find the content, which is seen in the app only.
  public var hidesPreviews: Bool

  public init(
    alertsAgainOnCollapse: Bool = true, grouping: Grouping = .off, hidesPreviews: Bool = false
  ) {
    self.alertsAgainOnCollapse = alertsAgainOnCollapse
    self.grouping = grouping
    self.hidesPreviews = hidesPreviews
  }
}

extension Device {
  // MARK: Showing

  /// Puts a message's own content into the notification centre.
  ///
  /// In the foreground an app may keep it from being drawn: then the user has it from the app
  /// (R4.4). With a collapse id a second copy replaces the first one if that is still there (the
  /// user may have taken it away); else it is a visible duplicate.
  mutating func show(_ message: UInt32, copy: UInt16, _ bus: inout Bus) {
    if isOnScreen { return sync(message, &bus) }
    let place = Int(message)
    if bus.ledger[place].shown == .never {
      bus.ledger[place].shown = bus.now
      bus.note(.shown, message: message, copy: copy)
      expectLook(at: message, from: alert(message, &bus), &bus)
    } else if laws.pointee.collapses, isInCentre(message) {
      bus.note(.replacedInCentre, message: message, copy: copy)
      if setup.pointee.centre.alertsAgainOnCollapse { _ = alert(message, &bus) }
    } else {
      bus.note(.duplicate, message: message, copy: copy)
      if subscriptions.isOwed(place) { bus.countDuplicate(created: bus.ledger[place].created) }
      expectLook(at: message, from: alert(message, &bus), &bus)
    }
  }

  /// Puts one summary into the centre in place of the carrier, for it and the messages at the
  /// positions it says are missed.
  mutating func showSummary(
    carrier: Push, missed: Range<UInt32>, repair: Repair,
    _ bus: inout Bus
  ) {
    if isOnScreen {
      if carrier.carriesMessage { sync(carrier.message, &bus) }
      return setRepair(missed, repair, &bus)
    }
    note(
      .summary, carrier, value: Int64(missed.count), others: named(missed, bus), &bus)
    bus.countSummary()
    let start = alert(carrier.carriesMessage ? carrier.message : nil, &bus)
    if carrier.carriesMessage {
      expectLook(at: carrier.message, from: start, isSummary: true, &bus)
    }
    if carrier.carriesMessage { cover(carrier.message, repair, &bus) }
    for position in missed { cover(message(at: position), repair, &bus) }
  }

  private mutating func cover(_ message: UInt32, _ repair: Repair, _ bus: inout Bus) {
    let place = Int(message)
    if bus.ledger[place].summarised == .never { bus.ledger[place].summarised = bus.now }
    bus.ledger[place].repair = repair
  }
}
