import Files
import Foundation
import Scenarios
import Search
import Terminal
import TestSupport
import Testing

/// Intervals of `calibrate` reach as far as a closed form says where figures bend; where a search
/// has nothing to hold on to, it says so.
///
/// Devices are always online, so that the share p of lost pushes is all that is not shown: m(p) is
/// 1 - p, and with a figure y ± s the interval is |1 - p - y| <= z·s, whatever the scale of p.
@Suite struct CalibrationEndsTests {
  private static let loss = "provider.link.loss"

  private func world(loss: String, network: String = "", replications: Int = 40) throws
    -> Experiment
  {
    try experiment(
      """
      format: 1
      name: world
      seed: 5
      duration: 4d
      drain: 1d
      devices: 100
      replications: \(replications)
      workload: {arrivals: {poisson: {rate: 24/d}}}
      provider: {link: {loss: \(loss)}}
      \(network)
      strategies: [fire-and-forget, {name: queue, gap-recovery: {wait: 10s}}]
      """)
  }

  private func figure(
    _ metric: String, _ value: Double, _ error: Double
  ) -> CalibrationTarget {
    CalibrationTarget(
      metric: metric, strategy: "fire-and-forget", group: nil, value: value, standardError: error)
  }

  private func calibrate(
    _ world: Experiment, _ targets: [CalibrationTarget], _ unknown: [String] = [loss]
  ) async throws -> Calibration.Result {
    try await Calibration(world, targets, unknown: unknown, threads: 2).run { _ in }
  }

  private func words(_ result: Calibration.Result) -> String {
    CalibrationText(result.answer(of: "")).lines.joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
  }

  private static let z = 1.959963985

  /// On the scale of a share both sides would be equal: [1.4 %, 6.5 %] in place of these. The noise
  /// of 384,000 messages is 0.03 points, twice of which is allowed beside a grid of 0.05 s.
  @Test("An interval has the values that the figures allow, on either side")
  func uneven() async throws {
    let result = try await calibrate(world(loss: "5%"), [figure("deliverability", 0.97, 0.012)])
    let ends = result.interval(0)
    let (low, high) = (try unwrap(ends.low), try unwrap(ends.high))
    expect(abs(low - (0.03 - Self.z * 0.012)) < 0.0015, "\(ends)")
    expect(abs(high - (0.03 + Self.z * 0.012)) < 0.0015, "\(ends)")
    let estimate = try unwrap(result.estimate(0))
    expect(estimate.low == low && estimate.high == high)
  }

  @Test("An end that the figures do not exclude is open, and the other one is said")
  func open() async throws {
    let result = try await calibrate(world(loss: "2%"), [figure("deliverability", 0.992, 0.006)])
    let ends = result.interval(0)
    expect(ends.low == nil, "\(ends)")
    let high = try unwrap(ends.high)
    expect(abs(high - (0.008 + Self.z * 0.006)) < 0.0015, "\(ends)")
    expect(words(result), contains: "at most 1.")
    // No share is below 0, which is where an estimate's open end lies.
    if let estimate = result.estimate(0) { expect(estimate.low == 0) }
  }

  /// Losses and absences both take from what is shown, so that what is known of one depends on the
  /// other. Here figures hardly bend: the interval is about what the slopes say of both, and twice
  /// as long as with the other one held.
  @Test("An interval has the other unknowns searched anew")
  func withOthers() async throws {
    let network = "network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 1h}}}"
    let offline = "network.offline.exponential.mean"
    let result = try await calibrate(
      world(loss: "4%", network: network),
      [figure("deliverability", 0.9, 0.004), figure("latency_mean_s", 138, 14)],
      [Self.loss, offline])
    let ends = result.interval(0)
    let (low, high) = (try unwrap(ends.low), try unwrap(ends.high))
    let width = log(high / (1 - high)) - log(low / (1 - low))
    let own = try unwrap(result.shapes?.fits.first)
    let error = own.covariance[0][0].squareRoot()
    expect(
      0.8 < width / (2 * Self.z * error) && width / (2 * Self.z * error) < 1.4, "\(ends), \(error)")
  }

  @Test(
    "A search that starts where a share hardly matters finds one that does", arguments: [0.1, 30])
  func farStart(percent: Double) async throws {
    let result = try await calibrate(
      world(loss: "\(percent)%"), [figure("deliverability", 0.9544, 0.002)])
    let found = try unwrap(result.estimate(0))
    expect(result.hasConverged)
    expect(abs(found.value - 0.0456) < 0.002, "\(found)")
  }

  /// The figures are those of a loss of 4.56 %, absences of 1 h, and 6 h between them.
  @Test("So does one where the other unknowns have to come along")
  func farStartWithOthers() async throws {
    let figures = [
      figure("deliverability", 0.8878, 0.003), figure("latency_mean_s", 144.7, 6),
      figure("latency_p99_s", 3798, 120),
    ]
    let network =
      "network: {online: {exponential: {mean: 4h}}, offline: {exponential: {mean: 25m}}}"
    let result = try await calibrate(
      world(loss: "0.1%", network: network), figures,
      [Self.loss, "network.offline.exponential.mean", "network.online.exponential.mean"])
    let found = try unwrap(result.estimate(0), "\(words(result))")
    expect(result.hasConverged && abs(found.value - 0.0456) < 0.004, "\(found)")
  }

  private static let away =
    "network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 1h}}}"

  @Test("Where the scenario has no latency, that is said, not to start elsewhere")
  func noLatency() async throws {
    let figures = [figure("deliverability", 0.9, 0.01), figure("latency_p50_s", 1.1, 0.02)]
    let result = try await calibrate(world(loss: "2%", network: Self.away), figures)
    let text = words(result)
    expect(text, contains: "the scenario has no latency, so latency_p50_s is 0 there")
    expect(text, contains: "add push_service.latency, or leave the delays out")
    expect(!text.contains("start at other values"))
    let fitting = try await calibrate(
      world(loss: "2%", network: Self.away), [figure("deliverability", 0.9, 0.01)])
    expect(!words(fitting).contains("no latency"))
  }
}
