import DeliverySim
import Files
import Models
import Scenarios
import TestSupport
import Testing

/// Strategies over others: what is read is what is simulated.
@Suite struct CompositionReadingTests {
  private func read(_ strategy: String) throws -> Experiment {
    try ScenarioText.read("", strategies: "strategies: [\(strategy)]\n")
  }

  private func strategy(_ written: String) throws -> Strategy {
    let experiment = try read(written)
    let read = experiment.points[0].scenario.strategies[0].strategy
    // The resolved scenario says the same.
    let again = try ScenarioText.readAgain(experiment)
    expect(again.points[0].scenario.strategies[0].strategy, equals: read)
    return read
  }

  @Test func retries() throws {
    let fetch = Strategy.extensionFetch(ExtensionFetch(content: .none))
    try expect(
      strategy("{retry-until-acked: {on: {extension-fetch: {content: none}}}}"),
      equals: fetch.sendingUntilAcked())
    try expect(
      strategy("{retry-until-acked: {on: extension-fetch}}"),
      equals: Strategy.extensionFetch().sendingUntilAcked())
    for plain in ["retry-until-acked", "{retry-until-acked: {on: fire-and-forget}}"] {
      try expect(strategy(plain), equals: .retryUntilAcked())
    }
  }

  @Test func heartbeats() throws {
    try expect(
      strategy("{heartbeat: {type: silent, after: 15m, times: 4, on: extension-fetch}}"),
      equals: .extensionFetch().with(
        Heartbeat(after: .seconds(900), times: 4, form: .silent)))
    try expect(
      strategy("{heartbeat: {type: alert}}"), equals: .gapRecovery().with(Heartbeat()))
  }

  @Test func polls() throws {
    let polling = Polling(every: .hour, factor: 1, longest: .hours(2))
    let words = "every: 1h, factor: 1, max: 2h"
    try expect(strategy("{poll: {\(words)}}"), equals: .poll(polling))
    for name in ["fire-and-forget", "gap-window", "extension-fetch", "silent-fetch"] {
      let inner = try strategy(name)
      try expect(strategy("{poll: {\(words), on: \(name)}}"), equals: inner.with(polling))
    }
    try expect(
      strategy("{poll: {\(words), on: {heartbeat: {type: silent, on: extension-fetch}}}}"),
      equals: .extensionFetch().with(Heartbeat(form: .silent)).with(polling))
  }

  @Test("Whoever says nothing of them has the resolved scenario that there was before")
  func unsaid() throws {
    let resolved = try read("retry-until-acked, heartbeat, poll").resolved.yaml()
    for word in ["type:", "on: fire-and-forget"] {
      expect(!resolved.contains(word), "\(resolved)")
    }
  }

  @Test func silentHeartbeatsUsePower() throws {
    let section = "device: {power: {always: 10%}}\n"
    for (type, lines) in [("alert", 1), ("silent", 0)] {
      let experiment = try ScenarioText.read(
        section, strategies: "strategies: [{heartbeat: {type: \(type)}}]\n")
      expect(UnusedKeys(experiment).lines.count, equals: lines)
    }
  }

  @Test func fetchesUseTheEndpoint() throws {
    for strategy in ["silent-fetch", "{poll: {on: fire-and-forget}}"] {
      let experiment = try ScenarioText.read(
        "provider: {resend: {failure: 1%}}\n", strategies: "strategies: [\(strategy)]\n")
      expect(UnusedKeys(experiment).lines, equals: [])
    }
  }
}
