import DeliverySim
import Models

/// A strategy that scenarios can name: one line here for each.
private struct StrategyEntry: Sendable {
  let name: String
  let read: @Sendable (ScenarioReader, MapReader) -> Strategy
}

private let catalogue = [
  StrategyEntry(name: "fire-and-forget") { _, _ in .fireAndForget },
  StrategyEntry(name: "gap-recovery") { reader, map in
    .gapRecovery(
      GapRecovery(
        repeatLimit: map.value("repeat_limit", .integer(in: 0...1_000_000), default: 20),
        collapse: map.value("collapse", .bool, default: true),
        asPrinted: map.value("as_printed", .bool, default: false),
        wait: reader.readWait(map)))
  },
  StrategyEntry(name: "gap-window") { reader, map in
    .gapWindow(
      repeatLimit: map.value("repeat_limit", .integer(in: 0...1_000_000), default: 20),
      window: map.value("window", .integer(in: 1...1_000_000), default: 1000),
      collapse: map.value("collapse", .bool, default: true), wait: reader.readWait(map))
  },
  StrategyEntry(name: "retry-until-acked") { reader, map in
    .retryUntilAcked(
      reader.readBackOff(map), collapse: map.value("collapse", .bool, default: true))
  },
  StrategyEntry(name: "digest") { reader, map in
    let digest = Digest(
      items: map.value("items", .integer(in: 1...Digest.itemsMax), default: 8),
      payloadLimit: map.value("payload_limit", .integer(in: 1...1_000_000), default: 4096))
    return reader.readInner(map, ["fire-and-forget", "gap-recovery", "gap-window"]).with(digest)
  },
]

/// Named by the contract, built later.
private let notBuilt = [
  "heartbeat", "silent-fetch", "voip-fetch", "poll", "foreground-sync",
]

extension ScenarioReader {
  // MARK: strategies

  static var strategyNames: [String] { catalogue.map(\.name) }

  func readStrategies(_ root: MapReader) -> [Scenario.NamedStrategy] {
    guard root.child("strategies") != nil else {
      root.reportMissing(
        "strategies", allowed: "a list of: \(Self.strategyNames.joined(separator: ", "))")
      return []
    }
    let elements = root.list("strategies", count: 1...100)
    let strategies = elements.compactMap(readStrategy)
    for (index, strategy) in strategies.enumerated() where strategies.count == elements.count {
      if strategies[..<index].contains(where: { $0.name == strategy.name }) {
        elements[index].report(
          found: "a second strategy called \(strategy.name)",
          allowed: "different names: {name: ..., \(strategy.name): {...}}")
      }
    }
    return strategies
  }

  private func readStrategy(_ element: ValueReader) -> Scenario.NamedStrategy? {
    let choice = element.oneOf(
      Self.strategyNames, notBuilt: notBuilt, besides: ["name"], allowsBareName: true)
    guard let choice, let entry = catalogue.first(where: { $0.name == choice.name }) else {
      return nil
    }
    let name = choice.others.optional("name", Self.nameFormat) ?? choice.name
    return Scenario.NamedStrategy(name: name, strategy: entry.read(self, choice.parameters))
  }

  /// The strategy that another one is laid over.
  fileprivate func readInner(_ map: MapReader, _ names: [String]) -> Strategy {
    guard map.hasValue("on"),
      let choice = map.child("on")?.oneOf(names, notBuilt: notBuilt, allowsBareName: true),
      let entry = catalogue.first(where: { $0.name == choice.name })
    else { return .fireAndForget }
    return entry.read(self, choice.parameters)
  }

  /// A digest whose limit is too small for the mean message would never carry another one.
  func checkPayloadLimits(
    _ strategies: [Scenario.NamedStrategy], _ workload: Workload, _ root: MapReader
  ) {
    guard let mean = workload.payload?.mean else { return }
    let elements = root.list("strategies")
    for (strategy, element) in zip(strategies, elements) {
      guard let limit = strategy.strategy.provider.digest?.payloadLimit, Double(limit) < mean
      else { continue }
      element.report(
        found: "payload_limit \(limit)",
        allowed: "at least one message: workload.payload is \(Int(mean.rounded(.up))) B on average")
    }
  }

  fileprivate func readBackOff(_ map: MapReader) -> Hop.Retry {
    let standard = Strategy.ProviderPolicy.Retry.backOff
    let first = map.value("first", .duration(min: 1), default: standard.first.microseconds)
    let factor = map.value("factor", .number(.between(1, 1000)), default: standard.factor)
    let longest = map.value(
      "max", .duration(min: 1), default: max(first, standard.max.microseconds))
    if longest < first {
      map.report("max", allowed: "at least the first wait, which is \(Units.durationText(first))")
    }
    return Hop.Retry(
      attempts: map.value("attempts", .integer(in: 0...200), default: standard.attempts),
      first: SimTime(microseconds: first), factor: factor, max: SimTime(microseconds: longest))
  }

  fileprivate func readWait(_ map: MapReader) -> Distribution {
    guard map.hasValue("wait") else { return .zero }
    return map.child("wait").flatMap { readLawOrValue($0, .duration) } ?? .zero
  }

  func readBaseline(_ root: MapReader, _ strategies: [Scenario.NamedStrategy]) -> String {
    let first = strategies.first?.name ?? Self.strategyNames[0]
    let name = root.value("baseline", .text(), default: first)
    let names = strategies.map(\.name)
    if !names.isEmpty, !names.contains(name), root.child("strategies") != nil {
      root.report(
        "baseline", allowed: "a strategy of this scenario: \(names.joined(separator: ", "))",
        suggestion: NearestName.nearest(to: name, among: names))
    }
    return name
  }
}
