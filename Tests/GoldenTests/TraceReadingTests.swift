import Answers
import DeliverySim
import Files
import Foundation
import Models
import Scenarios
import TestSupport
import Testing

/// These tests read traces: `from`, `length`, streams and defaults, as docs/reference says.
@Suite struct TraceReadingTests {
  /// The scenario that plays `csv`, with more keys of `trace`.
  private func read(_ csv: String, _ keys: String, devices: String = "10") throws -> Experiment {
    let folder = try LogFolder()
    _ = try folder.write("t.csv", csv)
    let yaml = """
      format: 1
      name: trace
      seed: 1
      duration: 10d
      devices: \(devices)
      workload: {arrivals: {trace: {file: t.csv, time: time\(keys.isEmpty ? "" : ", ")\(keys)}}}
      strategies: [fire-and-forget]
      """
    return try experiment(yaml, folder: folder.path)
  }

  private func trace(_ csv: String, _ keys: String = "") throws -> Trace {
    guard case .trace(let trace) = try read(csv, keys).base.frame.setup.workload.arrivals else {
      throw NotATrace()
    }
    return trace
  }

  private struct NotATrace: Error {}

  /// Message times [s] by stream.
  private func seconds(_ trace: Trace) -> [[Double]] { trace.streams.map { $0.map(\.seconds) } }

  private let mixed = """
    device,time
    old,99.999999
    b,103.5
    a,150
    b,100
    c,200
    a,199.999999
    b,102

    """

  @Test("R1.4 a trace's streams are the devices of the window's rows, in order of first appearance")
  func streamsAreInOrderOfFirstAppearance() throws {
    // The window is [100, 200): `old` is before, `c` after it. Rows may be in any order.
    let read = try trace(mixed, "device: device, from: 100, length: 100s")
    expect(seconds(read), equals: [[0, 2, 3.5], [50, 99.999999]])
    expect(read.hasDevices)
    expect(read.length, equals: .seconds(100))
    expect(read.rowCount, equals: 5)
  }

  /// Of 17 days, three would wrap: a shift by a week moved the second weekend to Wednesday. With
  /// two weeks each device has a message on day 5, or the one of day 13 on day 6. One of the two is
  /// missing among 40 devices with probability 2 · 2^-40.
  @Test("R1.4 a sampled trace with devices ends after whole weeks, so that weekdays stay")
  func samplesKeepWeekdays() throws {
    let days = [5, 13, 16].map { "\($0 * 86_400 + 43_200),a" }.joined(separator: "\n")
    let csv = "time,device\n\(days)\n"
    for length in ["", ", length: 17d", ", length: 14d"] {
      let keys = "device: device, from: 0, sample: true\(length)"
      expect(seconds(try trace(csv, keys)), equals: [[5.5 * 86_400, 13.5 * 86_400]])
      try expect(trace(csv, keys).length, equals: .days(14))
      let warnings = try read(csv, keys).warnings.filter { $0.contains("left out") }
      let expected =
        "workload.arrivals.trace: sample: true replays whole weeks, so the last 3.00 d of the "
        + "recording are left out"
      expect(warnings, equals: length.hasSuffix("14d") ? [] : [expected])
      let world = try read(csv, keys, devices: "40").points[0].scenario.world(for: 0)
      let created = try (0..<40).flatMap { device in
        try tellStory(world, replication: 0, device: device).outcomes.map(\.created.seconds)
      }
      expect(created.count == 40 && Set(created) == [5.5 * 86_400, 6.5 * 86_400])
    }
  }

  @Test("R1.4 a trace that is not shifted by weeks is played as long as it is")
  func otherTracesKeepTheirLength() throws {
    let csv = "time,device\n0,a\n\(16 * 86_400),a\n"
    try expect(trace(csv, "from: 0, sample: true").length, equals: .days(17))
    try expect(trace(csv, "device: device, from: 0").length, equals: .days(17))
    let short = try trace(csv, "device: device, from: 0, sample: true, length: 3d")
    expect(short.length, equals: .days(3))
  }

  @Test("R1.4 without a device column a trace has one stream")
  func oneStreamWithoutDevices() throws {
    let read = try trace(mixed, "from: 100, length: 100s")
    expect(seconds(read), equals: [[0, 2, 3.5, 50, 99.999999]])
    expect(!read.hasDevices)
  }

  @Test("R1.4 a trace starts at its earliest time unless it is given another origin")
  func originIsTheEarliestTime() throws {
    try expect(seconds(trace("time\n20\n-3.25\n5\n")), equals: [[0, 8.25, 23.25]])
    // An origin before the first row, with rows of any origin.
    try expect(seconds(trace("time\n1566950400.5\n", "from: 1566950400")), equals: [[0.5]])
  }

  @Test(
    "R1.4 a trace's length is its span in whole days, so that every row is in it",
    arguments: [("5", 1), ("86399", 1), ("86401", 2), ("129600", 2), ("172801", 3)])
  func lengthIsWholeDays(last: String, days: Double) throws {
    let read = try trace("time\n0\n\(last)\n")
    expect(read.length, equals: .days(days))
    expect(read.rowCount, equals: 2)
  }

  @Test("R1.4 the last row stays in the trace when the span is exactly a day")
  func lastRowOfAWholeDayStays() throws {
    try expect(trace("time\n0\n86400\n").rowCount, equals: 2)
  }

  @Test("R1.4 a trace neither repeats, nor is shuffled or sampled, unless it says so")
  func keysAreOffByDefault() throws {
    let plain = try trace(mixed, "device: device")
    expect(!plain.repeats && !plain.shuffles && !plain.samples)
    expect(try trace(mixed, "device: device, repeat: true").repeats)
    expect(try trace(mixed, "device: device, shuffle: true").shuffles)
    expect(try trace(mixed, "device: device, sample: true").samples)
  }

  @Test("R1.4 there can be as many devices as a trace has streams")
  func devicesAreStreams() throws {
    let read = try read(mixed, "device: device, from: 100, length: 100s", devices: "streams")
    expect(read.base.frame.devices, equals: 2)
  }

  @Test("R1.4 a trace is written as logs are")
  func otherLogs() throws {
    for csv in [
      "time|device\n2019-08-28T09:15:00Z|a\n2019-08-28 11:15:10+02:00|b\n",
      "device;time\r\na;1566983700,0\r\nb;1566983710\r\n",
      "# x\ntime device\n20190828-09:15:00 a\n20190828-9:15:10 b\n",
    ] {
      try expect(seconds(trace(csv, "device: device")), equals: [[0], [10]], "\(csv)")
    }
    // No unit is guessed: the same numbers have the same meaning for ever.
    try expect(seconds(trace("time\n780000000\n780000010\n")), equals: [[0, 10]])
  }

  @Test(
    "a trace that cannot be played is refused with its place",
    arguments: [
      ("time\n1\n", "from: 50", "scenario.yml:6"),
      ("time\n1\n", "length: 0s", "scenario.yml:6"),
      ("time\n1\n", "device: user", "t.csv:1:1"),
      ("time\n1\ninf\n", "", "t.csv:3:1"),
      ("time,b\n1,2\n,2\n", "", "t.csv:3:1"),
      ("time\n1566983700000\n", "", "t.csv:2:1: time: found 1566983700000; allowed: seconds"),
    ])
  func refuses(csv: String, keys: String, place: String) throws {
    let error = #expect(throws: InputError.self) { _ = try read(csv, keys) }
    expect(error?.exitCode, equals: 65)
    let said = error?.description.replacing(#/\s+/#, with: " ")
    expect(said?.contains(place), equals: true, "\(error?.description ?? "")")
  }
}
