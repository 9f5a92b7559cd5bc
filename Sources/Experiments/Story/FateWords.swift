import DeliverySim
import Files
import Models

/// What became of one message, and why, in sentences for somebody who has not seen its story.
struct FateWords {
  let told: ToldStory
  let message: UInt32
  let outcome: DeviceStory.Outcome
  /// The message's own events and those about it, without the device's state.
  let records: [StoryRecord]

  init(_ told: ToldStory, message: Int) {
    self.told = told
    self.message = UInt32(message)
    outcome = told.story.outcomes[message]
    records = told.index.records(of: message)
  }
}

extension FateWords {
  var text: String { sentences.joined(separator: " ") }

  var sentences: [String] {
    [fate, loss, repair, repetition, attention, account].compactMap { $0 }
  }

  // MARK: The fate

  private var fate: String {
    let delay = outcome.delay.map { HumanText.span($0.seconds) } ?? ""
    return switch outcome.fate {
    case .shown: "Message \(message) was shown \(delay) after it was created."
    case .summarised:
      "Message \(message) was not shown; \(delay) after it was created, a summary informed "
        + "the user about it."
    case .synced: "Message \(message) was fetched by the app \(delay) after it was created."
    case .pending: "Message \(message) was still under way when the run ended" + place + "."
    case .lost: "Message \(message) was lost" + (isCarried ? "." : causeOfLoss + ".")
    }
  }

  /// Where it was when the run ended.
  private var place: String {
    let last = records.last { $0.message == message && $0.content == .message }
    return switch last?.event {
    case .stored: ", in the push service's store"
    case .intoLimbo: ", sent into a dead connection"
    case .accepted, .handedOver: ", between the push service and the device"
    case .arrived: ", on the device"
    case .destroyed(.droppedAll): ", to be fetched when the device returns"
    default: ""
    }
  }

  // MARK: What destroyed a copy

  /// What its fate does not say.
  private var loss: String? {
    guard outcome.fate != .lost || isCarried, let end = decisiveLoss,
      case .destroyed(let cause) = end.event
    else { return nil }
    if outcome.fate == .summarised, cause == .replaced { return nil }
    let clause = CauseWords(self, end, cause).text
    if let carrier = end.others.first {
      return "A copy of it in the push of message \(carrier) was lost: \(clause)."
    }
    return switch cause.stage {
    case .server, .provider: "It did not come by push: \(clause)."
    case .device, .extension:
      "\(ordinal(of: end.copy, "Its", "push")) had no effect: \(clause)."
    case .link, .service, nil: "\(ordinal(of: end.copy, "Its", "push")) was lost: \(clause)."
    }
  }

  private var causeOfLoss: String {
    guard let end = decisiveLoss, case .destroyed(let cause) = end.event else { return "" }
    return ": " + CauseWords(self, end, cause).text
  }

  /// Its last copy was in the push of another message.
  private var isCarried: Bool { decisiveLoss.map { !$0.others.isEmpty } ?? false }

  /// What destroyed the copy that the ledger names; of a message that was shown, the last one
  /// destroyed before.
  private var decisiveLoss: StoryRecord? {
    let limit = outcome.known ?? .never
    return records.last { record in
      guard case .destroyed(let cause) = record.event, record.message == message,
        record.content == .message
      else { return false }
      return outcome.cause == .none ? record.time <= limit : cause == outcome.cause
    }
  }

  /// Which push of the message: its first push, its second push.
  func ordinal(of copy: UInt16, _ article: String, _ noun: String) -> String {
    let names = ["first", "second", "third", "fourth", "fifth"]
    guard Int(copy) < names.count else { return "\(noun) \(copy + 1)" }
    return "\(article) \(names[Int(copy)]) \(noun)"
  }

  // MARK: What else there is to know

  private var repetition: String? {
    let again = records.filter { $0.event == .duplicate && $0.message == message }
    guard let first = again.first, let shown = outcome.shown else { return nil }
    let count = again.count == 1 ? "once more" : "\(again.count) more times"
    let span = HumanText.span((first.time - shown).seconds)
    return "It was shown \(count), \(again.count == 1 ? "" : "first ")\(span) later: "
      + (again.count == 1 ? "a visible duplicate." : "visible duplicates.") + mistake(since: shown)
  }

  /// Whose arrival revealed a gap in which it had been shown.
  private func mistake(since shown: SimTime) -> String {
    let gap = records.first { $0.event == .gap && $0.time >= shown && $0.message != message }
    guard let gap else { return "" }
    let words = told.text.subject(gap)
    return " \(words.prefix(1).uppercased() + words.dropFirst())'s arrival made it appear missing, "
      + "so it was sent again."
  }

  private var attention: String? {
    guard let seen = records.first(where: { $0.event == .attention(.seen) }) else { return nil }
    let span = HumanText.span((seen.time - outcome.created).seconds)
    return "The user saw it \(span) after it was created."
  }

  /// Why it does not count, if it does not.
  private var account: String? {
    if !outcome.isOwed {
      return "It does not count: the user did not want it when it was created."
    }
    let frame = told.scenario.frame
    if outcome.created < frame.warmup { return "It does not count: it is of the warm-up." }
    if outcome.created >= frame.duration {
      return "It does not count: it was created after the counted time."
    }
    return nil
  }
}
