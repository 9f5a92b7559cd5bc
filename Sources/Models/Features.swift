/// A feature has codes of its own: of random streams, story events and counters. They are explicit,
/// so that another feature changes none of them.
package struct Feature {
  package let name: String
  /// A part of the layout of streams (docs/determinism.md).
  package let streams: [UInt8]
  /// They are part of fingerprints.
  package let events: [UInt8]
  /// They are the places of columns.
  let counters: [any Counters]

  fileprivate init(
    _ name: String, _ streams: [any StreamCode] = [], _ events: [any FeatureEvent] = [],
    counters: [any Counters] = []
  ) {
    self.name = name
    self.streams = streams.map(\.code)
    self.events = events.map(\.row.code)
    self.counters = counters
  }

  /// The places of its counters.
  package var counterCodes: [UInt8] { counters.map(\.code) }

  /// The manifest: each feature is a line here, and a folder beside this file.
  package static let all = [
    Feature("Android", AndroidStream.allCases, AndroidEvent.allCases),
    Feature("App", AppStream.allCases, AppEvent.allCases, counters: AppCounter.allCases),
    Feature("Connectivity", ConnectivityStream.allCases, PowerEvent.allCases),
    Feature("Counting", counters: CoreCounter.allCases),
    Feature(
      "Escalation", EscalationStream.allCases, EscalationStep.allCases,
      counters: EscalationCounter.allCases),
    Feature(
      "Extension", ExtensionStream.allCases, ExtensionStep.allCases,
      counters: ExtensionCounter.allCases),
    Feature("Phone", PhoneStream.allCases, counters: PhoneCounter.allCases),
    Feature(
      "Provider", ProviderStream.allCases, ResendAnswer.allCases, counters: ProviderCounter.allCases
    ),
    Feature("PushService", PushServiceStream.allCases),
    Feature("Randomness", ExperimentStream.allCases),
    Feature(
      "Reactions", ReactionStream.allCases, ReactionEvent.allCases,
      counters: ReactionCounter.allCases),
    Feature(
      "Socket", SocketStream.allCases, SocketEvent.allCases, counters: SocketCounter.allCases),
    Feature("Strategies", StrategyStream.allCases, counters: StrategyCounter.allCases),
    Feature("Subscriptions", SubscriptionStream.allCases),
    Feature("Telemetry", counters: TelemetryCounter.allCases),
    Feature("Tokens", TokenStream.allCases),
    Feature("User", UserStream.allCases, Attention.allCases, counters: UserCounter.allCases),
    Feature("Workload", WorkloadStream.allCases, counters: WorkloadCounter.allCases),
    Feature("World", WorldStream.allCases, counters: WorldCounter.allCases),
  ]
}
