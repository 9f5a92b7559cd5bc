import DeliverySim
package import Files
package import Models
import Vocabulary

/// Reads a scenario's tree: every key once, every error reported to the sink.
///
/// A scenario is resolved first (`resolve`): defaults are filled in. The manifest and
/// `validate` say the resolved form, so it is read again before a run and must mean the same.
package struct ScenarioReader {
  var sink: DiagnosticSink
  /// The context of all readings of a scenario.
  let reading: Reading
  /// See ``Experiment/Options/replicationsPlanned``.
  var replicationsPlanned: Int?
  /// See ``Experiment/Options/watchesConsole``.
  var watchesConsole = false

  package init(inputs: InputFiles, sink: DiagnosticSink, foreign: [ForeignStrategy] = []) {
    self.sink = sink
    reading = Reading(inputs: inputs, parts: SharedParts(), foreign: foreign)
  }

  /// - Returns: The scenario, and the tree with defaults filled in. The scenario is nil after an
  ///   error.
  package func read(_ tree: ConfigNode) -> (scenario: Scenario?, resolved: ConfigNode) {
    let errorsBefore = sink.reportCount
    let read = resolve(tree)
    return (sink.reportCount == errorsBefore ? scenario(of: read) : nil, read.resolved)
  }

  /// Reads all keys, each by itself.
  func resolve(_ tree: ConfigNode) -> ReadScenario {
    let map = MapReader(root: Era.applied(to: tree, sink), sink: sink)
    let root = Section(map: map, keys: ScenarioKeys.shared, reading: reading)
    let frame = readFrame(root)
    let sections = readSections(root)
    let groups = readGroups(root, over: tree)
    let strategies = Era.checked(root.strategies, tree)
    let baseline = readBaseline(root, strategies)
    checkStrategies(frame.replications, strategies: strategies.names, baseline: baseline)
    // The values of a sweep are read where they are set.
    if let sweep = root.child(\.sweep) { sweep.resolve(as: sweep.node.withTextsOfSweep) }
    let expectations = readExpectations(root.expect, strategies: strategies.names)
    let selection = readSelection(root.best, confidence: frame.confidence)
    root.extends
    let complete = map.finish()
    return ReadScenario(
      root: root, frame: frame, sections: sections, groups: deviceGroups(of: groups),
      strategies: strategies, baseline: baseline, expectations: expectations,
      selection: selection, resolved: Era.leavingOpen(complete, writtenAs: tree),
      complete: .list([complete] + groups.map(\.complete)),
      emptied: groups.flatMap(\.emptied))
  }

  /// Makes the scenario that the keys say together.
  ///
  /// - Parameter read: The scenario's keys, read without an error.
  /// - Returns: Nil after an error.
  func scenario(of read: ReadScenario) -> Scenario? {
    let errorsBefore = sink.reportCount
    let (root, frame, sections, strategies) = (
      read.root, read.frame, read.sections, read.strategies
    )
    guard var setup = sections.setup, let first = strategies.named.first else { return nil }
    setup.strategy = first.strategy
    var world = World(
      seed: frame.seed, devices: frame.devices(setup), warmup: frame.warmup,
      duration: frame.duration, drain: frame.drain, timelineStep: frame.timeline,
      regions: sections.regions, limits: frame.limits, setup: setup, groups: read.groups)
    if watchesConsole { world.watchConsole() }
    let scenario = Scenario(
      name: frame.name, title: frame.title, frame: world,
      replications: frame.replications.replications, confidence: frame.confidence,
      baseline: read.baseline, strategies: strategies.named,
      expectations: read.expectations.map(\.expectation), controls: frame.controls,
      selection: read.selection?.selection, planned: replicationsPlanned)
    check(frame, setup, root)
    check(strategies, in: scenario.frame.setups)
    for check in sections.checks { check(scenario) }
    checkMetrics(scenario, frame.replications.until, read.expectations)
    check(read.selection, scenario)
    return sink.reportCount == errorsBefore ? scenario : nil
  }
}

/// The keys of a scenario as they were read.
struct ReadScenario {
  fileprivate let root: Section<ScenarioKeys>
  fileprivate let frame: Frame
  fileprivate let sections: ReadSections
  fileprivate let groups: [DeviceGroup]
  fileprivate let strategies: ReadStrategies
  fileprivate let baseline: String
  fileprivate let expectations: [ReadExpectation]
  fileprivate let selection: ReadSelection?
  /// The tree with defaults filled in.
  let resolved: ConfigNode
  /// All values that are in force: of the scenario, then of each group.
  fileprivate let complete: ConfigNode
  /// The emptied maps of groups.
  let emptied: [EmptiedMap]
}

extension ReadScenario {
  /// The place where the resolved form, read again, means something else; nil: there is none.
  ///
  /// - Parameter again: The keys that were read of the resolved form.
  func difference(from again: ReadScenario) -> TreeDifference? {
    let differences =
      complete.differences(from: again.complete) + resolved.differences(from: again.resolved)
    return differences.first { $0.here != $0.there && !Self.isPlain($0) }
  }

  /// The defaults of a section that is left out elsewhere.
  private static func isPlain(_ difference: TreeDifference) -> Bool {
    let keys = difference.path.split(separator: ".")
    return difference.here == "nothing" && keys.count > 2
      && ConfigNode.Entry.plainSections.contains(String(keys[1]))
  }
}

// MARK: - The frame: everything that is no section

private struct Frame {
  var name: String
  var title: String?
  var seed: UInt64
  var warmup: SimTime
  var duration: SimTime
  var drain: SimTime
  var deviceCount: DeviceCount
  var replications: ReadReplications
  var confidence: Double
  var controls: Bool
  var timeline: SimTime
  var limits: World.Limits

  func devices(_ setup: DeviceSetup) -> Int {
    if case .number(let count) = deviceCount { return count }
    return setup.streamCount ?? 1
  }
}

private func readFrame(_ root: Section<ScenarioKeys>) -> Frame {
  _ = root.format
  let (name, title, seed, warmup) = (root.name, root.title, root.seed, root.warmup)
  let errorsBefore = root.sink.reportCount
  let (duration, drain) = (root.duration, root.drain)
  if root.sink.reportCount == errorsBefore, duration <= warmup {
    root.report(
      \.duration,
      allowed:
        "a duration longer than the warm-up, which is \(Units.durationText(warmup.microseconds))")
  }
  if duration + drain > .latest {
    root.report(\.duration, allowed: "duration and drain together at most 26000d")
  }
  let (devices, replications, confidence) = (root.devices, root.replications, root.confidence)
  let (timeline, control) = (root.timeline, root.varianceControl)
  if duration.microseconds / timeline.microseconds > 100_000 {
    root.report(\.timeline, allowed: "at most 100000 steps in the duration")
  }
  let limits = root.limits
  return Frame(
    name: name, title: title, seed: seed, warmup: warmup, duration: duration, drain: drain,
    deviceCount: devices, replications: replications, confidence: confidence,
    controls: control == .controls, timeline: timeline,
    limits: World.Limits(
      eventsPerDeviceDay: limits.eventsPerDeviceDay, storedPerDevice: limits.storedPerDevice))
}

private func check(_ frame: Frame, _ setup: DeviceSetup, _ root: Section<ScenarioKeys>) {
  guard case .streams = frame.deviceCount, setup.streamCount == nil else { return }
  root.report(\.devices, allowed: "a number; only a trace with a device column has streams")
}

extension DeviceSetup {
  /// The number of streams of the trace that has devices: of arrivals, else of absences; nil: there
  /// is none.
  fileprivate var streamCount: Int? {
    if case .trace(let trace) = workload.arrivals, trace.hasDevices { return trace.streams.count }
    return network.absences.flatMap { $0.hasDevices ? $0.streams.count : nil }
  }
}

/// Metrics that are named where nothing of them is modelled.
private func checkMetrics(
  _ scenario: Scenario, _ until: Section<PrecisionKeys>?, _ expectations: [ReadExpectation]
) {
  if let name = scenario.replications.until?.metric, let until {
    Metric.named(name).check(isModelledBy: scenario) { found, allowed in
      until.report(\.metric, found: found, allowed: allowed)
    }
  }
  for read in expectations {
    Metric.named(read.expectation.metric).check(isModelledBy: scenario) { found, allowed in
      read.reader.report(found: found, allowed: allowed)
    }
  }
}
