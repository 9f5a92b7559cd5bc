import Foundation
import TestSupport
import Testing

/// Replications until an interval is narrow enough, and what is expected of the results.
@Suite struct PrecisionTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func run(_ folder: String, _ options: [String]) throws -> Tool.Ending {
    try workspace.tool.run(["run", "tiny.yml", "--out", folder] + options)
  }

  private func csv(_ folder: String) throws -> [[UInt8]] {
    try Contract.files.map { try workspace.bytes("\(folder)/\($0.name)") }
  }

  private static func until(_ target: String, min: Int = 4, max: Int = 200) -> String {
    "replications={min: \(min), max: \(max), until: {metric: deliverability, \(target)}}"
  }

  /// ⌈1.25^k · 4⌉, by hand.
  private static let schedule = [4, 5, 7, 8, 10, 13, 16, 20, 24, 30, 38, 47, 59, 73]

  /// The number of replications in `metrics.csv`: the same for every strategy of a design point.
  private func counts(_ folder: String) throws -> [Int] {
    let rows = try table(folder, "metrics.csv")
    let pairs = Set(rows.map { "\($0["design_point"] ?? "") \($0["replications"] ?? "")" })
    return try pairs.sorted().map { try unwrap(Int($0.split(separator: " ")[1])) }
  }

  private func table(_ folder: String, _ name: String) throws -> [[String: String]] {
    try StrictCSV(try workspace.bytes("\(folder)/\(name)"), name).rows
  }

  /// The half-width of the deliverability of each design point's least precise strategy.
  private func halfWidths(_ folder: String) throws -> [Double] {
    let rows = try table(folder, "metrics.csv").filter { $0["metric"] == "deliverability" }
    return try Set(rows.compactMap { $0["design_point"] }).sorted().map { point in
      let widths = try rows.filter { $0["design_point"] == point }.map { row in
        let numbers = try ["mean", "ci_low", "ci_high"].map {
          try unwrap(row[$0].flatMap(Double.init))
        }
        return max(numbers[0] - numbers[1], numbers[2] - numbers[0])
      }
      return try unwrap(widths.max())
    }
  }

  // MARK: The end of a run

  @Test func itStopsAtTheSmallestSizeOfTheScheduleThatIsEnough() throws {
    let target = 0.005
    let ending = try run("until", ["--set", Self.until("half_width: \(target)")] + Self.plain)
    expect(ending.code, equals: 0, "\(ending.messages)")
    let counts = try counts("until")
    expect(counts.count, equals: 2)
    expect(Set(counts).count, equals: 2, "the second design point needs more: \(counts)")
    for (point, count) in counts.enumerated() {
      let place = try unwrap(Self.schedule.firstIndex(of: count), "\(count)")
      expect(try halfWidths("until")[point] <= target)
      try #require(place > 0, "design point \(point) needs more than the first size")
      // The size before was not enough, by a run of that size.
      let before = Self.schedule[place - 1]
      let words = ["--replications", "\(before)", "--force"] + Self.plain
      try expect(run("n\(before)", words).code, equals: 0)
      expect(try halfWidths("n\(before)")[point] > target, "design point \(point)")
    }
  }

  /// The coefficients of controls are those of the first look; a fixed number has others.
  private static let plain = ["--set", "variance_control=none"]

  @Test func theResultsAreThoseOfAFixedNumber() throws {
    let ending = try run(
      "until", ["--set", Self.until("half_width: 0.006"), "--set", "sweep="] + Self.plain)
    expect(ending.code, equals: 0)
    let count = try counts("until")[0]
    // The end has four fifths of the error that may be.
    let words = ["--replications", "\(count)", "--set", "sweep=", "--set", "confidence=96%"]
    try expect(run("fixed", words + Self.plain).code, equals: 0)
    try expect(csv("until"), equals: csv("fixed"))
    expect(ending.output, contains: "precision reached by 2 of 2")
  }

  @Test(arguments: [
    "relative: 0.5%", "half_width: 0.006, strategy: gap-recovery, difference: true",
  ])
  func neitherThreadsNorStrategiesChangeTheNumber(target: String) throws {
    let until = ["--set", Self.until(target)]
    try expect(run("one", until + ["--threads", "1"]).code, equals: 0)
    try expect(run("three", until + ["--threads", "3"]).code, equals: 0)
    try expect(csv("one"), equals: csv("three"))
  }

  @Test func verifyTakesThePointsAsLongAsTheyAre() throws {
    try expect(run("out", ["--set", Self.until("half_width: 0.005")]).code, equals: 0)
    let counts = try counts("out")
    expect(Set(counts).count, equals: 2)
    for options in [[], ["--replications", "2"], ["--replications", "\(counts.max() ?? 0)"]] {
      let ending = try workspace.tool.run(["verify", "out"] + options)
      expect(ending.code, equals: 0, "\(options): \(ending.output)")
    }
    let tooMany = try workspace.tool.run(
      "verify", "out", "--replications", "\((counts.max() ?? 0) + 1)")
    expect(tooMany.code, equals: 64)
  }

  @Test func oneStrategyAloneHasItsRowsIfTheNumberHangsOnItAlone() throws {
    let until = ["--set", Self.until("half_width: 0.005, strategy: gap-recovery")]
    try expect(run("both", until).code, equals: 0)
    try expect(run("alone", until + ["--strategy", "gap-recovery"]).code, equals: 0)
    let rows = { (folder: String) in
      try workspace.read("\(folder)/replications.csv").split(separator: "\n")
        .filter { $0.contains("gap-recovery") }
    }
    try expect(rows("both"), equals: rows("alone"))
    expect(try rows("alone").count > 8)
  }

  @Test(arguments: [
    ("half_width: 0.02", "fire-and-forget"),
    ("half_width: 0.02, strategy: gap-recovery", "fire-and-forget"),
    ("half_width: 0.02, difference: true", "gap-recovery"),
  ])
  func aStrategyOnWhichTheNumberHangsMayNotBeLeftOut(target: String, chosen: String) throws {
    let ending = try run("out", ["--set", Self.until(target), "--strategy", chosen])
    expect(ending.code, equals: 64)
    let left = chosen == "gap-recovery" ? "fire-and-forget" : "gap-recovery"
    expect(ending.messages, hasPrefix: "error: --strategy: \(left) is left out")
    expect(!workspace.exists("out"))
  }

  @Test func aPrecisionThatIsMissedSaysSoAndKeepsTheResults() throws {
    let ending = try run("out", ["--set", Self.until("half_width: 0.001", max: 9)])
    expect(ending.code, equals: 3)
    try expect(counts("out"), equals: [9, 9])
    expect(ending.messages, contains: "warning: precision not reached: design point 0, fire-and-")
    // Not the smallest number: those that ran.
    expect(ending.messages, contains: "warning: 9 replications: with fewer than 30, ")
    expect(ending.output, contains: "precision reached by 0 of 4")
    let answer = try workspace.read("out/answer.json")
    expect(answer.contains("\"exit_code\" : 3"))
    expect(answer.contains("\"is_reached\" : false"))
    // A job that is started again learns the same.
    let again = try run("out", ["--set", Self.until("half_width: 0.001", max: 9), "--resume"])
    expect(again.code, equals: 3)
  }

  // MARK: Expected values

  @Test(arguments: [
    ("fire-and-forget.deliverability > 0.5", 0, "holds"),
    ("fire-and-forget.deliverability > 99.9%", 1, "FAILS"),
    ("gap-recovery.deliverability > fire-and-forget.deliverability", 0, "holds"),
    ("gap-recovery.loss >= fire-and-forget.loss", 1, "FAILS"),
    ("gap-recovery.deliverability >= fire-and-forget.deliverability + 0.11", 3, "inconclusive"),
  ])
  func expectationsDecideTheExitCode(expectation: String, code: Int32, word: String) throws {
    let options = ["--set", "sweep=", "--set", "expect=['\(expectation)']"]
    let ending = try run("out", options)
    expect(ending.code, equals: code, "\(ending.output)")
    expect(ending.output, contains: word)
    expect(
      workspace.names(in: "out"), equals: (Contract.names + ["expectations.csv"]).sorted())
    let rows = try table("out", "expectations.csv")
    expect(rows.map { $0["expectation"] }, equals: [expectation])
    expect(rows.map { $0["verdict"] }, equals: [word.lowercased()])
    let quiet = try run("quiet", options + ["--quiet"])
    expect(quiet.code, equals: code)
    expect(quiet.output, equals: "")
    expect(quiet.messages.hasPrefix("expectations: "), equals: (code != 0))
  }

  @Test func aFailureComesBeforeWhatIsInconclusive() throws {
    let ending = try run(
      "out",
      [
        "--set", Self.until("half_width: 0.001", max: 9), "--set",
        "expect=[fire-and-forget.deliverability > 0.999]",
      ])
    expect(ending.code, equals: 1)
  }

  @Test func whatWasNotRunIsNotJudged() throws {
    let ending = try run(
      "out",
      ["--strategy", "gap-recovery", "--set", "expect=[fire-and-forget.deliverability > 0.999]"])
    expect(ending.code, equals: 0)
    expect(ending.output, contains: "not judged: fire-and-forget not run")
  }

  // MARK: Pairing

  @Test func twoCopiesOfAStrategyDifferByExactlyNothing() throws {
    let twin = "strategies=[gap-recovery, {name: twin, gap-recovery: {}}]"
    try expect(run("out", ["--set", twin, "--replications", "40"]).code, equals: 0)
    let rows = try table("out", "comparisons.csv")
    expect(rows.count > 30)
    // The delays that are infinite have no difference.
    expect(rows.allSatisfy { $0["difference"] == "0.0" || $0["metric"] == "delay_p90_s" })
    expect(rows.allSatisfy { $0["p_value"] == "1.0" || $0["metric"] == "delay_p90_s" })
  }
}
