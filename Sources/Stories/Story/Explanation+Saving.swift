import DeliverySim
import Files
import Models
package import Scenarios
import Vocabulary

extension Explanation {
  /// The facts that a file with these stories tells of itself.
  func storyFile(_ experiment: Experiment) -> StoryFile {
    StoryFile(
      toolVersion: Version.tool, resultsEpoch: String(Version.resultsEpoch),
      streamLayout: String(RandomSource.layoutVersion), name: experiment.base.name,
      point: String(point), strategy: strategy, replication: String(replication),
      device: device.map { String($0) } ?? "all",
      inputs: experiment.inputs.map { "\($0.sha256) \($0.file)" },
      scenarioHash: SHA256.hex(of: Array(experiment.seen(by: strategy).yaml().utf8)),
      scenario: experiment.resolved.yaml().split(separator: "\n").map { String($0) })
  }

  /// The devices whose stories are told.
  func devices(_ scenario: Scenario) -> Range<Int> {
    device.map { $0..<$0 + 1 } ?? 0..<scenario.frame.devices
  }

  /// Writes the events of the device, or of all devices of the replication, for another version to
  /// compare with.
  ///
  /// - Returns: The numbers of devices and events.
  /// - Throws: `InputError`: 64 for what there is not, 73 or 74 when the file cannot be written, 73
  ///   when it would fill the disk.
  package func save(
    _ experiment: Experiment, to path: String
  ) throws -> (devices: Int, events: Int) {
    let (scenario, place) = try place(in: experiment)
    let file = try OutputFile(path, replacing: StoryFile.kind)
    let deviceBytes = scenario.storyBytesPerDevice
    try file.checkRoom(for: deviceBytes * Double(devices(scenario).count))
    for line in storyFile(experiment).lines { try file.append("\(line)\n") }
    var count = 0
    for device in devices(scenario) {
      try file.append("\(StoryFile.deviceLine(device))\n")
      let records = try story(scenario, place, device: device).records
      let left = devices(scenario).upperBound - device - 1
      try file.checkRoom(
        for: Double(records.count * StoryRecord.lineBytes) + deviceBytes * Double(left))
      for record in records { try file.append("\(record.line)\n") }
      count += records.count
    }
    try file.append("\(StoryFile.end) \(count)\n")
    try file.commit()
    return (devices(scenario).count, count)
  }
}

extension Scenario {
  /// The bytes that the events of a device take at least, as far as that is known before it is
  /// simulated: every message has a beginning and an end.
  var storyBytesPerDevice: Double {
    2 * Double(StoryRecord.lineBytes) * frame.expectedMessages
  }
}

extension Experiment {
  /// The part of the scenario that the simulation of a strategy sees.
  func seen(by strategy: String) -> ConfigNode {
    resolved.withoutUnseenKeys.withOnly(strategy: strategy)
  }
}
