import DeliverySim
import Files
import Models

/// Reads a scenario's tree (contract.md, "Scenario"): every key once, every error reported to the
/// sink.
///
/// Each section has a file of its own; a key is read, checked, given its default and printed in one
/// line.
struct ScenarioReader {
  let inputs: InputFiles
  let sink: DiagnosticSink
  /// Of all readings of a scenario.
  var parts = SharedParts()

  /// - Returns: The scenario, and the tree with defaults filled in. The scenario is nil after an
  ///   error.
  func read(_ tree: ConfigNode) -> (scenario: Scenario?, resolved: ConfigNode) {
    let errorsBefore = sink.reportCount
    let root = MapReader(root: tree, sink: sink)
    let frame = readFrame(root)
    let sections = readSections(root)
    let groups = readGroups(root)
    let strategies = readStrategies(root)
    let baseline = readBaseline(root, strategies)
    let isListed = root.child("strategies")?.node.elements?.count == strategies.count
    let names = isListed ? strategies.map(\.name) : nil
    check(frame.replications.until, frame.until, strategies: names, baseline: baseline)
    // The values of a sweep are read where they are set.
    _ = root.child("sweep")?.asWritten()
    let expectations = readExpectations(root, strategies: names)
    root.expect(["extends"])
    let resolved = root.finish()
    let deviceGroups = finish(groups)

    guard var setup = sections.setup, let first = strategies.first,
      sink.reportCount == errorsBefore
    else { return (nil, resolved) }
    setup.strategy = first.strategy
    let scenario = Scenario(
      name: frame.name, title: frame.title,
      frame: World(
        seed: frame.seed, devices: frame.devices(setup.workload), warmup: frame.warmup,
        duration: frame.duration, drain: frame.drain, timelineStep: frame.timeline,
        regions: sections.regions, limits: frame.limits, setup: setup, groups: deviceGroups),
      replications: frame.replications, confidence: frame.confidence, baseline: baseline,
      strategies: strategies, expectations: expectations.map(\.expectation))
    check(frame, setup.workload, root)
    for setup in scenario.frame.setups { checkPayloadLimits(strategies, setup.workload, root) }
    checkShards(scenario.frame, sections.provider)
    checkMetrics(scenario, frame.until, expectations)
    return (sink.reportCount == errorsBefore ? scenario : nil, resolved)
  }
}

// MARK: - The sections

extension ScenarioReader {
  /// What the sections say that are about devices.
  struct Sections {
    /// Without a strategy of its own; nil after an error.
    let setup: DeviceSetup?
    let regions: Regions?
    /// The reader of `provider`, where there is one.
    let provider: MapReader?
  }

  func readSections(_ root: MapReader) -> Sections {
    let workload = readWorkload(root)
    let ((provider, providerMap), service) = (readProvider(root), readPushService(root))
    let (network, regions) = readNetwork(root)
    let (device, serviceExtension) = (readDevice(root), readExtension(root))
    let (app, user, telemetry) = (readApp(root), readUser(root), readTelemetry(root))
    let setup = workload.map {
      DeviceSetup(
        workload: $0, provider: provider, service: service, network: network,
        settings: device.settings, serviceExtension: serviceExtension, centre: device.centre,
        presentation: device.presentation, app: app, user: user, tokens: device.tokens,
        telemetry: telemetry, power: device.power, nights: device.nights)
    }
    return Sections(setup: setup, regions: regions, provider: providerMap)
  }
}

// MARK: - The frame: everything that is no section

extension ScenarioReader {
  struct Frame {
    var name: String
    var title: String?
    var seed: UInt64
    var warmup: SimTime
    var duration: SimTime
    var drain: SimTime
    /// Nil: as many as the trace has streams.
    var deviceCount: Int?
    var replications: Replications
    /// The reader of `replications.until`.
    var until: MapReader?
    var confidence: Double
    var timeline: SimTime
    var limits: World.Limits

    func devices(_ workload: Workload) -> Int {
      if let deviceCount { return deviceCount }
      if case .trace(let trace) = workload.arrivals { return trace.streams.count }
      return 1
    }
  }

  private func readFrame(_ root: MapReader) -> Frame {
    _ = root.required("format", Self.versionFormat)
    let name = root.required("name", .name)
    let title = root.optional("title", .text())
    let seed = root.required("seed", .integer(in: 0...UInt64.max))
    let warmup = root.time("warmup", default: .zero)
    let errorsBefore = sink.reportCount
    let duration = SimTime(microseconds: root.required("duration", .duration(min: 1)))
    let drain = root.time("drain", default: .zero)
    if sink.reportCount == errorsBefore, duration <= warmup {
      root.report(
        "duration",
        allowed:
          "a duration longer than the warm-up, which is \(Units.durationText(warmup.microseconds))")
    }
    if duration + drain > .latest {
      root.report("duration", allowed: "duration and drain together at most 26000d")
    }
    let devices = root.value("devices", Self.devicesFormat, default: "1000")
    let (replications, until) = readReplications(root)
    let confidence = root.value("confidence", .probability(.inside(0, 1)), default: 0.95)
    return Frame(
      name: name, title: title, seed: seed, warmup: warmup, duration: duration, drain: drain,
      deviceCount: devices == "streams" ? nil : Int(Units.number(devices) ?? 1),
      replications: replications, until: until, confidence: confidence,
      timeline: readTimeline(root, duration), limits: readLimits(root))
  }

  private static var versionFormat: ScalarFormat<Int> {
    ScalarFormat(
      allowed: "\(Version.format), the only format that this version reads",
      fallback: Version.format,
      parse: { text, isQuoted in
        !isQuoted && Int(text) == Version.format ? Version.format : nil
      },
      render: { .integer($0) })
  }

  private static var devicesFormat: ScalarFormat<String> {
    ScalarFormat(
      allowed: "an integer from 1 to 4294967295, or streams", fallback: "1",
      parse: { text, isQuoted in
        if text == "streams" { return text }
        let format = ScalarFormat<Int>.integer(in: 1...Int(UInt32.max))
        return format.parse(text, isQuoted).map { String($0) }
      },
      render: { $0 == "streams" ? .text($0) : .number(Units.number($0) ?? 1) })
  }

  private func readTimeline(_ root: MapReader, _ duration: SimTime) -> SimTime {
    let step = root.time("timeline", default: .day, min: .second)
    if duration.microseconds / step.microseconds > 100_000 {
      root.report("timeline", allowed: "at most 100000 steps in the duration")
    }
    return step
  }

  private func readLimits(_ root: MapReader) -> World.Limits {
    let section = root.sectionOrEmpty("limits")
    return World.Limits(
      eventsPerDeviceDay: section.value(
        "events_per_device_day", .integer(in: 1...1_000_000_000), default: 1_000_000),
      storedPerDevice: section.value(
        "stored_per_device", .integer(in: 1...Event.payloadMax), default: 1_000_000))
  }

  private func check(_ frame: Frame, _ workload: Workload, _ root: MapReader) {
    if frame.deviceCount == nil {
      guard case .trace(let trace) = workload.arrivals, trace.hasDevices else {
        return root.report(
          "devices", allowed: "a number; only a trace with a device column has streams")
      }
    }
  }

  /// Metrics that are named where nothing of them is modelled.
  private func checkMetrics(
    _ scenario: Scenario, _ until: MapReader?, _ expectations: [ReadExpectation]
  ) {
    if let precision = scenario.replications.until, let until {
      Metric.named(precision.metric).check(isModelledBy: scenario) { found, allowed in
        until.report("metric", found: found, allowed: allowed)
      }
    }
    for read in expectations {
      Metric.named(read.expectation.metric).check(isModelledBy: scenario) { found, allowed in
        read.reader.report(found: found, allowed: allowed)
      }
    }
  }
}

// MARK: - Times

extension MapReader {
  /// A duration with a default.
  func time(_ key: String, default standard: SimTime, min: SimTime = .zero) -> SimTime {
    let format = ScalarFormat<Int64>.duration(min: min.microseconds)
    return SimTime(microseconds: value(key, format, default: standard.microseconds))
  }

  /// A duration that may be absent.
  func optionalTime(_ key: String, min: SimTime = .zero) -> SimTime? {
    optional(key, .duration(min: min.microseconds)).map(SimTime.init(microseconds:))
  }
}
