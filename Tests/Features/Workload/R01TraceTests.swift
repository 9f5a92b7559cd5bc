import DeliverySim
import Models
import TestSupport
import Testing

/// R1.4: traces, with their keys.
@Suite struct R01TraceTests {
  private let day = 86_400.0

  private func trace(
    _ streams: [[Double]], days: Double, hasDevices: Bool = true, repeats: Bool = false,
    shuffles: Bool = false, samples: Bool = false
  ) -> Trace {
    Trace(
      streams: streams.map { $0.map { SimTime(seconds: $0) } }, length: .days(days),
      hasDevices: hasDevices, repeats: repeats, shuffles: shuffles, samples: samples)
  }

  private func times(
    _ trace: Trace, days: Double, device: Int, replication: Int = 0
  ) throws -> [Double] {
    let setup = DeviceSetup(workload: Workload(arrivals: .trace(trace)))
    let world = World(seed: 9, devices: 1000, duration: .days(days), setup: setup)
    let story = try tellStory(world, replication: replication, device: device)
    return story.outcomes.map(\.created.seconds)
  }

  @Test("R1.4 device i plays stream i mod n of a trace, as it is")
  func devicesPlayTheirStream() throws {
    let recorded = trace([[1, 2, 2, 50], [3]], days: 1)
    try expect(times(recorded, days: 5, device: 0), equals: [1, 2, 2, 50])
    try expect(times(recorded, days: 5, device: 1), equals: [3])
    try expect(times(recorded, days: 5, device: 2), equals: [1, 2, 2, 50])
    try expect(times(recorded, days: 5, device: 7), equals: [3])
  }

  @Test("R1.4 a trace repeats with its length when it shall")
  func tracesRepeat() throws {
    let recorded = trace([[1, 50]], days: 2, repeats: true)
    let expected = [1, 50, 2 * day + 1, 2 * day + 50, 4 * day + 1, 4 * day + 50]
    try expect(times(recorded, days: 5, device: 0), equals: expected)
  }

  /// By hand: two and a half laps of 1 s, 50 s and 21.6 h, and of 3 s; the end itself is left out.
  @Test(
    "R1.4 the expected number of messages is the mean over the streams",
    arguments: [(0.5, true, 1.5), (2.5, true, 5.5), (2.5, false, 2.0), (3.0 / 86_400, true, 0.5)])
  func expected(days: Double, repeats: Bool, count: Double) {
    let recorded = trace([[1, 50, 0.9 * day], [3]], days: 1, repeats: repeats)
    let workload = Workload(arrivals: .trace(recorded))
    expect(workload.expectedMessages(until: .days(days)), equals: count)
  }

  /// They are a quarter of four messages, by two streams.
  @Test("R1.4 where messages leave their places, the expected number grows evenly")
  func expectedEvenly() {
    for (shuffles, samples) in [(true, false), (false, true)] {
      let recorded = trace(
        [[1, 50, 0.9 * day], [3]], days: 1, shuffles: shuffles, samples: samples)
      let workload = Workload(arrivals: .trace(recorded))
      expect(workload.expectedMessages(until: .days(0.25)), equals: 0.5)
      expect(workload.expectedMessages(until: .days(4)), equals: 2)
    }
  }

  @Test("R1.4 without devices each device plays the trace from an offset of its own, wrapped")
  func streamsWithoutDevicesAreShifted() throws {
    // Whatever the offset x, the times are the recorded ones plus x, modulo the length of 10 days.
    let recorded = [0, 1.5 * day, 4 * day]
    let length = 10 * day
    var offsets: [Double] = []
    for device in 0..<50 {
      let observed = try times(
        trace([recorded], days: 10, hasDevices: false), days: 20, device: device)
      expect(observed.count, equals: 3)
      expect(observed.allSatisfy { $0 < length })
      // The one before a gap of 6 days, seen around the circle, is the last of the recorded ones.
      let found = observed.first { start in
        let around = recorded.map { (start + $0).truncatingRemainder(dividingBy: length) }
        return zip(around.sorted(), observed).allSatisfy { abs($0 - $1) < 1e-5 }
      }
      offsets.append(try unwrap(found))
    }
    // All of 50 uniform offsets in one half: 2 · 2^-50.
    expect(Set(offsets).count, equals: 50)
    expect(offsets.contains { $0 < length / 2 })
    expect(offsets.contains { $0 > length / 2 })
  }

  @Test("R1.4 a shuffled stream has its own number of uniform times")
  func shuffledStreamsKeepTheirCount() throws {
    // All recorded in the first seconds; 40 uniform times in 4 days all lie in one half with
    // probability 2 · 2^-40.
    let recorded = trace([(0..<40).map { Double($0) }, [5]], days: 4, shuffles: true)
    let first = try times(recorded, days: 8, device: 0)
    expect(first.count, equals: 40)
    expect(first, equals: first.sorted())
    expect(first.allSatisfy { $0 < 4 * day })
    expect(first.contains { $0 < 2 * day } && first.contains { $0 > 2 * day })
    try expect(times(recorded, days: 8, device: 1).count, equals: 1)
    let third = try times(recorded, days: 8, device: 2)
    expect(third.count, equals: 40)
    expect(third != first)
    expect(try times(recorded, days: 8, device: 0, replication: 1) != first)
  }

  @Test("R1.4 a sampled trace draws stream and whole-week shift per device and replication")
  func sampledTracesDrawStreamAndShift() throws {
    // Stream 0 has a message 1 h, stream 1 one 2 h into the third of three weeks; shifts of 0, 1, 2
    // weeks wrap them into the third, first and second week. One of the six cases is missing in 240
    // draws with p < 6 (5/6)^240 = 6e-19.
    let week = 7 * day
    let recorded = trace([[2 * week + 3600], [2 * week + 7200]], days: 21, samples: true)
    var seen: Set<Double> = []
    var changes = 0
    for device in 0..<120 {
      let first = try times(recorded, days: 21, device: device)
      let second = try times(recorded, days: 21, device: device, replication: 1)
      seen.formUnion(first)
      seen.formUnion(second)
      changes += first == second ? 0 : 1
    }
    let expected = [0, 1, 2].flatMap { (weeks: Double) -> [Double] in
      [weeks * week + 3600, weeks * week + 7200]
    }
    expect(seen.sorted(), equals: expected)
    expect(changes > 0)
  }
}
