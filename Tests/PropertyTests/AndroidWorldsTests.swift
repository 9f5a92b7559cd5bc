import DeliverySim
import Models
import TestSupport
import Testing

/// Random worlds with Android's phones, levels, trials and send windows (R11.3 to R11.5).
@Suite("The books balance on Android's phones, and where messages have levels")
struct AndroidWorldsTests {
  @Test("Counts are sums; neither cells, skipped events nor other strategies change a run")
  func balance() {
    RandomWorlds.check(150) { world, generator in
      let world = world.changed {
        generator.addStations(&$0.setup)
        generator.addAndroid(&$0.setup)
      }
      let one = try world.simulated()
      var findings = Findings()
      let fates = Fate.allCases.reduce(0) { $0 + one.count($1) }
      findings.requireEqual(one[.owed], fates, "owed and the sum of the fates")
      findings.requireEqual(one[.owed], one.timelineOwed.total, "owed by time")
      for (batchSize, maySkipEvents) in [(3, true), (1, false)] {
        let other = try simulate(
          world, replication: 0, devices: 0..<world.devices, batchSize: batchSize,
          maySkipEvents: maySkipEvents)
        findings.requireEqual(one.fingerprint, other.fingerprint, "fingerprint")
        findings.require(one == other, "all counts are the same")
      }
      return findings.wrong
    }
  }
}

extension WorldGenerator {
  fileprivate mutating func addAndroid(_ setup: inout DeviceSetup) {
    if happens(0.6) {
      setup.workload.levels = Levels(
        passive: share([0, 0.3]), timeSensitive: share([0, 0.3]), critical: share([0, 0.1]))
    }
    if happens(0.5) {
      let window = WeeklyHours.Window(from: .hours(8), to: pick([.hours(22), .hours(3)]))
      setup.provider.sendWindow = SendWindow(
        hours: WeeklyHours([window]), urgent: share([0, 0.2]))
    }
    if happens(0.5) {
      if setup.user == nil { setup.user = User(sees: latency(), taps: share([0, 0.3])) }
      setup.settings = NotificationSettings(
        denied: share([0, 0.2]), provisional: share([0.3, 0.8]),
        provisionalKept: share([0, 0.5, 1]))
    }
    setup.service.kind = .fcm
    setup.workload.priority = pick([.immediate, .byPower])
    let usage = OnOffProcess(
      up: law(.exponential(mean: 900)), down: law(.exponential(mean: pick([2000, 20_000]))))
    let doze = usage.map {
      Android.Doze(
        usage: $0, after: pick([.zero, .hours(1)]), first: pick([.minute, .hours(1)]), factor: 2,
        longest: .hours(6))
    }
    setup.android = Android(
      doze: happens(0.8) ? doze : nil,
      demotion: happens(0.5)
        ? .init(
          window: pick([.minute, .days(1)]), visibleMin: share([0.2, 0.9, 1]),
          share: share([0.5, 1])) : nil,
      forceStop: share([0, 0.3]),
      vendorKill: happens(0.5)
        ? .init(share: share([0.5]), after: law(.exponential(mean: 3000))) : nil)
  }
}
