extension DeviceSection {
  /// The sections that are about devices, in the order of the documentation: one line for each.
  static let all: [DeviceSection] = [
    workload,
    provider,
    pushService,
    network,
    device,
    serviceExtension,
    app,
    user,
    telemetry,
  ]
}

/// Reads a map that holds sections.
func readSections(_ root: Section<ScenarioKeys>) -> ReadSections {
  var read = ReadSections(map: root.map, reading: root.reading)
  for section in DeviceSection.all { section.read(&read) }
  return read
}
