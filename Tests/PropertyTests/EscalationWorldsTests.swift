import DeliverySim
import Models
import TestSupport
import Testing

/// Random worlds whose strategy has a second channel.
@Suite("The books balance in worlds with a second channel")
struct EscalationWorldsTests {
  @Test("R11.1 R0.3 owed is the sum of six fates; the channel changes nothing on the device")
  func balance() {
    RandomWorlds.check(100) { world, generator in
      let world = world.changed { generator.addStations(&$0.setup) }
      let rule = generator.escalation()
      let second = world.changed { $0.setup.strategy = $0.setup.strategy.escalating(rule) }
      let (one, two) = (try world.simulated(), try second.simulated())
      var findings = Findings()
      let fates = Fate.allCases.reduce(0) { $0 + two.count($1) }
      findings.requireEqual(two[.owed], fates, "owed and the sum of the fates")
      for fate in [Fate.shown, .summarised, .synced] {
        findings.requireEqual(one.count(fate), two.count(fate), "\(fate)")
      }
      for counter in [
        Counter(.owed), Counter(.pushesSent), Counter(.interruptions), Counter(.wakeUps),
        Counter(AppCounter.openings), Counter(UserCounter.taps),
      ] {
        findings.requireEqual(one[counter], two[counter], "\(counter)")
      }
      let unescalated = one.count(.pending) + one.count(.lost)
      findings.require(
        two[EscalationCounter.escalated] <= unescalated, "what the user had keeps its fate")
      findings.require(
        two[EscalationCounter.needlessEscalations] <= two[EscalationCounter.escalations],
        "a part of them")
      findings.require(
        two[EscalationCounter.escalated] <= two[EscalationCounter.escalations],
        "what came has gone out")
      for (batchSize, maySkipEvents) in [(3, true), (1, false)] {
        let other = try simulate(
          second, replication: 0, devices: 0..<world.devices, batchSize: batchSize,
          maySkipEvents: maySkipEvents)
        findings.require(two == other, "all counts are the same")
      }
      return findings.wrong
    }
  }
}

extension WorldGenerator {
  fileprivate mutating func escalation() -> Escalation {
    Escalation(
      after: pick([.zero, .minute, .hours(2)]), unless: pick([.acknowledged, .seen, .opened]),
      channel: .init(delivery: share([0.5, 1]), latency: latency(), cost: 0.05))
  }
}
