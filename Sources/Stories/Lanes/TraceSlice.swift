import DeliverySim
import Models

/// Something that lasts: what traces and swim lanes draw as a bar.
struct TraceSlice {
  let kind: SliceKind
  let name: String
  private(set) var span: Range<SimTime>
  /// An event of the push that it is about; nil: it is a state of the device.
  let push: StoryRecord?
  /// This is out of order; nil: it is no outage.
  let part: Surroundings.Part?

  /// The kind of a slice, with its name in documents, in the order of legends.
  enum SliceKind: String, CaseIterable {
    /// A push lies in the push service's store; the extension works on one.
    case stored, run
    case foreground, offline, connecting
    case savingPower = "saving-power"
    case switchedOff = "switched-off"
    case outage
  }

  init(
    _ kind: SliceKind, _ name: String, _ span: Range<SimTime>, of push: StoryRecord? = nil,
    part: Surroundings.Part? = nil
  ) {
    (self.kind, self.name, self.span, self.push, self.part) = (kind, name, span, push, part)
  }
}

extension TraceSlice {
  func ending(at time: SimTime) -> TraceSlice {
    var slice = self
    slice.span = span.lowerBound..<max(span.lowerBound, time)
    return slice
  }

  /// The station where it happens.
  var station: StoryRecord.Station {
    switch kind {
    case .outage: .outages
    case .offline, .connecting: .network
    case .savingPower, .switchedOff: .device
    case .foreground: .app
    case .stored: .store
    case .run: .serviceExtension
    }
  }
}

extension TraceSlice.SliceKind {
  /// The name for people.
  var title: String {
    switch self {
    case .stored: "in the push service's store"
    case .run: "the extension runs"
    case .foreground: "app in the foreground"
    case .offline: "offline"
    case .connecting: "connecting"
    case .savingPower: "saves power"
    case .switchedOff: "switched off"
    case .outage: "outage"
    }
  }
}
