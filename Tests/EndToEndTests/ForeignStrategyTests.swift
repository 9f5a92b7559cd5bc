import Experiments
import Files
import Models
import TestSupport
import Testing

/// A program with a strategy of its own writes results, and the tool reads them.
@Suite struct ForeignStrategyTests {
  private struct NewestThree: ClientRule {
    var saved: Int?

    mutating func receive(_ push: ArrivedPush) -> [Int] {
      defer { saved = max(saved ?? 0, push.position) }
      guard let saved, push.position > saved + 1 else { return [] }
      return Array((saved + 1..<push.position).suffix(3))
    }
  }

  private static let refusal =
    "newest-three is a foreign strategy: its code is in another program, which must run it"

  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// The tiny scenario, with other strategies.
  private func read(_ strategies: String) throws -> Comparison {
    let text = Workspace.tiny.replacing(
      "strategies: [fire-and-forget, gap-recovery]", with: "strategies: [\(strategies)]")
    try workspace.write("own.yml", text)
    let own = ForeignStrategy(name: "newest-three") { NewestThree() }
    return try Comparison(scenario: "\(workspace.path)/own.yml", strategies: [own])
  }

  @Test("The library writes the files of the tool, and says what they say")
  func theFilesOfTheTool() async throws {
    let comparison = try read("fire-and-forget, gap-recovery")
    let estimates = try await comparison.run(into: "\(workspace.path)/library", threads: 2)
    _ = try workspace.runTiny(into: "tool", "--quiet")
    for (name, _) in Contract.files {
      let written = try workspace.bytes("library/\(name)")
      try expect(written == workspace.bytes("tool/\(name)"), "\(name)")
    }
    let csv = try StrictCSV(workspace.bytes("tool/metrics.csv"), "metrics.csv")
    let rows = csv.rows.filter { $0["mean"] != "" }
    expect(estimates.count, equals: rows.count)
    for (estimate, row) in zip(estimates, rows) {
      expect([estimate.strategy, estimate.metric], equals: [row["strategy"], row["metric"]])
      expect("\(estimate.designPoint)", equals: row["design_point"])
      expect(row.number("mean") == estimate.mean)
      expect(row.number("ci_low") == estimate.low && row.number("ci_high") == estimate.high)
    }
    let told = try workspace.tool.run(
      "explain", "own.yml", "--strategy", "gap-recovery", "--device", "3", "--replication", "1",
      "--design-point", "1")
    let text = try comparison.explain(
      strategy: "gap-recovery", device: 3, replication: 1, designPoint: 1)
    expect(text + "\n", equals: told.output)
  }

  @Test("R8 The tool refuses to run a foreign strategy, and what tells of a run of it")
  func theToolRefuses() async throws {
    let comparison = try read("fire-and-forget, foreign: {name: newest-three}")
    let estimates = try await comparison.run(into: "\(workspace.path)/out", replications: 2)
    expect(estimates.contains { $0.strategy == "newest-three" })
    try expect(workspace.read("out/manifest.json"), contains: "\"foreign\": {")
    let commands = [
      ["verify", "out"], ["validate", "own.yml"], ["run", "own.yml"],
      ["explain", "own.yml", "--strategy", "newest-three", "--device", "0"],
      ["explain", "out", "--strategy", "newest-three", "--device", "0"],
    ]
    for command in commands {
      let ending = try workspace.tool.run(command)
      expect(ending.code == 65 && ending.output == "", "\(command): \(ending)")
      expect(ending.messages.replacing("\n ", with: ""), contains: Self.refusal)
    }
    try expect(workspace.tool.run("check", "out", "--baseline", "out").code, equals: 0)
  }

  @Test func errorsAreThoseOfTheTool() async throws {
    let wrong = #expect(throws: ComparisonError.self) { try read("fire-and-forgt") }
    expect(wrong?.exitCode, equals: 65)
    let scenario = "\(workspace.path)/own.yml"
    try expect(
      "error: \(unwrap(wrong).description)\n",
      equals: workspace.tool.run("validate", scenario).messages)
    let comparison = try read("foreign: {name: newest-three}")
    let unknown = #expect(throws: ComparisonError.self) {
      try comparison.explain(strategy: "newest", device: 0)
    }
    expect(unknown?.exitCode, equals: 64)
    let folder = "\(workspace.path)/out"
    _ = try await comparison.run(into: folder, replications: 1)
    let exists = await #expect(throws: ComparisonError.self) {
      try await comparison.run(into: folder, replications: 1)
    }
    expect(exists?.exitCode, equals: 73)
    _ = try await comparison.run(into: folder, replications: 1, replacing: true)
    let none = await #expect(throws: ComparisonError.self) {
      try await comparison.run(into: folder, threads: 0, replacing: true)
    }
    expect(none?.description, equals: "--threads: found 0; allowed: 1 to 1024")
  }
}
