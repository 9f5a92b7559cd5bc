import DeliverySim
import Files
import Models
import Scenarios
import TestSupport
import Testing

/// Factors alone and in zips; columns in order.
@Suite struct SweepTests {
  static let three = """
    sweep:
      - {factor: loss_p, path: provider.link.loss, values: [0, 10%]}
      - zip:
          - {factor: away, path: network.offline.weibull.scale, values: [5m, 20m, 1h]}
          - factor: process
            path: network.online
            labels: [short, middle, long]
            values: [{constant: {value: 1h}}, {constant: {value: 2h}}, {exponential: {mean: 9h}}]
      - {factor: limit, path: strategies.gap-recovery.repeat_limit, values: [5, 20]}

    """

  /// A factor with these values.
  private func factor(_ path: String, _ values: String, _ more: String = "") throws -> SweepFactor {
    try ScenarioText.read(
      "sweep: [{factor: f, path: \(path), values: [\(values)]\(more)}]\n"
    ).factors[0]
  }

  @Test(
    "People write values with the unit that they have",
    arguments: [
      ("network.offline.weibull.scale", "5m, 1h", "s"), ("provider.link.loss", "0, 10%", "share"),
      ("provider.link.loss", "0, 0.1", "share"), ("devices", "10, 20", "whole"),
      ("workload.arrivals.poisson.rate", "1/d, 2/h", "1/s"),
      ("strategies.gap-recovery.repeat_limit", "5, 20", "whole"),
      ("network.offline.weibull.shape", "0.5, 0.7", "1"),
    ])
  func units(path: String, values: String, unit: String) throws {
    expect(try factor(path, values).unit.rawValue, equals: unit)
  }

  @Test("The factors of a sample have the units of their values, and no value is none")
  func sampled() throws {
    let factors = try ScenarioText.read(
      """
      provider: {link: {loss: 1%}}
      sweep:
        sample:
          lhs: 4
          factors:
            - factor: away
              path: network.offline.weibull.scale
              law: {uniform: {min: 1m, max: 9h}}
            - {factor: link_loss, path: provider.link.loss, law: {uniform: {min: 0, max: 10%}}}
            - factor: limit
              path: strategies.gap-recovery.repeat_limit
              law: {uniform: {min: 1, max: 100000}}

      """
    ).factors
    expect(factors.map(\.unit), equals: [.seconds, .share, .whole])
    expect(factors.map(\.noLimit), equals: [nil, nil, nil])
  }

  @Test("Labels have no unit")
  func labels() throws {
    let path = "network.offline.weibull.scale"
    for labels in ["short, long", "5m, 4h", "10%, 20%"] {
      expect(try factor(path, "5m, 1h", ", labels: [\(labels)]").unit, equals: .number)
    }
  }

  @Test(
    "Only a limit far beyond all others is none",
    arguments: [
      ("strategies.gap-recovery.repeat_limit", "4, 65535, 256", 65_535),
      ("strategies.gap-recovery.repeat_limit", "4, 65535, 6553", nil),
      ("strategies.gap-recovery.repeat_limit", "1, 999", nil),
      ("strategies.gap-recovery.repeat_limit", "65535", nil),
      ("devices", "10, 100000", nil), ("provider.link.loss", "0, 10%", nil),
    ] as [(String, String, Double?)])
  func noLimit(path: String, values: String, none: Double?) throws {
    expect(try factor(path, values).noLimit, equals: none)
  }

  @Test func aZipMovesTogetherInsideTheFactorial() throws {
    let experiment = try ScenarioText.read(Self.three)
    expect(experiment.factors.map(\.name), equals: ["loss_p", "away", "process", "limit"])
    expect(experiment.sweep.axes, equals: [0..<1, 1..<3, 3..<4])
    var expected: [[String]] = []
    for loss in ["0", "10%"] {
      for pair in [["5m", "short"], ["20m", "middle"], ["1h", "long"]] {
        for limit in ["5", "20"] { expected.append([loss] + pair + [limit]) }
      }
    }
    expect(experiment.points.map(\.texts), equals: expected)
    expect(experiment.points.map(\.index), equals: Array(0..<12))
    expect(
      experiment.points[11].cells,
      equals: [.number(0.1), .number(3600), .text("long"), .number(20)])
  }

  @Test func everyValueReachesItsDesignPoint() throws {
    let points = try ScenarioText.read(Self.three).points
    // Point 9: loss 10 %, the second pair, limit 20.
    expect(points[9].texts, equals: ["10%", "20m", "middle", "20"])
    let resolved = try points.map { point in
      let world = point.scenario.frame.setup
      let online = try unwrap(world.network.onOff).up
      return [world.provider.link.loss.value, online.mean]
    }
    expect(resolved[9], equals: [0.1, 7200])
    expect(resolved[0], equals: [0, 3600])
    expect(resolved[10], equals: [0.1, 9 * 3600])
  }

  @Test func aZipOfOneFactorIsThatFactor() throws {
    let factor = "{factor: loss_p, path: provider.link.loss, values: [0, 0.1, 0.2]}"
    let plain = try ScenarioText.read("sweep: [\(factor)]\n")
    let zipped = try ScenarioText.read("sweep: [{zip: [\(factor)]}]\n")
    expect(plain.points.map(\.texts), equals: zipped.points.map(\.texts))
    expect(zipped.points.count, equals: 3)
  }

  @Test func theResolvedSweepIsAsItWasWritten() throws {
    let experiment = try ScenarioText.read(Self.three)
    let again = try ScenarioText.readAgain(experiment)
    expect(again.points.map(\.texts), equals: experiment.points.map(\.texts))
    expect(again.resolved, equals: experiment.resolved)
  }

  @Test func pointsAreCountedByAxes() throws {
    // 400 x 400 as a factorial are too many; zipped they are 400.
    let values = "[" + (0..<400).map { "0.\(1000 + $0)" }.joined(separator: ", ") + "]"
    let factors = """
      {factor: a, path: provider.link.loss, values: \(values)},
      {factor: b, path: provider.resend.failure, values: \(values)}
      """
    try expect(ScenarioText.read("sweep: [{zip: [\(factors)]}]\n").points.count, equals: 400)
    let seen = message { _ = try ScenarioText.read("sweep: [\(factors)]\n") }
    expect(seen, contains: "160000 design points")
  }

  @Test func aFactorMayRefineTheOneBefore() throws {
    let whole = "{factor: a, path: network.offline, labels: [w], values: [{constant: {value: 1h}}]}"
    let part = "{factor: b, path: network.offline.constant.value, values: [1m, 2m]}"
    try expect(ScenarioText.read("sweep: [\(whole), \(part)]\n").points.count, equals: 2)
    let seen = message { _ = try ScenarioText.read("sweep: [\(part), \(whole)]\n") }
    expect(seen.contains("network.offline (a) after network.offline.constant.value (b)"))
    // A name that merely begins like another one is not below it.
    let near = "{factor: c, path: provider.link, labels: [l], values: [{loss: 0.1}]}"
    let far = "{factor: d, path: provider.link.loss, values: [0.2]}"
    try expect(ScenarioText.read("sweep: [\(near), \(far)]\n").points.count, equals: 1)
  }

  // MARK: Mistakes

  @Test func aWrongPathIsSaidOnceHoweverManyValuesThereAre() {
    let values = "values: [5m, 20m, 1h]"
    let seen = message {
      _ = try ScenarioText.read("sweep: [{factor: a, path: network.ofline.x, \(values)}]\n")
    }
    expect(seen, hasPrefix: "scenario.yml:8:27: network.ofline: unknown key;")
    expect(seen.split(separator: "\n").count { !$0.hasPrefix("  ") }, equals: 1, "\(seen)")
  }

  /// The path has as many keys as a tree may have levels, but no such key; and one more.
  @Test(arguments: [(64, "a: unknown key"), (65, "a path of 65 keys"), (100_000, "100000 keys")])
  func aLongPathIsRefused(count: Int, words: String) {
    let path = Array(repeating: "a", count: count).joined(separator: ".")
    let swept = message {
      _ = try ScenarioText.read("sweep: [{factor: f, path: \(path), values: [1, 2]}]\n")
    }
    expect(swept, contains: words)
    let set = message { _ = try ScenarioText.read("", "\(path)=1") }
    expect(set, contains: words)
  }

  @Test func whatIsSetIsNoDeeperThanAFile() throws {
    func law(_ depth: Int) -> String {
      (0..<depth).reduce("{constant: {value: 1s}}") { law, _ in
        "{mixture: {weights: [1], of: [\(law)]}}"
      }
    }
    // The law lies 2 levels deep, each mixture has 3, the constant and its value are the last 2.
    let fine = try ScenarioText.read("", "network.offline=\(law(20))")
    try expect(ScenarioText.readAgain(fine).resolved, equals: fine.resolved)
    let seen = message { _ = try ScenarioText.read("", "provider.resend.latency=\(law(20))") }
    expect(seen, equals: "--set: provider.resend.latency: nested deeper than 64 levels")
  }

  // MARK: --set

  @Test(
    arguments: [
      ("sweep.loss_p.values=[0.5]", "loss_p", ["0.5"]),
      ("sweep.limit.values=[1, 2, 3]", "limit", ["1", "2", "3"]),
      ("sweep.away.values=[1s, 2s, 3s]", "away", ["1s", "2s", "3s"]),
      ("sweep.process.labels=[a, b, c]", "process", ["a", "b", "c"]),
      ("sweep.zip.away.values=[1s, 2s, 3s]", "away", ["1s", "2s", "3s"]),
    ] as [(String, String, [String])])
  func aFactorIsAddressedByItsName(setting: String, factor: String, texts: [String]) throws {
    let experiment = try ScenarioText.read(Self.three, setting)
    expect(experiment.factors.map(\.name), equals: ["loss_p", "away", "process", "limit"])
    expect(experiment.factors.first { $0.name == factor }?.texts, equals: texts)
  }

  @Test func anotherPathAndAWholeFactor() throws {
    let path = try ScenarioText.read(Self.three, "sweep.loss_p.path=provider.resend.failure")
    expect(path.factors[0].path, equals: "provider.resend.failure")
    let whole = try ScenarioText.read(
      Self.three, "sweep.away={factor: gone, path: provider.retention, values: [1d, 2d, 3d]}")
    expect(whole.factors.map(\.name), equals: ["loss_p", "gone", "process", "limit"])
  }

  /// Results could not be told apart: `check` would compare each with the first one.
  @Test(arguments: [
    ("{factor: f, path: provider.link.loss, values: [0, 5%], labels: [x, x]}", "labels: found x"),
    ("{factor: f, path: provider.retention, values: [1h, 2h, 60m]}", "values: found 60m"),
    (
      "{zip: [{factor: f, path: provider.link.loss, values: [0, 5%, 0]}, "
        + "{factor: g, path: provider.retention, values: [1h, 1h, 1h]}]}", "zip: found 0, 1h"
    ),
  ])
  func stepsThatNothingTellsApart(factor: String, found: String) {
    let seen = words { _ = try ScenarioText.read("sweep: [\(factor)]\n") }
    expect(seen, contains: "sweep[0].\(found) twice; allowed: different ones,")
  }

  /// Linear: 4. It was 14, since each design point looked at all values; other tests at work make
  /// up to 6 of 4.
  @Test(.enabled(if: isNightly)) func manyValuesAreReadInLinearTime() throws {
    let growth = try growth(from: 1000) { count in
      let values = (1...count).map { "\($0)s" }.joined(separator: ", ")
      let sweep = "sweep: [{factor: f, path: provider.retention, values: [\(values)]}]\n"
      let read = try ScenarioText.read(sweep)
      expect(read.points.count, equals: count)
    }
    expect(growth < 9, "\(growth)")
  }

  @Test func factorsThatThereAreAreNamed() {
    let seen = message { _ = try ScenarioText.read(Self.three, "sweep.awy.values=[1s]") }
    expect(
      seen,
      equals: "--set: sweep.awy: no element has this name; did you mean \"away\"?\n"
        + "  allowed: loss_p, away, process, limit")
  }
}
