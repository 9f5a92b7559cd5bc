import DeliverySim
import Models
import Oracles
import Statistics
import TestSupport
import Testing

/// R11.1 against its closed forms, with a false-alarm probability of 1e-6 for all comparisons
/// together.
@Suite("A second channel, against its closed forms")
struct EscalationSharesTests {
  private static let oracle = EscalationShares(
    arrives: 0.8, receiptArrives: 0.9, latency: 60, receiptLatency: 30, after: 120)

  @Test("Limits: at once all goes out; after ever what has no receipt")
  func limits() {
    func shares(_ after: Double) -> EscalationShares {
      EscalationShares(
        arrives: 0.8, receiptArrives: 0.9, latency: 60, receiptLatency: 30, after: after)
    }
    expect(abs(shares(0).escalated - 1) < 1e-12 && abs(shares(0).needless) < 1e-12)
    expect(abs(shares(1e6).escalated - 0.28) < 1e-12 && abs(shares(1e6).needless - 0.08) < 1e-12)
  }

  @Test("R11.1 so much goes out, needlessly, arrives and costs")
  func shares() throws {
    let channel = Escalation.Channel(
      delivery: Probability(0.7) ?? .one, latency: law(.exponential(mean: 20)), cost: 0.05)
    let schedule = Hop.Retry(attempts: 0, first: .minute)
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: law(.constant(value: 0.001)))))
    setup.provider.link.loss = Probability(0.2) ?? .zero
    setup.service.latency = law(.exponential(mean: 60))
    setup.provider.resend.failure = Probability(0.1) ?? .zero
    setup.provider.resend.latency = law(.exponential(mean: 30))
    setup.strategy = .retryUntilAcked(schedule).escalating(
      Escalation(after: .seconds(120), channel: channel))
    let world = World(
      seed: 61, devices: 40, duration: .days(20), drain: .days(1), setup: setup)
    let tally = try Models.simulate(world, replication: 0, devices: 0..<world.devices)
    let owed = Double(tally[.owed])
    func row(_ name: String, _ expected: Double, _ counter: Counter) {
      let row = Agreement(
        name, expected: expected, observed: Double(tally[counter]) / owed,
        standardError: (expected * (1 - expected) / owed).squareRoot(), tableSize: 4)
      print(row)
      expect(row.holds, "\(row)")
    }
    row("escalations", Self.oracle.escalated, Counter(EscalationCounter.escalations))
    row(
      "needless escalations", Self.oracle.needless, Counter(EscalationCounter.needlessEscalations))
    row(
      "brought by the second channel alone", Self.oracle.brought(delivery: 0.7),
      Counter(EscalationCounter.escalated))
    row("lost", 0.2 - Self.oracle.brought(delivery: 0.7), Counter(.lost))
    expect(
      tally[EscalationCounter.escalationCost], equals: tally[EscalationCounter.escalations] * 50_000
    )
  }
}
