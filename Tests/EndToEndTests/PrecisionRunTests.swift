import Foundation
import TestSupport
import Testing

/// Runs that look at their results: until they are precise, until their time is over, or until
/// somebody has seen enough.
@Suite struct PrecisionRunTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("world.yml", Self.world)
  }

  private static let world = """
    format: 1
    name: world
    seed: 4
    duration: 3d
    drain: 1d
    devices: 80
    workload: {arrivals: {poisson: {rate: 20/d}}}
    network: {online: {exponential: {mean: 3h}}, offline: {exponential: {mean: 1h}}}
    strategies: [fire-and-forget, gap-recovery, retry-until-acked]

    """

  /// No run reaches it.
  private static let never = ["run", "world.yml", "--precision", "0.0000001pp", "--out", "out"]

  private struct Manifest: Decodable {
    struct Scenario: Decodable {
      struct Replications: Decodable {
        struct Until: Decodable { let everyLook: Bool? }
        let max: Int
        let until: Until
      }
      let devices: Int
      let replications: Replications
    }
    let scenario: Scenario
  }

  private func manifest(_ folder: String = "out") throws -> Manifest.Scenario {
    try decoded("\(folder)/manifest.json", Manifest.self).scenario
  }

  private func decoded<Value: Decodable>(_ name: String, _ type: Value.Type) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(workspace.bytes(name)))
  }

  private func csv(_ folder: String) throws -> [[UInt8]] {
    try Contract.files.map { try workspace.bytes("\(folder)/\($0.name)") }
  }

  /// - Returns: By strategy: the difference of a metric and its ends.
  private func differences(
    _ metric: String, _ folder: String = "out"
  ) throws -> [(value: Double, low: Double, high: Double)] {
    struct Answer: Decodable {
      struct Gain: Decodable {
        let strategy: String
        let metric: String
        let difference: Double
        let ciLow: Double
        let ciHigh: Double
      }
      let differences: [Gain]
    }
    return try decoded("\(folder)/answer.json", Answer.self).differences
      .filter { $0.metric == metric }.map { ($0.difference, $0.ciLow, $0.ciHigh) }
  }

  @Test("A precision is reached with few devices, and told at each look")
  func reached() throws {
    let ending = try workspace.tool.run(
      "run", "world.yml", "--precision", "0.05pp", "--out", "out", "--progress", "plain",
      "--set", "strategies=[gap-recovery, retry-until-acked]")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.messages, contains: "gap-recovery leads: ")
    expect(ending.messages, contains: "; retry-until-acked -")
    try expect(manifest().devices, equals: 50)
    let gain = try unwrap(differences("deliverability").first)
    let half = (gain.high - gain.low) / 2
    expect(half <= 0.0005 || abs(gain.value) >= 6 * half, "\(gain)")
  }

  /// A difference of six half-widths would not be enough.
  @Test("A precision may be a share of the difference")
  func relative() throws {
    let ending = try workspace.tool.run(
      "run", "world.yml", "--precision", "12%", "--relative", "--out", "out", "--set",
      "strategies=[fire-and-forget, gap-recovery]", "--set", "provider.link.loss=10%")
    expect(ending.code, equals: 0, "\(ending.messages)")
    let gain = try unwrap(differences("deliverability").first)
    expect((gain.high - gain.low) / 2 <= 0.12 * abs(gain.value), "\(gain)")
  }

  @Test("Where the user sets the number of devices, or a shard shares servers, it stays")
  func devices() throws {
    let options = ["run", "world.yml", "--precision", "20pp", "--out", "out", "--force"]
    let set = try workspace.tool.run(options + ["--set", "devices=7"])
    expect(set.code, equals: 0, "\(set.messages)")
    try expect(manifest().devices, equals: 7)
    let busy = try workspace.tool.run(
      options + ["--set", "workload={arrivals: {poisson: {rate: 2000/d}}}"])
    expect(busy.code, equals: 0, "\(busy.messages)")
    try expect(manifest().devices, equals: 20)
    let shared = try workspace.tool.run(
      options + [
        "--set",
        "provider.resend.capacity={servers: 2, service: {constant: {value: 1s}}}",
      ])
    expect(shared.code, equals: 0, "\(shared.messages)")
    try expect(manifest().devices, equals: 80)
  }

  @Test("A run whose time is over has the results of its last look, which can be repeated")
  func time() throws {
    let ending = try workspace.tool.run(Self.never + ["--time", "500ms"])
    expect(ending.code, equals: 3, "\(ending.messages)")
    expect(ending.output, contains: "of 2 series")
    let scenario = try manifest()
    expect(scenario.replications.max >= 30 && scenario.replications.max < 20_000)
    expect(scenario.replications.until.everyLook != true)
    // The time was known before: the end has most of what may be missed.
    let table = try workspace.read("out/metrics.csv")
    expect(table, contains: ",0.96,")
    let verified = try workspace.tool.run("verify", "out")
    expect(verified.code, equals: 0, "\(verified.messages + verified.output)")
  }

  @Test("Who stops a run keeps what it has shown, and may go on")
  func stopped() throws {
    let running = try workspace.tool.start(Self.never)
    while running.isRunning, try units() < 200 { usleep(10_000) }
    kill(running.processIdentifier, SIGINT)
    let ending = try running.wait(30)
    expect(ending.code, equals: 128 + SIGINT, "\(ending.messages)")
    expect(ending.messages, contains: "ending with what is known so far")
    expect(ending.messages, contains: "--precision 0.0000001pp --out out --resume")
    let scenario = try manifest()
    expect(scenario.replications.until.everyLook == true)
    expect(try workspace.read("out/metrics.csv"), contains: ",\(1 - 0.2 * 0.05 / 75),")
    let verified = try workspace.tool.run("verify", "out")
    expect(verified.code, equals: 0, "\(verified.messages + verified.output)")

    // The same units, as far as they are needed, and then as if nothing had happened.
    let options = ["run", "world.yml", "--precision", "0.7pp"]
    let resumed = try workspace.tool.run(options + ["--out", "out", "--resume"])
    expect(resumed.code, equals: 0, "\(resumed.messages)")
    expect(resumed.messages, contains: "extending: ")
    let whole = try workspace.tool.run(options + ["--out", "whole"])
    expect(whole.code, equals: 0, "\(whole.messages)")
    try expect(csv("out"), equals: csv("whole"))
  }

  private func units() throws -> Int {
    guard workspace.exists("out/.checkpoint/units") else { return 0 }
    return try workspace.bytes("out/.checkpoint/units").count { $0 == UInt8(ascii: "\n") }
  }

  @Test(
    "What means nothing is refused",
    arguments: [
      (["--time", "3s"], "--time: allowed: only with a precision"),
      (["--precision", "1pp", "--time", "soon"], "--time: allowed: a time such as 30s"),
      (["--metric", "deliverability"], "--metric: allowed: only beside --precision"),
      (["--relative"], "--relative: allowed: only beside --precision"),
      (["--precision", "1pp", "--relative"], "until.relative"),
      (["--precision", "1pp", "--metric", "x"], "until.metric"),
      (["--precision", "wide"], "--precision: allowed: a width with its unit"),
      (["--precision", "0.1"], "--precision: allowed: a width with its unit"),
    ])
  func refused(options: [String], words: String) throws {
    let ending = try workspace.tool.run(["run", "world.yml", "--out", "out"] + options)
    expect([64, 65].contains(ending.code), "\(ending.code)")
    expect(ending.messages, contains: words)
    expect(!workspace.exists("out"))
  }

  /// Nothing leads where there is one strategy.
  @Test("A strategy that is alone is known to so much itself")
  func alone() throws {
    let run = try workspace.tool.run(
      "run", "world.yml", "--strategy", "fire-and-forget", "--precision", "0.5pp", "--metric",
      "deliverability", "--out", "out")
    expect(run.code, equals: 0, "\(run.messages)")
    let table = try StrictCSV(workspace.bytes("out/metrics.csv"), "metrics.csv")
    let row = try unwrap(table.rows.first { $0["metric"] == "deliverability" })
    let ends = try ["ci_low", "ci_high"].map { try unwrap(row[$0].flatMap { Double($0) }) }
    expect(ends[1] - ends[0] <= 0.01 && ends[1] > ends[0], "\(row)")
  }

  /// Without messages enough to ask for, the limit plays no part. A bound for what nobody saw would
  /// take 20,000 replications to become so narrow.
  @Test("A strategy that agrees with the one that leads in every replication holds up nothing")
  func tie() throws {
    let strategies =
      "{gap-recovery: {repeat_limit: 50}}, {name: less, gap-recovery: {repeat_limit: 49}}"
    let run = try workspace.tool.run(
      "run", "world.yml", "--precision", "0.0001pp", "--out", "out", "--set",
      "strategies=[\(strategies)]")
    expect(run.code, equals: 0, "\(run.messages)")
    try expect(manifest().replications.max == 20_000)
    let table = try StrictCSV(workspace.bytes("out/metrics.csv"), "metrics.csv")
    expect(table.rows.allSatisfy { $0["replications"] == "30" })
  }
}
