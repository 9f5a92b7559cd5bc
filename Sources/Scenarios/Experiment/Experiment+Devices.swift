import Models

extension Experiment {
  /// The number of devices of a run that is to be precise: so few that its first look comes soon,
  /// and as many as that allows, since more devices of a replication are spread more evenly
  /// (docs/explanation/statistics.md, "Devices or replications"). Nil where results
  /// would mean something else with another number: devices wait for each other or are those of a
  /// log, or somebody varies their number.
  package var devicesOfPrecision: Int? {
    let isFree = points.allSatisfy { point in
      !point.scenario.hasResendCapacity && !point.scenario.traces.contains(where: \.hasDevices)
        && !point.scenario.absences.contains(where: \.hasDevices)
    }
    let isVaried = factors.contains { $0.path == "devices" }
    return isFree && !isVaried ? min(base.frame.devices, devicesForLooks) : nil
  }

  private var devicesForLooks: Int {
    let messages = base.frame.expectedMessages * Double(base.strategies.count)
    let affordable = Self.messagesOfReplication / max(1, messages)
    return min(Self.devicesRange.upperBound, max(Self.devicesRange.lowerBound, Int(affordable)))
  }

  /// The messages of all strategies. Thirty replications take a second or two on two threads.
  private static let messagesOfReplication = 70_000.0
  private static let devicesRange = 20...50
}
