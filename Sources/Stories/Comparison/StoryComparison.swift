import DeliverySim
import Files
import Models
package import Scenarios
import Vocabulary

/// A saved story against the same one as this version tells it.
package struct StoryComparison {
  /// The first event that is another one.
  struct Change {
    let device: Int
    let time: SimTime
    /// The last events before it, in lines.
    let before: [String]
    /// The event in lines: in the file, and now.
    let found: [String]
    let now: [String]
  }

  let file: StoryFile
  let path: String
  let heading: String
  private(set) var change: Change?
  private(set) var deviceCount = 0
  private(set) var eventCount = 0
  private(set) var changedDeviceCount = 0
}

extension StoryComparison {
  /// Simulates again what a file tells of, device by device.
  ///
  /// - Throws: `InputError`: 65 for a file that is no saved story, is cut off, or tells of
  ///   another scenario, design point, strategy, replication or device; 64 for what there is not.
  package init(_ explanation: Explanation, _ experiment: Experiment, path: String) throws {
    let (scenario, place) = try explanation.place(in: experiment)
    let source = try LineSource(path)
    file = try StoryFile(source, path)
    self.path = path
    heading = explanation.heading(scenario)
    try checkPlace(explanation.storyFile(experiment))
    try checkScenario(explanation, experiment)
    var line = try source.next()
    for device in explanation.devices(scenario) {
      guard line == StoryFile.deviceLine(device) else { throw damaged(source) }
      var saved: [String] = []
      line = try source.next()
      while let event = line, event.first?.isNumber == true {
        saved.append(event)
        line = try source.next()
      }
      guard line != nil else { throw damaged(source) }
      let story = try explanation.story(scenario, place, device: device)
      compare(saved, story, StoryText(story, scenario, strategy: place), device)
    }
    guard line == "\(StoryFile.end) \(eventCount)", try source.next() == nil else {
      throw damaged(source)
    }
  }

  private mutating func compare(
    _ saved: [String], _ story: DeviceStory, _ text: StoryText, _ device: Int
  ) {
    deviceCount += 1
    eventCount += saved.count
    let records = story.records
    let same = zip(saved, records).prefix { $0 == $1.line }.count
    if same == saved.count, same == records.count { return }
    changedDeviceCount += 1
    let old = saved.indices.contains(same) ? saved[same] : nil
    let new = records.indices.contains(same) ? records[same] : nil
    let known = old.flatMap { StoryRecord(line: $0) }
    let times = [known?.time, new?.time].compactMap { $0 }
    guard let time = times.min() else { return }
    if let change, change.time <= time { return }
    let over = "no more events"
    change = Change(
      device: device, time: time,
      before: records[max(0, same - Self.contextMax)..<same].flatMap { text.lines($0, sign: "  ") },
      found: known.map { text.lines($0, sign: "- ") } ?? ["- \(old ?? over)"],
      now: new.map { text.lines($0, sign: "+ ") } ?? ["+ \(over)"])
  }

  private static let contextMax = 5

  private func damaged(_ source: LineSource) -> InputError {
    InputError(
      ExitCode.dataError, "\(path): cut off or edited (line \(source.line)): save the story again")
  }
}

extension StoryComparison {
  // MARK: The same place

  private func checkPlace(_ wanted: StoryFile) throws(InputError) {
    let parts = [
      ("scenario", file.name, wanted.name), ("design point", file.point, wanted.point),
      ("strategy", file.strategy, wanted.strategy),
      ("replication", file.replication, wanted.replication),
      ("device", file.device, wanted.device),
    ]
    let others = parts.filter { $0.1 != $0.2 }
      .map { "\($0.0) \(Diagnostic.excerpt($0.1)) instead of \($0.2)" }
    guard !others.isEmpty else { return }
    throw InputError(
      ExitCode.dataError, "\(path): is another story: \(others.joined(separator: ", "))")
  }

  /// Equal hashes are the same scenario; else another version may have filled in other defaults, so
  /// the scenario in the file is read by this one.
  private func checkScenario(
    _ explanation: Explanation, _ experiment: Experiment
  ) throws(InputError) {
    let wanted = explanation.storyFile(experiment)
    if file.inputs != wanted.inputs {
      throw InputError(ExitCode.dataError, "\(path): was saved with other data files")
    }
    if file.scenarioHash == wanted.scenarioHash { return }
    let text = file.scenario.joined(separator: "\n")
    let tree = try ConfigNode.parse(yaml: text, file: path, nodesMax: .max)
    var options = Experiment.Options()
    options.allowsOutside = true
    let other = try Experiment.make(tree, file: path, folder: experiment.folder, options)
    let (mine, saved) = (experiment.seen(by: file.strategy), other.seen(by: file.strategy))
    guard let difference = mine.difference(from: saved) else { return }
    throw InputError(
      ExitCode.dataError,
      "\(path): was saved with another scenario: \(difference.path) is "
        + "\(difference.there) there, \(difference.here) here")
  }
}

extension StoryComparison {
  // MARK: Words

  /// It is true when nothing has changed.
  package var isSame: Bool { change == nil }

  package var lines: [String] {
    let versions = [
      heading,
      "\(path): by version \(Diagnostic.excerpt(file.toolVersion)), "
        + "results epoch \(Diagnostic.excerpt(file.resultsEpoch)), "
        + "stream layout \(Diagnostic.excerpt(file.streamLayout))",
      "now: version \(Version.tool), results epoch \(Version.resultsEpoch), "
        + "stream layout \(RandomSource.layoutVersion)", "",
    ]
    let devices = "\(deviceCount) device\(deviceCount == 1 ? "" : "s")"
    guard let change else { return versions + ["the same: \(eventCount) events of \(devices)"] }
    let others =
      deviceCount > 1
      ? ["device \(change.device) (\(changedDeviceCount) of \(devices) have other stories)"] : []
    return versions + ["the first event that differs:"] + others + change.before + change.found
      + change.now + ["(- in the file, + now)"]
  }
}
