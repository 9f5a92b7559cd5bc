import DeliverySim
import Models
import TestSupport

extension WorldGenerator {
  /// Adds what needs an app that is opened.
  mutating func addStations(_ setup: inout DeviceSetup) {
    if setup.app?.openings == nil { setup.app = app() }
    if happens(0.5) { setup.telemetry = Telemetry(receipts: pick(Telemetry.Receipts.allCases)) }
  }

  private mutating func app() -> App {
    let perDay = pick([0.0, 0.3, 2, 30])
    return App(
      openings: .init(rate: law(.constant(value: perDay / 86_400))), visit: latency(),
      suspended: happens(0.5) ? latency() : nil,
      kills: .init(users: pick([.zero, .one]), visits: pick([.zero, .one])),
      syncsOnOpening: happens(0.5), presentsInForeground: happens(0.5))
  }
}
