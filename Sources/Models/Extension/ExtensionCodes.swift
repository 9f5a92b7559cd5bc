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

extension ExtensionStep: FeatureEvent {
  package var row: StoryRecord.Event.Row {
    switch self {
    case .absent: .init(120, "run-absent", .serviceExtension, "has no extension")
    case .waits:
      .init(121, "run-waits", .serviceExtension, "waits for the extension, which is busy")
    case .worked: .init(122, "run-worked", .serviceExtension, "the extension has done its work")
    case .cutShort:
      .init(
        123, "run-cut-short", .serviceExtension, "the extension takes too long: shown as it came")
    case .crashed: .init(124, "run-crashed", .serviceExtension, "the extension crashes")
    case .calledAgain:
      .init(125, "run-called-again", .serviceExtension, "the extension is called a second time")
    case .fetches:
      .init(126, "run-fetches", .serviceExtension, "the extension asks the server for what is new")
    case .fetched: .init(127, "run-fetched", .serviceExtension, "the server answers the extension")
    case .fetchFailed:
      .init(128, "run-fetch-failed", .serviceExtension, "the extension's fetch fails")
    case .placeholder:
      .init(129, "run-placeholder", .centre, "shown as a placeholder, without its content")
    case .degraded:
      .init(130, "run-degraded", .centre, "shown without what the extension would have added")
    }
  }
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
