import DeliverySim
import Files
import Models

/// A section of a scenario that is about devices: what the file of its feature says of it.
struct DeviceSection: DeclaredKey {
  var facts: KeyFacts
  /// It means the same with all its defaults as without any.
  let isPlain: Bool
  /// Reads it, after those that stand before it in the list of sections.
  let read: @Sendable (_ read: inout ReadSections) -> Void

  init<Value>(
    _ key: Key<Value>, isPlain: Bool = false,
    _ fill: @escaping @Sendable (Value, inout ReadSections) -> Void
  ) {
    (facts, self.isPlain) = (key.facts, isPlain)
    read = { read in fill(key.read(read.map, read.reading), &read) }
  }
}

/// The values of the sections of a scenario, or of a group, that are about devices.
struct ReadSections {
  /// The map that holds the sections.
  let map: MapReader
  let reading: Reading
  /// Nil: the section is missing or wrong.
  var workload: Workload?
  /// The other sections say this.
  var others = DeviceSetup(workload: Workload(arrivals: .poisson(rate: .zero)))
  var regions: Regions?
  /// Each section reports here what it needs of the whole scenario.
  var checks: [(Scenario) -> Void] = []

  init(map: MapReader, reading: Reading) {
    (self.map, self.reading) = (map, reading)
  }
}

extension ReadSections {
  /// The setup without a strategy of its own; nil after an error.
  var setup: DeviceSetup? {
    guard let workload else { return nil }
    var setup = others
    setup.workload = workload
    return setup
  }

  /// The scenario says when the app is opened. Asked where it matters only: what is asked for takes
  /// its place in the resolved scenario.
  func opensApp() -> Bool { map.child("app")?.node["opens"]?.saysSomething == true }

  /// The scenario says how large messages are.
  var hasPayload: Bool { map.source.node["workload"]?["payload"]?.saysSomething == true }
}
