import Foundation
import Statistics
import TestSupport
import Testing

/// The procedure of Kim and Nelson: how often it is right, and its arithmetic.
@Suite struct KimNelsonTests {
  /// Runs it to its end.
  private func choice(
    _ procedure: KimNelson, _ replication: () -> [Double]
  ) -> (best: Int, sizes: Int) {
    var (procedure, sizes) = (procedure, 0)
    while procedure.survivors.count > 1 {
      let values = replication()
      sizes += procedure.survivors.count
      procedure.take { values[$0] }
    }
    return (procedure.survivors[0], sizes)
  }

  /// One candidate is better than all others by just the difference that matters: the hardest case.
  ///
  /// The procedure promises 0.95. False-alarm probability: 4.5 standard errors, 3.4e-6 each.
  @Test("The best one is chosen as often as promised", arguments: [2, 10, 100])
  func slippage(count: Int) {
    let repetitions = isNightly ? 10_000 : count == 100 ? 100 : 1000
    var random = SplitMix64(state: UInt64(count))
    var right = 0
    for _ in 0..<repetitions {
      let procedure = KimNelson(count: count, worth: 0.6, confidence: 0.95, first: 10)
      let (best, _) = choice(procedure) {
        (0..<count).map { random.normal() + ($0 == count - 1 ? 0.6 : 0) }
      }
      right += best == count - 1 ? 1 : 0
    }
    let share = Double(right) / Double(repetitions)
    let error = (0.95 * 0.05 / Double(repetitions)).squareRoot()
    print("k = \(count): expected 0.95 or more, observed \(share), standard error \(error)")
    expect(share > 0.95 - 4.5 * error)
  }

  @Test func inventorySystemsHaveThePublishedMeans() {
    for (level, mean) in zip(InventorySystems.levels, InventorySystems.means) {
      // Published with three decimals.
      expect(abs(InventorySystems.exactMean(level) - mean) < 0.0006, "\(level)")
    }
  }

  /// System 2 is the best, by 1.43 a month. False-alarm probability: the procedure promises 0.95;
  /// 4.5 standard errors, 3.4e-6.
  @Test("Of Koenig and Law's inventory systems the best one is chosen")
  func inventory() {
    let repetitions = isNightly ? 1000 : 200
    var random = SplitMix64(state: 7)
    var right = 0
    for _ in 0..<repetitions {
      let procedure = KimNelson(count: 5, worth: 1, confidence: 0.95, first: 10)
      let (best, _) = choice(procedure) { InventorySystems.replication(&random).map { -$0 } }
      right += best == 1 ? 1 : 0
    }
    let error = (0.95 * 0.05 / Double(repetitions)).squareRoot()
    let share = Double(right) / Double(repetitions)
    print("inventory: expected 0.95 or more, observed \(share), standard error \(error)")
    expect(share > 0.95 - 4.5 * error)
  }

  /// Two candidates, first stage 3, by hand: differences 1, 3, 2 have the variance 1;
  /// η = ((2·0.1)^(-1) - 1)/2 = 2, h² = 2·2·2 = 8. With a worth of 1 who is behind by more than
  /// (8 - r)/2 in the sum after r replications is left out: after 3 by 2.5, and 6 is more.
  @Test func arithmetic() {
    var procedure = KimNelson(count: 2, worth: 1, confidence: 0.9, first: 3)
    for values in [[1.0, 0], [3, 0]] { procedure.take { values[$0] } }
    expect(procedure.survivors, equals: [0, 1])
    procedure.take { [2.0, 0][$0] }
    expect(procedure.survivors, equals: [0])
    expect(procedure.eliminations[1]?.size, equals: 3)
    expect(procedure.eliminations[1]?.by, equals: 0)
    // With differences 1, -1, 0 the variance is 1 too, but nobody is ahead: the ninth ends it.
    var even = KimNelson(count: 2, worth: 1, confidence: 0.9, first: 3)
    for difference in [1.0, -1, 0, 0, 0, 0, 0] { even.take { $0 == 0 ? difference : 0 } }
    expect(even.survivors, equals: [0, 1])
    for _ in 0..<2 { even.take { _ in 0 } }
    expect(even.survivors, equals: [0])
    expect(even.eliminations[1]?.size, equals: 9)
  }

  @Test("Of candidates that always agree the first one stays")
  func ties() {
    var procedure = KimNelson(count: 3, worth: 0.1, confidence: 0.95, first: 5)
    for value in 0..<5 { procedure.take { _ in Double(value) } }
    expect(procedure.survivors, equals: [0])
  }
}
