import DeliverySim
import Models
import TestSupport
import Testing

/// Random worlds whose users react to alerts, and to what they miss.
@Suite("The books balance in worlds whose users react")
struct ReactionWorldsTests {
  @Test("Counts are sums; neither cells, skipped events nor other strategies change a run")
  func balance() {
    RandomWorlds.check(150) { world, generator in
      let world = world.changed {
        generator.addStations(&$0.setup)
        generator.addReactions(&$0.setup)
      }
      let one = try world.simulated()
      var findings = Findings()
      let fates = Fate.allCases.reduce(0) { $0 + one.count($1) }
      findings.requireEqual(one[.owed], fates, "owed and the sum of the fates")
      findings.require(one[.owed] <= one[.created], "owed <= created")
      let devices = UInt128(world.devices)
      findings.require(one[ReactionCounter.optOuts] <= devices, "each opts out once")
      findings.require(
        one[ReactionCounter.uninstalls] + one[ReactionCounter.reachableAtEnd] <= devices,
        "who left is gone")
      findings.requireEqual(one[.owed], one.timelineOwed.total, "owed by time")
      for (batchSize, maySkipEvents) in [(3, true), (1, false)] {
        let other = try simulate(
          world, replication: 0, devices: 0..<world.devices, batchSize: batchSize,
          maySkipEvents: maySkipEvents)
        findings.requireEqual(one.fingerprint, other.fingerprint, "fingerprint")
        findings.require(one == other, "all counts are the same")
      }
      let others = world.changed { $0.setup.strategy = .fireAndForget }
      let together = try simulate(
        [others, world], replication: 0, devices: 0..<world.devices, batchSize: 2)
      findings.require(together[1] == one, "another strategy beside it changes nothing")
      return findings.wrong
    }
  }
}

extension WorldGenerator {
  fileprivate mutating func addReactions(_ setup: inout DeviceSetup) {
    if setup.user == nil { setup.user = User(sees: latency(), taps: share([0, 0.3])) }
    setup.workload.usefulFor = setup.workload.usefulFor ?? pick([.minute, .hours(3)])
    let acts = pick([
      Reactions.Acts(uninstall: .one), .init(alertsOff: .one), .init(quietly: .one),
      .init(quietly: share([0.4]), alertsOff: share([0.2]), uninstall: share([0.2])),
    ])
    let distrust = pick([
      Reactions.Distrust(uninstall: .one), .init(opensLess: .one, factor: share([0.1, 0.5])),
    ])
    setup.user?.reactions = Reactions(
      annoyance: .init(
        useful: share([0.1, 1]), late: share([0, 1]), redundant: share([0, 1]),
        duplicate: share([0, 1])),
      memory: pick([.never, .hours(2)]), patience: law(.constant(value: pick([1, 2, 5]))),
      acts: acts, missed: share([0, 0.5, 1]), trust: law(.constant(value: pick([1, 3]))),
      distrust: distrust)
  }
}
