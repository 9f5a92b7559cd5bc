import DeliverySim
import Models
import TestSupport

extension WorldGenerator {
  /// Adds what needs an app that is opened.
  mutating func addStations(_ setup: inout DeviceSetup) {
    if setup.app?.openings == nil { setup.app = app() }
    if happens(0.4) { setup.workload.subscriptions = subscriptions() }
    if happens(0.3) {
      setup.tokens = Tokens(
        changes: happens(0.8) ? changes() : nil, withoutPermission: happens(0.5))
    }
    if setup.workload.payload != nil, happens(0.5) {
      setup.service.payloadLimit = pick([256, 2048, 4096])
    }
    if happens(0.3) {
      setup.workload.kinds =
        happens(0.5) ? MessageKinds(kind: .mixed) : MessageKinds(blank: share([0, 0.2, 1]))
    }
    if happens(0.2) {
      setup.service.perToken = Throttle(
        burst: number(1...5), refill: pick([.zero, .seconds(10), .hours(1)]))
    }
    if happens(0.3) {
      setup.service.optIn = WebPushOptIn(homeScreen: share([0.2, 1]), allowed: share([0, 0.5, 1]))
    }
    if happens(0.2) {
      let from = pick([SimTime.zero, .hours(5), .days(1)])
      setup.provider.cutOff = from..<from.advanced(bySpan: pick([.seconds(60), .hours(9)]))
    }
    if happens(0.5) { setup.telemetry = Telemetry(receipts: pick(Telemetry.Receipts.allCases)) }
  }

  private mutating func subscriptions() -> Subscriptions {
    let folders = (0..<number(1...3)).map { index in
      Subscriptions.Folder(
        name: "f\(index)", share: index == 0 ? 1 : pick([0, 1, 5]),
        subscribed: pick([.zero, Probability(0.5) ?? .one, .one]))
    }
    return Subscriptions(
      accounts: number(1...3), folders: folders, changes: happens(0.8) ? changes() : nil)
  }

  /// Some in a run.
  private mutating func changes() -> Distribution {
    let mean = pick([600.0, 20_000, 200_000])
    return law(happens(0.5) ? .exponential(mean: mean) : .constant(value: mean))
  }
}
