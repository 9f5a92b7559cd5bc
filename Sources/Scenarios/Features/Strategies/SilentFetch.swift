import Files
import Models

extension StrategyKind {
  static let silentFetch = StrategyKind(
    "silent-fetch", SilentFetchKeys(), "A silent push wakes the app, which fetches."
  ) { .silentFetch(priority: $0.priority, content: $0.content) }

  static let voipFetch = StrategyKind(
    "voip-fetch", NoKeys(), "A VoIP push wakes the app, which fetches."
  ) { _ in .voipFetch }
}

private final class SilentFetchKeys: KeyGroup {
  let priority = Key(
    "priority", silentPriority, .byPower,
    "The priority of its pushes. With device.power, 5 waits while the device saves power, and 1 "
      + "always waits.",
    "R4.6")
  let content = Key(
    "content", .words(of: ExtensionFetch.Content.self), unsaid: .none,
    "push: each push brings its message, and nothing is fetched.", "R3.15")
}

/// The push service refuses silent pushes of priority 10.
private let silentPriority = ScalarFormat<PushPriority>(
  .words(["1", "5"]),
  allowed: "5 (waits while the device saves power) or 1 (never wakes it); 10 is for alerts",
  fallback: .byPower,
  parse: { text, isQuoted in
    isQuoted || text == "10" ? nil : Int(text).flatMap(PushPriority.init)
  },
  render: { .integer($0.rawValue) })
