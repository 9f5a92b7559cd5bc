import DeliverySim
import Models
import Scenarios

/// The story of a message or a device as swim lanes: what happens as points, what lasts as bars.
struct StoryLanes {
  /// From the creation of the message to the last event that concerns it; of a device, the run.
  let start: SimTime
  let end: SimTime
  /// The events, in order of time.
  let events: [Point]
  /// In order of lanes and kinds; some begin before ``start`` or go on after ``end``.
  let spans: [Span]

  /// Something that happens.
  struct Point {
    let time: SimTime
    let lane: StoryLane
    let kind: String
    /// Nil: it neither ends a push nor tells the user.
    let role: Role?
    let text: String
    /// It happens to the message that is told of.
    let isOwn: Bool
  }

  /// An event means this to the reader: a push ends; the user is told.
  enum Role: String {
    case end, told
  }

  /// Something that lasts.
  struct Span {
    let lane: StoryLane
    let kind: String
    let text: String
    let isOwn: Bool
    let span: Range<SimTime>
  }

  init(_ told: DeviceTrace) {
    let records = told.records
    let message = told.explanation.message
    let start = message.map { told.story.outcomes[$0].created } ?? .zero
    let end = message == nil ? told.scenario.frame.horizon : records.last?.time ?? start
    (self.start, self.end) = (start, max(start, end))
    // An event of the device's connection is a bar.
    let bars: [StoryRecord.Event] = [.online, .offline, .connected]
    events = records.filter { !bars.contains($0.event) && $0.time >= start }
      .map { Point($0, told) }
    let slices = TraceSlices(told).all.filter {
      $0.span.upperBound > start && $0.span.lowerBound <= end
    }
    spans = slices.map { Span($0, told) }
  }
}

extension StoryLanes.Point {
  fileprivate init(_ record: StoryRecord, _ told: DeviceTrace) {
    time = record.time
    lane = record.event.row.station.lane
    kind = record.event.name
    role = StoryLanes.Role(record.event)
    isOwn = told.isAbout(record)
    let words = told.text.words(record)
    // The sentence about an event of the device names the device itself.
    text = isOwn || record.message == nil ? words : "\(told.text.subject(record)): \(words)"
  }
}

extension StoryLanes.Span {
  fileprivate init(_ slice: TraceSlice, _ told: DeviceTrace) {
    lane = slice.lane
    kind = slice.kind.rawValue
    span = slice.span
    isOwn = slice.push.map { told.isAbout($0) } ?? false
    text =
      switch slice.kind {
      case .stored: isOwn ? "in the store" : "\(slice.name) in the store"
      case .run: isOwn ? "the extension runs" : "the extension runs for \(slice.name)"
      case .foreground: "app in the foreground"
      case .offline, .connecting, .savingPower, .switchedOff, .outage: slice.name
      }
  }
}

extension StoryLanes.Role {
  fileprivate init?(_ event: StoryRecord.Event) {
    if event.row.part.contains(.endsPush) {
      self = .end
    } else if event.row.part.contains(.tellsUser) {
      self = .told
    } else {
      return nil
    }
  }
}

extension DeviceTrace {
  /// It happens to the message that is asked for; in the story of a device, to nobody's.
  fileprivate func isAbout(_ record: StoryRecord) -> Bool {
    guard let message = explanation.message else { return false }
    return record.content == .message && record.message == UInt32(message)
  }
}
