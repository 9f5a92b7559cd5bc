import DeliverySim
import Files
import Models
import Scenarios
import Vocabulary

/// The events of a device's story in words.
struct StoryText {
  let story: DeviceStory
  let scenario: Scenario
  private let isNumbered: Bool
  /// The positions by message; nil: the message's number + 1.
  private let positions: [UInt32: Int64]?

  /// - Parameter strategy: The strategy's place in the scenario.
  init(_ story: DeviceStory, _ scenario: Scenario, strategy: Int) {
    self.story = story
    self.scenario = scenario
    isNumbered = scenario.strategies[strategy].strategy.numbersPushes
    var positions: [UInt32: Int64] = [:]
    for record in story.records where record.event == .queued {
      if case .position(let position) = record.payload { positions[record.message ?? 0] = position }
    }
    let world = scenario.world(for: strategy)
    let isByMessage = world.horizon <= world.setups[story.group].numbersUntil
    self.positions = isByMessage ? nil : positions
  }
}

extension StoryText {
  // MARK: Lines

  /// An event: when, to what, what.
  func line(_ record: StoryRecord) -> String { start(record) + words(record) }

  /// The same, broken where it does not fit.
  ///
  /// - Parameter sign: The text before it.
  func lines(_ record: StoryRecord, sign: String = "") -> [String] {
    let start = sign + start(record)
    return TextWrap.lines(start + words(record), indent: start.count)
  }

  private func start(_ record: StoryRecord) -> String {
    let subject = subject(record)
    let padding = String(repeating: " ", count: max(1, 13 - subject.count))
    return "\(HumanText.moment(record.time))  \(subject)\(padding)"
  }

  /// The subject of an event.
  func subject(_ record: StoryRecord) -> String {
    record.message.map { name(record.content, $0) } ?? "device"
  }

  func name(_ content: PushContent, _ number: UInt32) -> String {
    "\(content.name.replacing("-", with: " ")) \(number)"
  }

  /// The sentence about an event, with all that belongs to it.
  func words(_ record: StoryRecord) -> String {
    // The end of a push says which one directly after its verb: what follows names another one.
    if case .destroyed = record.event { return event(record) }
    let copy = send(record).map { " (\($0))" } ?? ""
    return event(record) + copy + others(record)
  }

  /// Such as `send 2`; nil for the first push of a message.
  private func send(_ record: StoryRecord) -> String? {
    record.copy > 0 && record.content == .message ? "send \(record.copy + 1)" : nil
  }
}

extension StoryText {
  // MARK: Events

  private func event(_ record: StoryRecord) -> String {
    "\(record.event.row.words)".replacing("#", with: detail(record))
  }

  /// The part that differs from time to time: mostly the event's number.
  private func detail(_ record: StoryRecord) -> String {
    switch record.event {
    case .offline: outage(record.time)
    case .created: positions == nil ? place(of: record.message) : ""
    case .queued: place(of: record.message)
    case .stored: mayBeHeldBack ? "" : ": the device is away"
    case .acknowledged:
      record.payload == .span(.zero) ? "" : "; the provider knows after \(text(record))"
    case .requested: names(record) ?? " \(text(record)) missing"
    case .answered(.success): names(record) ?? " them"
    case .sent: record.content == .heartbeat ? ": the last position is \(text(record))" : ""
    case .destroyed(let cause): end(cause, record)
    default: text(record)
    }
  }

  private func text(_ record: StoryRecord) -> String {
    switch record.payload {
    case .nothing, .culprit: ""
    case .count(let number), .position(let number): "\(number)"
    case .span(let span): HumanText.span(span.seconds)
    case .stage(let stage): "\(stage)"
    case .folder(let place): folder(place)
    case .launch(let isNeeded): isNeeded ? ": it is launched" : ""
    case .quietHours(let areNow): areNow ? ", in quiet hours" : ""
    case .silence(let reason): reason.map { "\($0)" } ?? "silenced"
    case .annoyance(let kind): kind.map { " (\($0))" } ?? ""
    }
  }

  private func folder(_ place: Int) -> String {
    let law = scenario.frame.setups[story.group].workload.subscriptions
    guard let law, place >= 0 else { return "" }
    let (account, folder) = place.quotientAndRemainder(dividingBy: law.folders.count)
    return " account \(account), folder \(law.folders[folder].name)"
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

  // MARK: The end of a push

  /// The push that ended, in brackets: that of another message where it was carried along.
  private func push(_ record: StoryRecord) -> String {
    let send = send(record)
    if let other = names(record) { return " (in \(send ?? "the push") of\(other))" }
    return send.map { " (\($0))" } ?? ""
  }

  private func end(_ cause: Cause, _ record: StoryRecord) -> String {
    let push = push(record)
    let culprit = record.culprit.map { name($0.content, $0.number) } ?? "nobody"
    return switch cause {
    case .serviceExtension(.replaced): "its content is not shown\(push)"
    case .pushService(.overwritten): "push lost\(push): overwritten by \(culprit)"
    case .pushService(.inactive): "dropped\(push): the device was away for too long"
    case .pushService(.droppedAll): "discarded\(push) when \(culprit) reached the push service"
    case .app(.neverAsked): "lost: device/never-asked"
    default: "push lost\(push): \(cause.stage?.rawValue ?? "")/\(cause.name)"
    }
  }

  // MARK: Details

  /// The other messages that an event is about; a saved story does not say.
  private func others(_ record: StoryRecord) -> String {
    guard let names = names(record) else { return "" }
    // These say it themselves.
    if record.event == .requested || record.event == .answered(.success) { return "" }
    return record.event.row.part.contains(.asks) ? ":\(names)" : ", with\(names)"
  }

  /// The messages that an event is about, with a space before them; nil: it does not say.
  private func names(_ record: StoryRecord) -> String? {
    guard !record.others.isEmpty else { return nil }
    return (record.others.count == 1 ? " message " : " messages ") + HumanText.list(record.others)
  }

  /// The reason why a device goes offline that lies in a region.
  private func outage(_ time: SimTime) -> String {
    guard let region = story.surroundings.region,
      let span = story.surroundings.span(of: .region, at: time)
    else { return "" }
    return ": region \(region) is down for \(HumanText.span((span.upperBound - time).seconds))"
  }

  /// Whether the push may be held back because of its priority, which counts as stored too.
  private var mayBeHeldBack: Bool {
    let setup = scenario.frame.setups[story.group]
    return !setup.power.isIdeal || setup.android?.doze != nil
  }
}
