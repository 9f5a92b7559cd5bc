import Foundation
import Statistics
import TestSupport
import Testing

/// These tests count how often 95 % intervals hold the truth, in cases whose truth is known.
///
/// False-alarm probability: 1e-6 for the whole table, shared equally among its bounds; a bound is
/// passed only by what an interval that keeps its claim shows with that probability (exact binomial
/// tail). The seed is fixed, so a pass stays a pass.
@Suite("Coverage of intervals")
struct CoverageTests {
  private static let alpha =
    1e-6 / Double(2 * CoverageTable.cases.count { $0.claim.required != nil })

  @Test("Every interval covers as often as docs/explanation/statistics.md says")
  func table() {
    // By day every third: each kind of case is among them.
    let rows = CoverageTable.cases.enumerated()
      .filter { isNightly || $0.offset.isMultiple(of: 3) }
      .map { CoverageRow($0.element, $0.offset) }
    let lines = rows.map { $0.line(alpha: Self.alpha) }
    print(([CoverageRow.header] + lines).joined(separator: "\n"))
    for row in rows {
      expect(row.holds(alpha: Self.alpha), "\(row.line(alpha: Self.alpha))")
    }
  }

  /// False-alarm probability: 2e-6 (exact binomial).
  @Test("All looks of a run hold together in 94 % of all runs, and in 93 % of each case")
  func looks() {
    let first = CoverageTable.cases.count - CoverageTable.watched.count
    expect(CoverageTable.watched.count, equals: 12)
    let rows = CoverageTable.watched.enumerated().map { CoverageRow($0.element, first + $0.offset) }
    let (hits, count) = (rows.reduce(0) { $0 + $1.hits }, rows.reduce(0) { $0 + $1.repetitions })
    print("all looks together: \(hits) of \(count), by case: \(rows.map(\.hits))")
    for row in rows {
      let tail = Binomial.lowerTail(row.hits, trials: row.repetitions, probability: 0.93)
      expect(tail >= 1e-6 / Double(rows.count), "\(row.hits) of \(row.repetitions)")
    }
    expect(Binomial.lowerTail(hits, trials: count, probability: 0.94) >= 1e-6)
  }

  /// The table is worth its time only if it finds an interval that is wrong.
  @Test("Plain Student intervals of rare losses are found out", arguments: [1.0])
  func studentFails(total: Double) {
    let row = CoverageRow(CoverageTable.rare(total: total, 40), 100, isPlain: true)
    print("plain Student: " + row.line(alpha: Self.alpha))
    expect(!row.holds(alpha: Self.alpha))
  }

  @Test(
    "In the nightly run also where a few losses are expected", .enabled(if: isNightly),
    arguments: [2.0, 5])
  func studentFailsNightly(total: Double) {
    let row = CoverageRow(CoverageTable.rare(total: total, 40), 101, isPlain: true)
    print("plain Student: " + row.line(alpha: Self.alpha))
    expect(!row.holds(alpha: Self.alpha))
  }

  /// At a hair beyond the end that 0 losses in all replications give, the interval misses exactly
  /// where there are none; at a hair below it, never. (1-p)^m is known, and so is the upper end by
  /// the binomial law (Clopper and Pearson, one-sided).
  ///
  /// False-alarm probability: 1e-6 for each of the four expectations (exact binomial).
  @Test("A share of 0 or 1 in all replications misses as often as the binomial law says")
  func extremeShares() {
    let (n, devices) = (40, 25)
    let end = 1 - pow(0.05, 1 / Double(n * devices))
    expect(abs(Binomial.lowerTail(0, trials: n * devices, probability: end) - 0.05) < 1e-12)
    for (place, probability) in [end * 0.999, end * 1.001].enumerated() {
      let none = Binomial.lowerTail(0, trials: n * devices, probability: probability)
      for isNearOne in [false, true] {
        let found = extremes(
          probability, n, devices, isNearOne, number: 102 + 2 * place + (isNearOne ? 1 : 0))
        let p = Binomial.twoSidedP(
          found.extreme, trials: Repetitions.count, probability: none)
        print(
          "share \(isNearOne ? 1 : 0) throughout: expected \(none), observed "
            + "\(Double(found.extreme) / Double(Repetitions.count)), outside \(found.outside)")
        expect(p >= 1e-6)
        expect(found.outside, equals: (probability > end ? found.extreme : 0))
      }
    }
  }

  /// The number of repetitions that have a share of 0 (or 1) throughout, and of those in which the
  /// truth lies outside.
  private func extremes(
    _ probability: Double, _ n: Int, _ devices: Int, _ isNearOne: Bool, number: Int
  ) -> (extreme: Int, outside: Int) {
    let law = CountLaw.binomial(trials: devices, probability: probability)
    let truth = isNearOne ? 1 - probability : probability
    let y = Double(devices)
    let estimates = (0..<Repetitions.count).compactMap { repetition -> Estimate? in
      let values = (0..<n).map { replication in
        var draws = Repetitions.draws(
          case: number, repetition: repetition, replication: replication)
        let events = law.sample(&draws)
        return isNearOne ? y - events : events
      }
      return RatioSample(numerators: values, denominators: [Double](repeating: y, count: n))
        .estimate(confidence: 0.95, shareTrials: n * devices)
    }.filter { $0.method == .oneSided }
    let outside = estimates.count { ($0.low ?? 0) > truth || ($0.high ?? 1) < truth }
    return (estimates.count, outside)
  }
}
