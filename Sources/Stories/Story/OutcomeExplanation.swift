import DeliverySim
import Files
import Models
import Scenarios

/// The outcome of one message and its reasons, in sentences for somebody who has not seen its
/// story.
struct OutcomeExplanation {
  let told: DeviceTrace
  let message: UInt32
  let outcome: DeviceStory.Outcome
  /// The message's own events and those about it, without the device's state.
  let records: [StoryRecord]

  init(_ told: DeviceTrace, message: Int) {
    self.told = told
    self.message = UInt32(message)
    outcome = told.story.outcomes[message]
    records = told.index.records(of: message)
  }
}

extension OutcomeExplanation {
  var text: String { sentences.joined(separator: " ") }

  var sentences: [String] {
    [
      outcome.fate.sentence(self), loss, repair, escalation, degradation, repetition, attention,
      account,
    ].compactMap { $0 }
  }

  // MARK: The loss of a copy

  /// The sentence about the loss, if its fate does not say it.
  private var loss: String? {
    guard outcome.fate != .lost || isCarried, let end = toldLoss,
      case .destroyed(let cause) = end.event
    else { return nil }
    if outcome.fate == .summarised, cause == .serviceExtension(.replaced) { return nil }
    let clause = clause(of: end)
    if let other = end.others.first {
      return "A copy of it in the push of message \(other) was lost: \(clause)."
    }
    if hasPlaceholder(end) {
      return "\(ordinal(of: end.copy, "Its", "push")) did not show its content: \(clause)."
    }
    return switch cause.stage {
    case .server, .provider: "It did not come by push: \(clause)."
    case .device, .extension:
      "\(ordinal(of: end.copy, "Its", "push")) had no effect: \(clause)."
    case .link, .service, nil: "\(ordinal(of: end.copy, "Its", "push")) was lost: \(clause)."
    }
  }

  var causeOfLoss: String {
    toldLoss.map { ": " + clause(of: $0) } ?? ""
  }

  /// Its last copy was in the push of another message.
  var isCarried: Bool { decisiveLoss.map { !$0.others.isEmpty } ?? false }

  /// The loss that the fate and the sentence after it tell; the repair tells the loss of a repeat.
  private var toldLoss: StoryRecord? { lossBeforeRepeat ?? decisiveLoss }

  /// The record that destroyed the copy that the ledger names; of a message that was shown, the
  /// last one destroyed before.
  var decisiveLoss: StoryRecord? {
    let limit = outcome.known ?? .never
    return losses.last {
      outcome.cause == .none ? $0.time <= limit : $0.event == .destroyed(by: outcome.cause)
    }
  }

  /// The ends of its copies, in order.
  var losses: [StoryRecord] {
    records.filter { record in
      guard case .destroyed = record.event else { return false }
      return record.message == message && record.content == .message
    }
  }

  /// The cause that destroyed a copy, as a part of a sentence.
  func clause(of loss: StoryRecord) -> String {
    guard case .destroyed(let cause) = loss.event else { return "" }
    return CauseWords(self, loss, cause).text
  }

  /// The push of the message in words: its first push, its second push, its push 6.
  func ordinal(of copy: UInt16, _ article: String, _ noun: String) -> String {
    let names = ["first", "second", "third", "fourth", "fifth"]
    guard Int(copy) < names.count else { return "\(article) \(noun) \(copy + 1)" }
    return "\(article) \(names[Int(copy)]) \(noun)"
  }

  // MARK: Details

  /// R11.1: what went out by the second channel, and what came of it.
  private var escalation: String? {
    guard let sent = records.first(where: { $0.event == .escalation(.sent) && isOwn($0) }) else {
      return nil
    }
    let start = "Nothing had confirmed it \(span(to: sent.time)), so it went out by the second "
    if let known = [outcome.shown, fetchSeen].compactMap({ $0 }).min(), known <= sent.time {
      return start + "channel too: needlessly, since the user had it."
    }
    if records.contains(where: { $0.event == .escalation(.failed) && isOwn($0) }) {
      return start + "channel too, which lost it."
    }
    guard let arrived = outcome.escalated else {
      return start + "channel too, and was under way when the run ended."
    }
    return start + "channel too, and came \(span(to: arrived))."
  }

  private var repetition: String? {
    let again = records.filter { $0.event == .duplicate && $0.message == message }
    guard let first = again.first, let shown = outcome.shown else { return nil }
    let count = again.count == 1 ? "once more" : "\(again.count) more times"
    let span = HumanText.span((first.time - shown).seconds)
    return "It was shown \(count), \(again.count == 1 ? "" : "first ")\(span) later: "
      + (again.count == 1 ? "a visible duplicate." : "visible duplicates.") + mistake(since: shown)
  }

  /// The sentence about an arrival that revealed a gap in which the message had been shown.
  private func mistake(since shown: SimTime) -> String {
    let gap = records.first { $0.event == .gap && $0.time >= shown && $0.message != message }
    guard let gap else { return "" }
    let words = told.text.subject(gap)
    return " \(words.prefix(1).uppercased() + words.dropFirst())'s arrival made it appear missing, "
      + "so it was sent again."
  }

  /// R5.9: why the extension has added nothing to it.
  private var degradation: String? {
    guard let end = records.last(where: { $0.event == .run(.degraded) }) else { return nil }
    let stops: [(event: StoryRecord.Event, words: String)] = [
      (.run(.crashed), "the extension crashed"),
      (.run(.cutShort), "the extension's time was over"),
      (.timeLimit, "the extension's time was over"),
    ]
    let stop = records.last { record in
      stops.contains { $0.event == record.event } && isOwn(record) && record.copy == end.copy
        && record.time <= end.time
    }
    let reason =
      stops.first { $0.event == stop?.event }?.words ?? "the device has no extension"
    return "It lacked what the extension would have added: \(reason)."
  }

  private var attention: String? {
    let silenced = records.first { $0.event == .attention(.silenced) && isOwn($0) }
    let isSilent = silenced != nil
    let start = silenced.map { "It came without an alert\(reason(for: $0)). " } ?? ""
    guard let seen = records.first(where: { $0.event == .attention(.seen) && isOwn($0) }) else {
      return isSilent && told.setup.user != nil ? start + "The user never saw it." : unseenFetch
    }
    let isPickup = isSilent && told.index.pickups.contains(seen.time)
    return start + "The user saw it " + span(to: seen.time)
      + (isPickup ? ", on picking up the phone." : ".")
  }

  /// The reason why it came without an alert, unless it was the hour.
  private func reason(for silenced: StoryRecord) -> String {
    guard case .silence(let reason?) = silenced.payload, reason != .schedule else { return "" }
    return ": \(reason)"
  }

  /// R4.1: when the app has fetched it where nothing may be drawn.
  private var fetchedUnseen: SimTime? {
    records.first { $0.event == .attention(.notDrawn) && isOwn($0) }?.time
  }

  /// When the user had it from the app; nil: the app has not fetched it, or was not opened since.
  private var fetchSeen: SimTime? {
    guard let fetched = fetchedUnseen else { return outcome.synced }
    return told.index.openings.first { $0 >= fetched }
  }

  private var unseenFetch: String? {
    guard fetchedUnseen != nil else { return nil }
    let start = "No alert was drawn, since the user does not allow it; "
    guard let opened = fetchSeen else { return start + "nobody opened the app after that." }
    return start + "the user found it on opening the app, " + span(to: opened) + "."
  }

  private func span(to time: SimTime) -> String {
    "\(HumanText.span((time - outcome.created).seconds)) after it was created"
  }

  /// It happens to the message itself.
  func isOwn(_ record: StoryRecord) -> Bool {
    record.message == message && record.content == .message
  }

  /// The reason why it does not count, if it does not.
  private var account: String? {
    if outcome.created >= told.index.uninstalled {
      return "It does not count: the user had uninstalled the app before it was created"
        + told.index.reason(for: .app(.uninstalled), before: outcome.created) + "."
    }
    if !outcome.isOwed {
      return "It does not count: the user did not want it when it was created."
    }
    let frame = told.scenario.frame
    if outcome.created < frame.warmup { return "It does not count: it was created in the warm-up." }
    if outcome.created >= frame.duration {
      return "It does not count: it was created after the counted time."
    }
    return nil
  }
}
