import DeliverySim
import Models

// An event as a line of a saved story: time [µs], event, message (- for the device itself), copy,
// value.

extension StoryRecord {
  var line: String {
    let subject = message.map { String($0) } ?? "-"
    return "\(time.microseconds) \(event.name) \(subject) \(copy) \(value)"
  }

  /// - Returns: nil for what this version does not know.
  init?(line: String) {
    let fields = line.split(separator: " ", omittingEmptySubsequences: false)
    guard fields.count == 5, let time = Int64(fields[0]), let copy = UInt16(fields[3]),
      let event = Event.all.first(where: { $0.name == fields[1] }), let value = Int64(fields[4])
    else { return nil }
    let message = UInt32(fields[2])
    guard message != nil || fields[2] == "-" else { return nil }
    self.init(
      time: SimTime(microseconds: time), event: event, message: message, copy: copy, value: value)
  }
}

extension StoryRecord.Event {
  /// Never renamed: older versions have written it.
  fileprivate var name: String {
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
    case .answered(.success): "answered-success"
    case .answered(.failed): "answered-failed"
    case .answered(.refused): "answered-refused"
    case .answered(.timedOut): "answered-timed-out"
    case .destroyed(.serverLost): "destroyed-server-lost"
    case .destroyed(let cause): "destroyed-\(cause.name)"
    }
  }

  fileprivate static let all: [Self] =
    [
      .online, .offline, .connected, .detected, .created, .resent, .accepted, .stored, .intoLimbo,
      .handedOver, .arrived, .shown, .replacedInCentre, .duplicate, .gap, .requested, .timeLimit,
      .summary, .answered(.success), .answered(.failed), .answered(.refused),
      .answered(.timedOut), .droppedAll, .appSyncs, .synced, .queued, .providerUnreachable,
      .serviceUnreachable,
    ] + Cause.allCases.map { .destroyed(by: $0) }
}
