import Models

extension Experiment {
  /// The number of devices of a run that is to be precise: its first look comes soon, and many
  /// replications tell how large the error is (docs/explanation/statistics.md). Nil where results
  /// would mean something else with another number: devices wait for each other or are those of a
  /// log, or somebody varies their number.
  package var devicesOfPrecision: Int? {
    let isFree = points.allSatisfy { point in
      !point.scenario.hasResendCapacity && !point.scenario.traces.contains(where: \.hasDevices)
        && !point.scenario.absences.contains(where: \.hasDevices)
    }
    let isVaried = factors.contains { $0.path == "devices" }
    return isFree && !isVaried ? min(base.frame.devices, Self.devicesMax) : nil
  }

  private static let devicesMax = 20
}
