import Answers
import DeliverySim
import Files
import Foundation
import Models
import Scenarios
import TestSupport
import Testing

/// A log of absences becomes a recording: windows and defaults as for traces of arrivals, devices
/// without an absence, and devices that messages belong to.
@Suite struct NetworkTraceReadingTests {
  private struct NoTrace: Error {}

  private static let poisson = "poisson: {rate: 40/d}"
  private static let messages = "trace: {file: messages.csv, time: time, device: who"

  private let log = """
    device,start,end
    old,10,100
    b,90,103.5
    a,150,160
    b,100,120
    c,200,210
    a,160,1e9

    """

  /// The scenario that plays `log`, with more keys of `trace`.
  private func read(
    _ log: String, _ keys: String, arrivals: String = poisson, devices: String = "10"
  ) throws -> Experiment {
    let folder = try LogFolder()
    let files = [
      "t.csv": log, "roster.csv": "other,device\n1,z\n2,b\n3,y\n4,z\n",
      "messages.csv": "who,time\nb,110\na,150\nb,155\n",
    ]
    for (name, text) in files { _ = try folder.write(name, text) }
    let rest = keys.isEmpty ? "" : ", " + keys
    let yaml = """
      format: 1
      name: trace
      seed: 1
      duration: 10d
      devices: \(devices)
      workload: {arrivals: {\(arrivals)}}
      network: {trace: {file: t.csv, start: start, end: end\(rest)}}
      strategies: [fire-and-forget]
      """
    return try experiment(yaml, folder: folder.path)
  }

  private func trace(
    _ log: String, _ keys: String = "", arrivals: String = poisson
  ) throws -> AbsenceTrace {
    let experiment = try read(log, keys, arrivals: arrivals)
    guard let trace = experiment.base.frame.setup.network.absences else { throw NoTrace() }
    return trace
  }

  /// Starts and ends [s], by stream.
  private func seconds(_ trace: AbsenceTrace) -> [[Double]] {
    trace.streams.map { $0.flatMap { [$0.lowerBound.seconds, $0.upperBound.seconds] } }
  }

  // MARK: Windows

  @Test("R1.10 absences are cut off at the window's ends, and joined")
  func absencesAreClipped() throws {
    // The window is [100, 200): `old` ends, and `c` begins, where it has its ends. b is offline
    // from before it until 120, a from 150 to long after it.
    let read = try trace(log, "device: device, from: 100, length: 100s")
    expect(seconds(read), equals: [[0, 20], [50, 100]])
    expect(read.hasDevices && !read.repeats && !read.samples && !read.followsArrivals)
    expect(read.length == .seconds(100) && read.absenceCount == 2)
  }

  @Test("R1.10 a log starts at its earliest start and ends with a whole day")
  func windowsHaveDefaults() throws {
    let read = try trace("start,end\n50,60\n-3.25,5\n0,86396.75\n")
    expect(seconds(read), equals: [[0, 86_400]])
    expect(read.length, equals: .days(1))
    try expect(trace("start,end\n0,86400.5\n").length, equals: .days(2))
    try expect(trace("start,end\n7,7\n").length, equals: .days(1))
    // The origin and the unit may be any, the unit in the file's name only.
    try expect(
      seconds(trace("start,end\n1566950400.5,1566950401\n", "from: 1566950400")),
      equals: [[0.5, 1]])
  }

  @Test("R1.10 without a device column all absences are one stream")
  func oneStreamWithoutDevices() throws {
    let read = try trace(log, "from: 100, length: 100s")
    expect(seconds(read), equals: [[0, 20, 50, 100]])
    expect(!read.hasDevices)
  }

  @Test("R1.10 a sampled log ends after whole weeks")
  func samplesKeepWeekdays() throws {
    let csv = "start,end,device\n0,10,a\n\(16 * 86_400),\(16.5 * 86_400),a\n"
    let read = try trace(csv, "device: device, sample: true")
    expect(read.length == .days(14) && read.omitted == .days(3) && read.samples)
    let warnings = try self.read(csv, "device: device, sample: true, repeat: true").warnings
    expect(
      warnings.filter { $0.contains("network.trace") },
      equals: [
        "network.trace: sample: true replays whole weeks, so the last 3.00 d of the recording are "
          + "left out"
      ])
    try expect(trace(csv, "sample: true").length, equals: .days(17))
  }

  @Test("R1.10 intervals are given this log, and a log that ends before the run says so")
  func warnings() throws {
    func about(_ keys: String, _ arrivals: String = Self.poisson) throws -> [String] {
      try read(log, "from: 90, length: 200s\(keys)", arrivals: arrivals).warnings
    }
    let ends =
      "network.trace: devices are always online after 3.33 min, where the recording ends before "
      + "the run; repeat: true plays it again"
    let given = "intervals hold for the users of this trace: they do not cover the choice of users"
    expect(try about("").contains(given) && about("").contains(ends))
    expect(try !about(", repeat: true").contains(ends))
    let sampled = try about(", device: device, sample: true")
    expect(!sampled.contains(given))
    let messages = "trace: {file: messages.csv, time: time, from: 90, length: 200s}"
    expect(try !about("", messages).contains(ends))
  }

  @Test("R1.10 a start from which no absence falls into the run is told")
  func missed() throws {
    let missed =
      "network.trace: no absence falls into the run, so devices are always online: check from"
    let wrong = try read(log, "device: device, from: -1e7, length: 200d").warnings
    expect(wrong.contains(missed), "\(wrong)")
    let right = try read(log, "device: device, from: 90, length: 200s").warnings
    expect(!right.contains(missed), "\(right)")
  }

  // MARK: Devices

  @Test("R1.10 streams and roster add devices that were always online")
  func othersWereOnline() throws {
    let window = "device: device, from: 100, length: 100s"
    try expect(
      seconds(trace(log, window + ", streams: 4")), equals: [[0, 20], [50, 100], [], []])
    // The roster has z and y besides, in its order; b is known.
    try expect(
      seconds(trace(log, window + ", roster: roster.csv")), equals: [[0, 20], [50, 100], [], []])
    // Who was away outside the window only is in no stream, unless the roster says so.
    try expect(trace(log, window + ", roster: t.csv").streams.count, equals: 4)
    let all = try read(log, window + ", streams: 7", devices: "streams")
    expect(all.base.frame.devices, equals: 7)
  }

  @Test("R1.10 streams of messages and absences are matched by the names of devices")
  func namesAreMatched() throws {
    // Messages come to b first; absences have a first. The messages' window, from 110 on for a
    // day, is that of both.
    let log = "device,start,end\na,150,160\nb,100,120\n"
    let read = try trace(log, "device: device", arrivals: Self.messages + "}")
    expect(read.followsArrivals && read.length == .days(1))
    expect(seconds(read), equals: [[0, 10], [40, 50]])
    let windowed = try trace(
      log, "device: device, from: 100, length: 1h", arrivals: Self.messages + "}")
    expect(windowed.length == .hours(1))
    expect(seconds(windowed), equals: [[0, 20], [50, 60]])
    // Without a column of devices on one side there is nothing to match.
    let alone = try trace(
      log, "device: device", arrivals: "trace: {file: messages.csv, time: time}")
    expect(!alone.followsArrivals && seconds(alone) == [[50, 60], [0, 20]])
  }

  @Test("R1.10 two logs of one device without a name have one window")
  func namelessLogsAreMatched() throws {
    let csv = "start,end\n150,160\n"
    let messages = "trace: {file: messages.csv, time: time}"
    let read = try trace(csv, "", arrivals: messages)
    expect(read.followsArrivals && read.length == .days(1) && !read.hasDevices)
    expect(seconds(read), equals: [[40, 50]])
    // Another window, or another clock: nothing says that they are of one device.
    try expect(!trace(csv, "length: 1h", arrivals: messages).followsArrivals)
    try expect(!trace("start,end\n1e6,1000100\n", "", arrivals: messages).followsArrivals)
  }

  @Test("R1.10 a device that got messages and was never away comes from the roster")
  func rostersHaveNamesToo() throws {
    let log = "device,start,end\nb,100,120\n"
    let arrivals = Self.messages + "}"
    let error = #expect(throws: InputError.self) {
      _ = try trace(log, "device: device", arrivals: arrivals)
    }
    expect(error?.description ?? "", contains: "found a log without a, which got messages")
    let roster = #expect(throws: InputError.self) {
      _ = try trace(log, "device: device, roster: roster.csv", arrivals: arrivals)
    }
    let words = roster?.description ?? ""
    expect(words.contains("without a, which got") && words.contains("z, y, which got no messages"))
  }

  @Test("R1.10 a log replaces laws that come from elsewhere, and laws a log")
  func logsAndLawsReplaceEachOther() throws {
    let folder = try LogFolder()
    _ = try folder.write("t.csv", log)
    let yaml = """
      format: 1
      name: groups
      seed: 1
      duration: 1d
      workload: {arrivals: {poisson: {rate: 1/d}}}
      network: {online: {exponential: {mean: 1h}}, offline: {exponential: {mean: 1h}}}
      groups:
        - {name: a, share: 0.2, network: {trace: {file: t.csv, start: start, end: end}}}
      sweep:
        - {factor: repeat, path: groups.a.network.trace.repeat, values: [true, false]}
      strategies: [fire-and-forget]
      """
    let points = try experiment(yaml, folder: folder.path).points
    let setups = points.map { $0.scenario.frame.setups }
    expect(setups.map { $0[0].network.absences?.repeats }, equals: [true, false])
    expect(setups.allSatisfy { $0[0].network.onOff == nil && $0[1].network.onOff != nil })
    expect(setups.allSatisfy { $0[1].network.absences == nil })
  }

  @Test("R1.10 a log and its roster are in the manifest's list")
  func filesAreRecorded() throws {
    let read = try read(log, "device: device, roster: roster.csv")
    expect(read.inputs.map(\.file), equals: ["t.csv", "roster.csv"])
    expect(read.inputs.map(\.rows), equals: [6, 4])
    expect(read.inputs.allSatisfy { $0.sha256.count == 64 })
  }

  @Test("R1.10 a base's roster lies beside the base")
  func rostersMoveWithTheirScenario() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("deliverysim-\(UUID().uuidString)")
    let base = folder.appendingPathComponent("base")
    try FileManager.default.createDirectory(at: base, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
      "t.csv": log, "roster.csv": "device\nz\n",
      "base.yml":
        "network: {trace: "
        + "{file: t.csv, start: start, end: end, device: device, roster: roster.csv}}",
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: base.appendingPathComponent(name))
    }
    let yaml = """
      extends: base/base.yml
      format: 1
      name: moved
      seed: 1
      duration: 1d
      devices: streams
      workload: {arrivals: {poisson: {rate: 1/d}}}
      strategies: [fire-and-forget]
      """
    let read = try experiment(yaml, folder: folder.path)
    expect(read.inputs.map(\.file), equals: ["base/t.csv", "base/roster.csv"])
    expect(read.base.frame.devices, equals: 5)
  }
}
