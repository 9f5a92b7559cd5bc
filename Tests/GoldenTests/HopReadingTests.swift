import DeliverySim
import Models
import Scenarios
import TestSupport
import Testing

/// `provider.intake` and `provider.link`: what is read is what is simulated.
@Suite struct HopReadingTests {
  private static let outages = "{every: {exponential: {mean: 7d}}, last: {constant: {value: 1h}}}"

  private func hops(_ provider: String) throws -> Provider {
    try ScenarioText.read("provider: {\(provider)}\n").points[0].scenario.frame.setup.provider
  }

  @Test func everyKeyReachesItsHop() throws {
    let retry = "retry: {attempts: 5, first: 2s, factor: 3, max: 1m}"
    let read = try hops(
      "intake: {loss: 1%, bursts: {every: {exponential: {mean: 7d}}, last: {exponential: "
        + "{mean: 2m}}, loss: 50%}}, link: {latency: {constant: {value: 3s}}, incidents: "
        + "\(Self.outages), \(retry)}")
    expect(read.intake.loss.value, equals: 0.01)
    expect(read.intake.bursts?.loss.value, equals: 0.5)
    expect(read.intake.bursts?.spans.up.mean, equals: 604_800)
    expect(read.intake.bursts?.spans.down.mean, equals: 120)
    expect(read.intake.incidents == nil && read.intake.retry == nil)
    expect(read.link.loss.value == 0 && read.link.latency.mean == 3)
    expect(read.link.incidents?.down.mean, equals: 3600)
    let policy = try unwrap(read.link.retry)
    expect(policy.attempts == 5 && policy.first == .seconds(2) && policy.factor == 3)
    expect(policy.max, equals: .seconds(60))
  }

  @Test func whatIsLeftOutIsIdeal() throws {
    let read = try hops("link: {retry: {attempts: 1, first: 1s}}")
    expect(read.intake.isIdeal && read.link.isIdeal)
    expect(read.link.retry?.factor, equals: 2)
    expect(read.link.retry?.max, equals: .never)
    let burst = try hops("link: {bursts: \(Self.outages)}").link.bursts
    expect(burst?.loss, equals: .one)
  }

  @Test("R2.11 whoever waits for answers needs a retry")
  func answers() throws {
    let link = try hops("link: {ack_loss: 2%, retry: {attempts: 1, first: 1s}}").link
    expect(link.ackLoss?.value, equals: 0.02)
    expect(try hops("link: {loss: 2%}").link.ackLoss, equals: nil)
    // 0 is an answer too.
    expect(
      try hops("link: {ack_loss: 0%, retry: {attempts: 1, first: 1s}}").link.ackLoss?.value,
      equals: 0)
  }

  /// Bursts and incidents hit all devices: then only replications are trials of their own.
  @Test func devicesShareBurstsAndIncidents() throws {
    func areIndependent(_ provider: String) throws -> Bool {
      try ScenarioText.read("provider: {\(provider)}\n").points[0].scenario.devicesAreIndependent
    }
    expect(try areIndependent("intake: {loss: 1%}, link: {loss: 1%}"))
    for hop in ["intake", "link"] {
      expect(try !areIndependent("\(hop): {bursts: \(Self.outages)}"))
      expect(try !areIndependent("\(hop): {incidents: \(Self.outages)}"))
    }
  }
}
