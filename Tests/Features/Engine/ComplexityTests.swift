import DeliverySim
import Models
import TestSupport
import Testing

/// Four times as much work takes some four times as long. The bound lies halfway, by factors,
/// between 4 and what it was when something was searched for from the start: 16.
@Suite("What is large takes no longer than its size", .serialized)
struct ComplexityTests {
  private let bound = 8.0

  /// Nothing is acknowledged, so each message is shown eleven times.
  @Test("Looking for examples on four times as many devices")
  func examples() throws {
    let schedule = Hop.Retry(attempts: 10, first: .second, factor: 1, max: .second)
    var world = smallWorld(
      at: (0..<20).map { 1000 * Double($0) },
      strategy: .retryUntilAcked(schedule, collapse: false)
    ) { $0.provider.resend.failure = .one }
    let cost = try growth(from: 30) { count in
      world.devices = count
      let found = try findExamples(of: .duplicate, world, replication: 0, limit: .max)
      expect(found.examples.count, equals: 20 * count)
    }
    expect(cost < bound)
  }

  /// All devices are in one cell, as in a provider shard.
  @Test("Outages of four times as many regions, each with a device")
  func regions() throws {
    let outages = try unwrap(OnOffProcess(up: constant(50_000), down: constant(10)))
    let cost = try growth(from: 5000) { count in
      var world = smallWorld(at: [])
      (world.devices, world.regions) = (count, Regions(count: count, onOff: outages))
      _ = try simulate(world, replication: 0, devices: 0..<count, batchSize: count)
    }
    expect(cost < bound)
  }

  /// Many devices ask from somewhere inside, again and again.
  @Test("Replaying a log of four times as many absences")
  func absences() throws {
    let cost = try growth(from: 25_000) { count in
      let log = (0..<count).map { place in
        SimTime.seconds(20 * Double(place)) ..< .seconds(20 * Double(place) + 10)
      }
      let length = SimTime.seconds(20 * Double(count))
      var world = smallWorld(at: [], duration: length) {
        $0.network.absences = AbsenceTrace(
          streams: [AbsenceTrace.joined(log.reversed())], length: length, hasDevices: false,
          repeats: true)
      }
      world.devices = 3
      let tally = try simulate(world, replication: 0, devices: 0..<3)
      expect(tally[.owed], equals: 0)
      // Devices that play little of a long log do not read the rest of it.
      (world.duration, world.devices) = (.seconds(100), 500)
      _ = try simulate(world, replication: 0, devices: 0..<500)
    }
    expect(cost < bound)
  }

  @Test("Filling four times as many holes, and positions that are none")
  func holes() throws {
    let cost = try growth(from: 20_000) { count in
      var holes = Holes()
      for hole in 0..<UInt32(count) {
        holes.add(2 * hole..<2 * hole + 1)
        holes.fill(2 * hole + 1)
        holes.remove(2 * hole + 1..<2 * hole + 2)
      }
      for hole in 0..<UInt32(count) { holes.fill(2 * hole) }
      expect(holes.isEmpty)
    }
    expect(cost < bound)
  }

  /// Half of them are tapped, in another order than they came; the rest stays for ever.
  @Test("Taps on four times as many notifications")
  func taps() throws {
    let user = User(sees: law(.uniform(min: 0, max: 86_400)), taps: share(0.5))
    expect(try growthOfAttention(user) { _, _ in } < bound)
  }

  /// Each lies in a thread of its own; half of them are dismissed at once, the rest stays.
  @Test("Dismissals among four times as many threads")
  func dismissals() throws {
    let user = User(sees: constant(0.5), dismisses: share(0.5))
    let cost = try growthOfAttention(user) { setup, count in
      setup.centre.grouping = .automatic
      setup.workload.threads = count
    }
    expect(cost < bound)
  }

  private func growthOfAttention(
    _ user: User, _ change: (inout DeviceSetup, Int) -> Void
  ) throws -> Double {
    try growth(from: 15_000) { count in
      let times = (0..<count).map { 86_000 / Double(count) * Double($0) }
      let world = smallWorld(at: times) { setup in
        setup.user = user
        change(&setup, count)
      }
      let tally = try simulate(world, replication: 0, devices: 0..<1)
      expect(tally[UserCounter.taps] + tally[UserCounter.dismissals] > UInt64(count / 8))
    }
  }

  /// Answers come in another order than they were asked for.
  @Test("Four times as many fetches that wait for an answer at once")
  func fetches() throws {
    let cost = try growth(from: 15_000) { count in
      let every = SimTime.seconds(1000 / Double(count))
      let strategy = Strategy.poll(Polling(every: every, factor: 1, longest: every))
      let world = smallWorld(at: [], strategy: strategy, duration: .seconds(1000)) {
        $0.provider.resend.latency = law(.uniform(min: 0, max: 1000))
      }
      let tally = try simulate(world, replication: 0, devices: 0..<1)
      expect(tally[AppCounter.fetches] > UInt64(count / 2))
    }
    expect(cost < bound)
  }
}
