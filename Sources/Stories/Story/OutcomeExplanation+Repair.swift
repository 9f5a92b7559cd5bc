import DeliverySim
import Files
import Models

extension OutcomeExplanation {
  // MARK: The outcome of the repair

  /// Nil where nothing was to be repaired.
  var repair: String? {
    guard outcome.isOwed else { return nil }
    if outcome.fate == .shown { return rescue }
    guard outcome.fate.wasMissing else { return nil }
    let isNoticed = outcome.repair != .none && outcome.repair != .unnoticed
    // The app has brought what nobody missed.
    if outcome.fate == .synced, !isNoticed { return nil }
    return switch outcome.repair {
    case .none: told.strategyInForce(at: outcome.created).repairless
    case .unnoticed: unnoticed
    case .overLimit: overLimit
    case .failed: failure.map { noticed + $0 }
    case .refused where told.strategyInForce(at: outcome.created).fetchesInExtension:
      "The extension asked the server, which no longer kept it\(retention)."
    case .refused: "\(noticed)But the provider did not keep it any more\(retention)."
    case .repeatLost: repeats
    }
  }

  private var unnoticed: String? {
    if told.strategyInForce(at: outcome.created).fetchesInExtension {
      guard told.hasNoExtension else { return "The extension did not ask the server after that." }
      // The loss may have said it.
      return outcome.cause == .app(.fetchFailed)
        ? nil : "The device has no extension that would ask the server."
    }
    return gap == nil
      ? "Nobody noticed that it was missing, so it was not re-requested."
      : "\(noticed)But it was not re-requested before the run ended."
  }

  private var overLimit: String {
    guard let gap, case .count(let missing) = gap.payload else {
      return "More was missing than the client may re-request at once."
    }
    let limit = told.repeatLimit(at: gap.time).map { ", but the client re-requests at most \($0)" }
    return "\(subject(gap)) revealed that \(missing) were missing\(limit ?? ""): "
      + "none was re-requested."
  }

  private var repeats: String {
    if gap == nil {
      let count = records.count { $0.event == .resent } + 1
      return "The provider sent it \(count) times in all, and no push showed it."
    }
    let again = "\(noticed)The provider sent it again, in vain"
    guard lossBeforeRepeat != nil, let end = decisiveLoss else { return again + "." }
    return "\(again): \(clause(of: end))."
  }

  /// The end of its first push, where that of a repeat is the last one.
  var lossBeforeRepeat: StoryRecord? {
    guard outcome.isOwed, outcome.repair == .repeatLost, gap != nil, let end = decisiveLoss,
      end.copy > 0, end.others.isEmpty
    else { return nil }
    return losses.first { $0.copy == 0 && $0.others.isEmpty }
  }

  /// Nil where the loss has said it.
  private var failure: String? {
    if outcome.cause == .app(.fetchFailed) { return nil }
    if records.contains(where: { $0.event == .run(.fetches) }) {
      return "The extension asked the server for it, and got no answer."
    }
    if let request = records.last(where: { $0.event == .requested }) {
      return "But the re-request did not succeed: \(reason(of: request))."
    }
    if records.contains(where: { $0.event == .timeLimit }) {
      return "But the extension's time was over before it could re-request anything."
    }
    if told.index.fetchFailures.contains(where: { $0 >= outcome.created }) {
      return "The app asked the server for it, and got no answer."
    }
    return gap == nil ? nil : "But there was no re-request: the device was offline."
  }

  /// The reason why a re-request failed.
  private func reason(of request: StoryRecord) -> String {
    let answer = answer(to: request)
    let limit = records.first {
      $0.event == .timeLimit && $0.message == request.message && $0.time >= request.time
    }
    let (end, offline) = (answer?.time ?? .never, told.index.nextOffline(from: request.time))
    if let limit, limit.time < min(end, offline) {
      return "the extension's time was over before the answer came"
    }
    if offline < end { return "the device went offline before the answer came" }
    return switch answer?.answer {
    case .failed: "the provider's endpoint failed"
    case .timedOut: "it waited in the provider's queue too long"
    case .refused: "the provider no longer kept any of the requested payloads"
    // The client that would have heard a success was no more.
    case .success, nil: "it was not answered in time"
    }
  }

  private func answer(to request: StoryRecord) -> (answer: ResendAnswer, time: SimTime)? {
    for record in records where record.message == request.message && record.copy == request.copy {
      guard let answer = ResendAnswer(record.event), record.time >= request.time else { continue }
      return (answer, record.time)
    }
    return nil
  }

  /// The sentence about the way by which it reached the screen after all.
  private var rescue: String? {
    guard let shown = outcome.shown else { return nil }
    if let heartbeat = heartbeat(before: shown) {
      return "The app fetched it, woken by \(told.text.subject(heartbeat))."
    }
    if let fetch = fetch(before: shown) {
      return "The extension fetched it for \(told.text.subject(fetch))."
    }
    let resent = records.last {
      $0.event == .resent && $0.message == message && $0.time <= shown
    }
    guard let resent, resent.copy > 0 else { return carried }
    return "\(noticed)The provider sent it again, and \(ordinal(of: resent.copy, "its", "push")) "
      + "delivered it."
  }

  /// The heartbeat that woke the app for the fetch that brought it, if there was one.
  private func heartbeat(before shown: SimTime) -> StoryRecord? {
    guard !records.contains(where: { $0.event == .arrived && $0.time <= shown }) else {
      return nil
    }
    let fetches: [StoryRecord.Event] = [.app(.fetches), .run(.fetches)]
    let fetch = told.story.records.last { fetches.contains($0.event) && $0.time <= shown }
    guard let fetch, fetch.event == .app(.fetches) else { return nil }
    return told.story.records.last {
      $0.event == .app(.woken) && $0.content == .heartbeat && $0.time == fetch.time
    }
  }

  /// The extension's fetch that brought it, for the push of another message.
  private func fetch(before shown: SimTime) -> StoryRecord? {
    let fetch = records.last { $0.event == .run(.fetches) && $0.time <= shown }
    return fetch.flatMap { $0.message == message && $0.content == .message ? nil : $0 }
  }

  /// An earlier message can come in the push of a later one.
  private var carried: String? {
    let arrival = records.last { $0.event == .arrived && $0.time <= outcome.shown ?? .zero }
    guard let arrival, arrival.message != message else { return nil }
    return "It came in the push of \(told.text.subject(arrival))."
  }

  // MARK: Words

  /// Who noticed that it was missing, and when, with a space at the end.
  private var noticed: String {
    guard let gap else { return "" }
    if gap.message == message, gap.content == .message {
      return "Its own push revealed that other messages were missing"
        + (hasAsked(since: gap) ? ", and the extension re-requested them. " : ". ")
    }
    let span = HumanText.span((gap.time - outcome.created).seconds)
    return "\(subject(gap)), \(span) after message \(message) was created, revealed that it was "
      + "missing" + (hasAsked(since: gap) ? ", and the extension re-requested it. " : ". ")
  }

  /// The record that revealed that it was missing, or that others before it were.
  private var gap: StoryRecord? {
    let end = outcome.shown ?? .never
    let gaps = records.filter { $0.event == .gap && $0.time <= end }
    return gaps.last { $0.others.contains(message) } ?? (outcome.fate == .shown ? nil : gaps.last)
  }

  private func hasAsked(since gap: StoryRecord) -> Bool {
    records.contains { $0.event == .requested && $0.time >= gap.time }
  }

  private func subject(_ record: StoryRecord) -> String {
    let words = told.text.subject(record)
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private var retention: String {
    let span = told.setup.provider.retention
    return span == .never ? "" : " (retention \(HumanText.span(span.seconds)))"
  }
}

extension DeviceTrace {
  /// The number of messages that a client re-requests at once at a moment; nil: it never does.
  func repeatLimit(at time: SimTime) -> Int? {
    if case .recoversGaps(let recovery) = strategyInForce(at: time).client {
      return recovery.repeatLimit
    }
    return nil
  }
}

extension Strategy {
  /// The sentence about a loss where nobody asks again.
  fileprivate var repairless: String {
    fetches
      ? "No fetch of the app has brought it."
      : "The strategy does not repair this: it does not re-request messages."
  }
}
