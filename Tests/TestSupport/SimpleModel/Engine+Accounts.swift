package import DeliverySim
package import Models

/// The outcome of one message (R0).
package struct SimpleAccount: Sendable {
  let created: SimTime
  /// R2.10: nothing is owed to who has left.
  let isOwed: Bool
  var shown: SimTime?
  var summarised: SimTime?
  var synced: SimTime?
  /// R4.1: when the user learnt of what was fetched; unseen, where alerts are off.
  var found: SimTime?
  var escalated: SimTime?
  /// R6.4: when the badge told of it, and whether nothing else had.
  var told: SimTime?
  var isToldFirst = false
  /// R11.3: so many of its pushes count as of normal priority.
  var demotions = 0
  var sends = 0
  /// In the provider's push queue; nil: it has none.
  var position: Int?
  /// The time when a push of it first arrived at the extension; when the app acknowledged it over
  /// its own connection.
  var arrived: SimTime?
  var acknowledged: SimTime?
  var isInCentre = false
  /// The number of notifications of it, and the time when the user first saw its content.
  var showings = 0
  var seen: SimTime?
  /// The arrival at the extension that brought it last; 0: none.
  var lastArrival = 0
  var repair: Repair
  /// R0.4: of the copy destroyed last in simulated time.
  private(set) var cause = Cause.none
  private var destroyed = SimTime.zero

  init(created: SimTime, isOwed: Bool, repair: Repair) {
    (self.created, self.isOwed) = (created, isOwed)
    self.repair = repair
  }

  mutating func noteDestroyed(_ cause: Cause, at time: SimTime) {
    if time >= destroyed { (self.cause, destroyed) = (cause, time) }
  }
}

/// The account of a message as both models tell it.
package struct SimpleOutcome: Sendable, Equatable, CustomStringConvertible {
  package let created: SimTime
  package let fate: Fate
  package let cause: Cause
  package let repair: Repair
  package let shown: SimTime?
  package let summarised: SimTime?
  package let synced: SimTime?
  package let escalated: SimTime?
  /// The badge told of it, before anything else did.
  package let told: SimTime?
  package let demotions: Int

  package init(_ outcome: DeviceStory.Outcome, _ message: Int, _ story: DeviceStory) {
    let number = UInt32(message)
    told =
      story.records.first { $0.event == .attention(.badge) && $0.others.contains(number) }?.time
    demotions = story.records.count {
      $0.event == .android(.demoted) && $0.content == .message && $0.message == number
    }
    (created, fate, cause) = (outcome.created, outcome.fate, outcome.cause)
    (repair, shown, summarised) = (outcome.repair, outcome.shown, outcome.summarised)
    (synced, escalated) = (outcome.synced, outcome.escalated)
  }

  /// R0.3, R0.4.
  init(_ account: SimpleAccount, isOut: Bool) {
    let ends: [(Bool, Fate)] = [
      (account.shown != nil, .shown), (account.summarised != nil, .summarised),
      (account.synced != nil, .synced), (account.escalated != nil, .escalated), (isOut, .pending),
      (true, .lost),
    ]
    fate = ends.first { $0.0 }?.1 ?? .lost
    let isExplained = ![Fate.shown, .pending].contains(fate)
    cause = isExplained ? account.cause : .none
    repair = isExplained ? account.repair : .none
    (created, shown) = (account.created, account.shown)
    (summarised, synced) = (account.summarised, account.synced)
    escalated = account.escalated
    told = account.isToldFirst ? account.told : nil
    demotions = account.demotions
  }

  package var description: String {
    func text(_ time: SimTime?) -> String { time.map { "\($0.seconds)" } ?? "-" }
    return "\(fate) \(cause) \(repair), created \(text(created)), shown \(text(shown)), "
      + "summarised \(text(summarised)), synced \(text(synced)), escalated \(text(escalated)), "
      + "told by the badge \(text(told)), demoted \(demotions)"
  }
}

/// The counts for one device.
package struct SimpleCounts: Sendable, Equatable {
  package var sent = 0
  package var resent = 0
  package var requests = 0
  package var failures = 0
  package var extensionRuns = 0
  package var summaries = 0
  package var duplicates = 0
  package var interruptions = 0
  /// R5.9: shown first without what the extension adds.
  package var degraded = 0
  /// R11.1: gone out by the second channel; although the user had it.
  package var escalations = 0
  package var needless = 0
  /// R10.2: the user has silenced alerts, or switched them off.
  package var optOuts = 0
  package var uninstalls = 0
  package var taps = 0
  /// R6.4: known in time, from anything; known from the badge alone.
  package var awareInTime = 0
  package var toldByBadge = 0
  /// R11.3: first pushes that were accepted, and counted as of normal priority.
  package var demoted = 0
  /// R11.2: came over the app's own connection.
  package var overSocket = 0
  /// R7.4.
  package var console = SimpleConsole()

  init() {}

  /// - Parameter tally: Of a run without warm-up and drain: everything counts.
  package init(_ tally: Tally) {
    (sent, resent) = (Int(tally[.pushesSent]), Int(tally[.pushesResent]))
    (requests, failures) = (Int(tally[.resendRequests]), Int(tally[.resendFailures]))
    (extensionRuns, summaries) = (
      Int(tally[ExtensionCounter.extensionRuns]), Int(tally[.summaries])
    )
    (duplicates, interruptions) = (Int(tally[.duplicates]), Int(tally[.interruptions]))
    console = SimpleConsole(tally)
    degraded = Int(tally[ExtensionCounter.degraded])
    (escalations, needless) = (
      Int(tally[EscalationCounter.escalations]), Int(tally[EscalationCounter.needlessEscalations])
    )
    uninstalls = Int(tally[ReactionCounter.uninstalls])
    (taps, awareInTime) = (Int(tally[UserCounter.taps]), Int(tally[.awareInTime]))
    (toldByBadge, demoted) = (
      Int(tally[UserCounter.toldByBadge]), Int(tally[AndroidCounter.demoted])
    )
    (optOuts, overSocket) = (
      Int(tally[ReactionCounter.optOuts]), Int(tally[SocketCounter.messages])
    )
  }
}
