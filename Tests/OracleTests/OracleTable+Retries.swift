import DeliverySim
import Models
import Oracles
import TestSupport

/// R8, retry-until-acked: the geometric law.
extension OracleTable {
  static func retries() -> [OracleRow] {
    let reliable = IndependentRetries(linkLoss: 0.3, attempts: 2)
    let lossy = IndependentRetries(linkLoss: 0.3, acknowledgementLoss: 0.2, attempts: 3)
    return [
      row("shown", reliable, reliable.shown, .share(.shown)),
      row("pushes", reliable, reliable.pushes, .pushes),
      row("shown", lossy, lossy.shown, .share(.shown)),
      row("pushes", lossy, lossy.pushes, .pushes),
      row("duplicates", lossy, lossy.duplicates, .duplicates),
    ]
  }

  private static func row(
    _ name: String, _ oracle: IndependentRetries, _ expected: Double,
    _ measure: OracleRow.Measure
  ) -> OracleRow {
    let arrivals = Workload.Arrivals.poisson(rate: law(.constant(value: 40.0 / 86_400)))
    var setup = DeviceSetup(workload: Workload(arrivals: arrivals))
    setup.provider.link.loss = Probability(oracle.linkLoss) ?? .zero
    setup.provider.resend.failure = Probability(oracle.acknowledgementLoss) ?? .zero
    setup.strategy = .retryUntilAcked(
      Hop.Retry(attempts: oracle.attempts, first: .seconds(30)), collapse: false)
    return OracleRow(
      name:
        "retries, p = \(oracle.linkLoss), f = \(oracle.acknowledgementLoss), "
        + "a = \(oracle.attempts): \(name)",
      expected: expected, measure: measure,
      world: World(
        seed: 20_190_828, devices: 2, duration: .days(60), drain: .days(1), setup: setup),
      replications: 1800)
  }
}
