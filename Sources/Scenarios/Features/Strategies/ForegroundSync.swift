import Models

extension StrategyKind {
  static let foregroundSync = StrategyKind(
    "foreground-sync", ForegroundSyncKeys(), "Opening the app fetches.", layer: .opening
  ) { $0.on.fetchingOnOpening() }
}

private final class ForegroundSyncKeys: KeyGroup {
  let on = innerStrategy(over: { $0.traits.contains(.showsPushes) })
}
