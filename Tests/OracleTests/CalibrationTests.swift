import Answers
import Foundation
import Results
import Runs
import Scenarios
import Search
import Statistics
import TestSupport
import Testing

/// Unknown inputs from observed figures: worlds whose inputs are known.
///
/// False-alarm probabilities: shares of many repetitions by exact binomial tails of 1e-6, where the
/// allowed range itself would be met; seeds are fixed. By day there are few repetitions, which find
/// gross errors.
@Suite struct CalibrationTests {
  private static let unknowns = [
    "network.offline.exponential.mean", "network.online.exponential.mean", "provider.link.loss",
  ]
  private static let repetitions =
    ProcessInfo.processInfo.environment["DELIVERYSIM_REPETITIONS"].flatMap(Int.init) ?? 200
  private static let truth = [3600.0, 21_600, 0.05]
  private static let figures = [
    "deliverability", "latency_mean_s", "latency_p50_s", "latency_p99_s", "devices_without_loss",
  ]

  private func world(
    seed: Int, replications: Int, devices: Int = 40, offline: String = "1h", online: String = "6h",
    loss: Double = 0.05, regions: String = ""
  ) throws -> Experiment {
    try experiment(
      """
      format: 1
      name: world
      seed: \(seed)
      warmup: 1d
      duration: 4d
      drain: 1d
      devices: \(devices)
      replications: \(replications)
      workload: {arrivals: {poisson: {rate: 12/d}}}
      provider: {link: {loss: \(loss), latency: {exponential: {mean: 2s}}}}
      network:
        online: {exponential: {mean: \(online)}}
        offline: {exponential: {mean: \(offline)}}
        reconnect: {exponential: {mean: 5s}}
        \(regions)
      strategies: [fire-and-forget]
      """)
  }

  /// The figures that a team would have observed of a world, with the standard errors that it would
  /// give.
  private func observed(
    _ experiment: Experiment, _ figures: [String]
  ) async throws -> [CalibrationTarget] {
    let outcome = try await Runner(experiment, threads: 2).run()
    let table = try unwrap(outcome.prepared().csv("metrics.csv"))
    let rows = table.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let places = try [
      "metric", "mean_plain", "std_error_plain", "mean", "std_error", "replications",
    ].map { try unwrap(rows[0].firstIndex(of: $0)) }
    return try figures.map { figure in
      let row = try unwrap(rows.first { $0[places[0]] == figure })
      return CalibrationTarget(
        metric: figure, strategy: experiment.base.baseline, group: nil,
        value: try unwrap(Double(row[places[1]]) ?? Double(row[places[3]])),
        standardError: try unwrap(Double(row[places[2]]) ?? Double(row[places[4]])),
        samples: Int(row[places[5]]))
    }
  }

  private func calibrate(
    _ targets: [CalibrationTarget], seed: Int, unknown: [String] = unknowns
  ) async throws -> Calibration.Result {
    let start = try world(seed: seed, replications: 40, offline: "90m", online: "5h", loss: 0.08)
    return try await Calibration(start, targets, unknown: unknown, threads: 2).run { _ in }
  }

  private func expect(
    _ hits: Int, of count: Int, from low: Double, to high: Double, _ what: String
  ) {
    print("\(what): \(String(format: "%.1f %%", 100 * Double(hits) / Double(count))) of \(count)")
    TestSupport.expect(Binomial.lowerTail(hits, trials: count, probability: low) > 1e-6, "\(what)")
    TestSupport.expect(Binomial.upperTail(hits, trials: count, probability: high) > 1e-6, "\(what)")
  }

  @Test("The truth is inside the interval, and the model is seldom rejected")
  func recovery() async throws {
    let count = isNightly ? Self.repetitions : 1
    var (hits, rejected, found) = ([0, 0, 0], 0, 0)
    for repetition in 0..<count {
      let targets = try await observed(
        world(seed: 1000 + repetition, replications: 30), Self.figures)
      let result = try await calibrate(targets, seed: 5_000_000 + repetition)
      rejected += result.isRejected ? 1 : 0
      guard result.open.isEmpty, result.hasConverged else {
        print("no answer: ", result.open, result.hasConverged, (0..<3).map { result.estimate($0) })
        continue
      }
      found += 1
      for place in hits.indices {
        let estimate = try unwrap(result.estimate(place))
        hits[place] += (estimate.low...estimate.high).contains(Self.truth[place]) ? 1 : 0
        guard !isNightly else { continue }
        // One cannot tell shares: 2.5 half-widths are 4.9 standard errors, a false alarm of 1e-6.
        let middle = (estimate.low + estimate.high) / 2
        let reach = 1.25 * (estimate.high - estimate.low)
        #expect(abs(Self.truth[place] - middle) <= reach, "unknown \(place): \(estimate)")
      }
    }
    #expect(isNightly || found == count, "this seed has an answer")
    expect(found, of: count, from: 0.97, to: 1, "has an answer")
    for (place, path) in Self.unknowns.enumerated() {
      expect(hits[place], of: found, from: 0.92, to: 0.98, path)
    }
    expect(rejected, of: count, from: 0.03, to: 0.07, "rejected")
  }

  @Test("With deliverability alone two directions of three are open, every time")
  func open() async throws {
    for repetition in 0..<(isNightly ? 40 : 1) {
      let targets = try await observed(
        world(seed: 2000 + repetition, replications: 30), ["deliverability"])
      let result = try await calibrate(targets, seed: 6_000_000 + repetition)
      TestSupport.expect(result.open.count == 2 && result.exitCode == 3)
      TestSupport.expect(result.test == nil)
      TestSupport.expect(result.inputs == nil)
    }
  }

  @Test("A model that lacks regional outages is found out", .enabled(if: isNightly))
  func power() async throws {
    let count = 60
    let regions = """
      regions:
          count: 4
          outages: {every: {exponential: {mean: 4d}}, last: {exponential: {mean: 8h}}}
      """
    var rejected = 0
    for repetition in 0..<count {
      let targets = try await observed(
        world(seed: 3000 + repetition, replications: 30, devices: 200, regions: regions),
        Self.figures)
      let result = try await calibrate(
        targets, seed: 7_000_000 + repetition, unknown: Array(Self.unknowns.prefix(2)))
      rejected += result.isRejected ? 1 : 0
    }
    expect(rejected, of: count, from: 0.8, to: 1, "found out")
  }

  @Test(
    "A whole number is found, also where a figure jumps from one to the next",
    .enabled(if: isNightly), arguments: [1, 4, 9])
  private func whole(limit: Int) async throws {
    // The interval is so wide that the truth lies outside with probability 1e-6; the right model is
    // rejected (p < 0.05) by 5 % of the seeds, so that is not asked.
    let limits = { (seed: Int, replications: Int, limit: Int, offline: String) in
      try experiment(
        """
        format: 1
        name: limits
        seed: \(seed)
        duration: 4d
        drain: 1d
        devices: 60
        replications: \(replications)
        confidence: 0.999999
        workload: {arrivals: {poisson: {rate: 60/d}}}
        provider: {link: {latency: {exponential: {mean: 2s}}}}
        network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: \(offline)}}}
        strategies: [{name: queue, gap-recovery: {wait: 10s, repeat_limit: \(limit)}}]
        """)
    }
    let targets = try await observed(
      limits(40, 30, limit, "1h"), ["deliverability", "latency_mean_s", "latency_p90_s"])
    let path = "strategies.queue.repeat_limit"
    let result = try await Calibration(
      limits(41, 20, 20, "80m"), targets, unknown: [path, Self.unknowns[0]], threads: 2
    ).run { _ in }
    let found = try unwrap(result.estimate(0))
    TestSupport.expect((found.low...found.high).contains(Double(limit)), "\(found)")
    // One limit more or less is many of the figures' standard errors.
    TestSupport.expect(found.value, equals: Double(limit))
    TestSupport.expect([found.value, found.low, found.high].allSatisfy { $0 == $0.rounded() })
    let offline = try unwrap(result.estimate(1))
    TestSupport.expect((offline.low...offline.high).contains(3600), "\(offline)")
  }
}
