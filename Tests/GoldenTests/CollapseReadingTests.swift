import DeliverySim
import Models
import Scenarios
import TestSupport
import Testing

/// `push_service.collapse_keys` and `throttle`: what is read is what is simulated.
@Suite struct CollapseReadingTests {
  private func service(_ keys: String) throws -> PushService {
    try ScenarioText.read("push_service: {kind: fcm, \(keys)}\n").points[0].scenario.frame.setup
      .service
  }

  @Test func everyKeyReachesTheService() throws {
    let read = try service("collapse_keys: {share: 30%, keys: 2}")
    expect(read.collapseKeys?.share.value == 0.3 && read.collapseKeys?.count == 2)
    expect(read.throttle.burst == 20 && read.throttle.refill == .seconds(180))
    let throttled = try service("throttle: {burst: 5, refill: 10s}").throttle
    expect(throttled.burst == 5 && throttled.refill == .seconds(10))
    try expect(service("throttle: {refill: 0s}").throttle.refill, equals: .zero)
  }

  @Test func whatIsLeftOutIsIdeal() throws {
    for text in ["collapse_keys: {}", "throttle: {}", "capacity: 100"] {
      expect(try service(text).collapseKeys == nil)
    }
  }

  @Test func whatNothingUsesIsNoted() throws {
    let alone = try ScenarioText.read("push_service: {kind: fcm, throttle: {burst: 5}}\n")
    expect(
      UnusedKeys(alone).lines,
      equals: [
        "push_service.throttle: no message is collapsible"
      ])
    let keys = "collapse_keys: {share: 30%, keys: 2}, throttle: {burst: 5}"
    let elsewhere = try ScenarioText.read("push_service: {kind: apns, \(keys)}\n")
    expect(
      UnusedKeys(elsewhere).ofServices.unused,
      equals: [
        "push_service.collapse_keys: not used by apns", "push_service.throttle: not used by apns",
      ])
    let used = try ScenarioText.read("push_service: {kind: fcm, \(keys)}\n")
    expect(UnusedKeys(used).lines, equals: [])
    expect(UnusedKeys(used).ofServices.unused, equals: [])
  }

  /// The default, 30 days, is more than `fcm` stores for; but nobody has written it.
  @Test func anExpirationBeyondWhatTheServiceStoresForIsNotedWhereItIsWritten() throws {
    func noted(_ lines: String) throws -> [String] {
      try UnusedKeys(ScenarioText.read(lines)).ofServices.partlyUsed
    }
    let note = ["push_service.expiration: fcm stores for 28d at most"]
    let sweep = "sweep: [{factor: lifetime, path: push_service.expiration, values: [1d, 30d]}]\n"
    let map = """
      sweep:
        - factor: service
          path: push_service
          values: [{kind: apns}, {kind: fcm, expiration: 29d}]
          labels: [a, f]

      """
    for lines in [
      "push_service: {kind: fcm, expiration: 30d}\n",
      "push_service: {expiration: 30d}\ngroups: [{name: a, share: 1, push_service: {kind: fcm}}]\n",
      "groups: [{name: a, share: 0.5, push_service: {kind: fcm, expiration: 30d}}]\n",
      "push_service: {kind: fcm}\n" + sweep, map,
    ] {
      try expect(noted(lines), equals: note, "\(lines)")
    }
    let shorter = "groups: [{name: a, share: 0.5, push_service: {expiration: 1d}}]\n"
    for lines in [
      "push_service: {kind: fcm}\n", "push_service: {kind: fcm, expiration: 28d}\n",
      "push_service: {expiration: 30d}\n", "push_service: {kind: fcm}\n" + shorter,
    ] {
      try expect(noted(lines), equals: [], "\(lines)")
    }
  }
}
