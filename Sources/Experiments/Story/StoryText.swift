import DeliverySim
import Files
import Models

/// The events of a device's story in words.
struct StoryText {
  let story: DeviceStory
  let scenario: Scenario
  private let isNumbered: Bool
  /// By message; nil: the message's number + 1.
  private let positions: [UInt32: Int64]?

  /// - Parameter strategy: The strategy's place in the scenario.
  init(_ story: DeviceStory, _ scenario: Scenario, strategy: Int) {
    self.story = story
    self.scenario = scenario
    isNumbered = scenario.strategies[strategy].strategy.recovers
    let queued = story.records.filter { $0.event == .queued }
    positions =
      scenario.frame.setups[story.group].numbersByMessage
      ? nil : Dictionary(uniqueKeysWithValues: queued.map { ($0.message ?? 0, $0.value) })
  }
}

extension StoryText {
  // MARK: Lines

  /// An event: when, to what, what.
  func line(_ record: StoryRecord) -> String { start(record) + words(record) }

  /// The same, broken where it does not fit.
  ///
  /// - Parameter sign: What stands before it.
  func lines(_ record: StoryRecord, sign: String = "") -> [String] {
    let start = sign + start(record)
    return TextWrap.lines(start + words(record), indent: start.count)
  }

  private func start(_ record: StoryRecord) -> String {
    let subject = subject(record)
    let padding = String(repeating: " ", count: max(1, 13 - subject.count))
    return "\(HumanText.moment(record.time))  \(subject)\(padding)"
  }

  /// What an event happens to.
  func subject(_ record: StoryRecord) -> String {
    record.message.map { name(record.content, $0) } ?? "device"
  }

  func name(_ content: PushContent, _ number: UInt32) -> String {
    "\(content.name.replacing("-", with: " ")) \(number)"
  }

  /// What happens, with all that belongs to it.
  func words(_ record: StoryRecord) -> String {
    // The end of a push says which one directly after its verb: what follows names another one.
    if case .destroyed = record.event { return event(record) }
    let copy = send(record).map { " (\($0))" } ?? ""
    return event(record) + copy + others(record)
  }

  /// Such as `send 2`; nil for the first push of a message.
  func send(_ record: StoryRecord) -> String? {
    record.copy > 0 && record.content == .message ? "send \(record.copy + 1)" : nil
  }
}

extension StoryText {
  // MARK: Events

  private func event(_ record: StoryRecord) -> String {
    switch record.event {
    case .online: "online"
    case .offline: "offline" + outage(record.time)
    case .connected: "connected to the push service"
    case .detected: "the push service notices the dead connection"
    case .created: positions == nil ? "created" + place(of: record.message) : "created"
    case .queued: "reaches the provider" + place(of: record.message)
    case .providerUnreachable: "the provider is unreachable" + wait(record)
    case .serviceUnreachable: "the push service is unreachable" + wait(record)
    case .resent: "sent again by the provider"
    case .acknowledged: "acknowledged by the extension" + span(record)
    case .acknowledgementLost: "acknowledged by the extension; the acknowledgement is lost"
    case .run(let step): words(step)
    case .accepted: "accepted by the push service"
    case .stored: mayBeHeldBack ? "stored" : "stored: the device is away"
    case .power(let event): words(event, record)
    case .intoLimbo: "sent into a dead connection"
    case .handedOver: "handed over from the store"
    case .arrived: "arrived on the device"
    case .shown: "shown"
    case .replacedInCentre: "replaced its earlier showing"
    case .duplicate: "shown a second time"
    case .gap: "reveals a gap of \(record.value)"
    case .requested: "the extension re-requests" + (names(record) ?? " \(record.value) missing")
    case .timeLimit: "the extension's time is over"
    case .summary: "replaced by a summary, which also covers \(record.value) missing"
    case .droppedAll:
      "the store is full (\(record.value)): the push service discards all of it, and this push"
    case .appSyncs: "the push service reports the discarded pushes: the app fetches them"
    case .synced: "fetched by the app"
    case .app(let event): words(event, record)
    case .attention(let attention): words(attention, record.value)
    case .answered(let answer): words(answer, record)
    case .sent: record.content == .heartbeat ? "sent: the last position is \(record.value)" : "sent"
    case .heartbeatShown: "shown, without a message"
    case .adopted: "switches to stage \(record.value) of its strategy"
    case .destroyed(let cause): words(cause, record)
    }
  }

  private func place(of message: UInt32?) -> String {
    guard isNumbered, let message, let position = position(of: message) else { return "" }
    return ", position \(position)"
  }

  /// Nil for a message that the provider never got.
  private func position(of message: UInt32) -> Int64? {
    guard let positions else { return Int64(message) + 1 }
    return positions[message]
  }

  private func wait(_ record: StoryRecord) -> String {
    "; tried again in \(HumanText.span(SimTime(microseconds: record.value).seconds))"
  }

  private func span(_ record: StoryRecord) -> String {
    let span = SimTime(microseconds: record.value)
    return span == .zero ? "" : "; the provider knows after \(HumanText.span(span.seconds))"
  }

  private func words(_ answer: ResendAnswer, _ record: StoryRecord) -> String {
    switch answer {
    case .success: "answered: the provider repeats what it keeps of" + (names(record) ?? " them")
    case .failed: "the re-request fails"
    case .refused: "the re-request is refused because the provider keeps none of the payloads"
    case .timedOut: "the re-request has waited in the provider's queue too long"
    }
  }

  // MARK: What else there is to know

  /// Which messages an event is about; a saved story does not say.
  private func others(_ record: StoryRecord) -> String {
    guard let names = names(record) else { return "" }
    return switch record.event {
    case .requested, .answered(.success): ""
    case .gap, .answered, .timeLimit, .summary: ":\(names)"
    default: ", with\(names)"
    }
  }

  /// The messages that an event is about, with a space before them; nil: it does not say.
  func names(_ record: StoryRecord) -> String? {
    guard !record.others.isEmpty else { return nil }
    return (record.others.count == 1 ? " message " : " messages ") + HumanText.list(record.others)
  }

  /// Why a device goes offline that lies in a region.
  private func outage(_ time: SimTime) -> String {
    guard let region = story.surroundings.region,
      let span = story.surroundings.span(of: .region, at: time)
    else { return "" }
    return ": region \(region) is down for \(HumanText.span((span.upperBound - time).seconds))"
  }

  /// What is held back because of its priority is stored too.
  private var mayBeHeldBack: Bool {
    !scenario.frame.setups[story.group].power.isIdeal
  }
}
