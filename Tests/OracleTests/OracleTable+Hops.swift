import DeliverySim
import Models
import Oracles
import TestSupport

/// R2.6: bursts and incidents of the hops, which all devices share.
extension OracleTable {
  static func hops() -> [OracleRow] {
    let oracle = HopIncidents(everyMean: every, lastMean: last)
    // The laws do not matter without a retry: not exponential, to be told if they do.
    let any = OnOffProcess(
      up: law(.gamma(mean: every, shape: 3)), down: law(.uniform(min: 0, max: 2 * last)))
    let exponential = OnOffProcess(
      up: law(.exponential(mean: every)), down: law(.exponential(mean: last)))
    let once = Hop.Retry(attempts: 1, first: .seconds(120))
    let backOff = Hop.Retry(attempts: 3, first: .seconds(20), factor: 3, max: .seconds(100))
    return [
      row("hop 1 down", oracle.lost()) { $0.intake.incidents = any },
      row("hop 2 down", oracle.lost()) { $0.link.incidents = any },
      row("bursts on hop 1, 40 %", oracle.lost(loss: 0.4)) { provider in
        provider.intake.bursts = any.map { Hop.Bursts(spans: $0, loss: Probability(0.4) ?? .one) }
      },
      row("bursts on hop 2, 40 %", oracle.lost(loss: 0.4)) { provider in
        provider.link.bursts = any.map { Hop.Bursts(spans: $0, loss: Probability(0.4) ?? .one) }
      },
      row("hop 1 down, 1 retry", oracle.lost(afterWaits: [120])) {
        ($0.intake.incidents, $0.intake.retry) = (exponential, once)
      },
      row("hop 2 down, 1 retry", oracle.lost(afterWaits: [120])) {
        ($0.link.incidents, $0.link.retry) = (exponential, once)
      },
      row("hop 2 down, 3 retries", oracle.lost(afterWaits: [20, 60, 100])) {
        ($0.link.incidents, $0.link.retry) = (exponential, backOff)
      },
    ]
  }

  /// [s]
  private static let every = 3420.0
  /// [s]
  private static let last = 180.0

  private static func row(
    _ name: String, _ expected: Double, change: (inout Provider) -> Void
  ) -> OracleRow {
    let arrivals = Workload.Arrivals.poisson(rate: law(.constant(value: 40.0 / 86_400)))
    var setup = DeviceSetup(workload: Workload(arrivals: arrivals))
    change(&setup.provider)
    return OracleRow(
      name: "lost, always online, \(name)", expected: expected, measure: .share(.lost),
      world: World(
        seed: 20_190_828, devices: 2, duration: .days(60), drain: .days(1), setup: setup),
      replications: 1800)
  }
}
