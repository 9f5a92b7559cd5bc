/// A feature has codes of its own: of random streams, kinds of events, story events, causes and
/// counters. They are explicit, so that another feature changes none of them.
package struct Feature: Sendable {
  package let name: String
  /// A part of the layout of streams (docs/explanation/determinism.md).
  var streams: [any StreamCode] = []
  /// They lie in the keys of events.
  var kinds: [any EventKinds] = []
  /// Their codes are part of fingerprints.
  package var events: [any FeatureEvent] = []
  /// Their codes are part of fingerprints too.
  package var causes: [any Causes] = []
  /// They are the places of columns.
  var counters: [any Counters] = []
}

extension Feature {
  /// A cause as a case of its feature's enum; nil: none.
  package static func cause(_ cause: Cause) -> (any Causes)? {
    all.lazy.flatMap(\.causes).first { $0.rawValue == cause.code }
  }

  /// The codes of its random streams.
  package var streamCodes: [UInt8] { streams.map(\.code) }

  /// The codes of its kinds of events.
  package var kindCodes: [UInt8] { kinds.map { $0.rawValue } }

  /// The places of its counters.
  package var counterCodes: [UInt8] { counters.map(\.code) }

  /// The manifest: each feature is a line here, and a folder beside this file.
  package static let all = [
    Feature(
      name: "Android", streams: AndroidStream.allCases, kinds: AndroidEventKind.allCases,
      events: AndroidEvent.allCases, counters: AndroidCounter.allCases),
    Feature(
      name: "App", streams: AppStream.allCases, kinds: AppEventKind.allCases,
      events: AppEvent.allCases, causes: AppCause.allCases, counters: AppCounter.allCases),
    Feature(
      name: "Connectivity", streams: ConnectivityStream.allCases,
      kinds: ConnectivityEventKind.allCases, events: PowerEvent.allCases),
    Feature(name: "Counting", counters: CoreCounter.allCases),
    Feature(name: "Digest"),
    Feature(name: "Engine", kinds: DeviceEventKind.allCases),
    Feature(
      name: "Escalation", streams: EscalationStream.allCases, events: EscalationStep.allCases,
      counters: EscalationCounter.allCases),
    Feature(
      name: "Extension", streams: ExtensionStream.allCases, kinds: ExtensionEventKind.allCases,
      events: ExtensionStep.allCases, causes: ExtensionCause.allCases,
      counters: ExtensionCounter.allCases),
    Feature(name: "ExtensionFetch"),
    Feature(name: "Gaps", streams: GapStream.allCases),
    Feature(
      name: "Heartbeat", kinds: HeartbeatEventKind.allCases, counters: HeartbeatCounter.allCases),
    Feature(
      name: "Phone", streams: PhoneStream.allCases, kinds: PhoneEventKind.allCases,
      causes: PhoneCause.allCases, counters: PhoneCounter.allCases),
    Feature(name: "Poll", streams: PollStream.allCases),
    Feature(
      name: "Provider", streams: ProviderStream.allCases, kinds: ProviderEventKind.allCases,
      events: ProviderEvent.allCases + ResendAnswer.allCases, causes: ProviderCause.allCases,
      counters: ProviderCounter.allCases),
    Feature(
      name: "PushService", streams: PushServiceStream.allCases,
      kinds: PushServiceEventKind.allCases, causes: PushServiceCause.allCases,
      counters: ConsoleCounter.allCases),
    Feature(name: "Randomness", streams: ExperimentStream.allCases),
    Feature(
      name: "Reactions", streams: ReactionStream.allCases, kinds: ReactionEventKind.allCases,
      events: ReactionEvent.allCases, counters: ReactionCounter.allCases),
    Feature(
      name: "Retry", streams: RetryStream.allCases, kinds: RetryEventKind.allCases),
    Feature(
      name: "Socket", streams: SocketStream.allCases, kinds: SocketEventKind.allCases,
      events: SocketEvent.allCases, counters: SocketCounter.allCases),
    Feature(name: "Strategies", streams: StrategyStream.allCases),
    Feature(
      name: "Subscriptions", streams: SubscriptionStream.allCases,
      kinds: SubscriptionEventKind.allCases, causes: SubscriptionCause.allCases),
    Feature(name: "Telemetry", counters: TelemetryCounter.allCases),
    Feature(
      name: "Tokens", streams: TokenStream.allCases, kinds: TokenEventKind.allCases,
      events: TokenEvent.allCases, causes: TokenCause.allCases),
    Feature(
      name: "User", streams: UserStream.allCases, kinds: UserEventKind.allCases,
      events: Attention.allCases, counters: UserCounter.allCases),
    Feature(
      name: "Workload", streams: WorkloadStream.allCases, kinds: WorkloadEventKind.allCases,
      counters: WorkloadCounter.allCases),
    Feature(name: "World", streams: WorldStream.allCases, counters: WorldCounter.allCases),
  ]
}
