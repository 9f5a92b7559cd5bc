/// The streams of the extension.
enum ExtensionStream: UInt8, Streams {
  /// The index is 0.
  case absent = 66
  /// The index is the push, the copy the send.
  case runTime = 67
  case memory = 68
  case crash = 69
  case doubled = 70
  /// The index is the restart.
  case firstUnlock = 76
  case positionUnreadable = 77
}

/// The extension works, waits and asks.
enum ExtensionEventKind: UInt8, EventKinds {
  /// The extension has waited for late pushes. Payload: its run.
  case waitEnds = 15
  /// The provider's answer to a re-request. Payload: the run.
  case requestAnswered = 16
  /// The extension's time is over. Payload: its run.
  case timeLimitReached = 17
  /// The extension's own work on a push is done, or its time is over. Payload: the work.
  case workEnds = 18
  /// The extension can turn to the next push.
  case isFree = 19

  var isOnDevice: Bool {
    switch self {
    case .requestAnswered: false
    case .waitEnds, .timeLimitReached, .workEnds, .isFree: true
    }
  }
}

extension ExtensionStep: FeatureEvent {
  package var row: StoryRecord.Event.Row {
    switch self {
    case .absent: .init("run-absent", .serviceExtension, "has no extension", part: .isOfRun)
    case .waits:
      .init(
        "run-waits", .serviceExtension, "waits for the extension, which is busy", part: .isOfRun)
    case .worked:
      .init("run-worked", .serviceExtension, "the extension has done its work", part: .isOfRun)
    case .cutShort:
      .init(
        "run-cut-short", .serviceExtension, "the extension takes too long: shown as it came",
        part: .isOfRun)
    case .crashed: .init("run-crashed", .serviceExtension, "the extension crashes", part: .isOfRun)
    case .calledAgain:
      .init(
        "run-called-again", .serviceExtension, "the extension is called a second time",
        part: .isOfRun)
    case .fetches:
      .init(
        "run-fetches", .serviceExtension, "the extension asks the server for what is new",
        part: .isOfRun)
    case .fetched:
      .init("run-fetched", .serviceExtension, "the server answers the extension", part: .isOfRun)
    case .fetchFailed:
      .init("run-fetch-failed", .serviceExtension, "the extension's fetch fails", part: .isOfRun)
    case .placeholder:
      .init(
        "run-placeholder", .centre, "shown as a placeholder, without its content", part: .isOfRun)
    case .degraded:
      .init(
        "run-degraded", .centre, "shown without what the extension would have added", part: .isOfRun
      )
    }
  }
}

extension StoryRecord.Event {
  /// Something happens in an extension that is not ideal.
  public static func run(_ event: ExtensionStep) -> Self { Self(event) }
}

/// The extension counts its work.
public enum ExtensionCounter: UInt8, Counters {
  case extensionRuns = 13
  /// The own work of the extension, and its waits for late pushes and answers [µs].
  case extensionTime = 22
  /// It was shown first without what the extension would have added (R5.9).
  case degraded = 42

  var row: Counter.Row {
    switch self {
    case .extensionRuns: .init("extension_runs")
    case .extensionTime: .init("extension_time_us")
    case .degraded: .init("degraded", .where { $0.serviceExtension.decorates })
    }
  }
}
