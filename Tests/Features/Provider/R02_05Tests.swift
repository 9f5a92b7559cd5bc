import DeliverySim
import Models
import TestSupport
import Testing

/// R2.5: the endpoint for re-requests has a capacity.
@Suite struct R02_05Tests {
  private typealias Capacity = Provider.Resend.Capacity

  // MARK: The queue alone

  /// Two servers; a request waits 5 s at most.
  @Test("R2.5 a queue by hand: first come, first served; time-outs leave unserved")
  func byHand() {
    var queue = ResendQueue(
      Capacity(servers: 2, service: .zero, timeout: .seconds(5)), Self.halfMinute())
    let requests: [(at: Double, service: Double)] = [
      (0, 10), (1, 4), (2, 6), (3, 1), (4, 9), (5, 2), (6, 3), (20, 1),
    ]
    let visits = requests.map {
      queue.arrive(at: .seconds($0.at), service: .seconds($0.service))
    }
    // Free at 10 and 5; the third is served from 5 to 11. The fourth would wait until 10, the fifth
    // too: they leave at 8 and 9. The sixth waits until 10, exactly its 5 s, the seventh until 11.
    expect(visits.map(\.end.seconds), equals: [10, 5, 11, 8, 9, 12, 14, 21])
    expect(visits.map(\.wait.seconds), equals: [0, 0, 3, 5, 5, 5, 5, 0])
    expect(visits.map(\.timesOut), equals: [false, false, false, true, true, false, false, false])
    expect(
      queue.peaks(), equals: [0, 0, 1, 2, 3, 3, 4, 4, 3, 2, 1] + [UInt32](repeating: 0, count: 19))
  }

  @Test("R2.5 only what waits in the counted window counts as a queue")
  func countedWindow() {
    var world = Self.halfMinute()
    world.warmup = .seconds(7.5)
    var queue = ResendQueue(Capacity(servers: 1, service: .zero), world)
    // They wait until 10, 20 and 25; at 7.5 all three are there.
    for (at, service) in [(0.0, 10.0), (1, 10), (2, 5), (3, 1)] {
      _ = queue.arrive(at: .seconds(at), service: .seconds(service))
    }
    let (before, third, second) = ([UInt32](repeating: 0, count: 7), [3, 3, 3], 10)
    let expected =
      before + third.map { UInt32($0) } + [UInt32](repeating: 2, count: second)
      + [UInt32](repeating: 1, count: 5) + [UInt32](repeating: 0, count: 5)
    expect(queue.peaks(), equals: expected)
  }

  @Test("R2.5 any number of servers; they are taken in the order in which they are free")
  func manyServers() {
    var queue = ResendQueue(Capacity(servers: 5, service: .zero), Self.halfMinute())
    for service in [50.0, 10, 40, 20, 30] {
      expect(queue.arrive(at: .zero, service: .seconds(service)).wait, equals: .zero)
    }
    // Each takes its server for 100 s.
    let waits = (0..<7).map { _ in
      queue.arrive(at: .zero, service: .seconds(100)).wait.seconds
    }
    expect(waits, equals: [10, 20, 30, 40, 50, 110, 120])
  }

  /// Buckets of a second.
  private static func halfMinute() -> World {
    var world = smallWorld(at: [], duration: .seconds(30))
    world.timelineStep = .second
    return world
  }

  // MARK: Devices that come back at once

  /// The outcomes of all devices.
  private struct Return {
    let runs: [RecordedRun]
    let tally: Tally

    /// The times when each got its answer [s].
    func times(_ answer: ResendAnswer) -> [[Double]] {
      runs.map { $0.times(.answered(answer)) }
    }
  }

  /// All devices are away from 0 to 100, and each misses messages 1 to 3; 4 is handed over at 100
  /// and asks for them. Then they are online for `online`, and away again for 100.
  private func back(
    _ devices: Int, _ capacity: Capacity, shards: Int = 1, online: Double = 360_000,
    until end: Double = 10_000, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> Return {
    let spans = try unwrap(OnOffProcess(up: constant(online), down: constant(100)))
    func world(_ times: [Double], _ duration: SimTime) -> World {
      var world = smallWorld(at: times, strategy: gapRecovery(), duration: duration) {
        $0.provider.resend.capacity = capacity
        $0.provider.shards = shards
        change(&$0)
      }
      world.regions = Regions(count: 1, onOff: spans)
      return world
    }
    for replication in 0..<100 {
      let records = try tellStory(
        world([], .seconds(online + 1)), replication: replication, device: 0
      ).records
      guard records.first?.event == .online,
        let start = records.first(where: { $0.event == .offline })?.time, start > .seconds(11)
      else { continue }
      var whole = world(
        [-10, 10, 20, 30, 40].map { start.seconds + $0 }, start + .seconds(end))
      whole.devices = devices
      let runs = try (0..<devices).map { device in
        RecordedRun(
          story: try tellStory(whole, replication: replication, device: device), origin: start)
      }
      let tally = try simulate(whole, replication: replication, devices: 0..<devices)
      return Return(runs: runs, tally: tally)
    }
    throw NoSuchReplication()
  }

  @Test("R2.5 devices that come back at once wait for a server, first come, first served")
  func theyWait() throws {
    let result = try back(3, Capacity(servers: 1, service: constant(7)))
    expect(result.runs.map { $0.times(.requested) }, equals: [[100], [100], [100]])
    expect(result.times(.success), equals: [[107], [114], [121]])
    expect(result.runs.map { $0.times(.resent) }.last, equals: [121, 121, 121])
    expect(result.tally[ProviderCounter.resendWaitSum], equals: 21_000_000)
    expect(result.tally.queuePeaks.max(), equals: 2)
  }

  @Test("R2.5 so many are served at once as there are servers")
  func servers() throws {
    let result = try back(3, Capacity(servers: 2, service: constant(7)))
    expect(result.times(.success), equals: [[107], [107], [114]])
  }

  @Test("R2.5 the answer comes its latency after the service")
  func latency() throws {
    let result = try back(2, Capacity(servers: 1, service: constant(7))) {
      $0.provider.resend.latency = constant(3)
    }
    expect(result.times(.success), equals: [[110], [117]])
  }

  @Test("R2.5 device i asks the endpoint of shard i mod shards")
  func shards() throws {
    let result = try back(5, Capacity(servers: 1, service: constant(7)), shards: 2)
    expect(result.times(.success), equals: [[107], [107], [114], [114], [121]])
    // The longer one of two queues.
    expect(result.tally.queuePeaks.max(), equals: 2)
  }

  @Test("R2.5 who would wait longer than the time-out leaves; a wait of exactly that is in time")
  func timeout() throws {
    let inTime = try back(
      4, Capacity(servers: 1, service: constant(7), timeout: .seconds(14)))
    expect(inTime.times(.success), equals: [[107], [114], [121], []])
    expect(inTime.times(.timedOut), equals: [[], [], [], [114]])
    expect(inTime.tally[ProviderCounter.resendTimeouts], equals: 1)
    // It has not used a server: after the second one leaves, the server is free at 114.
    let late = try back(
      3, Capacity(servers: 1, service: constant(7), timeout: .seconds(13.999999)))
    expect(late.times(.timedOut), equals: [[], [], [113.999999]])
    expect(late.tally[ProviderCounter.resendWaitSum], equals: 20_999_999)
  }

  @Test("R2.5 the request of a device that has left is served all the same, and takes its time")
  func devicesThatLeave() throws {
    let result = try back(3, Capacity(servers: 1, service: constant(7)), online: 12, until: 150)
    // All are away from 112 on: for two clients the request has failed.
    expect(result.times(.success), equals: [[107], [114], [121]])
    expect(result.tally[.resendFailures], equals: 2)
    expect(result.runs.map { $0.records(.resent).count }, equals: [3, 3, 3])
  }

  @Test("R2.4 a request that times out has failed: a summary, and nothing is sent again")
  func timeoutsAreFailures() throws {
    let result = try back(
      2, Capacity(servers: 1, service: constant(7), timeout: .seconds(5))
    ) { $0.provider.resend.latency = constant(3) }
    expect(result.times(.timedOut), equals: [[], [108]])
    expect(result.tally[.resendFailures], equals: 1)
    let run = result.runs[1]
    expect(run.messages(.resent), equals: [])
    expect(run.fates, equals: [.shown, .summarised, .summarised, .summarised, .summarised])
    expect(run.summarised[4], equals: 108)
    expect(run.repairs[1...3].allSatisfy { $0 == .failed })
  }

  @Test("R2.4 a time-out comes before the service's own error")
  func timeoutsBeforeErrors() throws {
    let result = try back(
      2, Capacity(servers: 1, service: constant(7), timeout: .zero)
    ) { $0.provider.resend.failure = .one }
    expect(result.times(.failed), equals: [[107], []])
    expect(result.times(.timedOut), equals: [[], [100]])
  }
}
