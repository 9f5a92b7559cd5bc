import DeliverySim
import Files
import Models
import Vocabulary

/// The keys of a scenario: all that can be said in one hangs below these.
final class ScenarioKeys: KeyGroup {
  let format = Key(needed: "format", version, "The format of this file.").varies(.never)
  let name = Key(needed: "name", .name, "The name of the experiment and of its folder of results.")
    .varies(.never).reaches(.results)
  let title = Key(optional: "title", .text(), "One line, shown in reports.").varies(.never).reaches(
    .words)
  let seed = Key(
    needed: "seed", .integer(in: 0...UInt64.max),
    "The seed of all random numbers: same seed, same results."
  ).varies(.never)
  let warmup = Key("warmup", .time, .zero, "Nothing is counted before this time.").varies(.byList)
  let duration = Key(
    needed: "duration", .span,
    "Notifications created between the end of the warm-up and this time are counted."
  ).varies(.byList)
  let drain = Key(
    "drain", .time, .zero,
    "Extra time after the duration, uncounted, in which the last notifications reach their fate."
  ).varies(.byList)
  let devices = Key(
    "devices", deviceCount, .number(1000),
    "The number of devices; `streams`: as many as the trace has."
  ).varies(.byList)
  let replications = Key(
    facts: KeyFacts(
      "replications", .replications, or: "40",
      "The number of replications, or a precision to reach."), read: readReplications
  ).varies(.never).reaches(.results)
  let confidence = Key(
    "confidence", .confidence, 0.95, "Confidence level of all intervals."
  ).varies(.never).reaches(.results)
  let varianceControl = Key(
    "variance_control", .words(of: VarianceControl.self), .controls,
    "Whether estimates use what is known of absences (controls) or not (none)."
  ).varies(.byList).reaches(.results)
  let timeline = Key("timeline", .time(min: .second), .day, "The width of a row of timeline.csv.")
    .varies(.never).reaches(.results)
  let limits = Key(always: "limits", LimitKeys(), "Limits that end a run with exit code 65.")
    .varies(.byList)
  /// These sections are about devices.
  let sections = DeviceSection.all
  let groups = Key(
    list: "groups", GroupKeys(), count: 0...DeviceGroup.countMax,
    "Shares of the devices with sections of their own, at most 20.", "R1.8"
  ).drawn(as: .group).shared
  let strategies = Key(
    facts: KeyFacts(
      "strategies", .strategies,
      "A list of names, {name: {parameters}}, or {name: own name, name: {...}}.", "R8"),
    read: readStrategies
  ).varies(.below).needed
  let baseline = Key(
    "baseline", .text(), or: "the first strategy", "The strategy that others are compared with."
  ).varies(.never).reaches(.results)
  let sweep = Key(
    facts: KeyFacts(
      "sweep", .sweep,
      "Full factorial, or a sample of laws; each factor becomes a column of the results.",
      below: FactorKeys().facts)
  ) { map, reading in
    map.list("sweep", count: 0...20)
      .map { Section(map: $0.map(), keys: FactorKeys(), reading: reading) }
  }.varies(.never)
  let expect = Key(
    facts: KeyFacts(
      "expect", .texts,
      "Judged after the run: a.deliverability > b.deliverability + 0.01."), read: expectationTexts
  ).varies(.never).reaches(.words)
  let best = Key(
    "best", BestKeys(), "The choice of the best strategies and values, and the end of the search."
  )
  .varies(.never).reaches(.results)
  let extends = Key(
    facts: KeyFacts("extends", .text, "A file or preset that this file changes.")
  ) { map, _ in map.expect(["extends"]) }.varies(.never).reaches(.words)

  static let shared = ScenarioKeys()
}

final class LimitKeys: KeyGroup {
  let eventsPerDeviceDay = Key(
    "events_per_device_day", .integer(in: 1...1_000_000_000), 1_000_000,
    "Events of one device in a day.")
  let storedPerDevice = Key(
    "stored_per_device", .integer(in: 1...Event.payloadMax), 1_000_000,
    "Pushes of one device under way or stored.")
}

extension KeyFacts {
  /// The keys of a scenario.
  package static let ofScenarios = ScenarioKeys.shared.facts

  /// The maps that several keys have, by the names under which they are described.
  package static let shapes: [(name: String, keys: [KeyFacts])] = [
    ("@strategy", strategyKinds.map(\.facts)), ("@poisson", PoissonKeys().facts),
    ("@weekly", WeeklyKeys().facts), ("@extra", ExtraTrafficKeys().facts),
    ("@hop", HopKeys<FirstHop>().facts), ("@link", HopKeys<SecondHop>().facts),
    ("@outages", OutageKeys().facts),
    ("@throttle", ThrottleKeys().facts), ("@windows[]", WindowKeys.shared.facts),
    ("@replications", ReplicationsKeys.shared.facts), ("@sample", SampleKeys.shared.facts),
    ("@law", laws.map(\.facts)),
  ]
}

/// A method that makes estimates more precise.
enum VarianceControl: String, Sendable, CaseIterable {
  case controls, none
}

/// The number of devices.
enum DeviceCount: Sendable {
  case number(Int)
  /// The number of the trace's streams.
  case streams
}

private let deviceCount: ScalarFormat<DeviceCount> = {
  let number = ScalarFormat<Int>.integer(in: 1...Int(UInt32.max))
  return ScalarFormat<DeviceCount>(
    .devices, allowed: "\(number.allowed), or streams", fallback: .number(1),
    parse: { text, isQuoted in
      text == "streams" ? .streams : number.parse(text, isQuoted).map { .number($0) }
    },
    render: { count in
      switch count {
      case .number(let number): .integer(number)
      case .streams: .text("streams")
      }
    })
}()

private let version = ScalarFormat<Int>(
  .words(["\(Version.format)"]),
  allowed: "\(Version.format), the only format that this version reads", fallback: Version.format,
  parse: { text, isQuoted in
    !isQuoted && Int(text) == Version.format ? Version.format : nil
  },
  render: { .integer($0) })
