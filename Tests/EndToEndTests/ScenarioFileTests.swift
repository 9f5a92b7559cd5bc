import Foundation
import TestSupport
import Testing

/// The tool reads `extends`, `zip` and `expect`, from the file to the results.
@Suite struct ScenarioFileTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func anExtendedScenarioGivesTheBytesOfTheWholeOne() throws {
    try workspace.write("over.yml", "extends: tiny.yml\nprovider: {link: {loss: 10%}}\n")
    let over = try workspace.tool.run("run", "over.yml", "--out", "over", "--quiet")
    let whole = try workspace.runTiny(into: "whole", "--set", "provider.link.loss=10%", "--quiet")
    expect(over.code == 0 && whole.code == 0, "\(over.messages)")
    for (name, _) in Contract.files {
      try expect(
        workspace.bytes("over/\(name)"), equals: workspace.bytes("whole/\(name)"), "\(name)")
    }
    let story = ["--strategy", "gap-recovery", "--replication", "0", "--device", "0"]
    let told = try workspace.tool.run(["explain", "over"] + story)
    expect(told.code, equals: 0, "\(told.messages)")
    try expect(told.output, equals: workspace.tool.run(["explain", "whole"] + story).output)
  }

  @Test func aZipIsAColumnForEachFactor() throws {
    let zip = """
      [{zip: [{factor: away, path: network.offline.exponential.mean, values: [20m, 1h]},
      {factor: loss_p, path: provider.link.loss, values: [1%, 5%]}]}]
      """
    let ending = try workspace.runTiny(into: "out", "--set", "sweep=\(zip)")
    let lines = try workspace.read("out/metrics.csv").split(separator: "\n")
    expect(lines[0].hasPrefix("design_point,away,loss_p,strategy,metric,"))
    let points = Set(
      lines.dropFirst().map { $0.split(separator: ",").prefix(3).joined(separator: ",") })
    expect(points, equals: ["0,1200,0.01", "1,3600,0.05"])
    expect(ending.output, contains: "2 design points")
  }

  /// And then the answer in a sentence.
  @Test func theSummaryEndsWithTheVerdicts() throws {
    let ending = try workspace.tool.run(
      "run", "tiny.yml", "--out", "out", "--set", "sweep=",
      "--set", "expect=[gap-recovery.loss < 1, gap-recovery.loss > 1]")
    let parts = ending.output.components(separatedBy: "\n\n").suffix(2)
    expect(parts.last ?? "", contains: "gap-recovery")
    let lines = (parts.first ?? "").split(separator: "\n").map { $0.split(separator: " ") }
    expect(
      lines.map { $0.first }, equals: ["expectation", "gap-recovery.loss", "gap-recovery.loss"])
    expect(lines.map { $0.last }, equals: ["verdict", "holds", "FAILS"])
  }

  /// Files that are set start in the working directory, also as the values of a factor, and the
  /// results find them again.
  @Test func filesThatAreSetAreFoundFromTheResults() throws {
    try FileManager.default.createDirectory(
      atPath: "\(workspace.path)/inner", withIntermediateDirectories: true)
    try workspace.write("inner/base.yml", Workspace.tiny)
    try workspace.write("inner/s.yml", "extends: base.yml\nsweep: null\n")
    try workspace.write("times.csv", "time\n5\n7000\n90000\n")
    let trace = "workload.arrivals={trace: {file: times.csv, time: time, repeat: true}}"
    let sweep = "sweep=[{factor: f, path: workload.arrivals.trace.file, values: [times.csv]}]"
    for settings in [["--set", trace], ["--set", trace, "--set", sweep]] {
      let ending = try workspace.tool.run(
        ["run", "inner/s.yml", "--out", "out/deep", "--quiet", "--force"] + settings)
      expect(ending.code, equals: 0, "\(ending.messages)")
      let file = URL(fileURLWithPath: "\(workspace.path)/times.csv").standardizedFileURL.path
      let manifest = try workspace.read("out/deep/manifest.json")
      expect(manifest.contains("\"file\": \"\(file)\""), "\(file)")
      expect(!manifest.contains("\"times.csv\""))
      let told = try workspace.tool.run(
        "explain", "out/deep", "--strategy", "gap-recovery", "--replication", "0", "--device", "0")
      expect(told.code, equals: 0, "\(told.messages)")
    }
  }

  @Test func theManifestHasNoBaseAndAllExpectations() throws {
    try workspace.write("over.yml", "extends: tiny.yml\nexpect: [gap-recovery.loss < 1]\n")
    _ = try workspace.tool.run("run", "over.yml", "--out", "out", "--quiet")
    let manifest = try workspace.read("out/manifest.json")
    expect(manifest.contains("\"gap-recovery.loss < 1\""))
    expect(!manifest.contains("extends"))
  }
}
