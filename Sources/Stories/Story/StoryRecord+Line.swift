import DeliverySim
import Models

// An event as a line of a saved story: time [µs], event, message (- for the device itself,
// heartbeat:3 for a push without a message), copy, value.

extension StoryRecord {
  /// Room for a line and its end, generously: most have about 30 bytes.
  static let lineBytes = 48

  var line: String {
    let prefix = content == .message ? "" : "\(content.name):"
    let subject = message.map { "\(prefix)\($0)" } ?? "-"
    return "\(time.microseconds) \(event.name) \(subject) \(copy) \(value)"
  }

  /// - Returns: nil for what this version does not know.
  init?(line: String) {
    let fields = line.split(separator: " ", omittingEmptySubsequences: false)
    guard fields.count == 5, let time = Int64(fields[0]), let copy = UInt16(fields[3]),
      let event = Event.allCases.first(where: { $0.name == fields[1] }),
      let value = Int64(fields[4])
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
