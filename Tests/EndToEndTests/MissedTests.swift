import Foundation
import TestSupport
import Testing

/// The first table of a summary says how much a user misses.
@Suite struct MissedTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// The words of a strategy's first row.
  private func row(_ strategy: String, _ output: String) throws -> [String] {
    let line = try unwrap(output.split(separator: "\n").first { $0.hasPrefix(strategy + " ") })
    return line.split(separator: " ").map(String.init)
  }

  private func run(_ settings: String...) throws -> String {
    let words = ["sweep="] + settings
    let run = try workspace.tool.run(
      ["run", "tiny.yml", "--force"] + words.flatMap { ["--set", $0] })
    expect(run.code, equals: 0, "\(run.messages)")
    return run.output
  }

  /// 10 devices, 2 counted days, 3 replications.
  @Test func missedAndKnownAreThoseOfTheFiles() throws {
    let output = try run()
    let table = try StrictCSV(workspace.bytes("runs/tiny/replications.csv"), "replications.csv")
    for strategy in ["fire-and-forget", "gap-recovery"] {
      let rows = table.rows.filter { $0["strategy"] == strategy }
      let sum = { (name: String) in
        rows.reduce(0.0) { $0 + ($1.number(name) ?? .nan) }
      }
      let row = try row(strategy, output)
      let missed = try unwrap(Double(row[row.count - 3]))
      expect(abs(missed - (sum("owed") - sum("shown")) / 60) <= 0.0005001, "\(output)")
      let known = try unwrap(Double(row[row.count - 2]))
      let decimals = row[row.count - 2].split(separator: ".").dropFirst().first?.count ?? 0
      let rounding = 0.5001 * pow(10, -Double(decimals))
      expect(abs(known - 100 * sum("aware_in_time") / sum("owed")) <= rounding, "\(output)")
    }
    expect(output, contains: "missed/day")
    expect(output, contains: "within 12h")
  }

  /// 40 messages a day, of which one in 100,000 is lost: by day everybody would read 0.000.
  @Test func whatIsRareIsCountedByTheWeek() throws {
    let output = try run(
      "network=", "provider={link: {loss: 1e-5}}", "workload={arrivals: {poisson: {rate: 40/d}}}")
    expect(output, contains: "missed/week")
    expect(!output.contains("within 12h"), "\(output)")
  }
}
