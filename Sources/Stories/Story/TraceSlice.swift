import DeliverySim
import Models

/// Something that lasts: what traces and swim lanes draw as a bar.
struct TraceSlice {
  let kind: Kind
  let name: String
  let span: Range<SimTime>
  /// An event of the push that it is about; nil: it is a state of the device.
  let push: StoryRecord?

  enum Kind {
    case outage(Surroundings.Part)
    case offline, connecting, savingPower, switchedOff, foreground
    /// A push lies in the push service's store; the extension works on one.
    case stored, run
  }

  init(_ kind: Kind, _ name: String, _ span: Range<SimTime>, of push: StoryRecord? = nil) {
    (self.kind, self.name, self.span, self.push) = (kind, name, span, push)
  }
}

extension TraceSlice {
  func ending(at time: SimTime) -> TraceSlice {
    TraceSlice(kind, name, span.lowerBound..<max(span.lowerBound, time), of: push)
  }

  /// Where it happens.
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

extension TraceSlice.Kind {
  /// Its name in documents.
  var name: String {
    switch self {
    case .outage: "outage"
    case .offline: "offline"
    case .connecting: "connecting"
    case .savingPower: "saving-power"
    case .switchedOff: "switched-off"
    case .foreground: "foreground"
    case .stored: "stored"
    case .run: "run"
    }
  }
}
