import DeliverySim
import Models
import Scenarios
import TestSupport
import Testing

/// `device.power`, `device.off_at_night`, `extension.before_first_unlock` and priorities: what is
/// read is what is simulated.
@Suite struct PowerReadingTests {
  private func setup(_ lines: String) throws -> DeviceSetup {
    try ScenarioText.read(lines + "\n").points[0].scenario.frame.setup
  }

  private static let laws =
    "normal: {exponential: {mean: 20h}}, reserving: {exponential: {mean: 3h}}"

  @Test func everyKeyReachesTheDevice() throws {
    let power = try setup("device: {power: {\(Self.laws), always: 5%}}").power
    expect(power.spans?.up.mean == 72_000 && power.spans?.down.mean == 10_800)
    expect(power.always.value, equals: 0.05)
    let nights = try setup("device: {off_at_night: {share: 10%, from: 23h, to: 7h}}").nights
    expect(nights?.share.value, equals: 0.1)
    expect(nights?.from == .hours(23) && nights?.to == .hours(7))
    let all = try setup("device: {off_at_night: {from: 0h, to: 30m}}").nights
    expect(all?.share == .one && all?.from == .zero && all?.to == .seconds(1800))
    let lock = "extension: {before_first_unlock: {unlock: {constant: {value: 1h}}}}"
    let unlock = try setup(lock).serviceExtension.firstUnlock
    expect(unlock?.unlock.mean == 3600 && unlock?.positionUnreadable == .one)
  }

  @Test func prioritiesReachTheWorkload() throws {
    func workload(_ settings: String) throws -> Workload {
      try ScenarioText.read("", settings).points[0].scenario.frame.setup.workload
    }
    try expect(workload("workload.priority=5").priority, equals: .byPower)
    try expect(workload("workload.priority=1").priority, equals: .passive)
    try expect(workload("workload.useful_for=1h").priority, equals: .immediate)
    let badges = try workload("workload.badge_updates={rate: 5/d, priority: 10}").badgeUpdates
    expect(badges?.priority, equals: .immediate)
    let receipts = try workload("workload.read_receipts={rate: 5/d}").readReceipts
    expect(receipts?.priority, equals: .byPower)
  }

  @Test func silentPushesAndRefreshesAreRead() throws {
    func strategies(_ list: String) throws -> [Strategy] {
      try ScenarioText.read("", strategies: "strategies: [\(list)]\n").points[0].scenario.strategies
        .map(\.strategy)
    }
    try expect(strategies("silent-fetch"), equals: [.silentFetch])
    try expect(
      strategies("silent-fetch: {priority: 1}"), equals: [.silentFetch(priority: .passive)])
    try expect(strategies("silent-fetch: {priority: 5}"), equals: [.silentFetch])
    expect(Strategy.silentFetch.provider.silentPriority, equals: .byPower)
    let app = try unwrap(try setup("app: {background_refresh: 70%}").app)
    expect(app.backgroundRefresh.value, equals: 0.7)
    expect(try setup("app: {sync_on_opening: true}").app?.backgroundRefresh == .one)
  }

  @Test func whatIsLeftOutIsIdeal() throws {
    for text in ["device: {power: {}, off_at_night: {}}", "extension: {before_first_unlock: {}}"] {
      let read = try setup(text)
      expect(read.power.isIdeal && read.nights == nil)
      expect(read.serviceExtension.firstUnlock == nil)
    }
  }

  @Test func whatNothingUsesIsNoted() throws {
    func unused(_ lines: String, _ setting: String = "timeline=1d") throws -> [String] {
      let read = try ScenarioText.read(lines + "\n", setting)
      return UnusedKeys(read).lines.map { String($0.prefix { $0 != ":" }) }
    }
    let power = "device: {power: {\(Self.laws)}}"
    try expect(unused("", "workload.priority=5"), equals: ["workload.priority"])
    try expect(unused(power), equals: ["device.power"])
    try expect(unused(power, "workload.priority=5"), equals: [])
    let low = "device: {power: {always: 5%}}"
    try expect(unused(low), equals: ["device.power"])
    for strategy in ["silent-fetch", "poll"] {
      let read = try ScenarioText.read(low + "\n", strategies: "strategies: [\(strategy)]\n")
      expect(UnusedKeys(read).lines, equals: [])
    }
    let silent = try ScenarioText.read(
      power + "\n", strategies: "strategies: [silent-fetch]\n", "workload.priority=5")
    expect(UnusedKeys(silent).lines, equals: ["workload.priority: no strategy sends alerts"])
    try expect(unused("app: {background_refresh: 0.5}"), equals: ["app.background_refresh"])
    try expect(
      unused("app: {background_refresh: 0.5}", "workload.kind=mixed"), equals: [])
    let lock = "extension: {before_first_unlock: {unlock: {constant: {value: 1h}}}}\n"
    try expect(unused(lock), equals: ["extension.before_first_unlock"])
    try expect(unused(lock + "device: {off_at_night: {from: 23h, to: 7h}}"), equals: [])
  }
}
