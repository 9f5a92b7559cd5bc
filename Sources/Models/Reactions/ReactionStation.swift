import DeliverySim

/// An act of the user of a device about the app. The raw value is the payload of an event.
enum UserAct: Int {
  /// Also without a reason in the model (R2.10).
  case uninstall
  case quietly, alertsOff, opensLess
}

/// The annoyances that the user of one device has put up with (model.md R10). Empty where nobody
/// reacts.
struct ReactionStation: ~Copyable {
  private(set) var plan: Kept<ReactionPlan>
  /// Somebody reacts to something.
  private(set) var isOn: Bool
  /// The annoyances since the user last acted; those before `remembered` are forgotten.
  private var annoyances: [SimTime] = []
  private var remembered = 0
  /// Disappointments since the user last acted.
  private var disappointments = 0
  /// The number of annoyances at which the user acts; nil: not drawn yet.
  private var patience: Int?
  private var trust: Int?
  /// By message, how many alerts it has had; counted up to the number of draws that there are.
  private var alerts = Buffer<UInt8>()
  /// Alerts without a message.
  private var otherAlerts: UInt32 = 0
  /// The number of times that patience was at an end, and trust.
  private var ends: (patience: UInt32, trust: UInt32) = (0, 0)
  /// The next opening that the user would make unprompted, from 0.
  private var openings: UInt32 = 0
  /// The share of them that is left.
  private var openingShare = 1.0
  /// The messages that the app has fetched without the user's knowledge.
  private var unknown: [UInt32] = []
  /// When the user first had alerts silenced or switched off, and when they were switched off;
  /// never: not until now.
  private(set) var optedOut = SimTime.never
  private(set) var alertsOff = SimTime.never

  init(_ plan: Kept<ReactionPlan>) {
    (self.plan, isOn) = (plan, plan.isOn)
  }
}

extension ReactionStation {
  // MARK: Alerts (R10.1)

  /// An alert has been drawn.
  ///
  /// - Parameter isWanted: The user wants the message.
  /// - Returns: The user's act; nil: there is none.
  mutating func hear(
    _ interruption: Interruption, isWanted: Bool, _ turn: inout Turn
  ) -> UserAct? {
    let kind = kind(of: interruption, isWanted: isWanted, turn)
    let number = count(interruption.message)
    let probability = plan.annoyance[kind]
    let annoys =
      if let message = interruption.message {
        turn.happens(ReactionStream.annoyance, probability, index: message, copy: number)
      } else {
        turn.happens(ReactionStream.otherAnnoyance, probability, index: otherAlerts &- 1)
      }
    guard annoys else { return nil }
    turn.note(.reaction(.annoyed), message: interruption.message, value: Int64(kind.rawValue))
    return bear(&turn)
  }

  private func kind(
    of interruption: Interruption, isWanted: Bool, _ turn: borrowing Turn
  ) -> Reactions.Kind {
    switch interruption.news {
    case .duplicate: return .duplicate
    case .redundant, .none: return .redundant
    // A summary is judged as news: the user sees only later what it was about.
    case .news, .knownSummary:
      guard isWanted else { return .redundant }
      return interruption.message.map { isLate(turn.ledger[Int($0)], at: turn.now) } ?? false
        ? .late : .useful
    }
  }

  private func isLate(_ entry: LedgerEntry, at time: SimTime) -> Bool {
    time > entry.created.advanced(bySpan: plan.usefulFor)
  }

  /// - Returns: The number of the alert among those of its message, from 0.
  private mutating func count(_ message: UInt32?) -> UInt16 {
    guard let message else {
      otherAlerts &+= 1
      return 0
    }
    while alerts.count <= Int(message) { alerts.append(0) }
    let number = alerts[Int(message)]
    if number < .max { alerts[Int(message)] += 1 }
    return UInt16(number)
  }

  /// One more annoyance.
  private mutating func bear(_ turn: inout Turn) -> UserAct? {
    forget(until: turn.now)
    annoyances.append(turn.now)
    let count = annoyances.count - remembered
    let limit = patience ?? turn.wholeNumber(.patience, plan.patience)
    patience = limit
    guard count >= limit else { return nil }
    annoyances.removeAll(keepingCapacity: true)
    remembered = 0
    turn.note(.reaction(.outOfPatience), value: Int64(count))
    ends.patience &+= 1
    return plan.acts.act(turn.draw(ReactionStream.impatience, ends.patience &- 1))
  }

  private mutating func forget(until now: SimTime) {
    while remembered < annoyances.count, now - annoyances[remembered] >= plan.memory {
      remembered += 1
    }
    // Half of the room at most is for what is forgotten.
    guard remembered > 16, remembered * 2 > annoyances.count else { return }
    annoyances.removeFirst(remembered)
    remembered = 0
  }

  // MARK: Messages that the user learns of in the app (R10.1)

  /// The app has fetched a message of which the user knows nothing until it is opened.
  mutating func keep(_ message: UInt32) { unknown.append(message) }

  /// The app is opened.
  ///
  /// - Returns: The messages that it has fetched before.
  mutating func takeUnknown() -> [UInt32] {
    guard !unknown.isEmpty else { return [] }
    defer { unknown.removeAll(keepingCapacity: true) }
    return unknown
  }

  /// The user learns of a message in the app.
  ///
  /// - Returns: The user's act; nil: there is none.
  mutating func learn(of message: UInt32, _ turn: inout Turn) -> UserAct? {
    guard isLate(turn.ledger[Int(message)], at: turn.now),
      turn.happens(ReactionStream.disappointment, plan.missed, index: message)
    else { return nil }
    turn.note(.reaction(.disappointed), message: message)
    disappointments += 1
    let limit = trust ?? turn.wholeNumber(.trust, plan.trust)
    trust = limit
    guard disappointments >= limit else { return nil }
    turn.note(.reaction(.outOfTrust), value: Int64(disappointments))
    disappointments = 0
    ends.trust &+= 1
    return plan.distrust.act(turn.draw(ReactionStream.distrust, ends.trust &- 1))
  }

  // MARK: Consequences

  mutating func optOut(switchingOff isOff: Bool, _ turn: inout Turn) {
    precondition(!isOff || alertsOff == .never, "alerts are switched off once")
    optedOut = min(optedOut, turn.now)
    if isOff { alertsOff = min(alertsOff, turn.now) }
    turn.note(.reaction(isOff ? .alertsOff : .quietly))
  }

  mutating func openLess(_ turn: inout Turn) {
    openingShare *= plan.distrust.factor.value
    precondition(openingShare <= 1, "who trusts an app less opens it no more often")
    turn.note(.reaction(.opensLess))
  }

  /// The user would open the app unprompted: whether that is not one of the times when it is left.
  /// A smaller share leaves out those that a larger one does.
  mutating func opensApp(_ turn: borrowing Turn) -> Bool {
    let opening = openings
    openings &+= 1
    return openingShare >= 1 || turn.draw(ReactionStream.keptOpening, opening) < openingShare
  }
}

extension Turn {
  /// A uniform number.
  fileprivate func draw(_ id: some StreamCode, _ index: UInt32) -> Double {
    var draws = draws(id, index, 0)
    return draws.uniform()
  }

  fileprivate func happens(
    _ id: some StreamCode, _ probability: Probability, index: UInt32, copy: UInt16 = 0
  ) -> Bool {
    var draws = draws(id, index, copy)
    return draws.happens(probability)
  }

  /// The device's variate of a law of counts.
  fileprivate func wholeNumber(_ trait: DeviceTrait, _ law: Distribution) -> Int {
    Int(min(max(1, sample(trait, law).rounded(.up)), 1e15))
  }
}
