import DeliverySim
import Files
import Models

extension StrategyKind {
  static let heartbeat = StrategyKind(
    "heartbeat", HeartbeatKeys(), "After a quiet time, a push carries the last position.",
    traits: .showsPushes, readHeartbeat)
}

private final class HeartbeatKeys: KeyGroup {
  let after = Key("after", .span, Heartbeat().after, "The quiet time.", "R8")
  let times = Key("times", .integer(in: 1...1000), 1, "The number of heartbeats in a row.", "R8")
    .limits
  let filtering = Key(
    "filtering", .bool, false, "They stay invisible, with Apple's filtering entitlement.", "R8")
  let form = Key(
    "type", .words(of: Heartbeat.Form.self), unsaid: .alert,
    "An alert for the extension, or a silent push that makes the app fetch.", "R8")
  let on = innerStrategy(over: { $0.traits.contains(.asks) })
}

@Sendable private func readHeartbeat(_ section: Section<HeartbeatKeys>) -> Strategy {
  let (after, times) = (section.after, section.times)
  let (filtering, form) = (section.filtering, section.form)
  if form == .silent, filtering {
    section.report(\.filtering, allowed: "false, since nobody sees a silent heartbeat")
  }
  let heartbeat = Heartbeat(
    after: after, times: times, filtering: filtering && form == .alert, form: form)
  return section.on.with(heartbeat)
}
