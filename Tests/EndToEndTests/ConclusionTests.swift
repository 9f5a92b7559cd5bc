import Foundation
import TestSupport
import Testing

/// The sentence that closes a summary says what the tables say.
@Suite struct ConclusionTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func sentence(_ settings: String...) throws -> String {
    let words = settings.flatMap { ["--set", $0] }
    let run = try workspace.tool.run(["run", "tiny.yml", "--force", "--set", "sweep="] + words)
    expect(run.code, equals: 0, "\(run.messages)")
    return run.output.split(separator: "\n").suffix(3).joined(separator: " ")
  }

  @Test func aSureDifferenceIsToldInPointsAndAsOneInSoMany() throws {
    let text = try sentence("replications=20")
    let words = #/gap-recovery shows (\S+) percentage points more than fire-and-forget; /#
    let found = try unwrap(text.firstMatch(of: words), "\(text)")
    let rows = try workspace.read("runs/tiny/metrics.csv").split(separator: "\n")
    let shares = try ["fire-and-forget", "gap-recovery"].map { name in
      let row = try unwrap(rows.first { $0.contains(",\(name),deliverability,") })
      return try unwrap(Double(row.split(separator: ",")[3]))
    }
    let points = try unwrap(Double(found.1))
    expect(abs(points - (shares[1] - shares[0]) * 100) <= 0.05 * points, "\(text)")
    expect(text, contains: "; not shown: 1 in ")
  }

  @Test func whatMayBeZeroIsNoDifference() throws {
    let text = try sentence("replications=20", "network=", "provider=")
    let words = "This run shows no clear difference between gap-recovery and fire-and-forget"
    expect(text, contains: words)
  }

  @Test func aStrategyAloneHasNone() throws {
    let run = try workspace.tool.run(
      ["run", "tiny.yml", "--set", "sweep=", "--strategy", "gap-recovery"])
    expect(!run.output.contains("shows"), "\(run.output)")
  }
}
