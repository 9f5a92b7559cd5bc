import DeliverySim
import Foundation
import Statistics

/// A law of delays whose quantiles are known, with outages that delay many at once.
///
/// A replication has ``notifications`` delays, exponential with mean 1, and a Poisson number of
/// outages; each adds a geometric number of delays, uniform up to ``outageMax``. With F(x) =
/// E[delays up to x] / E[delays] the true quantile of all notifications ever is that of F.
struct QuantileCase: Sendable {
  let name: String
  let q: Double
  let replications: Int
  /// Expected in a replication.
  let outages: Double
  /// The coverage that is promised of a 95 % interval.
  let required: ClosedRange<Double>?
  /// The interval is that of the difference to a strategy for which outages are half as long.
  var isPaired = false
  /// Delays of a replication beside those of its outages.
  var notifications = 200
  /// So many delays of a replication are expected to be 50 longer under the other strategy; then
  /// there are no outages.
  var moved = 0.0

  private static let outageMean = 10.0
  private static let outageMax = 100.0
}

extension QuantileCase {
  // MARK: Truth

  var truth: Double {
    isPaired ? quantile(scale: 1) - quantile(scale: 0.5) : quantile(scale: 1)
  }

  private func quantile(scale: Double) -> Double {
    var (low, high) = (0.0, 1000.0)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if share(upTo: middle, scale) < q { low = middle } else { high = middle }
    }
    return high
  }

  private func share(upTo x: Double, _ scale: Double) -> Double {
    let (base, delayed) = (Double(notifications), outages * Self.outageMean)
    let late = min(1, x / (scale * Self.outageMax))
    if scale < 1, moved > 0 {
      let share = moved / base
      return -(1 - share) * expm1(-x) - share * expm1(-max(0, x - 50))
    }
    return (base * -expm1(-x) + delayed * late) / (base + delayed)
  }
}

extension QuantileCase {
  // MARK: One repetition

  /// Whether the interval holds the truth.
  func holds(_ number: Int, repetition: Int) -> Bool? {
    let resampling = Repetitions.resampling(case: number, repetition: repetition)
    let intervals = QuantileIntervals(
      confidence: 0.95, shareTrials: replications, resampling: resampling)
    let worlds = (0..<replications).map { replication in
      var draws = Repetitions.draws(
        case: number, repetition: repetition, replication: replication)
      return delays(&draws)
    }
    let sample = Self.sample(worlds.map { $0.map(\.here) })
    guard isPaired else {
      let estimate = sample.estimate(q, intervals)
      return holds(estimate?.low, estimate?.high)
    }
    let other = Self.sample(worlds.map { $0.map(\.there) })
    let difference = sample.difference(q, from: other, intervals, ifZero: .unknown)
    return holds(difference?.low, difference?.high)
  }

  private func holds(_ low: Double?, _ high: Double?) -> Bool? {
    guard let low, let high else { return nil }
    return low <= truth && truth <= high
  }

  private func delays(_ draws: inout Draws) -> [(here: Double, there: Double)] {
    var delays = (0..<notifications).map { _ in
      let delay = -log(draws.uniform())
      guard moved > 0 else { return (delay, delay) }
      return (delay, draws.uniform() < moved / Double(notifications) ? delay + 50 : delay)
    }
    var product = draws.uniform()
    while product > exp(-outages) {
      let size = Int((log(draws.uniform()) / log1p(-1 / Self.outageMean)).rounded(.up))
      for _ in 0..<max(1, size) {
        let delay = Self.outageMax * draws.uniform()
        delays.append((delay, delay / 2))
      }
      product *= draws.uniform()
    }
    return delays
  }

  // MARK: Cells of 0.1 %

  private static let (origin, ratio) = (1e-6, 1.001)

  private static func sample(_ replications: [[Double]]) -> QuantileSample {
    let counts = replications.map { values in
      let cells = values.map { Int(log($0 / origin) / log(ratio)) }
      var counts = CellCounts()
      for (cell, count) in Dictionary(grouping: cells, by: \.self).mapValues(\.count)
        .sorted(by: { $0.key < $1.key })
      {
        counts.add(cell: max(0, cell), count: UInt64(count))
      }
      return counts
    }
    return QuantileSample(PooledCounts(counts), totals: replications.map { UInt64($0.count) }) {
      (origin * pow(ratio, Double($0)), origin * pow(ratio, Double($0 + 1)))
    }
  }
}
