import DeliverySim
import Files
import Models

extension StrategyKind {
  /// R11.2: `socket`.
  static let socket = StrategyKind(
    "socket", SocketKeys(), "While the app runs, messages come over its own connection.",
    rule: "R11.2", layer: .ownWay, flaws: unopened, readSocket)
}

private final class SocketKeys: KeyGroup {
  let background = Key(
    "background", .time, .zero, "The time that it stays open after the app is left.", "R11.2")
  let on = innerStrategy(over: { $0.layer < .ownWay }, "R11.2")
}

@Sendable private func readSocket(_ section: Section<SocketKeys>) -> Strategy {
  let background = section.background
  return section.on.with(Socket(background: background))
}

/// There is no connection without an app that is opened.
@Sendable private func unopened(
  _ strategy: Strategy, _ setups: [DeviceSetup]
) -> [StrategyKind.Flaw] {
  guard strategy.stages.contains(where: { $0.socket != nil }),
    !setups.contains(where: { $0.app?.openings != nil })
  else { return [] }
  return [
    StrategyKind.Flaw(
      found: "socket without an app", allowed: "a scenario whose app is opened: app.opens")
  ]
}
