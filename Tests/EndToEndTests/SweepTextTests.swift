import Foundation
import TestSupport
import Testing

/// A sweep prints a line or a matrix of differences, break-evens, and the answer.
@Suite struct SweepTextTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("world.yml", Self.world)
  }

  /// With a limit of one a queue is worse than plain pushes where absences are long: the summary
  /// takes the place of the newest one.
  private static let world = """
    format: 1
    name: world
    seed: 3
    duration: 10d
    drain: 1d
    devices: 60
    replications: 30
    workload: {arrivals: {poisson: {rate: 20/d}}}
    network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 90m}}}
    push_service: {latency: {exponential: {mean: 2s}}}
    strategies: [fire-and-forget, {name: queue, gap-recovery: {repeat_limit: 2}}]

    """

  private func run(_ sweep: String, _ more: [String] = []) throws -> Tool.Ending {
    try workspace.tool.run(
      ["run", "world.yml", "--out", "out", "--force", "--set", "sweep=\(sweep)"] + more)
  }

  private static let small = ["--set", "devices=5", "--replications", "2"]

  private static let away =
    "{factor: away, path: network.offline.exponential.mean, values: [10m, 1h, 4h, 16h]}"

  @Test("One factor is a line, and beyond its break-even the other one is better for sure")
  func breakEven() throws {
    let ending = try run("[\(Self.away)]")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.output, contains: "away")
    let answer = try workspace.read("out/answer.json")
    let tree = try unwrap(
      JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
    let points = try unwrap(tree["break_evens"] as? [[String: Any]])
    let point = try unwrap(points.first)
    let last = try unwrap(ending.output.split(separator: "\n").last.map(String.init))
    expect(last, contains: "queue stops paying at away")
    expect(point["direction"] as? String, equals: "stops")
    let low = try unwrap(point["ci_low"] as? Double)
    let high = try unwrap(point["ci_high"] as? Double)
    // Interpolated between values that are far apart: well outside it holds for sure.
    let check = try run(
      "[{factor: away, path: network.offline.exponential.mean, values: "
        + "[\(low / 2)s, \(high * 2)s]}]")
    expect(check.code, equals: 0, "\(check.messages)")
    let rows = try StrictCSV(workspace.bytes("out/comparisons.csv"), "comparisons").rows.filter {
      $0["metric"] == "deliverability"
    }
    expect(try unwrap(rows.first?.number("ci_low")) > 0)
    expect(try unwrap(rows.last?.number("ci_high")) < 0)
  }

  private func zipped(_ away: String, with other: String) throws -> Tool.Ending {
    let first = "{factor: away, path: network.offline.exponential.mean, values: [\(away)]}"
    return try run("[{zip: [\(first), \(other)]}]")
  }

  @Test("Where another factor changes too, nothing is said of what lies between")
  func changedTogether() throws {
    let apart = try zipped(
      "10m, 16h", with: "{factor: losing, path: provider.link.loss, values: [0%, 1%]}")
    expect(apart.code, equals: 0, "\(apart.messages)")
    expect(apart.output, contains: "queue shows more than fire-and-forget at 1 of 2 design points")
    expect(!apart.output.contains("paying"))
    expect(!(try workspace.read("out/answer.json").contains("paying")))
  }

  @Test("A table names what tells its columns apart; a break-even says where it holds")
  func partlyZipped() throws {
    let ending = try zipped(
      "10m, 1h, 16h, 16h",
      with: "{factor: losing, path: provider.link.loss, values: [0%, 0%, 0%, 1%]}")
    expect(ending.output, contains: "away, losing")
    expect(ending.output, contains: "16h, 0%")
    expect(ending.output, contains: "16h, 1%")
    expect(ending.output, contains: "queue, losing 0%, stops paying at away")
  }

  @Test("A factor with the same numbers changes nothing")
  func twins() throws {
    let alone = try run(
      "[{factor: away, path: network.offline.exponential.mean, values: [10m, 16h]}]")
    let both = try zipped(
      "10m, 16h", with: "{factor: twin, path: network.online.exponential.mean, values: [10m, 16h]}")
    let last = { (ending: Tool.Ending) in String(ending.output.split(separator: "\n").last ?? "") }
    expect(last(alone), contains: "stops paying at away")
    expect(last(both), contains: "paying at away")
    expect(!last(both).contains("twin"))
  }

  @Test("A sample has its answer, and no table of its points")
  func sample() throws {
    let ending = try run(
      "{sample: {lhs: 45, factors: [{factor: away, path: network.offline.exponential.mean, "
        + "law: {uniform: {min: 10m, max: 16h}}}]}}", Self.small)
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.output, contains: "of 45 design points")
    expect(ending.output.split(separator: "\n").count < 20, "\(ending.output)")
  }

  @Test("Two factors are a matrix for each strategy")
  func matrix() throws {
    let limit = "{factor: limit, path: strategies.queue.repeat_limit, values: [1, 20]}"
    let ending = try run("[\(limit), \(Self.away)]")
    expect(ending.output, contains: "queue: limit \\ away")
    expect(ending.output, contains: "queue, limit 1, stops paying at away")
    let lines = ending.output.split(separator: "\n")
    expect(lines.count < 20, "\(lines.count)")
    expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("A factor's label and unit stand over its values; they change no result")
  func labelAndUnit() throws {
    let plain = "factor: limit, path: strategies.queue.repeat_limit, values: [2, 20]"
    let words = ["", ", label: Most that a request asks for, unit: messages"]
    let outputs = try zip(["plain", "named"], words).map { folder, words in
      let ending = try workspace.tool.run(
        ["run", "world.yml", "--out", folder, "--set", "sweep=[{\(plain)\(words)}]"]
          + Self.small)
      expect(ending.code, equals: 0, "\(ending.messages)")
      return ending.output
    }
    let heading = "Most that a request asks for [messages]"
    expect(outputs[1].split(separator: "\n").contains { $0.hasPrefix("\(heading)  ") })
    expect(!outputs[0].contains("["))
    for file in ["metrics.csv", "comparisons.csv"] {
      expect(try workspace.bytes("plain/\(file)"), equals: try workspace.bytes("named/\(file)"))
    }
    let check = try workspace.tool.run("check", "named", "--baseline", "plain")
    expect(check.code, equals: 0)
    expect(!check.output.contains("difference"), "\(check.output)")
  }
}
