import Answers
import DeliverySim
import Models
import Results
import Runs
import Scenarios
import TestSupport
import Testing

/// Promise 1 where devices wait for each other: provider shards are part of the model, cells are
/// not.
@Suite("Same seed, same bytes, with an endpoint that devices share")
struct SharedEndpointTests {
  /// Everything at once, and one server that is too slow for all.
  private static func read(shards: Int) throws -> Experiment {
    let resend = "resend: {failure: 0.1,"
    let capacity = "capacity: {servers: 1, service: {exponential: {mean: 30s}}, timeout: 1m},"
    let yaml = Rich.yaml.replacing(
      resend, with: "shards: \(shards)\n  \(resend) \(capacity)")
    return try experiment(yaml)
  }

  private static func tables(
    _ strategies: [String] = [], shards: Int, threads: Int = 2, batchSize: Int = 1
  ) async throws -> [String: [UInt8]] {
    let runner = try Runner(
      read(shards: shards), strategies: strategies, threads: threads, batchSize: batchSize)
    let outcome = try await runner.run()
    return try withTemporaryFolder { folder in
      let directory = try OutputDirectory(path: folder + "/results", force: false)
      try outcome.prepared().write(to: directory, words: \.untold, wallTime: 1)
      return try csvFiles(in: directory.path)
    }
  }

  @Test(
    "Threads and cell sizes change no byte of any table; shards do",
    arguments: isNightly ? [1, 3] : [3])
  func sharing(shards: Int) async throws {
    let expected = try await Self.tables(shards: shards, threads: 1)
    for (threads, batchSize) in isNightly ? [(2, 1), (3, 7), (2, 1000)] : [(3, 7)] {
      let tables = try await Self.tables(shards: shards, threads: threads, batchSize: batchSize)
      expect(
        differing(tables, expected).isEmpty, "\(threads) threads, cells of \(batchSize) devices")
    }
    let others = try await Self.tables(shards: 4 - shards)
    expect(differing(others, expected).contains("replications.csv"))
  }

  @Test("A strategy alone has the same rows as among others")
  func alone() async throws {
    let all = try await Self.tables(shards: 3)
    let one = try await Self.tables(["gap-recovery"], shards: 3)
    for name in ["replications.csv", "metrics.csv", "timeline.csv", "fates.csv"] {
      func rows(_ tables: [String: [UInt8]]) throws -> [Substring] {
        String(decoding: try unwrap(tables[name]), as: UTF8.self).split(separator: "\n")
          .filter { $0.contains(",gap-recovery,") }
      }
      try expect(rows(all), equals: rows(one), "\(name)")
      expect(try rows(one).count > 1)
    }
  }

  @Test("A device that is watched does what it does unwatched, and counts what is its own")
  func tracing() throws {
    let scenario = try Self.read(shards: 3).points[0].scenario
    var world = scenario.world(for: 1)
    world.devices = 40
    world.setup.provider.resend.capacity = Provider.Resend.Capacity(
      servers: 1, service: law(.exponential(mean: 10_000)), timeout: .hours(1))
    let whole = try simulate(world, replication: 1, devices: 0..<world.devices)
    var sum: Tally?
    for device in 0..<world.devices {
      let own = try tellStory(world, replication: 1, device: device).tally
      if sum == nil { sum = own } else { sum?.add(own) }
    }
    expect(sum, equals: whole)
    expect(whole[ProviderCounter.resendTimeouts] > 0 && whole[ProviderCounter.resendWaitSum] > 0)
  }
}
