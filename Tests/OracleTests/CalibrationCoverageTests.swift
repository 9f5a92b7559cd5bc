import Foundation
import Scenarios
import Search
import TestSupport
import Testing

/// Logs of receipts in which the loss on the way is weakly identified: 40 phones, 12 % of the
/// receipts come late, three unknowns. An own generator makes the logs, without the simulator.
///
/// False-alarm probability: 7e-4 for each unknown (51 of 60, exact binomial); the seeds are fixed.
@Suite struct CalibrationCoverageTests {
  private static let unknowns = [
    "network.offline.exponential.mean", "network.online.exponential.mean", "provider.link.loss",
  ]
  private static let truth = [3600.0, 18_000, 0.03]
  private static let days = 6.0

  /// Receipts of a phone's pushes. It is offline for an hour, online for five, in the mean;
  /// the service keeps the newest push.
  private func receipts(of phone: Int, _ draws: inout SplitMix64) -> [String] {
    func exponential(_ mean: Double) -> Double { -mean * log(draws.uniform()) }
    let day = 86_400.0
    var pushes: [(sent: Double, arrived: Double)] = []
    var time = exponential(day / 12)
    while time < (Self.days + 2) * day {
      if draws.uniform() >= Self.truth[2] {
        pushes.append((time, time + exponential(2)))
      } else {
        pushes.append((time, .infinity))
      }
      time += exponential(day / 12)
    }
    var received = [Double](repeating: .infinity, count: pushes.count)
    var isOnline = draws.uniform() < Self.truth[1] / (Self.truth[0] + Self.truth[1])
    var (start, stored) = (0.0, Int?.none)
    let order = pushes.indices.filter { pushes[$0].arrived.isFinite }
      .sorted { pushes[$0].arrived < pushes[$1].arrived }
    var next = 0
    while start < (Self.days + 3) * day {
      let end = start + exponential(Self.truth[isOnline ? 1 : 0])
      if isOnline, let push = stored { received[push] = start }
      stored = nil
      while next < order.count, pushes[order[next]].arrived < end {
        if isOnline {
          received[order[next]] = pushes[order[next]].arrived
        } else {
          stored = order[next]
        }
        next += 1
      }
      (start, isOnline) = (end, !isOnline)
    }
    return pushes.indices.filter { pushes[$0].sent < Self.days * day }.map { push in
      "\(pushes[push].sent),\(received[push].isFinite ? "\(received[push])" : ""),\(phone)"
    }
  }

  private func start(_ seed: Int, _ factors: [Double], confidence: Double) throws -> Experiment {
    let values = zip(Self.truth, factors).map { $0 * $1 }
    return try experiment(
      """
      format: 1
      name: weak
      seed: \(seed)
      warmup: 1d
      duration: 5d
      drain: 2d
      devices: 40
      replications: 40
      confidence: \(confidence)
      workload: {arrivals: {poisson: {rate: 12/d}}}
      provider: {link: {loss: \(values[2]), latency: {exponential: {mean: 2s}}}}
      network:
        online: {exponential: {mean: \(values[1])s}}
        offline: {exponential: {mean: \(values[0])s}}
      strategies: [fire-and-forget]
      """)
  }

  @Test("Intervals hold the truth, also those of an input that the figures hardly tell")
  func coverage() async throws {
    let count = isNightly ? 60 : 1
    var (hits, openEnds) = ([0, 0, 0], [0, 0, 0])
    var (rejected, astray) = (0, 0)
    for number in 0..<count {
      var draws = SplitMix64(state: UInt64(9000 + number))
      let rows = (0..<40).flatMap { receipts(of: $0, &draws) }
      let factors = (0..<3).map { _ in pow(3, 2 * draws.uniform() - 1) }
      let folder = try LogFolder()
      let path = try folder.write("r.csv", header: "sent,received,device", rows: rows)
      let result = try await Calibration(
        start(7_000 + number, factors, confidence: isNightly ? 0.95 : 0.999_999),
        .receipts(path), unknown: Self.unknowns, strategy: nil, threads: 2
      ).run { _ in }
      rejected += result.isRejected ? 1 : 0
      astray += result.hasConverged ? 0 : 1
      for place in hits.indices {
        let ends = result.interval(place)
        let holds =
          ends.low ?? 0 <= Self.truth[place] && Self.truth[place] <= ends.high ?? .infinity
        hits[place] += holds ? 1 : 0
        openEnds[place] += ends.low == nil || ends.high == nil ? 1 : 0
      }
      print("weak \(number):", result.figures, (0..<3).map { result.interval($0) })
    }
    print(
      "of \(count): hold", hits, "with an open end", openEnds, "rejected", rejected, "no answer",
      astray)
    let least = isNightly ? 51 : count
    for (path, hits) in zip(Self.unknowns, hits) { expect(hits >= least, "\(path): \(hits)") }
  }
}

extension Calibration.Result {
  fileprivate var figures: String {
    targets.map { "\($0.metric.prefix(11)) \($0.value)" }.joined(separator: " ")
      + (test.map { " p \($0.pValue)" } ?? "")
  }
}
