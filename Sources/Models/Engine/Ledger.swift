import DeliverySim

/// The account of one owed notification (model.md R0).
struct LedgerEntry: Sendable {
  let created: SimTime
  /// First shown, or never.
  var shown = SimTime.never
  /// First covered by a summary, or never.
  var summarised = SimTime.never
  /// First fetched by the app, or never.
  var synced = SimTime.never
  /// Brought by the second channel, or never.
  var escalated = SimTime.never
  /// The time when the copy that was destroyed last was destroyed.
  private(set) var destroyed = SimTime.zero
  /// The device's arrival number when a copy last reached the extension; 0: never.
  var lastArrival: UInt32 = 0
  /// Copies stored or in flight.
  var copiesOut: UInt32 = 0
  /// In the provider's queue; 0: none, or hop 1 is ideal (``Device/position(of:)``).
  var position: UInt32 = 0
  /// Pushes sent with this content; the first one included.
  var sends: UInt16 = 0
  private(set) var cause = Cause.none
  var repair: Repair

  init(created: SimTime, repair: Repair) {
    self.created = created
    self.repair = repair
  }

  /// The entry of a message whose first push is on its way.
  init(sentAt time: SimTime, repair: Repair) {
    self.init(created: time, repair: repair)
    (sends, copiesOut) = (1, 1)
  }
}

extension LedgerEntry {
  /// R0.4: the cause is that of the copy destroyed last in simulated time; an expiry may come to
  /// light later than it happened.
  mutating func noteDestroyed(_ cause: Cause, at time: SimTime) {
    precondition(cause != .none, "what is destroyed has a cause")
    precondition(time >= created, "nothing is destroyed before it is made")
    guard time >= destroyed else { return }
    destroyed = time
    self.cause = cause
  }

  /// The user does not have it, and who keeps it for so long still does.
  func isMissing(keptFor retention: SimTime, at time: SimTime) -> Bool {
    shown == .never && synced == .never && isKept(for: retention, at: time)
  }

  /// The time when the user first had its content, or never.
  ///
  /// - Parameter synced: The time when the user first saw what the app had fetched.
  func had(synced: SimTime) -> SimTime { min(shown, synced, escalated) }

  /// The time when the user first knew of it, or never.
  ///
  /// - Parameter told: The time when the alert told of it.
  func known(told: SimTime, synced: SimTime) -> SimTime {
    min(told, summarised, synced, escalated)
  }

  /// When it first ended so, or never; what is pending or lost has no time.
  func time(of fate: Fate) -> SimTime {
    switch fate {
    case .shown: shown
    case .summarised: summarised
    case .synced: synced
    case .escalated: escalated
    case .pending, .lost: .never
    }
  }

  /// The fate at the end of the run, by the precedence of R0.3.
  var fate: Fate {
    if shown != .never { return .shown }
    if summarised != .never { return .summarised }
    if synced != .never { return .synced }
    if escalated != .never { return .escalated }
    return copiesOut > 0 ? .pending : .lost
  }
}
