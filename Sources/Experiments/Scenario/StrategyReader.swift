import DeliverySim
import Files
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
        wait: reader.readSpan(map, "wait")))
  },
  StrategyEntry(name: "gap-window") { reader, map in
    .gapWindow(
      repeatLimit: map.value("repeat_limit", .integer(in: 0...1_000_000), default: 20),
      window: map.value("window", .integer(in: 1...1_000_000), default: 1000),
      collapse: map.value("collapse", .bool, default: true), wait: reader.readSpan(map, "wait"))
  },
  StrategyEntry(name: "retry-until-acked") { reader, map in
    .retryUntilAcked(
      reader.readBackOff(map), collapse: map.value("collapse", .bool, default: true))
  },
  StrategyEntry(name: "digest") { reader, map in
    let digest = Digest(
      items: map.value("items", .integer(in: 1...Digest.itemsMax), default: 8),
      payloadLimit: map.value("payload_limit", .integer(in: 1...1_000_000), default: 4096))
    let others = ["fire-and-forget", "gap-recovery", "gap-window", "heartbeat"]
    return reader.readInner(map, "on", others, default: "fire-and-forget").with(digest)
  },
  StrategyEntry(name: "heartbeat") { reader, map in
    let heartbeat = Heartbeat(
      after: map.time("after", default: Heartbeat().after, min: SimTime(microseconds: 1)),
      times: map.value("times", .integer(in: 1...1000), default: 1),
      filtering: map.value("filtering", .bool, default: false))
    return reader.readInner(
      map, "on", ["gap-recovery", "gap-window"], default: "gap-recovery"
    ).with(heartbeat)
  },
  StrategyEntry(name: "silent-fetch") { _, _ in .silentFetch },
  StrategyEntry(name: "voip-fetch") { _, _ in .voipFetch },
  StrategyEntry(name: "poll") { _, map in
    let standard = Polling()
    let shortest = SimTime(microseconds: 1)
    let every = map.time("every", default: standard.every, min: shortest)
    return .poll(
      Polling(
        every: every, factor: map.value("factor", .number(.between(1, 1000)), default: 2),
        longest: map.time("max", default: max(every, standard.longest), min: shortest)))
  },
  StrategyEntry(name: "foreground-sync") { reader, map in
    let others = ["fire-and-forget", "gap-recovery", "gap-window", "digest", "heartbeat"]
    return reader.readInner(map, "on", others, default: "fire-and-forget").fetchingOnOpening()
  },
  StrategyEntry(name: "schedule") { reader, map in
    let first = reader.readInner(map, "start", stageNames, default: "fire-and-forget")
    return first.then(reader.readAdoptions(map))
  },
]

/// What a schedule's stages may be: everything but a schedule.
private var stageNames: [String] { catalogue.map(\.name).filter { $0 != "schedule" } }

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
    let read = elements.compactMap(readStrategy)
    let strategies = read.map(\.strategy)
    for (index, strategy) in strategies.enumerated() where strategies.count == elements.count {
      if strategies[..<index].contains(where: { $0.name == strategy.name }) {
        elements[index].report(
          found: "a second strategy called \(strategy.name)",
          allowed: "different names: {name: ..., \(read[index].kind): {...}}")
      }
    }
    return strategies
  }

  private func readStrategy(
    _ element: ValueReader
  ) -> (kind: String, strategy: Scenario.NamedStrategy)? {
    let choice = element.oneOf(
      Self.strategyNames, besides: ["name"], allowsBareName: true)
    guard let choice, let entry = catalogue.first(where: { $0.name == choice.name }) else {
      return nil
    }
    let strategy = entry.read(self, choice.parameters)
    let isNamed = choice.others.child("name") != nil
    let given = choice.others.optional("name", .name)
    // A name that is none has been reported; another one in its place would only confuse.
    guard let name = isNamed ? given : choice.name else { return nil }
    return (choice.name, Scenario.NamedStrategy(name: name, strategy: strategy))
  }

  /// The strategy that another one is laid over.
  fileprivate func readInner(
    _ map: MapReader, _ key: String, _ names: [String], default standard: String
  ) -> Strategy {
    let child = map.child(key, default: .text(standard))
    guard let choice = child.oneOf(names, allowsBareName: true),
      let entry = catalogue.first(where: { $0.name == choice.name })
    else { return .fireAndForget }
    return entry.read(self, choice.parameters)
  }

  /// When the fleet switches to what.
  fileprivate func readAdoptions(_ map: MapReader) -> [Adoption] {
    guard map.child("changes") != nil else {
      map.reportMissing("changes", allowed: "a list of changes, each with at and to")
      return []
    }
    var adoptions: [Adoption] = []
    var last: SimTime?
    for element in map.list("changes", count: 1...100) {
      let change = element.map()
      let errorsBefore = sink.reportCount
      let at = SimTime(microseconds: change.required("at", .duration()))
      let isTime = sink.reportCount == errorsBefore
      let delay = readSpan(change, "adoption")
      if let last, isTime, at <= last {
        change.report(
          "at",
          allowed: "a time after the previous change, which is at "
            + Units.durationText(last.microseconds))
      }
      if isTime { last = at }
      guard change.hasValue("to") else {
        change.reportMissing("to", allowed: "a strategy: \(stageNames.joined(separator: ", "))")
        continue
      }
      let strategy = readInner(change, "to", stageNames, default: "fire-and-forget")
      adoptions.append(Adoption(at: at, delay: delay, strategy))
    }
    return adoptions
  }

  /// A digest whose limit is too small for the mean message would never carry another one.
  func checkPayloadLimits(
    _ strategies: [Scenario.NamedStrategy], _ workload: Workload, _ root: MapReader
  ) {
    guard let mean = workload.payload?.mean else { return }
    let elements = root.list("strategies")
    for (strategy, element) in zip(strategies, elements) {
      let limits = strategy.strategy.stages.compactMap(\.provider.digest?.payloadLimit)
      guard let limit = limits.min(), Double(limit) < mean else { continue }
      let size = mean < 1e9 ? "\(Int(mean.rounded(.up))) B" : "larger than any limit"
      element.report(
        found: "payload_limit \(limit)",
        allowed: "at least one message: workload.payload is \(size) on average")
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

  /// A law of spans, or a plain duration; 0 by default.
  fileprivate func readSpan(_ map: MapReader, _ key: String) -> Distribution {
    readLawOrValue(map.child(key, default: .text("0s")), .duration) ?? .zero
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
