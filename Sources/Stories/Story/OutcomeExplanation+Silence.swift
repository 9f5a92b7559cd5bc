import DeliverySim
import Models

// The reason why nobody has asked the server.

extension OutcomeExplanation {
  // MARK: The extension (model.md R8)

  /// A push without content that nothing has filled, as a part of a sentence.
  func emptiness(of push: StoryRecord) -> String {
    let steps = steps(of: push)
    let reason =
      if steps.contains(.run(.fetches)) {
        "no answer from the server replaced it"
      } else if told.hasNoExtension {
        "the device has no extension that would ask the server"
      } else if !told.strategyInForce(at: push.time).fetchesInExtension {
        "the strategy of that moment does not ask the server"
      } else if steps.contains(.run(.cutShort)) || steps.contains(.timeLimit) {
        "the extension's time was over before it asked the server"
      } else if told.index.offline(at: push.time) != nil {
        "the extension could not ask the server: the device was offline"
      } else {
        "the extension did not ask the server: before the first unlock it could not read its cursor"
      }
    return "the push brought no content, and \(reason)"
  }

  /// A placeholder was shown for it.
  func hasPlaceholder(_ push: StoryRecord) -> Bool {
    steps(of: push).contains(.run(.placeholder))
  }

  /// The events of a push of the message until then.
  private func steps(of push: StoryRecord) -> [StoryRecord.Event] {
    records.filter { isOwn($0) && $0.copy == push.copy && $0.time <= push.time }.map(\.event)
  }

  // MARK: The app (model.md R0.6)

  /// The reason why an app that asks by itself never would, as a part of a sentence.
  var appSilence: String {
    let setup = told.setup
    let mayBeOff = setup.app.map { $0.backgroundRefresh.value < 1 } ?? false
    let hasRefreshed = told.story.records.contains { $0.event == .app(.refreshed) }
    if told.index.isKilledAtEnd { return "the user had ended the app and did not open it again" }
    if !hasRefreshed, mayBeOff || setup.power.always.value > 0 {
      return "the device is in low-power mode or has Background App Refresh off"
    }
    return "the user had ended the app before the run and did not open it"
  }
}

extension DeviceTrace {
  var hasNoExtension: Bool {
    story.records.contains { $0.event == .run(.absent) }
  }
}

extension StoryIndex {
  /// The last thing that is known of the app is that the user has ended it.
  fileprivate var isKilledAtEnd: Bool { lastOfApp == .app(.killed) }
}

extension Strategy {
  var fetchesInExtension: Bool {
    if case .fetchesInExtension = client { true } else { false }
  }
}
