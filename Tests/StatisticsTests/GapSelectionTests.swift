import Foundation
import Statistics
import TestSupport
import Testing

/// Gaps to the best candidate: their coverage, their verdicts, and what constraints do.
@Suite struct GapSelectionTests {
  /// Paired Student intervals with the confidence that all candidates and looks share.
  private struct Play {
    let values: (Int) -> [[Double]]
    let sizes: [Int]
    let confidence: Double
    private(set) var selection: GapSelection
    private(set) var sampled = 0
    /// The size of the last look.
    private(set) var size = 0

    init(
      count: Int, worth: Double, sizes: [Int], confidence: Double,
      _ replication: @escaping () -> [Double]
    ) {
      (self.sizes, self.confidence) = (sizes, confidence)
      selection = GapSelection(count: count, worth: worth)
      values = { size in (0..<size).map { _ in replication() } }
    }

    mutating func run() {
      var data: [[Double]] = []
      for size in sizes where !selection.open.isEmpty {
        sampled += selection.open.count * (size - data.count)
        data += values(size - data.count)
        self.size = size
        let (standings, rows) = (selection.standings, data)
        let family = Double((standings.count - 1) * sizes.count)
        let tail = (1 - confidence) / family / 2
        selection.take(
          GapSelection.Look(
            size: size,
            estimate: { candidate in
              rows.reduce(0) { $0 + $1[candidate] } / Double(rows.count)
            },
            lead: { candidate, rival in
              let ends = [candidate, rival].map { standings[$0].eliminatedAt ?? size }
              let count = ends.min() ?? size
              let leads = rows.prefix(count).map { $0[rival] - $0[candidate] }
              let mean = leads.reduce(0, +) / Double(count)
              let squares = leads.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
              let error = (squares / Double(count * (count - 1))).squareRoot()
              let t = StudentT.quantile(1 - tail, degreesOfFreedom: Double(count - 1))
              return (mean - t * error, mean + t * error)
            }))
      }
    }
  }

  private static let sizes = [10, 13, 17, 22, 28, 35, 44, 55, 69, 87, 109, 137, 172, 215, 269]

  /// Bonferroni promises at least 95 %. False-alarm probability: 4.5 standard errors, 3.4e-6.
  @Test(
    "All gaps lie within their intervals together, and verdicts are right",
    arguments: [[0.0, 0.1, 0.5, 1, 2], [0, 0, 0, 0, 0], [0, 0.3, 0.3, 0.31, 0.9, 1.5, 3, 3]])
  func coverage(gaps: [Double]) {
    let repetitions = isNightly ? 4000 : 300
    var random = SplitMix64(state: 11)
    var (covered, right) = (0, 0)
    for _ in 0..<repetitions {
      var play = Play(count: gaps.count, worth: 0.3, sizes: Self.sizes, confidence: 0.95) {
        let shared = 3 * random.normal()
        return gaps.map { shared - $0 + 0.5 * random.normal() }
      }
      play.run()
      let standings = play.selection.standings
      covered += zip(standings, gaps).allSatisfy { $0.low <= $1 && $1 <= $0.high } ? 1 : 0
      let areRight = gaps.indices.allSatisfy { place in
        switch play.selection.verdict(place) {
        case .asGood: gaps[place] <= 0.3
        case .inferior: gaps[place] > 0
        case .infeasible: false
        case .undecided: true
        }
      }
      right += areRight ? 1 : 0
    }
    for (count, what) in [(covered, "covered"), (right, "right")] {
      let share = Double(count) / Double(repetitions)
      let error = (0.95 * 0.05 / Double(repetitions)).squareRoot()
      print("\(what): expected 0.95 or more, observed \(share), standard error \(error)")
      expect(share > 0.95 - 4.5 * error)
    }
  }

  /// The best is 1.43 ahead of the next. False-alarm probability as above.
  @Test("Of Koenig and Law's inventory systems the best one is found, and the rest is inferior")
  func inventory() {
    let repetitions = isNightly ? 1000 : 100
    var random = SplitMix64(state: 5)
    var right = 0
    for _ in 0..<repetitions {
      var play = Play(count: 5, worth: 1, sizes: Self.sizes, confidence: 0.95) {
        InventorySystems.replication(&random).map { -$0 }
      }
      play.run()
      let verdicts = (0..<5).map { play.selection.verdict($0) }
      right += verdicts == [.inferior, .asGood, .inferior, .inferior, .inferior] ? 1 : 0
    }
    let error = (0.95 * 0.05 / Double(repetitions)).squareRoot()
    let share = Double(right) / Double(repetitions)
    print("inventory: expected 0.95 or more, observed \(share), standard error \(error)")
    expect(share > 0.95 - 4.5 * error)
  }

  @Test("Many bad candidates cost little: they end at the first looks")
  func manyBad() {
    var random = SplitMix64(state: 3)
    var play = Play(count: 200, worth: 0.1, sizes: Self.sizes, confidence: 0.95) {
      (0..<200).map { candidate in
        let mean: Double = candidate < 20 ? -0.02 * Double(candidate) : -2
        return mean + 0.1 * random.normal()
      }
    }
    play.run()
    expect(play.selection.standings[20...].allSatisfy { ($0.eliminatedAt ?? 999) <= 13 })
    expect(play.selection.isDecided)
    // Equal allocation would have gone on with all of them until the last is decided.
    expect(3 * play.sampled < 200 * play.size, "\(play.sampled) of \(200 * play.size)")
  }

  // MARK: By hand

  /// Without chance: the leads are points.
  private func exact(
    _ values: [Double], worth: Double, _ feasibility: [GapSelection.Feasibility]? = nil
  ) -> GapSelection {
    var selection = GapSelection(
      count: values.count, worth: worth, isConstrained: feasibility != nil)
    selection.take(
      GapSelection.Look(
        size: 10, estimate: { values[$0] }, feasibility: { feasibility?[$0] ?? .feasible },
        lead: { (values[$1] - values[$0], values[$1] - values[$0]) }))
    return selection
  }

  @Test func gapsAreDistancesToTheBest() {
    let selection = exact([3, 5, 4.95, 1], worth: 0.1)
    expect(selection.isDecided)
    expect(selection.standings.map(\.high).map { ($0 * 100).rounded() }, equals: [200, 0, 5, 400])
    expect((0..<4).map { selection.verdict($0) }, equals: [.inferior, .asGood, .asGood, .inferior])
    expect(selection.standings[0].better, equals: 1)
  }

  /// 5, 4.9 and 4.8, each difference known to ±0.3.
  @Test("While several may be the best, a gap reaches to the farthest of them")
  func severalPlausible() {
    let values = [5, 4.9, 4.8]
    var selection = GapSelection(count: 3, worth: 0.1)
    selection.take(
      GapSelection.Look(
        size: 10, estimate: { values[$0] },
        lead: { (values[$1] - values[$0] - 0.3, values[$1] - values[$0] + 0.3) }))
    expect(selection.standings.map(\.high).map { ($0 * 100).rounded() }, equals: [20, 40, 50])
    expect(selection.standings.map(\.low), equals: [0, 0, 0])
    expect((0..<3).allSatisfy { selection.verdict($0) == .undecided } && !selection.isDecided)
  }

  @Test("Who is not allowed beats nobody, and is infeasible even if it is behind")
  func constraints() {
    let selection = exact(
      [9, 5, 4.95, 1], worth: 0.1, [.infeasible, .feasible, .feasible, .infeasible])
    expect(
      (0..<4).map { selection.verdict($0) }, equals: [.infeasible, .asGood, .asGood, .infeasible])
    expect(selection.standings[1].high, equals: 0)
    let none = exact([9, 5], worth: 0.1, [.infeasible, .infeasible])
    expect(none.isDecided && none.plausible.isEmpty)
  }

  @Test("Who may still be allowed excludes nobody, but may be the best")
  func unknown() {
    let selection = exact([9, 5, 1], worth: 0.1, [.unknown, .feasible, .feasible])
    expect(selection.standings[0].better == nil && selection.standings[1].better == nil)
    expect(selection.standings[2].better, equals: 1)
    expect(selection.verdict(1), equals: .undecided)
    expect(!selection.isDecided)
  }
}
