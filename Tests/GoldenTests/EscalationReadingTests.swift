import DeliverySim
import Files
import Models
import Scenarios
import TestSupport
import Testing

/// `escalate`: what is read is what is simulated.
@Suite struct EscalationReadingTests {
  private func read(_ strategies: String) throws -> [Strategy] {
    let read = try ScenarioText.read(
      "user: {taps: 10%}\ntelemetry: {receipts: extension}\napp: {opens: {poisson: {rate: 3/d}}}\n",
      strategies: "strategies: [\(strategies)]\n")
    let again = try ScenarioText.readAgain(read)
    expect(again.resolved.yaml(), equals: read.resolved.yaml())
    return again.points[0].scenario.strategies.map(\.strategy)
  }

  @Test func everyKeyIsRead() throws {
    let channel = "{delivery: 98%, latency: {constant: {value: 20s}}, cost: 0.05}"
    let strategies = try read(
      "{escalate: {on: retry-until-acked, after: 2m, unless: seen, channel: \(channel)}}")
    let rule = try unwrap(strategies[0].escalation)
    expect(rule.after == .seconds(120) && rule.unless == .seen)
    expect(rule.channel.delivery.value == 0.98 && rule.channel.cost == 0.05)
    expect(rule.channel.latency.law == .constant(value: 20))
    expect(strategies[0], equals: .retryUntilAcked().escalating(rule))
  }

  @Test func whatIsLeftOutHasItsDefault() throws {
    let rule = try unwrap(try read("escalate")[0].escalation)
    expect(rule, equals: Escalation(after: .seconds(600)))
  }

  @Test func itLiesOverAllOthers() throws {
    let names = [
      "fire-and-forget", "gap-recovery", "gap-window", "extension-fetch", "retry-until-acked",
      "digest", "heartbeat", "silent-fetch", "voip-fetch", "poll", "foreground-sync",
    ]
    for name in names {
      expect(try read("{escalate: {on: \(name), unless: opened}}")[0].escalation != nil, "\(name)")
    }
  }

  @Test("R11.1 R11.2 the app's own connection confirms; who never opens the app confirms nothing")
  func confirmations() throws {
    func told(_ lines: String, _ strategy: String) -> String {
      words { _ = try ScenarioText.read(lines, strategies: "strategies: [\(strategy)]\n") }
    }
    let (opened, visited) = (
      "app: {opens: {poisson: {rate: 3/d}}}\n", "app: {sync_on_opening: true}\n"
    )
    expect(told(opened, "{escalate: {on: {socket: {}}}}"), equals: "")
    expect(told(opened, "escalate").contains("acknowledges (retry-until-acked, socket)"))
    let byOpening = "{escalate: {unless: opened}}"
    expect(told(opened, byOpening), equals: "")
    expect(told(visited + "user: {taps: 10%}\n", byOpening), equals: "")
    for lines in [visited, visited + "user: {dismisses: 10%}\n"] {
      let told = told(lines, byOpening)
      expect(told.contains("anything to confirm (unless: opened)"), "\(told)")
      expect(told.contains("app.opens, or user.taps"), "\(told)")
    }
  }
}
