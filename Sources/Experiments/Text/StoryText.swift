import DeliverySim
import Files
import Foundation
package import Models

/// The story of a device, or of one of its notifications, in words.
package struct StoryText {
  let story: DeviceStory
  let scenario: Scenario
  private let message: UInt32?
  private let isNumbered: Bool
  /// By message; nil: the message's number + 1.
  private let positions: [UInt32: Int64]?
  /// The position after the last one that a heartbeat tells of.
  private let heartbeatEnds: [UInt32: Int64]

  /// - Parameters:
  ///   - strategy: The strategy's place in the scenario.
  ///   - message: Only what concerns this one; nil: everything.
  package init(
    _ story: DeviceStory, _ scenario: Scenario, strategy: Int, message: UInt32? = nil
  ) {
    self.story = story
    self.scenario = scenario
    self.message = message
    isNumbered = scenario.strategies[strategy].strategy.recovers
    let queued = story.records.filter { $0.event == .queued }
    let heartbeats = story.records.filter { $0.event == .sent && $0.content == .heartbeat }
    heartbeatEnds = Dictionary(
      uniqueKeysWithValues: heartbeats.map { ($0.message ?? 0, $0.value + 1) })
    positions =
      scenario.frame.setups[story.group].numbersByMessage
      ? nil : Dictionary(uniqueKeysWithValues: queued.map { ($0.message ?? 0, $0.value) })
  }

  package var lines: [String] {
    let selected = message.map(records(of:)) ?? story.records
    return selected.map(line) + [""] + outcomes
  }
}

extension StoryText {
  // MARK: Events

  func line(_ record: StoryRecord) -> String {
    let subject = record.message.map { words(record.content, $0) } ?? "device"
    let copy = record.copy > 0 && record.content == .message ? " (send \(record.copy + 1))" : ""
    let time = HumanText.moment(record.time)
    let padding = String(repeating: " ", count: max(1, 14 - subject.count))
    return "\(time)  \(subject)\(padding)\(words(record))\(copy)"
  }

  private func words(_ record: StoryRecord) -> String {
    switch record.event {
    case .online: "online"
    case .offline: "offline"
    case .connected: "connected to the push service"
    case .detected: "the push service notices that the connection is dead"
    case .created: positions == nil ? "created" + place(of: record.message) : "created"
    case .queued: "reaches the provider" + place(of: record.message)
    case .providerUnreachable: "the provider is unreachable" + wait(record)
    case .serviceUnreachable: "the push service is unreachable from the provider" + wait(record)
    case .resent: "sent again by the provider"
    case .acknowledged: "acknowledged by the extension" + span(record)
    case .acknowledgementLost: "acknowledged by the extension, in vain"
    case .run(let step): words(step)
    case .accepted: "accepted by the push service"
    case .stored:
      scenario.frame.setups[story.group].power.isIdeal ? "stored: the device is away" : "stored"
    case .power(let event): words(event, record)
    case .intoLimbo: "sent into a dead connection"
    case .handedOver: "handed over from the store"
    case .arrived: "arrived on the device"
    case .shown: "shown"
    case .replacedInCentre: "replaced its earlier showing"
    case .duplicate: "shown a second time"
    case .gap: "reveals a gap of \(record.value)"
    case .requested: "the extension asks for \(record.value) before it again"
    case .timeLimit: "the extension's time is over"
    case .summary: "a summary stands in its place, for it and \(record.value) missed"
    case .droppedAll: "finds \(record.value) stored: the push service discards all"
    case .appSyncs: "told of what was discarded: the app fetches it"
    case .synced: "fetched by the app"
    case .app(let event): words(event, record)
    case .attention(let attention): words(attention, record.value)
    case .answered(let answer): words(answer)
    case .sent: record.content == .heartbeat ? "sent: the last position is \(record.value)" : "sent"
    case .heartbeatShown: "shown, without news"
    case .adopted: "goes over to stage \(record.value) of its strategy"
    case .destroyed(let cause): words(cause, record)
    }
  }

  func words(_ content: PushContent, _ number: UInt32) -> String {
    "\(content.name.replacingOccurrences(of: "-", with: " ")) \(number)"
  }

  private func place(of message: UInt32?) -> String {
    guard isNumbered, let message, let position = position(of: message) else { return "" }
    return "; position \(position) in the push queue"
  }

  private func wait(_ record: StoryRecord) -> String {
    "; tried again in \(HumanText.span(SimTime(microseconds: record.value).seconds))"
  }

  private func span(_ record: StoryRecord) -> String {
    let span = SimTime(microseconds: record.value)
    return span == .zero ? "" : "; the provider knows after \(HumanText.span(span.seconds))"
  }

  /// Nil for a message that the provider never got.
  private func position(of message: UInt32) -> Int64? {
    guard let positions else { return Int64(message) + 1 }
    return positions[message]
  }

  private func words(_ answer: ResendAnswer) -> String {
    switch answer {
    case .success: "the provider answers: the repeats follow"
    case .failed: "the re-request fails"
    case .refused: "the re-request is refused: nothing of it is kept"
    case .timedOut: "the re-request has waited in the provider's queue too long"
    }
  }

  /// What concerns one message: its own events, what happened to the requests that cover it, and
  /// the connection meanwhile.
  private func records(of message: UInt32) -> [StoryRecord] {
    let mine = story.records.indices.filter { concerns(story.records[$0], message) }
    guard let first = mine.first, let last = mine.last else { return [] }
    let before = story.records[..<first].last { $0.message == nil }
    return (before.map { [$0] } ?? [])
      + story.records[first...last].filter { $0.message == nil || concerns($0, message) }
  }

  private func concerns(_ record: StoryRecord, _ message: UInt32) -> Bool {
    guard let subject = record.message else { return false }
    if record.content == .message, subject == message { return true }
    switch record.event {
    case .gap, .requested, .summary:
      let end = record.content == .message ? position(of: subject) : heartbeatEnds[subject]
      guard let last = end, let mine = position(of: message) else { return false }
      return last > mine && last - record.value <= mine
    default: return false
    }
  }
}

extension StoryText {
  // MARK: Outcomes

  private var outcomes: [String] {
    var table = TextTable(
      ["message", "created", "fate", "stage/cause", "repair", "delay", "counted"],
      [.right, .left, .left, .left, .left, .right, .left])
    for (number, outcome) in story.outcomes.enumerated()
    where message == nil || message == UInt32(number) {
      let known = outcome.shown ?? outcome.summarised ?? outcome.synced
      let delay = known.map { $0 - outcome.created }
      let cause =
        outcome.cause == .none ? "" : "\(outcome.cause.stage?.rawValue ?? "")/\(outcome.cause.name)"
      let isExplained = outcome.fate != .shown && outcome.fate != .pending
      table.add([
        String(number), HumanText.moment(outcome.created), outcome.fate.name, cause,
        isExplained ? outcome.repair.name : "", delay.map { HumanText.span($0.seconds) } ?? "",
        isCounted(outcome),
      ])
    }
    return story.outcomes.isEmpty ? ["no messages"] : table.lines
  }

  private func isCounted(_ outcome: DeviceStory.Outcome) -> String {
    guard outcome.isOwed else { return "unwanted" }
    return scenario.frame.isCounted(outcome.created) ? "yes" : "no"
  }
}
