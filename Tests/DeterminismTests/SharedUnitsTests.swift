import Answers
import Files
import Results
import Runs
import Scenarios
import TestSupport
import Testing

/// Where a sweep changes nothing for a strategy, it is simulated once, and its results are those
/// that it would have by itself.
@Suite struct SharedUnitsTests {
  private func world(_ sweep: String, limit: Int = 3, devices: Int = 20) throws -> Experiment {
    try experiment(
      """
      format: 1
      name: shared
      seed: 5
      duration: 4d
      devices: \(devices)
      replications: 24
      workload: {arrivals: {poisson: {rate: 20/d}}}
      network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 1h}}}
      strategies: [fire-and-forget, {name: queue, gap-recovery: {repeat_limit: \(limit)}}]
      \(sweep)
      """)
  }

  private static let sweep =
    "sweep: [{factor: limit, path: strategies.queue.repeat_limit, values: [1, 3, 9]}]"

  private func rows(_ experiment: Experiment, _ file: String) async throws -> [String] {
    let outcome = try await Runner(experiment, threads: 2).run()
    return try unwrap(outcome.prepared().csv(file)).split(separator: "\n").map(String.init)
  }

  @Test("Results are those of each design point run alone")
  func sameResults() async throws {
    let swept = try await rows(world(Self.sweep), "metrics.csv")
    for (place, limit) in [1, 3, 9].enumerated() {
      let alone = try await rows(world("", limit: limit), "metrics.csv")
      let prefix = "\(place),\(limit),"
      let part = swept.filter { $0.hasPrefix(prefix) }.map { "0," + $0.dropFirst(prefix.count) }
      expect(part, equals: Array(alone.dropFirst()))
    }
  }

  @Test("What is not affected is simulated once")
  func once() async throws {
    let (whole, one) = (try world(Self.sweep), try world(""))
    var (many, few) = (UInt64(0), UInt64(0))
    _ = try await Runner(whole, threads: 1).run { many = $0.notifications }
    _ = try await Runner(one, threads: 1).run { few = $0.notifications }
    // Three queues and one fire-and-forget, instead of two each time.
    expect(many, equals: 2 * few)
  }

  /// Where there is enough to share out, larger blocks have less to add up.
  @Test("The size of blocks depends on the threads, and changes no result")
  func sizes() async throws {
    let world = try world("", devices: 300)
    var (blocks, moreBlocks) = (0, 0)
    let few = try await Runner(world, threads: 1).run { _ in blocks += 1 }
    let many = try await Runner(world, threads: 4).run { _ in moreBlocks += 1 }
    // 24 replications; one thread has enough with eight blocks, four have not.
    expect([blocks, moreBlocks], equals: [24, 48])
    for file in ["replications.csv", "metrics.csv", "latency.csv", "timeline.csv"] {
      expect(few.prepared().csv(file) == many.prepared().csv(file), "\(file)")
    }
  }

  @Test("All strategies of all design points with one world play its devices together")
  func together() async throws {
    var blocks = 0
    _ = try await Runner(world(Self.sweep), threads: 1).run { _ in blocks += 1 }
    // One for each replication.
    expect(blocks, equals: 24)
  }
}
