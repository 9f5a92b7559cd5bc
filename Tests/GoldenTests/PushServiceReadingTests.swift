import DeliverySim
import Files
import Models
import Scenarios
import TestSupport
import Testing

/// `push_service` says this of quotas, of devices that are away for long, and of FCM's callback.
@Suite struct PushServiceReadingTests {
  private func service(_ keys: String) throws -> PushService {
    try ScenarioText.read("push_service: {\(keys)}\n").points[0].scenario.frame.setup.service
  }

  @Test func quotasAreAMapOrAList() throws {
    try expect(
      service("quota: {count: 500, per: day, resets: 6h, exempt: 5%}").quotas,
      equals: [.init(count: 500, per: .day, resets: .hours(6), exempt: Probability(0.05) ?? .zero)])
    try expect(
      service("kind: fcm, quota: [{count: 240, per: minute}, {count: 5000, per: hour}]").quotas,
      equals: [.init(count: 240, per: .minute), .init(count: 5000, per: .hour)])
    for text in ["quota: {}", "quota: null", "kind: fcm"] {
      try expect(service(text).quotas, equals: [])
    }
    let read = try ScenarioText.read("push_service: {quota: [{count: 3, per: hour}]}\n")
    let again = try ScenarioText.readAgain(read)
    expect(again.resolved.yaml(), equals: read.resolved.yaml())
    expect(
      again.points[0].scenario.frame.setup.service.quotas, equals: [.init(count: 3, per: .hour)])
  }

  @Test func wrongQuotasAreTold() {
    expect(message { _ = try service("quota: {count: 3}") }, contains: "quota.per: missing")
    expect(
      message { _ = try service("quota: {count: 3, per: hour, resets: 60m}") },
      contains: "a time within the period, so below 1h")
    expect(message { _ = try service("quota: [{per: day}]") }, contains: "quota[0].count: missing")
    expect(message { _ = try service("quota: {count: 0, per: day}") }, contains: "1 to 1000000")
  }

  @Test func fcmGivesDevicesUp() throws {
    let standard = try service("kind: fcm")
    expect(standard.inactiveAfterInForce, equals: .days(30))
    expect(standard.tokenExpiresAfterInForce, equals: .days(270))
    expect(standard.hasDeletedCallback)
    let other = try service(
      "kind: fcm, inactive_after: 5d, token_expires_after: 20d, deleted_callback: false")
    expect(other.inactiveAfterInForce, equals: .days(5))
    expect(other.tokenExpiresAfterInForce, equals: .days(20))
    expect(!other.hasDeletedCallback)
    try expect(service("kind: apns, inactive_after: 5d").inactiveAfterInForce == nil)
  }
}
