/// The streams of Android.
enum AndroidStream: UInt8, Streams {
  /// The index is 0 or 1, span, span.
  case usageStart = 143
  case inUse = 144
  case unused = 145
  /// The index is the message, the copy the send.
  case demotion = 146
  /// It is of pushes without a message.
  case otherDemotion = 149
  /// The index is the visit.
  case vendorKill = 147
  /// The index is 0.
  case appStopped = 148
}

/// Android saves power, and stops apps.
enum AndroidEventKind: UInt8, EventKinds {
  /// The phone is used from now on, or lies unused (R11.3).
  case usageFlips = 34
  /// Doze sets in, or its next maintenance window comes.
  case dozeSteps = 35
  /// The vendor stops the app.
  case vendorStops = 36

  var isOnDevice: Bool { true }
}

/// These are counted of Android.
public enum AndroidCounter: UInt8, Counters {
  /// They had high priority, and counted as normal (R11.3).
  case demoted = 60

  var row: Counter.Row {
    switch self {
    case .demoted: .init("demoted", .where { $0.android?.demotion != nil })
    }
  }
}

/// Android does these (R11.3).
public enum AndroidEvent: UInt8, Sendable, CaseIterable, FeatureEvent {
  /// Doze sets in; a maintenance window comes; the phone is in use again.
  case dozes = 215
  case maintenance = 216
  case awake = 217
  /// The user stops the app by force; the vendor's system stops it.
  case forceStopped = 218
  case vendorStopped = 219
  /// A push of high priority counts as normal.
  case demoted = 220

  package var row: StoryRecord.Event.Row {
    switch self {
    case .dozes: .init("dozes", .device, "starts to doze", part: .none)
    case .maintenance:
      .init("maintenance", .device, "a maintenance window interrupts Doze", part: .none)
    case .awake: .init("awake", .device, "dozes no more: somebody uses the phone", part: .none)
    case .forceStopped: .init("force-stopped", .app, "the user stops the app by force", part: .none)
    case .vendorStopped:
      .init("vendor-stopped", .app, "the vendor's system stops the app", part: .none)
    case .demoted:
      .init(
        "demoted", .service,
        "counts as of normal priority: too few of the last ones drew anything", part: .none)
    }
  }
}

extension StoryRecord.Event {
  /// Something that Android does.
  public static func android(_ event: AndroidEvent) -> Self { Self(event) }
}
