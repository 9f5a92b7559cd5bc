import DeliverySim
import Models
import Oracles
import TestSupport

/// R3.4: a device that is always online and reserves power now and then. To messages of priority 5
/// that is what being offline is to others: the same closed form, and loss without any absence.
extension OracleTable {
  static func power() throws -> [OracleRow] {
    let laws = OfflineLaw.samples
    return try [row(laws[0]), row(laws[4])]
  }

  private static func row(_ reserving: OfflineLaw) throws -> OracleRow {
    let (rate, normalMean) = (40.0 / 86_400, 21_600.0)
    let oracle = NewestOnly(arrivalRate: rate, onlineMean: normalMean, offline: reserving)
    let arrivals = Workload.Arrivals.poisson(rate: law(.constant(value: rate)))
    var setup = DeviceSetup(workload: Workload(arrivals: arrivals, priority: .byPower))
    setup.power = Power(
      spans: OnOffProcess(up: law(.gamma(mean: normalMean, shape: 2)), down: reserving.sampled))
    return OracleRow(
      name: "priority 5, reserving power, \(reserving.name)",
      expected: try oracle.deliverability(), measure: .share(.shown),
      world: World(
        seed: 20_190_828, devices: 2, warmup: .days(1), duration: .days(61), drain: .days(5),
        setup: setup),
      replications: 1800)
  }
}
