import Files
import Models

extension StrategyKind {
  /// The strategies that scenarios can name: one line for each, in the order of the documentation.
  static let all: [StrategyKind] = [
    fireAndForget,
    gapRecovery,
    gapWindow,
    extensionFetch,
    retryUntilAcked,
    digest,
    heartbeat,
    silentFetch,
    voipFetch,
    poll,
    foregroundSync,
    escalate,
    socket,
    schedule,
    foreign,
  ]
}

/// They are the alternatives of a one-of map.
let strategyKinds: [Key<Strategy>] = StrategyKind.all.map { $0.declared() }

/// The names of strategies that may be there.
func strategyNames(_ isPossible: (StrategyKind) -> Bool) -> [String] {
  StrategyKind.all.filter(isPossible).map(\.name)
}

// MARK: - Strategies inside others

/// The strategy that another one is laid over, the first of those that are possible by default.
func innerStrategy(
  over isPossible: (StrategyKind) -> Bool, _ rule: String = "R8"
) -> Key<Strategy> {
  let names = strategyNames(isPossible)
  return Key(facts: KeyFacts("on", .inner(names), or: names[0], innerMeaning, rule)) {
    map, reading in readInner(map, "on", names, reading)
  }
}

/// The same, where nothing is written into the resolved scenario that nobody has said.
func innerIfSaid(
  over isPossible: (StrategyKind) -> Bool, or standard: String
) -> Key<Strategy?> {
  let names = strategyNames(isPossible)
  return Key(facts: KeyFacts("on", .inner(names), or: standard, innerMeaning, "R8")) {
    map, reading in map.hasValue("on") ? readInner(map, "on", names, reading) : nil
  }
}

private let innerMeaning = "The strategy that it extends."

/// - Parameter names: Of the strategies that are possible; the first one is the default.
func readInner(
  _ map: MapReader, _ key: String, _ names: [String], _ reading: Reading
) -> Strategy {
  let choice = map.child(key, default: .text(names[0])).oneOf(names, allowsBareName: true)
  return choice.map { strategyKinds.read($0, reading) } ?? .fireAndForget
}
