import DeliverySim
import Files
import Models
import Scenarios
import TestSupport
import Testing

/// Strategies inside others: `on`, `start` and `to`.
@Suite struct InnerStrategyTests {
  private static func read(_ strategies: String, set: [String] = []) throws -> Experiment {
    var options = Experiment.Options()
    options.overrides = try set.map(ConfigOverride.parse)
    let yaml = """
      format: 1
      name: inner
      seed: 1
      duration: 7d
      workload: {arrivals: {poisson: {rate: 40/d}}}
      strategies: [\(strategies)]
      """
    return try experiment(yaml, options)
  }

  private static func strategy(_ written: String, set: [String]) throws -> Strategy {
    try read(written, set: set).points[0].scenario.strategies[0].strategy
  }

  private static func recovery(_ strategy: Strategy) -> GapRecovery? {
    if case .recoversGaps(let recovery) = strategy.client { recovery } else { nil }
  }

  @Test(
    "A bare name is changed, and another strategy takes its place",
    arguments: [
      "digest: {on: gap-recovery}", "digest: {on: fire-and-forget}",
      "digest: {on: {gap-window: {window: 7}}}", "digest: {}", "digest",
    ])
  func on(written: String) throws {
    let element = written.hasSuffix("digest") ? written : "{\(written)}"
    let limited = try Self.strategy(
      element, set: ["strategies.digest.on.gap-recovery.repeat_limit=50"])
    expect(limited.provider.digest != nil)
    expect(Self.recovery(limited)?.repeatLimit, equals: 50)
    expect("\(limited.client)".contains("window: nil"))
    let window = try Self.strategy(element, set: ["strategies.digest.on.gap-window.window=9"])
    expect("\(window.client)".contains("window: Optional(9)"))
  }

  @Test("So are the stages of a schedule")
  func stages() throws {
    let strategy = try Self.strategy(
      "{schedule: {start: fire-and-forget, changes: [{at: 1d, to: gap-recovery}]}}",
      set: ["strategies.schedule.start.gap-recovery.repeat_limit=3"])
    expect(Self.recovery(strategy)?.repeatLimit, equals: 3)
    expect(strategy.adoptions.count, equals: 1)
  }

  @Test("The resolved scenario holds their defaults")
  func defaults() throws {
    let resolved = try Self.read(
      "heartbeat, digest, {schedule: {changes: [{at: 1d, to: gap-recovery}]}}"
    ).resolved.yaml()
    for words in ["on:", "start: fire-and-forget", "adoption: 0s", "wait: 0s"] {
      expect(resolved.contains(words), "\(words) in\n\(resolved)")
    }
  }
}
