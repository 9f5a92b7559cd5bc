import Runs
import TestSupport
import Testing

/// A plan deals its pieces to shards.
@Suite struct DealtPiecesTests {
  /// Without a network the cost of a device is that of its messages. Three replications of 40, 30,
  /// 20 and 10 devices make the loads of two shards 40 | 0, 40 | 40, 80 | 40, then 80 | 70,
  /// 80 | 100, 110 | 100, then 110 | 120, 130 | 120, 130 | 140, and 140 | 140, 150 | 140,
  /// 150 | 150.
  @Test("Each piece goes to who has least, the costliest first")
  func byHand() throws {
    let experiment = try experiment(
      """
      format: 1
      name: dealt
      seed: 1
      duration: 1d
      replications: 3
      workload: {arrivals: {poisson: {rate: 10/d}}}
      strategies: [fire-and-forget]
      sweep: [{factor: n_devices, path: devices, values: [10, 40, 30, 20]}]

      """)
    let dealing = try unwrap(try Plan.make(experiment, threads: 1, shards: 2).dealing)
    let (loads, one) = (dealing.parts.map(\.load), dealing.largest.cost / 40)
    expect(dealing.largest.point, equals: 1)
    expect(abs(loads[0] / one - 150) < 1e-9 && abs(loads[1] / one - 150) < 1e-9, "\(loads)")
    expect(dealing.parts.map(\.pieceCount), equals: [6, 6])
  }
}
