import DeliverySim
import Files
import Models

/// The strategies that a scenario lists.
struct ReadStrategies {
  var named: [Scenario.NamedStrategy] = []
  /// One for each element of the list, whether it could be read or not.
  var readers: [ValueReader] = []
  /// Nil after an error among them.
  var names: [String]?
}

@Sendable func readStrategies(_ map: MapReader, _ reading: Reading) -> ReadStrategies {
  guard map.child("strategies") != nil else {
    map.reportMissing(
      "strategies", allowed: "a list of: \(strategyKinds.names.joined(separator: ", "))")
    return ReadStrategies()
  }
  let elements = map.list("strategies", count: 1...100)
  let read = elements.compactMap { readStrategy($0, reading) }
  let strategies = read.map(\.strategy)
  for (index, strategy) in strategies.enumerated() where strategies.count == elements.count {
    if strategies[..<index].contains(where: { $0.name == strategy.name }) {
      elements[index].report(
        found: "a second strategy called \(strategy.name)",
        allowed: "different names: {name: ..., \(read[index].kind): {...}}")
    }
  }
  let isComplete = map.child("strategies")?.node.elements?.count == strategies.count
  return ReadStrategies(
    named: strategies, readers: elements, names: isComplete ? strategies.map(\.name) : nil)
}

private func readStrategy(
  _ element: ValueReader, _ reading: Reading
) -> (kind: String, strategy: Scenario.NamedStrategy)? {
  let choice = element.oneOf(strategyKinds.names, besides: ["name"], allowsBareName: true)
  guard let choice else { return nil }
  let strategy = strategyKinds.read(choice, reading)
  let isNamed = choice.others.child("name") != nil
  let given = choice.others.optional("name", .name)
  // A name that is none has been reported; another one in its place would only confuse.
  guard let name = isNamed ? given : standardName(choice) else { return nil }
  return (choice.name, Scenario.NamedStrategy(name: name, strategy: strategy))
}

/// A foreign strategy brings a name.
private func standardName(_ choice: ValueReader.Alternative) -> String {
  let own = choice.name == "foreign" ? choice.parameters.child("name")?.node.scalarText : nil
  return own ?? choice.name
}

/// What strategies need of the devices.
func check(_ strategies: ReadStrategies, in setups: [DeviceSetup]) {
  for setup in setups { checkPayloadLimits(strategies, setup.workload) }
  checkEscalations(strategies, setups)
  checkSockets(strategies, setups)
}

/// A digest whose limit is too small for the mean message would never carry another one.
private func checkPayloadLimits(_ strategies: ReadStrategies, _ workload: Workload) {
  guard let mean = workload.payload?.mean else { return }
  for (strategy, element) in zip(strategies.named, strategies.readers) {
    let limits = strategy.strategy.stages.compactMap(\.provider.digest?.payloadLimit)
    guard let limit = limits.min(), Double(limit) < mean else { continue }
    let size = mean < 1e9 ? "\(Int(mean.rounded(.up))) B" : "larger than any limit"
    element.report(
      found: "payload_limit \(limit)",
      allowed: "at least one message: workload.payload is \(size) on average")
  }
}

/// R11.1: where nothing can confirm a message, everything would go out twice.
private func checkEscalations(_ strategies: ReadStrategies, _ setups: [DeviceSetup]) {
  for (strategy, element) in zip(strategies.named, strategies.readers) {
    for stage in strategy.strategy.stages {
      guard let rule = stage.escalation,
        !setups.contains(where: { rule.canBeConfirmed($0, stage) })
      else { continue }
      let need =
        switch rule.unless {
        case .acknowledged:
          "on a strategy that acknowledges (retry-until-acked, socket), or telemetry"
        case .seen: "a user, who looks at notifications"
        case .opened: "an app that is opened: app.opens, or user.taps"
        }
      element.report(
        found: "escalation without anything to confirm (unless: \(rule.unless.rawValue))",
        allowed: need)
    }
  }
}

/// R11.2: there is no connection without an app that is opened.
private func checkSockets(_ strategies: ReadStrategies, _ setups: [DeviceSetup]) {
  guard !setups.contains(where: { $0.app?.openings != nil }) else { return }
  for (strategy, element) in zip(strategies.named, strategies.readers)
  where strategy.strategy.stages.contains(where: { $0.socket != nil }) {
    element.report(
      found: "socket without an app", allowed: "a scenario whose app is opened: app.opens")
  }
}

func readBaseline(_ root: Section<ScenarioKeys>, _ strategies: ReadStrategies) -> String {
  let names = strategies.named.map(\.name)
  let name = root.baseline(names.first ?? strategyKinds.names[0])
  if !names.isEmpty, !names.contains(name) {
    root.report(
      \.baseline, allowed: "a strategy of this scenario: \(names.joined(separator: ", "))",
      suggestion: NearestName.nearest(to: name, among: names))
  }
  return name
}
