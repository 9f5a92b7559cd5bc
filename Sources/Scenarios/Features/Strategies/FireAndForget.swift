import Models

extension StrategyKind {
  static let fireAndForget = StrategyKind(
    "fire-and-forget", NoKeys(), "One push per message.", traits: [.showsPushes, .mayAcknowledge]
  ) { _ in .fireAndForget }
}
