import DeliverySim
import Models
import Statistics
import TestSupport
import Testing

/// R1.4: the time between bursts passes faster at some hours.
@Suite struct R01_04Tests {
  /// Weights of a day, on each day.
  private static func pace(_ weight: (Int) -> Double) -> WeeklyPace? {
    WeeklyPace(hours: (0..<168).map { weight($0 % 24) })
  }

  private static func world(
    _ bursts: Workload.Bursts, days: Double = 20, devices: Int = 1
  ) -> World {
    var world = smallWorld(at: [], duration: .days(days)) { setup in
      setup.workload = Workload(arrivals: .bursts(bursts))
    }
    world.devices = devices
    return world
  }

  /// The times when messages are made **[h]**.
  private static func hours(_ world: World, device: Int = 0) throws -> [Double] {
    try tellStory(world, replication: 0, device: device).outcomes.map { $0.created.seconds / 3600 }
  }

  @Test("R1.4 between bursts, time passes at the pace of the hour: twice as fast, or not at all")
  func betweenBursts() throws {
    let bursts = Workload.Bursts(
      between: constant(3600), size: constant(1), within: constant(0),
      pace: Self.pace { $0 < 12 ? 2 : 0 })
    let made = try Self.hours(Self.world(bursts))
    expect(made.count, equals: 20 * 24)
    expect(made.allSatisfy { $0.truncatingRemainder(dividingBy: 24) <= 12 })
    for (one, next) in zip(made, made.dropFirst()) {
      // Half an hour, or twelve hours more over a night.
      let span = next - one
      expect(abs(span - 0.5) < 1e-6 || abs(span - 12.5) < 1e-6, "\(span)")
    }
  }

  @Test("R1.4 inside a burst, time passes at the pace of the clock")
  func insideBursts() throws {
    let bursts = Workload.Bursts(
      between: constant(3600), size: constant(200), within: constant(600),
      pace: Self.pace { $0 < 12 ? 2 : 0 })
    let made = try Self.hours(Self.world(bursts))
    let spans = zip(made, made.dropFirst()).map { $1 - $0 }
    for (place, span) in spans.enumerated() where place % 200 != 199 {
      expect(abs(span - 1.0 / 6) < 1e-6, "\(place): \(span)")
    }
    // A burst of 33 hours goes on through the night.
    expect(made.contains { $0.truncatingRemainder(dividingBy: 24) > 13 })
  }

  @Test("R1.4 weights are scaled to mean 1: the same in each hour changes nothing")
  func scale() throws {
    func fingerprint(_ pace: WeeklyPace?) throws -> UInt64 {
      let bursts = Workload.Bursts(
        between: law(.exponential(mean: 7000)), size: law(.geometric(mean: 3)),
        within: law(.exponential(mean: 60)), pace: pace)
      let world = Self.world(bursts, devices: 8)
      return try simulate(world, replication: 1, devices: 0..<8, batchSize: 4).fingerprint
    }
    let plain = try fingerprint(nil)
    expect(try fingerprint(Self.pace { _ in 1 }), equals: plain)
    expect(try fingerprint(Self.pace { _ in 0.25 }), equals: plain)
    let spread = try fingerprint(Self.pace { Double($0) })
    expect(spread != plain)
    expect(try fingerprint(Self.pace { 4 * Double($0) }), equals: spread)
  }

  /// Exponential times used up at pace w are a Poisson process of rate w / mean, from the start on.
  @Test(
    "R1.4 exponential times between single messages: a Poisson process with the rate of the hour")
  func exact() throws {
    let weights = (0..<24).map { Double($0 % 6) }
    let mean = weights.reduce(0, +) / 24
    let bursts = Workload.Bursts(
      between: law(.exponential(mean: 3600)), size: constant(1), within: constant(0),
      pace: Self.pace { weights[$0] })
    let (days, devices) = (25.0, 40)
    let world = Self.world(bursts, days: days, devices: devices)
    var counts = [Double](repeating: 0, count: 24)
    for device in 0..<devices {
      for hour in try Self.hours(world, device: device) { counts[Int(hour) % 24] += 1 }
    }
    var statistic = 0.0
    for (count, weight) in zip(counts, weights) {
      let expected = days * Double(devices) * weight / mean
      guard expected > 0 else {
        expect(count, equals: 0)
        continue
      }
      statistic += (count - expected) * (count - expected) / expected
    }
    // 20 hours with a weight; false alarms: 1e-6.
    expect(ChiSquare.upperTail(statistic, degreesOfFreedom: 20) > 1e-6, "\(statistic)")
  }
}
