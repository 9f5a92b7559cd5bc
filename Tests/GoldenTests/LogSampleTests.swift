import Files
import Fit
import TestSupport
import Testing

/// A sample of the devices of logs.
@Suite struct LogSampleTests {
  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  /// 30 devices with 20 messages each, and absences of these and of 10 others.
  private static let messages = (0..<600).map { "\(100 * $0),d\($0 % 30)" }
  private static let absences = (0..<400).map { "\(150 * $0),\(150 * $0 + 20),d\($0 % 40)" }

  private func input(
    _ messages: [String], _ absences: [String], swapped: Bool = false, seed: UInt64 = 1,
    count: Int? = 8
  ) throws -> FitInput {
    let files = [
      try folder.write("m.csv", header: "time,device", rows: messages),
      try folder.write("a.csv", header: "start,end,device", rows: absences),
    ]
    var options = FitOptions()
    (options.seed, options.sampleDevices) = (seed, count)
    return try FitInput(swapped ? files.reversed() : files, options)
  }

  /// The devices of both logs, sorted.
  private func devices(_ input: FitInput) throws -> [[String]] {
    try [unwrap(input.arrivals).names.sorted(), unwrap(input.intervals).names.sorted()]
  }

  @Test func theSameDevicesInAnyOrder() throws {
    let one = try input(Self.messages, Self.absences)
    let found = try devices(one)
    expect(found[1], equals: found[1].sorted())
    // There are 8 of the 40 devices of both files; those with messages are among those with
    // absences.
    expect(found[1].count, equals: 8)
    expect(Set(found[0]).isSubset(of: found[1]))
    for swapped in [false, true] {
      let other = try input(Self.messages.reversed(), Self.absences.reversed(), swapped: swapped)
      expect(try devices(other), equals: found)
    }
    // All rows of a device are kept: 20 messages each.
    let arrivals = try unwrap(one.arrivals)
    expect(arrivals.streams.allSatisfy { $0.count == 20 })
    expect(one.notes.contains { $0.contains("a sample: 8 of 40 devices") }, "\(one.notes)")
  }

  @Test func otherSeedsDrawOthers() throws {
    var counts: [String: Int] = [:]
    for seed in 1...100 {
      let found = try devices(input(Self.messages, Self.absences, seed: UInt64(seed)))
      for name in found[1] { counts[name, default: 0] += 1 }
    }
    // Each of 40 devices is drawn in 8/40 of 100 draws: 20, with a deviation of 4. Beyond 5 of
    // them is one of 40 devices in one of 40,000 tests.
    expect(counts.count == 40 && counts.values.allSatisfy { abs($0 - 20) <= 20 }, "\(counts)")
  }

  @Test func moreThanAllAreAll() throws {
    let all = try devices(input(Self.messages, Self.absences, count: nil))
    expect(try devices(input(Self.messages, Self.absences, count: 1000)), equals: all)
  }

  /// A device that is not drawn is read as carefully.
  @Test func rowsOfOthersAreChecked() throws {
    let drawn = Set(try devices(input(Self.messages, Self.absences))[1])
    let place = try unwrap((0..<30).first { !drawn.contains("d\($0)") })
    var rows = Self.messages
    rows[place] = "noon,d\(place)"
    do {
      _ = try input(rows, Self.absences)
      expect(false, "a time that is none was read")
    } catch let error as InputError {
      expect(error.description, contains: "m.csv:\(place + 2):1: time: found \"noon\"")
    }
  }

  @Test func aSampleNeedsDevices() throws {
    let file = try folder.write("lonely.csv", header: "time", rows: ["1", "2", "3"])
    var options = FitOptions()
    options.sampleDevices = 2
    do {
      _ = try FitInput([file], options)
      expect(false, "there are no devices to draw")
    } catch {
      expect(error.exitCode, equals: ExitCode.usage)
      expect(error.description, contains: "has no column of devices; --device COLUMN names it")
    }
  }
}
