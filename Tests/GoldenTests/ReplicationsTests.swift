import Files
import Scenarios
import Statistics
import TestSupport
import Testing

/// `replications` as a number and as a precision.
@Suite struct ReplicationsTests {
  private func read(
    _ text: String, strategies: String = ScenarioText.strategies
  ) throws -> Replications {
    let experiment = try ScenarioText.read("replications: \(text)\n", strategies: strategies)
    let again = try ScenarioText.readAgain(experiment)
    // The canonical text means the same, and is its own canonical text.
    expect(again.base.replications, equals: experiment.base.replications)
    expect(again.resolved.yaml(), equals: experiment.resolved.yaml())
    return experiment.base.replications
  }

  private func precision(
    _ metric: String, _ target: Precision.Target, _ strategy: String? = nil,
    _ scope: Precision.Scope = .value
  ) -> Precision {
    Precision(metric: metric, target: target, strategy: strategy, scope: scope)
  }

  @Test func aNumberIsFixed() throws {
    for (text, count) in [("7", 7), ("1", 1), ("16777216", 16_777_216), ("{}", 40)] {
      try expect(read(text), equals: Replications(min: count, max: count, until: nil))
    }
    try expect(ScenarioText.read("").base.replications.max, equals: 40)
  }

  @Test func aPrecisionHasDefaults() throws {
    let until = precision("deliverability", .halfWidth(0.0005), "gap-recovery")
    let text = "{min: 30, max: 2000, until: {metric: deliverability, half_width: 0.0005, "
    try expect(
      read(text + "strategy: gap-recovery}}"),
      equals: Replications(min: 30, max: 2000, until: until))
    let short = "{max: 2000, until: {metric: loss, relative: 5%}}"
    let every = precision("loss", .relative(0.05))
    try expect(read(short), equals: Replications(min: 30, max: 2000, until: every))
  }

  @Test func minAndMaxMayBeEqualAndAsLowAs2() throws {
    let read = try read("{min: 2, max: 2, until: {metric: loss, relative: 1e-3}}")
    expect(read, equals: Replications(min: 2, max: 2, until: precision("loss", .relative(0.001))))
  }

  @Test(
    arguments: [
      ("deliverability", "0.1%", 0.001), ("deliverability", "1e-3", 0.001),
      ("devices_without_loss", "50%", 0.5), ("latency_p50_s", "1.5m", 90),
      ("delay_p90_s", "250ms", 0.25), ("latency_mean_s", "90", 90),
      ("pushes_per_notification", "0.25", 0.25), ("summaries_per_device_day", "2", 2),
    ] as [(String, String, Double)])
  func aWidthIsInTheMetricsUnit(metric: String, text: String, width: Double) throws {
    let read = try read("{max: 50, until: {metric: \(metric), half_width: \(text)}}")
    expect(read.until, equals: precision(metric, .halfWidth(width)))
  }

  @Test func aDifferenceIsToTheBaseline() throws {
    let text = "{max: 50, until: {metric: loss, half_width: 0.1, difference: true}}"
    try expect(
      read(text).until, equals: precision("loss", .halfWidth(0.1), nil, .differenceFromBaseline))
    // The baseline may be any strategy, and the strategy the first one.
    let other = "{max: 50, until: {metric: loss, half_width: 0.1, difference: true, strategy: "
    let strategies = ScenarioText.strategies + "baseline: gap-recovery\n"
    let read = try read(other + "fire-and-forget}}", strategies: strategies)
    expect(
      read.until,
      equals: precision("loss", .halfWidth(0.1), "fire-and-forget", .differenceFromBaseline))
    let wrong = message { _ = try self.read(other + "gap-recovery}}", strategies: strategies) }
    expect(wrong, contains: "until.strategy: found gap-recovery;")
  }

  @Test func aDifferenceMayBeFromTheOneThatLeads() throws {
    let read = try read("{until: {half_width: 0.1pp, leader: true}}")
    expect(
      read,
      equals: Replications(
        min: 30, max: 20_000,
        until: Precision(
          metric: nil, target: .halfWidth(0.001), strategy: nil, scope: .differenceFromLeader)))
    let shown = try self.read("{until: {half_width: 1s, metric: delay_p50_s, leader: true}}")
    expect(shown.until?.target, equals: .halfWidth(1))
    for (text, words) in [
      ("{until: {half_width: 0.1pp, leader: true, difference: true}}", "until.leader"),
      ("{until: {half_width: 0.1pp, leader: true, strategy: gap-recovery}}", "until.leader"),
    ] {
      expect(message { _ = try self.read(text) }, contains: words)
    }
  }

  /// A fixed number is looked at once. Else an end that was planned spends 0.8 of what may be
  /// missed, and each of at most 75 looks before it 0.2/75.
  @Test func allLooksTogetherHoldAsOftenAsWanted() {
    let width = precision("loss", .halfWidth(0.1))
    let fixed = Replications(min: 40, max: 40, until: nil)
    let planned = Replications(min: 30, max: 1_000_000, until: width)
    expect(fixed.spending.confidence(0.95), equals: 0.95)
    expect(abs(planned.spending.confidence(0.95) - 0.96) < 1e-12)
    let stopped = planned.stopped(after: 47, holdsAtEveryLook: true)
    expect(stopped.max, equals: 47)
    expect(abs(stopped.spending.confidence(0.95) - (1 - 0.01 / 75)) < 1e-12)
    for (min, max) in [(2, 16_777_216), (30, 16_777_216), (2, 3)] {
      let looks = Replications(min: min, max: max, until: width).looks.count
      expect(looks <= 75 && Double(looks) * 0.01 / 75 + 0.04 <= 0.05 + 1e-12, "\(min) to \(max)")
    }
  }

  @Test func aStrategyMayBeAloneWithoutADifference() throws {
    let text = "{max: 50, until: {metric: loss, half_width: 0.1, strategy: gap-recovery}}"
    expect(try read(text, strategies: "strategies: [gap-recovery]\n").until != nil)
  }

  @Test func emptyAndNullAreTheSameAsAbsent() throws {
    let text =
      "{min: {}, max: 50, until: {metric: loss, relative: 0.1, half_width: , strategy: ~}}"
    try expect(
      read(text), equals: Replications(min: 30, max: 50, until: precision("loss", .relative(0.1))))
  }

  // MARK: From the command line

  static let written = "replications: {max: 50, until: {metric: loss, relative: 5%}}\n"

  @Test func settingATargetReplacesTheOther() throws {
    let width = try ScenarioText.read(Self.written, "replications.until.half_width=0.001")
    expect(width.base.replications.until?.target, equals: .halfWidth(0.001))
    let share = try ScenarioText.read(
      Self.written, "replications.until.half_width=0.001", "replications.until.relative=1%")
    expect(share.base.replications.until?.target, equals: .relative(0.01))
    let same = try ScenarioText.read(Self.written, "replications.until.relative=2%")
    expect(same.base.replications.until?.target, equals: .relative(0.02))
    // Nothing takes nobody's place, and a key of nothing is there already.
    let none = try ScenarioText.read(
      Self.written, "replications.until.half_width=", "replications.until.strategy=")
    expect(none.base.replications.until?.target, equals: .relative(0.05))
    let there = try ScenarioText.read(
      Self.written, "replications.until.half_width=", "replications.until.half_width=1%")
    expect(there.base.replications.until?.target, equals: .halfWidth(0.01))
  }

  @Test func settingAPartKeepsTheRest() throws {
    let read = try ScenarioText.read(Self.written, "replications.max=90").base.replications
    expect(read, equals: Replications(min: 30, max: 90, until: precision("loss", .relative(0.05))))
    // A map with a single key is no one-of map.
    let built = try ScenarioText.read(
      "replications: {max: 60}\n", "replications.until.metric=loss",
      "replications.until.relative=1%")
    expect(built.base.replications.max, equals: 60)
  }

  @Test func aNumberReplacesThePrecision() throws {
    let fixed = Replications(min: 5, max: 5, until: nil)
    try expect(ScenarioText.read(Self.written, "replications=5").base.replications, equals: fixed)
    try expect(ScenarioText.read(Self.written, replications: 5).base.replications, equals: fixed)
  }

  @Test func aPrecisionReplacesTheNumber() throws {
    let read = try ScenarioText.read(
      "replications: 40\n", "replications.max=50", "replications.until={metric: loss, relative: 1}")
    expect(
      read.base.replications,
      equals: Replications(min: 30, max: 50, until: precision("loss", .relative(1))))
  }
}
