import Foundation
import Statistics
import TestSupport
import Testing

/// These tests count how often 95 % intervals of quantiles of all notifications hold the truth.
///
/// Claimed: 93 to 97 % without shared outages, and with at least 100 of them in all replications.
/// False-alarm probability: 1e-6 for the whole table, shared equally among its bounds (exact
/// binomial tail).
@Suite("Coverage of quantiles")
struct QuantileCoverageTests {
  private static let claimed = 0.93...0.97

  /// A case's place decides its random numbers.
  private static let cases: [QuantileCase] =
    [10, 40].map { row(0.5, $0, outages: 0, claimed) } + [row(0.99, 40, outages: 0, claimed)]
    + [(10, 10.0), (40, 2.5), (100, 1)].map { row(0.99, $0.0, outages: $0.1, claimed) }
    + [row(0.9, 40, outages: 2.5, claimed, isPaired: true)]
    + [row(0.99, 40, outages: 2.5, claimed, isPaired: true)]
    + [0.125, 0.5, 1.25].map { row(0.99, 40, outages: $0, nil) }
    + [0.5, 0.9, 0.99].flatMap { q in
      [2, 5].map { row(q, 40, outages: 0, cautious, notifications: $0) }
    }
    // From 10 replications on, differences are judged.
    + [(10, 10.0), (30, 3.4)].map {
      row(0.9, $0.0, outages: $0.1, cautious, isPaired: true)
    }
    // Half of the delays that the other strategy makes longer lie below the median.
    + [(10, 2), (10, 10), (30, 2), (30, 10)].map { replications, moved in
      QuantileCase(
        name: "difference of p50, \(moved) delays differ in all", q: 0.5,
        replications: replications,
        outages: 0, required: cautious, isPaired: true,
        moved: Double(moved) / Double(replications))
    }

  /// Where a replication has few delays, the end may be infinite: the interval is too wide.
  private static let cautious = 0.93...1.0

  private static func row(
    _ q: Double, _ replications: Int, outages: Double, _ required: ClosedRange<Double>?,
    isPaired: Bool = false, notifications: Int? = nil
  ) -> QuantileCase {
    let difference = isPaired ? "difference of " : ""
    let few = notifications.map { ", \($0) delays a replication" } ?? ""
    let all = (outages * Double(replications)).formatted()
    return QuantileCase(
      name: "\(difference)p\((100 * q).formatted())\(few), \(all) outages in all",
      q: q, replications: replications, outages: outages, required: required, isPaired: isPaired,
      notifications: notifications ?? 200)
  }

  /// A case takes some 10 ms each time: `make test` looks at two of them.
  private static let looked = isNightly ? Array(cases.indices) : [1, 4]

  @Test("Every interval of a quantile covers as often as docs/explanation/statistics.md says")
  func table() throws {
    let alpha = 1e-6 / Double(2 * Self.cases.count { $0.required != nil })
    for place in Self.looked {
      let item = Self.cases[place]
      let found = (0..<Repetitions.count).compactMap { item.holds(116 + place, repetition: $0) }
      // There is no interval, and no claim, where nothing differs.
      try #require(found.count >= Repetitions.count * 4 / 5)
      try #require(found.count == Repetitions.count || item.moved > 0)
      let hits = found.count { $0 }
      let coverage = String(format: "%.1f %%", 100 * Double(hits) / Double(found.count))
      let claim = Self.claim(item.required)
      let line = "| \(item.name) | \(item.replications) | \(coverage) | \(claim) |"
      print(line)
      guard let required = item.required else { continue }
      let n = found.count
      // A probability of 1 has no tail above it.
      expect(
        Binomial.lowerTail(hits, trials: n, probability: required.lowerBound) >= alpha
          && Binomial.upperTail(hits, trials: n, probability: required.upperBound) >= alpha,
        "\(line)")
    }
  }
  private static func claim(_ required: ClosedRange<Double>?) -> String {
    switch required {
    case nil: "not claimed"
    case cautious?: "at least 93.0 %"
    case _?: "93.0-97.0 %"
    }
  }
}
