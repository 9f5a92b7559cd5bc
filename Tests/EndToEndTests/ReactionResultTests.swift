import Foundation
import TestSupport
import Testing

/// `user.reactions` in results and in what `explain` says (R10).
@Suite struct ReactionResultTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("reacts.yml", Self.scenario)
  }

  private static let scenario = """
    format: 1
    name: reacts
    seed: 3
    duration: 5d
    devices: 20
    replications: 4
    workload: {arrivals: {poisson: {rate: 20/d}}, useful_for: 6h}
    user:
      reactions:
        annoyance: {useful: 10%}
        patience: 3
        then: {alerts_off: 30%, uninstall: 50%}
    strategies: [fire-and-forget, gap-recovery]

    """

  private func run(_ options: String..., into folder: String = "out") throws {
    let ending = try workspace.tool.run(
      ["run", "reacts.yml", "--out", folder, "--quiet"] + options)
    expect(ending.code == 0, "\(ending.messages)")
  }

  private static let metrics = [
    "opt_outs_per_1000_devices", "uninstalls_per_1000_devices", "reachable_share_at_end",
  ]

  @Test func metricsAreThoseOfTheCounts() throws {
    try run()
    let table = try StrictCSV(workspace.bytes("out/replications.csv"), "replications.csv")
    expect(table.rows.count, equals: 8)
    for row in table.rows {
      for (count, metric, factor) in zip3(
        ["opt_outs", "uninstalls", "reachable_at_end"], Self.metrics, [50.0, 50, 0.05])
      {
        let (number, value) = (try unwrap(row.number(count)), try unwrap(row.number(metric)))
        expect(abs(number * factor - value) < 1e-9, "\(metric)")
      }
      let left = try unwrap(row.number("opt_outs")) + unwrap(row.number("uninstalls"))
      let reachable = try unwrap(row.number("reachable_at_end"))
      expect(left > 0 && left + reachable >= 20)
    }
    let metrics = try workspace.read("out/metrics.csv")
    for metric in Self.metrics { expect(metrics.contains(",\(metric),"), "\(metric)") }
  }

  private func zip3<A, B, C>(_ a: [A], _ b: [B], _ c: [C]) -> [(A, B, C)] {
    zip(zip(a, b), c).map { ($0.0, $0.1, $1) }
  }

  @Test func theColumnsAreThereOnlyWhereSomebodyReacts() throws {
    try run("--set", "user.reactions=null", into: "plain")
    let plain = try workspace.read("plain/replications.csv")
    for name in ["opt_outs", "uninstalls", "reachable", "installed_time_us"] {
      expect(!plain.contains(name), "\(name)")
    }
  }

  @Test func threadsAndShardsChangeNothing() throws {
    try run("--threads", "1", into: "one")
    try run("--threads", "3", into: "three")
    for part in 1...2 { try run("--shard", "\(part)/2", into: "part-\(part)") }
    let merged = try workspace.tool.run(["merge", "part-1", "part-2", "--out", "merged"])
    expect(merged.code == 0, "\(merged.messages)")
    for file in ["replications.csv", "metrics.csv", "comparisons.csv", "fates.csv"] {
      let bytes = try workspace.bytes("one/\(file)")
      for folder in ["three", "merged"] {
        try expect(workspace.bytes("\(folder)/\(file)") == bytes, "\(folder)/\(file)")
      }
    }
  }

  @Test func resultsAreReadBack() throws {
    try run()
    let options = Self.metrics.flatMap { ["--metric", $0] }
    let check = try workspace.tool.run(["check", "out", "--baseline", "out"] + options)
    expect(check.code == 0 && check.output.contains("0 fail"), "\(check)")
  }

  private func explain(_ options: [String]) throws -> String {
    let told = try workspace.tool.run(
      ["explain", "reacts.yml", "--strategy", "fire-and-forget", "--device", "0"] + options)
    expect(told.code, equals: 0, "\(told.messages)")
    return told.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func explainTellsWhyAUserHasLeft() throws {
    let certain = ["--set", "user.reactions.annoyance.useful=1"]
    let leave = certain + ["--set", "user.reactions.then={uninstall: 1}"]
    let story = try explain(leave)
    expect(story.contains("message 2 annoys the user (useful)"), "\(story)")
    expect(story.contains("device the user has had enough (annoyances: 3)"), "\(story)")
    expect(story.contains("device the user uninstalls the app"), "\(story)")
    let later = try explain(leave + ["--message", "4"])
    let words =
      "It does not count: the user had uninstalled the app before it was created, annoyed by 3 "
      + "alerts (3 useful)."
    expect(later.contains(words), "\(later)")
    let off = try explain(
      certain + ["--set", "user.reactions.then={alerts_off: 1}", "--message", "4"])
    expect(
      off.contains("the user has switched alerts off, annoyed by 3 alerts (3 useful), and nothing"),
      "\(off)")
    expect(off.contains("the user switches alerts of the app off"), "\(off)")
  }

  @Test func explainTellsThatAUserHasLostTrust() throws {
    let missed = [
      "--set", "device={alerts_off: 1}", "--set", "app={opens: {poisson: {rate: 1/d}}}",
      "--set", "workload.useful_for=1m",
      "--set",
      "user.reactions={missed: 1, trust: 2, distrust: {uninstall: 1}}",
    ]
    let story = try explain(missed)
    expect(story.contains("disappoints the user: it comes to light too late"), "\(story)")
    expect(story.contains("the user has lost trust (disappointments: 2)"), "\(story)")
    let last = try explain(missed + ["--message", "90"])
    expect(
      last.contains("before it was created, disappointed by 2 messages found too late."),
      "\(last)")
  }
}
