import DeliverySim
import Experiments
import Models
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
    #expect(read.collapseKeys?.share.value == 0.3 && read.collapseKeys?.count == 2)
    #expect(read.throttle.burst == 20 && read.throttle.refill == .seconds(180))
    let throttled = try service("throttle: {burst: 5, refill: 10s}").throttle
    #expect(throttled.burst == 5 && throttled.refill == .seconds(10))
    try expect(service("throttle: {refill: 0s}").throttle.refill, equals: .zero)
  }

  @Test func whatIsLeftOutIsIdeal() throws {
    for text in ["collapse_keys: {}", "throttle: {}", "capacity: 100"] {
      #expect(try service(text).collapseKeys == nil)
    }
  }

  @Test func whatNothingUsesIsNoted() throws {
    let alone = try ScenarioText.read("push_service: {kind: fcm, throttle: {burst: 5}}\n")
    expect(
      alone.base.unusedKeys(in: alone.written),
      equals: [
        "push_service.throttle: no message is collapsible"
      ])
    let keys = "collapse_keys: {share: 30%, keys: 2}, throttle: {burst: 5}"
    let elsewhere = try ScenarioText.read("push_service: {kind: apns, \(keys)}\n")
    expect(
      elsewhere.keysNotOfAllKinds.unused,
      equals: [
        "push_service.collapse_keys: not used by apns", "push_service.throttle: not used by apns",
      ])
    let used = try ScenarioText.read("push_service: {kind: fcm, \(keys)}\n")
    expect(used.base.unusedKeys(in: used.written), equals: [])
    expect(used.keysNotOfAllKinds.unused, equals: [])
  }
}
