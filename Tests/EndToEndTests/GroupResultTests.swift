import Foundation
import TestSupport
import Testing

/// `groups.csv`, and what groups do to the other files.
@Suite struct GroupResultTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func run(_ groups: String, into folder: String) throws {
    _ = try workspace.runTiny(into: folder, "--quiet", "--force", "--set", "groups=\(groups)")
  }

  private func table(_ folder: String, _ name: String) throws -> StrictCSV {
    try StrictCSV(workspace.bytes("\(folder)/\(name)"), name)
  }

  @Test func groupsThatChangeNothingChangeNoOtherFile() throws {
    try workspace.lay(in: "plain")
    try run("[{name: a, share: 0.3}, {name: b, share: 0.2, network: {}}]", into: "groups")
    for (name, _) in Contract.files where name != "groups.csv" && name != "metrics.csv" {
      try expect(
        workspace.bytes("groups/\(name)"), equals: workspace.bytes("plain/\(name)"), "\(name)")
    }
    // Devices that are spread over groups are no independent trials.
    let metrics = try zip(table("plain", "metrics.csv").rows, table("groups", "metrics.csv").rows)
    for (plain, groups) in metrics {
      let isCertain = plain.number("std_error") == 0
      for column in ["metric", "mean", "std_error", "interval"] + (isCertain ? [] : ["ci_low"]) {
        expect(plain[column], equals: groups[column])
      }
    }
    expect(try table("plain", "groups.csv").rows.isEmpty)
    expect(try !table("groups", "groups.csv").rows.isEmpty)
  }

  @Test func aGroupOfAllHasTheMetricsOfTheWhole() throws {
    try run("[{name: all, share: 1}]", into: "out")
    let (metrics, groups) = (
      try table("out", "metrics.csv").rows, try table("out", "groups.csv").rows
    )
    expect(groups.count == metrics.count && groups.allSatisfy { $0["group"] == "all" })
    var equal = 0
    for (metric, group) in zip(metrics, groups) {
      for column in ["design_point", "strategy", "metric", "mean", "std_error", "confidence"] {
        expect(metric[column], equals: group[column])
      }
      // Of a share of 0 or 1 in all replications the trials are the replications, not the devices.
      let isCertain = metric.number("std_error") == 0
      if !isCertain { expect(metric["ci_low"], equals: group["ci_low"]) }
      equal += isCertain ? 0 : 1
    }
    expect(equal > 50)
  }

  @Test func rowsComeByStrategyThenGroupThenMetric() throws {
    try run(
      "[{name: z, share: 0.4, workload: {useful_for: null}}, {name: b, share: 0.3}]", into: "out")
    let rows = try table("out", "groups.csv").rows
    var order: [String] = []
    for row in rows {
      let key = ["design_point", "strategy", "group"].map { row[$0] ?? "" }.joined(separator: " ")
      if order.last != key { order.append(key) }
    }
    let expected = ["0", "1"].flatMap { point in
      ["fire-and-forget", "gap-recovery"].flatMap { strategy in
        ["z", "b", "others"].map { "\(point) \(strategy) \($0)" }
      }
    }
    expect(order, equals: expected)
    // A metric stands where its station is modelled: for all only where it is so in every group.
    let timely = rows.filter { $0["metric"] == "timeliness" }
    expect(Set(timely.compactMap { $0["group"] }), equals: ["b", "others"])
    let ofAll = try table("out", "metrics.csv").rows
    expect(!ofAll.contains { $0["metric"] == "timeliness" })
    let replications = try table("out", "replications.csv").rows
    expect(replications.allSatisfy { $0["shown_in_time"] == nil && $0["timeliness"] == nil })
  }

  @Test func nobodyIsLeftOverWhereSharesSumToOne() throws {
    try run("[{name: a, share: 0.9}, {name: b, share: 0.1}]", into: "out")
    let groups = try table("out", "groups.csv").rows.compactMap { $0["group"] }
    expect(Set(groups), equals: ["a", "b"])
  }

  @Test func aForgedRowIsFoundAndStoriesNameTheGroup() throws {
    try run("[{name: all, share: 1, network: null}]", into: "out")
    try expect(workspace.tool.run("verify", "out", "--quiet").code, equals: 0)
    try workspace.forge("out", "groups.csv") { csv in csv.rows[0][csv.columns.count - 1] += "1" }
    let ending = try workspace.tool.run("verify", "out", "--progress", "none")
    expect(ending.code, equals: 1)
    expect(ending.output.contains("\nout/groups.csv:2: "), "\(ending.output)")
    let story = try workspace.tool.run(
      "explain", "out", "--strategy", "gap-recovery", "--replication", "0", "--device", "3")
    expect(story.code, equals: 0)
    expect(story.output.contains("device 3, group all\n"), "\(story.output.prefix(200))")
  }
}
