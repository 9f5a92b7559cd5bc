import Answers
import Foundation
import Runs
import Statistics
import TestSupport
import Testing

/// Intervals with controls hold the truth of simulated worlds as often as they claim.
///
/// The truth is the mean of all repetitions with a fixed number of replications, each of which is
/// far less certain. False-alarm probability: 1e-6 for each interval, if it holds the truth in 93
/// to 97 % of all repetitions (exact binomial tails); seeds are fixed. By day only gross errors are
/// found.
@Suite struct ControlledCoverageTests {
  private static let expectations = [
    "fire-and-forget.deliverability > 1%", "gap-recovery.deliverability > 1%",
    "gap-recovery.deliverability > fire-and-forget.deliverability",
  ]

  private struct Interval {
    let value: Double
    let low: Double
    let high: Double
  }

  /// - Returns: The intervals by expectation.
  private func intervals(
    devices: Int, seed: Int, replications: String
  ) async throws -> [Interval] {
    let experiment = try experiment(
      """
      format: 1
      name: coverage
      seed: \(seed)
      warmup: 1d
      duration: 3d
      drain: 1d
      devices: \(devices)
      replications: \(replications)
      workload: {arrivals: {poisson: {rate: 12/d}}}
      provider:
        link: {loss: 0.01, latency: {exponential: {mean: 10s}}}
        resend: {failure: 0.1}
      push_service: {latency: {exponential: {mean: 5s}}}
      network:
        online: {exponential: {mean: 6h}}
        offline: {weibull: {scale: 1h, shape: 0.7}}
        reconnect: {exponential: {mean: 30s}}
      strategies: [fire-and-forget, gap-recovery]
      expect: [\(Self.expectations.joined(separator: ", "))]
      """)
    return try await Runner(experiment, threads: 2).run().judgements().map {
      Interval(value: try unwrap($0.value), low: try unwrap($0.ciLow), high: try unwrap($0.ciHigh))
    }
  }

  private func repeated(
    _ count: Int, devices: Int, from seed: Int, replications: String
  ) async throws -> [[Interval]] {
    var found: [[Interval]] = []
    for repetition in 0..<count {
      found.append(
        try await intervals(
          devices: devices, seed: seed + repetition, replications: replications))
    }
    return found
  }

  /// - Parameter halfWidth: The half-width of the first estimate, for which about 40 replications
  ///   are needed.
  @Test(
    "Intervals with controls cover, with few and with many devices, also when a run stops early",
    arguments: [(20, 0.000_7)] + (isNightly ? [(2000, 0.000_07)] : []))
  func cover(devices: Int, halfWidth: Double) async throws {
    let count = isNightly ? (devices > 100 ? 200 : 800) : 40
    let fixed = try await repeated(count, devices: devices, from: 1, replications: "20")
    let stopped = try await repeated(
      count, devices: devices, from: 1_000_000,
      replications: "{min: 20, max: 200, until: {metric: deliverability, "
        + "half_width: \(halfWidth), strategy: fire-and-forget}}")
    for (place, expectation) in Self.expectations.enumerated() {
      let truth = fixed.reduce(0) { $0 + $1[place].value } / Double(count)
      for (name, repetitions) in [("20 replications", fixed), ("until", stopped)] {
        let hits = repetitions.count { ($0[place].low...$0[place].high).contains(truth) }
        let share = String(format: "%.1f %%", 100 * Double(hits) / Double(count))
        print("\(devices) devices, \(name), \(expectation): \(share) of \(count)")
        expect(Binomial.lowerTail(hits, trials: count, probability: 0.93) > 1e-6, "\(share)")
        expect(Binomial.upperTail(hits, trials: count, probability: 0.97) > 1e-6, "\(share)")
      }
    }
  }
}
