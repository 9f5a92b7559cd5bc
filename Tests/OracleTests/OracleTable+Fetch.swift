import DeliverySim
import Models
import Oracles
import TestSupport

/// R8, extension-fetch: what nobody has asked for at the end.
extension OracleTable {
  static func fetches() -> [OracleRow] {
    let oracle = Oracles.ExtensionFetch(rate: 20.0 / 86_400, duration: 2 * 86_400)
    return strategies.flatMap { name, strategy in
      [
        row("\(name), p = 0.3: lost", oracle.lost(linkLoss: 0.3), .share(.lost), strategy) {
          $0.provider.link.loss = Probability(0.3) ?? .zero
        },
        row(
          "\(name), away: pending", oracle.pending(online: 18_000, offline: 9000),
          .share(.pending), strategy
        ) {
          $0.network.onOff = OnOffProcess(
            up: law(.exponential(mean: 18_000)), down: law(.exponential(mean: 9000)))
        },
      ]
    }
  }

  private static let strategies: [(String, Strategy)] = [
    ("fetch always", .extensionFetch()),
    ("fetch, no content", .extensionFetch(Models.ExtensionFetch(content: .none))),
    ("fetch on-gap", .extensionFetch(Models.ExtensionFetch(ask: .onGap))),
  ]

  private static func row(
    _ name: String, _ expected: Double, _ measure: OracleRow.Measure, _ strategy: Strategy,
    change: (inout DeviceSetup) -> Void
  ) -> OracleRow {
    let arrivals = Workload.Arrivals.poisson(rate: law(.constant(value: 20.0 / 86_400)))
    var setup = DeviceSetup(workload: Workload(arrivals: arrivals))
    setup.strategy = strategy
    change(&setup)
    return OracleRow(
      name: name, expected: expected, measure: measure,
      world: World(seed: 20_261_124, devices: 20, duration: .days(2), setup: setup),
      replications: measure.isOf(.pending) ? 12_000 : 2000)
  }
}
