import DeliverySim
import Models

// An event as a line of a saved story: time [µs], event, message (- for the device itself,
// heartbeat:3 for a push without a message), copy, value.

extension StoryRecord {
  var line: String {
    let prefix = content == .message ? "" : "\(content.name):"
    let subject = message.map { "\(prefix)\($0)" } ?? "-"
    return "\(time.microseconds) \(event.name) \(subject) \(copy) \(value)"
  }

  /// - Returns: nil for what this version does not know.
  init?(line: String) {
    let fields = line.split(separator: " ", omittingEmptySubsequences: false)
    guard fields.count == 5, let time = Int64(fields[0]), let copy = UInt16(fields[3]),
      let event = Event.all.first(where: { $0.name == fields[1] }), let value = Int64(fields[4])
    else { return nil }
    let subject = fields[2].split(separator: ":", omittingEmptySubsequences: false)
    let name = subject.count == 2 ? subject[0] : "message"
    let message = subject.last.flatMap { UInt32($0) }
    guard let content = PushContent.allCases.first(where: { $0.name == name }),
      message != nil || fields[2] == "-"
    else { return nil }
    self.init(
      time: SimTime(microseconds: time), event: event, content: content, message: message,
      copy: copy, value: value)
  }
}

extension StoryRecord.Event {
  /// Never renamed: older versions have written it.
  var name: String {
    switch self {
    case .online: "online"
    case .offline: "offline"
    case .connected: "connected"
    case .detected: "detected"
    case .created: "created"
    case .resent: "resent"
    case .accepted: "accepted"
    case .stored: "stored"
    case .intoLimbo: "into-limbo"
    case .handedOver: "handed-over"
    case .arrived: "arrived"
    case .shown: "shown"
    case .replacedInCentre: "replaced-in-centre"
    case .duplicate: "duplicate"
    case .gap: "gap"
    case .requested: "requested"
    case .timeLimit: "time-limit"
    case .summary: "summary"
    case .droppedAll: "dropped-all"
    case .appSyncs: "app-syncs"
    case .synced: "synced"
    case .queued: "queued"
    case .providerUnreachable: "provider-unreachable"
    case .serviceUnreachable: "service-unreachable"
    case .sent: "sent"
    case .heartbeatShown: "heartbeat-shown"
    case .adopted: "adopted"
    case .acknowledged: "acknowledged"
    case .acknowledgementLost: "acknowledgement-lost"
    case .app(let event): "app-\(event.name)"
    case .run(let step): "run-\(step.name)"
    case .attention(let attention): attention.name
    case .power(let event): event.name
    case .answered(let answer): answer.name
    case .destroyed(let cause): "destroyed-\(cause.storyName)"
    }
  }

  fileprivate static let all: [Self] =
    [
      .online, .offline, .connected, .detected, .created, .resent, .accepted, .stored, .intoLimbo,
      .handedOver, .arrived, .shown, .replacedInCentre, .duplicate, .gap, .requested, .timeLimit,
      .summary, .answered(.success), .answered(.failed), .answered(.refused),
      .answered(.timedOut), .droppedAll, .appSyncs, .synced, .queued, .providerUnreachable,
      .serviceUnreachable, .sent, .heartbeatShown, .adopted, .acknowledged, .acknowledgementLost,
    ] + Cause.allCases.map { .destroyed(by: $0) } + ExtensionStep.allCases.map { .run($0) }
    + StoryRecord.AppEvent.allCases.map { .app($0) }
    + StoryRecord.Attention.allCases.map { .attention($0) }
    + StoryRecord.PowerEvent.allCases.map { .power($0) }
}

extension StoryRecord.AppEvent {
  fileprivate var name: String {
    switch self {
    case .opened: "opened"
    case .left: "left"
    case .ended: "ended"
    case .killed: "killed"
    case .fetches: "fetches"
    case .fetchFailed: "fetch-failed"
    case .woken: "woken"
    case .held: "held"
    case .launched: "launched"
    case .refreshed: "refreshed"
    case .receiptWritten: "receipt-written"
    case .receiptsUploaded: "receipts-uploaded"
    case .subscribed: "subscribed"
    case .unsubscribed: "unsubscribed"
    case .tokenChanged: "token-changed"
    case .tokenRegistered: "token-registered"
    case .registered: "registered"
    }
  }
}

extension Cause {
  /// Tells apart what has one name at two stages.
  fileprivate var storyName: String {
    switch self {
    case .serverLost: "server-lost"
    case .retentionOver: "retention-over"
    default: name
    }
  }
}

extension ExtensionStep {
  /// Never renamed either.
  fileprivate var name: String {
    switch self {
    case .absent: "absent"
    case .waits: "waits"
    case .worked: "worked"
    case .cutShort: "cut-short"
    case .crashed: "crashed"
    case .calledAgain: "called-again"
    }
  }
}

extension StoryRecord.Attention {
  /// Never renamed, either.
  fileprivate var name: String {
    switch self {
    case .silenced: "silenced"
    case .summaryDelivered: "summary-delivered"
    case .seen: "seen"
    case .tapped: "tapped"
    case .dismissed: "dismissed"
    }
  }
}

extension ResendAnswer {
  fileprivate var name: String {
    switch self {
    case .success: "answered-success"
    case .failed: "answered-failed"
    case .refused: "answered-refused"
    case .timedOut: "answered-timed-out"
    }
  }
}

extension StoryRecord.PowerEvent {
  fileprivate var name: String {
    switch self {
    case .reserving: "reserves-power"
    case .normal: "has-power"
    case .heldBack: "held-back"
    case .off: "switched-off"
    case .on: "switched-on"
    case .positionUnreadable: "position-unreadable"
    }
  }
}
