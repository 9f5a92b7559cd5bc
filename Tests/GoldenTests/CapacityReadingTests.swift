import DeliverySim
import Files
import Models
import Scenarios
import TestSupport
import Testing

/// `provider.resend.capacity` and `provider.shards`: what is read is what is simulated.
@Suite struct CapacityReadingTests {
  private static let service = "service: {exponential: {mean: 50ms}}"

  private func scenario(_ provider: String) throws -> Scenario {
    try ScenarioText.read("provider: {\(provider)}\n").points[0].scenario
  }

  @Test func everyKeyReachesTheEndpoint() throws {
    let read = try scenario("shards: 3, resend: {capacity: {servers: 4, \(Self.service)}}")
    let capacity = try unwrap(read.frame.setup.provider.resend.capacity)
    expect(capacity.servers == 4 && capacity.service.mean == 0.05)
    expect(capacity.timeout, equals: .never)
    expect(read.frame.setup.provider.shards, equals: 3)
    let hasty = try scenario("resend: {capacity: {servers: 4, timeout: 10s, \(Self.service)}}")
    expect(hasty.frame.setup.provider.resend.capacity?.timeout, equals: .seconds(10))
    expect(hasty.frame.setup.provider.shards, equals: 1)
  }

  @Test func whatIsLeftOutIsIdeal() throws {
    for provider in ["resend: {}", "resend: {capacity: {}}", "shards: 3", "retention: 1d"] {
      let read = try scenario(provider)
      expect(read.frame.setup.provider.resend.capacity == nil && !read.hasResendCapacity)
      expect(read.devicesAreIndependent)
    }
  }

  /// Then only replications are trials of their own.
  @Test func devicesShareAnEndpoint() throws {
    let read = try scenario("resend: {capacity: {servers: 4, \(Self.service)}}")
    expect(!read.devicesAreIndependent)
  }

  @Test func aShardHoldsAsManyDevicesAsAnEventQueue() throws {
    let capacity = "resend: {capacity: {servers: 4, \(Self.service)}}"
    func devices(_ count: Int, shards: Int) throws -> Int {
      let text = "devices: \(count)\nprovider: {shards: \(shards), \(capacity)}\n"
      return try ScenarioText.read(text).points[0].scenario.frame.largestShard
    }
    try expect(devices(65_535, shards: 1), equals: 65_535)
    try expect(devices(131_070, shards: 2), equals: 65_535)
    #expect(throws: InputError.self) { try devices(65_536, shards: 1) }
    #expect(throws: InputError.self) { try devices(131_071, shards: 2) }
  }

  @Test func shardsWithoutACapacityAreNoted() throws {
    let alone = try ScenarioText.read("provider: {shards: 3}\n")
    expect(
      UnusedKeys(alone).lines,
      equals: [
        "provider.shards: provider.resend has no capacity that devices could share"
      ])
    let used = try ScenarioText.read(
      "provider: {shards: 3, resend: {capacity: {servers: 4, \(Self.service)}}}\n")
    expect(UnusedKeys(used).lines, equals: [])
  }
}

/// `push_service.capacity` and `collapse_in_store` of `apns`.
@Suite struct SlotReadingTests {
  private func service(_ keys: String) throws -> PushService {
    try ScenarioText.read(keys).points[0].scenario.frame.setup.service
  }

  @Test func everyKeyReachesTheSlot() throws {
    let read = try service(
      "push_service: {capacity: 8, collapse_in_store: true, collapse_keys: {share: 30%, keys: 2}}\n"
    )
    expect(read.capacityInForce == 8 && read.collapsesInStore && read.looksAtCollapseKeys)
    let plain = try service("push_service: {collapse_keys: {share: 30%, keys: 2}}\n")
    expect(plain.capacityInForce == 1 && !plain.collapsesInStore && !plain.looksAtCollapseKeys)
  }

  @Test func apnsKeepsAtMostAThousand() throws {
    try expect(service("push_service: {capacity: 1000}\n").capacityInForce, equals: 1000)
    #expect(throws: InputError.self) { try service("push_service: {capacity: 1001}\n") }
    try expect(service("push_service: {kind: fcm, capacity: 1001}\n").capacityInForce, equals: 1001)
  }

  @Test func idsInTheStoreNeedPushesThatHaveOne() throws {
    let key = "push_service: {capacity: 8, collapse_in_store: true}\n"
    #expect(throws: InputError.self) {
      try ScenarioText.read(key, strategies: "strategies: [fire-and-forget]\n")
    }
    try expect(service(key).collapsesInStore)
  }

  @Test func keysOfAnotherKindAreNoted() throws {
    let keys = "collapse_keys: {share: 30%, keys: 2}"
    func notes(_ more: String) throws -> (unused: [String], partlyUsed: [String]) {
      try UnusedKeys(ScenarioText.read("push_service: {\(keys)\(more)}\n")).ofServices
    }
    try expect(notes(", capacity: 2, collapse_in_store: true").unused, equals: [])
    try expect(
      notes(", capacity: 2").unused, equals: ["push_service.collapse_keys: not used by apns"])
    let swept = """
      push_service: {kind: fcm, capacity: 50}
      sweep: [{factor: service, path: push_service.kind, values: [apns, fcm]}]

      """
    try expect(
      UnusedKeys(ScenarioText.read(swept)).ofServices.partlyUsed,
      equals: ["push_service.capacity: also how many apns keeps, not only 1"])
  }
}
