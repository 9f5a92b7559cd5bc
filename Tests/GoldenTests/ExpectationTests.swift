import Files
import Scenarios
import TestSupport
import Testing

/// The testing library has expectations of its own.
typealias Expected = Scenarios.Expectation

/// `expect`: what a text means.
@Suite struct ExpectationTests {
  static let strategies = """
    strategies:
      - fire-and-forget
      - gap-recovery
      - {name: a-1, gap-recovery: {}}
      - {name: "1", gap-recovery: {}}
      - {name: 1e3, gap-recovery: {}}
      - {name: 9-, gap-recovery: {}}

    """

  private func read(_ texts: String...) throws -> [Expected] {
    let list = ConfigNode.list(texts.map { .text($0) })
    let lines = ConfigNode.map([("expect", list)]).yaml()
    return try ScenarioText.read(lines, strategies: Self.strategies).base.expectations
  }

  /// Strategy, the other one, relation and bound of what is judged.
  struct Meaning: Equatable, CustomStringConvertible {
    let strategy: String
    let other: String?
    let relation: Expected.Relation
    let bound: Double

    init(_ strategy: String, _ other: String?, _ relation: Expected.Relation, _ bound: Double) {
      (self.strategy, self.other) = (strategy, other)
      (self.relation, self.bound) = (relation, bound)
    }

    init(_ expectation: Expected) {
      self.init(
        expectation.strategy, expectation.other, expectation.boundRelation, expectation.bound)
    }

    var description: String {
      "\(strategy) - \(other ?? "0") \(relation.rawValue) \(bound)"
    }
  }

  @Test(
    arguments: [
      ("gap-recovery.loss >= 0.01", Meaning("gap-recovery", nil, .atLeast, 0.01)),
      ("gap-recovery.loss > 1%", Meaning("gap-recovery", nil, .above, 0.01)),
      ("gap-recovery.loss <= 0", Meaning("gap-recovery", nil, .atMost, 0)),
      ("gap-recovery.loss < 1e-3", Meaning("gap-recovery", nil, .below, 0.001)),
      // A number on the left turns the relation round.
      ("0.01 >= gap-recovery.loss", Meaning("gap-recovery", nil, .atMost, 0.01)),
      ("0.01 > gap-recovery.loss", Meaning("gap-recovery", nil, .below, 0.01)),
      ("0.01 <= gap-recovery.loss", Meaning("gap-recovery", nil, .atLeast, 0.01)),
      ("1% < gap-recovery.loss", Meaning("gap-recovery", nil, .above, 0.01)),
      // Two strategies: the difference against a number.
      ("a-1.loss < gap-recovery.loss", Meaning("a-1", "gap-recovery", .below, 0)),
      ("a-1.loss <= gap-recovery.loss - 0.5", Meaning("a-1", "gap-recovery", .atMost, -0.5)),
      ("a-1.loss >= gap-recovery.loss + 50%", Meaning("a-1", "gap-recovery", .atLeast, 0.5)),
      ("a-1.loss + 0.5 > gap-recovery.loss", Meaning("a-1", "gap-recovery", .above, -0.5)),
      ("a-1.loss - 0.5 > gap-recovery.loss - 0.25", Meaning("a-1", "gap-recovery", .above, 0.25)),
      // An offset beside a number goes to the other side.
      ("a-1.loss + 0.25 < 0.5", Meaning("a-1", nil, .below, 0.25)),
      ("0.5 > a-1.loss - 0.25", Meaning("a-1", nil, .below, 0.75)),
      // Spaces are free; names hold dashes and digits, and look like numbers.
      ("  gap-recovery.loss<=0.5  ", Meaning("gap-recovery", nil, .atMost, 0.5)),
      ("a-1.loss>fire-and-forget.loss-0.5", Meaning("a-1", "fire-and-forget", .above, -0.5)),
      ("a-1.loss>fire-and-forget.loss+1e-2", Meaning("a-1", "fire-and-forget", .above, 0.01)),
      ("a-1.loss > gap-recovery.loss - -0.5", Meaning("a-1", "gap-recovery", .above, 0.5)),
      ("1.loss > 1", Meaning("1", nil, .above, 1)),
      ("1e3.loss < 1.loss", Meaning("1e3", "1", .below, 0)),
      ("9-.loss < 1", Meaning("9-", nil, .below, 1)),
      // Times have units; a number of things may be a percentage.
      ("a-1.latency_p50_s <= 1.5m", Meaning("a-1", nil, .atMost, 90)),
      ("a-1.latency_p50_s <= 90", Meaning("a-1", nil, .atMost, 90)),
      ("250ms > a-1.delay_p90_s", Meaning("a-1", nil, .below, 0.25)),
      (
        "a-1.delay_p90_s < gap-recovery.delay_p90_s + 2h",
        Meaning("a-1", "gap-recovery", .below, 7200)
      ),
      ("a-1.pushes_per_notification <= 105%", Meaning("a-1", nil, .atMost, 1.05)),
      ("a-1.timeliness >= 0", Meaning("a-1", nil, .atLeast, 0)),
      // The ends of what a share, and a difference of shares, can be.
      ("a-1.loss >= 100%", Meaning("a-1", nil, .atLeast, 1)),
      ("a-1.loss >= gap-recovery.loss - 1", Meaning("a-1", "gap-recovery", .atLeast, -1)),
      // A space before a unit.
      ("a-1.loss < 1 %", Meaning("a-1", nil, .below, 0.01)),
      ("a-1.loss < gap-recovery.loss + 1 %", Meaning("a-1", "gap-recovery", .below, 0.01)),
      ("a-1.latency_p50_s <= 1h 30m", Meaning("a-1", nil, .atMost, 5400)),
      // A number of things, and a time, have no such end.
      ("a-1.pushes_per_notification <= 2", Meaning("a-1", nil, .atMost, 2)),
    ] as [(String, Meaning)])
  func aTextHasOneMeaning(text: String, meaning: Meaning) throws {
    let expectation = try unwrap(try read(text).first)
    expect(Meaning(expectation), equals: meaning)
    expect(expectation.text, equals: text)
  }

  @Test func theMetricAndTheSidesAreKept() throws {
    let read = try read(
      "0.5 < gap-recovery.awareness_in_time + 1%", "a-1.loss <= gap-recovery.loss")
    expect(read.map(\.metric), equals: ["awareness_in_time", "loss"])
    expect(read[0].left, equals: .number(0.5))
    expect(read[0].right, equals: .strategy("gap-recovery", offset: 0.01))
    expect(read[1].left, equals: .strategy("a-1", offset: 0))
    expect(read.map(\.relation), equals: [.below, .atMost])
  }

  @Test(arguments: [
    "a.b.loss < 1", "gap.recovery.loss < 1", ".loss < 1", "gap-recovery. < 1",
    "gap-recovery.loss. < 1",
    "gap recovery.loss < 1", "gap-recovery.loss < 5 5", "gap-recovery.loss < 0x1",
    "gap-recovery.loss < inf",
    "gap-recovery.loss < nan", "gap-recovery.loss < 1%%", "gap-recovery.loss < 1  %",
    "gap-recovery.LOSS < 1",
    "gap-recovery.loss - < 1", "- gap-recovery.loss < 1", "gap-recovery.loss >== 1",
    "gap-recovery.loss <> 1",
    "gap-recovery.loss < 1 <", "gap-recovery.loss =< 1", "gap-recovery.loss >", "<", "",
    "gap-recovery.loss < a-1.loss + a-1.loss", "gap-recovery.loss - a-1.loss < 0",
    "gap-recovery.latency_p99_s <= -5s", "gap-recovery.pushes_per_notification > -1",
  ])
  func aTextWithoutMeaningIsRefused(text: String) {
    let seen = message { _ = try read(text) }
    expect(seen, contains: ": expect[0]: found ")
    expect(seen, contains: "allowed: ")
  }

  @Test func everythingThatIsWrongIsReportedAtOnce() {
    let seen = message {
      _ = try read("a.los < 1", "gap-recovery.loss < 1", "b.loss < 1", "a-1.loss < a-1.loss")
    }
    let places = seen.split(separator: "\n").filter { $0.hasPrefix("scenario.yml") }
      .compactMap { $0.split(separator: " ").dropFirst().first }
    // The first one names neither a strategy nor a metric that there is.
    expect(places, equals: ["expect[0]:", "expect[0]:", "expect[2]:", "expect[3]:"], "\(seen)")
  }

  @Test func theResolvedScenarioHasTheTexts() throws {
    let texts = ["a-1.loss<=1%", "0.5  > gap-recovery.loss", "9-.loss < 1"]
    let lines = ConfigNode.map([("expect", .list(texts.map { .text($0) }))]).yaml()
    let experiment = try ScenarioText.read(lines, strategies: Self.strategies)
    expect(experiment.resolved["expect"]?.elements?.compactMap(\.scalarText), equals: texts)
    let again = try ScenarioText.readAgain(experiment)
    expect(again.base.expectations, equals: experiment.base.expectations)
    expect(again.resolved.yaml(), equals: experiment.resolved.yaml())
  }

  @Test func nothingIsExpectedByDefault() throws {
    for lines in ["", "expect: []\n", "expect: null\n", "expect: {}\n"] {
      expect(try ScenarioText.read(lines).base.expectations.isEmpty)
    }
  }

  @Test func settingsReplaceTheList() throws {
    let experiment = try ScenarioText.read(
      "expect: [gap-recovery.loss < 1]\n",
      "expect=[gap-recovery.loss < 0.2, gap-recovery.loss < 0.3]")
    expect(experiment.base.expectations.map(\.bound), equals: [0.2, 0.3])
  }

  @Test func everyDesignPointExpectsTheSame() throws {
    let experiment = try ScenarioText.read(
      "expect: [gap-recovery.loss < 1]\n"
        + "sweep: [{factor: p, path: provider.link.loss, values: [0, 0.1]}]\n")
    for point in experiment.points {
      expect(point.scenario.expectations, equals: experiment.base.expectations)
    }
  }

  @Test func aMetricMustBeModelledAtEveryDesignPoint() {
    let seen = message {
      _ = try ScenarioText.read(
        "expect: [gap-recovery.timeliness < 1]\n"
          + "sweep: [{factor: u, path: workload.useful_for, values: [1h]}]\n",
        "workload={arrivals: {poisson: {rate: 1/d}}}")
    }
    expect(seen, contains: "found timeliness, which needs workload.useful_for")
    let swept = message {
      _ = try ScenarioText.read(
        "expect: [gap-recovery.timeliness < 1]\n"
          + "sweep: [{factor: w, path: workload, labels: [without], "
          + "values: [{arrivals: {poisson: {rate: 1/d}}}]}]\n")
    }
    expect(swept, contains: "found timeliness, which needs workload.useful_for")
  }

  @Test func mirroringTwiceChangesNothing() {
    for relation in Expected.Relation.allCases {
      expect(relation.mirrored != relation && relation.mirrored.mirrored == relation)
    }
  }
}
