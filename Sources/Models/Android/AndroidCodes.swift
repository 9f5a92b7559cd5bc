/// The streams of Android.
enum AndroidStream: UInt8, Streams {
  /// The index is 0 or 1, span, span.
  case usageStart = 143
  case inUse = 144
  case unused = 145
  /// The index is the message, the copy the send.
  case demotion = 146
  /// The index is the visit.
  case vendorKill = 147
  /// The index is 0.
  case appStopped = 148
}

/// Android does these (R11.3).
public enum AndroidEvent: UInt8, Sendable, CaseIterable, FeatureEvent {
  /// Doze sets in; a maintenance window comes; the phone is in use again.
  case dozes, maintenance, awake
  /// The user stops the app by force; the vendor's system stops it.
  case forceStopped, vendorStopped

  package var row: StoryRecord.Event.Row {
    switch self {
    case .dozes: .init(215, "dozes", .device, "starts to doze")
    case .maintenance: .init(216, "maintenance", .device, "a maintenance window interrupts Doze")
    case .awake: .init(217, "awake", .device, "dozes no more: somebody uses the phone")
    case .forceStopped: .init(218, "force-stopped", .app, "the user stops the app by force")
    case .vendorStopped: .init(219, "vendor-stopped", .app, "the vendor's system stops the app")
    }
  }
}
