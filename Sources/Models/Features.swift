/// A feature has codes of its own: of random streams and of story events. They are explicit, so
/// that another feature changes none of them.
package struct Feature {
  package let name: String
  /// A part of the layout of streams (docs/determinism.md).
  package let streams: [UInt8]
  /// They are part of fingerprints.
  package let events: [UInt8]

  fileprivate init(
    _ name: String, _ streams: [any StreamCode], _ events: [any FeatureEvent] = []
  ) {
    self.name = name
    self.streams = streams.map(\.code)
    self.events = events.map(\.row.code)
  }

  /// The manifest: each feature is a line here, and a folder beside this file.
  package static let all = [
    Feature("Android", AndroidStream.allCases, AndroidEvent.allCases),
    Feature("App", AppStream.allCases, AppEvent.allCases),
    Feature("Connectivity", ConnectivityStream.allCases, PowerEvent.allCases),
    Feature("Escalation", EscalationStream.allCases, EscalationStep.allCases),
    Feature("Extension", ExtensionStream.allCases, ExtensionStep.allCases),
    Feature("Phone", PhoneStream.allCases),
    Feature("Provider", ProviderStream.allCases, ResendAnswer.allCases),
    Feature("PushService", PushServiceStream.allCases),
    Feature("Randomness", ExperimentStream.allCases),
    Feature("Reactions", ReactionStream.allCases, ReactionEvent.allCases),
    Feature("Socket", SocketStream.allCases, SocketEvent.allCases),
    Feature("Strategies", StrategyStream.allCases),
    Feature("Subscriptions", SubscriptionStream.allCases),
    Feature("Tokens", TokenStream.allCases),
    Feature("User", UserStream.allCases, Attention.allCases),
    Feature("Workload", WorkloadStream.allCases),
    Feature("World", WorldStream.allCases),
  ]
}
