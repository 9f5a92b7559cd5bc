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

/// Checks that the devices have what the strategies need.
func check(_ strategies: ReadStrategies, in setups: [DeviceSetup]) {
  for (strategy, element) in zip(strategies.named, strategies.readers) {
    for flaw in StrategyKind.all.flatMap({ $0.flaws(strategy.strategy, setups) }) {
      element.report(found: flaw.found, allowed: flaw.allowed)
    }
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
