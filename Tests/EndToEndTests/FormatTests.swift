import Foundation
import TestSupport
import Testing

/// `--format` of `run` and `check`: tables for programs and documents.
@Suite struct FormatTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func run(_ format: String) throws -> Tool.Ending {
    let ending = try workspace.tool.run(
      "run", "tiny.yml", "--out", "out", "--force", "--progress", "none", "--format", format)
    expect(ending.code, equals: 0, "\(ending.messages)")
    return ending
  }

  /// The same numbers as in `metrics.csv`, to the last digit.
  @Test func csvHasTheNumbersOfTheResults() throws {
    let table = try StrictCSV(Array(run("csv").output.utf8), "printed")
    let metrics = try StrictCSV(workspace.bytes("out/metrics.csv"), "metrics.csv")
    let known = Set(metrics.rows.map { "\($0["strategy"] ?? "") \($0["mean"] ?? "")" })
    expect(table.rows.count >= 4)
    for row in table.rows {
      for name in ["deliverability", "latency_p99_s", "pushes_per_notification"] {
        let value = "\(row["strategy"] ?? "") \(row[name] ?? "")"
        expect(known.contains(value), "\(name): \(value)")
      }
      expect(row["difference"] == "", equals: row["strategy"] == "fire-and-forget")
    }
  }

  @Test func jsonHasTheSameRecords() throws {
    let table = try StrictCSV(Array(run("csv").output.utf8), "printed")
    let text = try run("json").output
    let records = try unwrap(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    expect(records.map { $0["strategy"] as? String }, equals: table.rows.map { $0["strategy"] })
    for (record, row) in zip(records, table.rows) {
      let value = try unwrap(record["deliverability"] as? Double)
      // Foundation reads JSON numbers with 15 digits.
      expect(abs(value - (row.number("deliverability") ?? 0)) < 1e-14)
      expect(record.count == row.count)
    }
  }

  @Test func markdownHasTheTablesOfTheSummary() throws {
    let text = try run("text").output
    let lines = try run("markdown").output.split(separator: "\n").map(String.init)
    expect(lines.count { $0.hasPrefix("| :---") }, equals: 4)
    for line in lines where !line.hasPrefix("| :---") {
      expect(line.hasPrefix("| ") && line.hasSuffix(" |"))
      for cell in line.dropFirst(2).dropLast(2).components(separatedBy: " | ") {
        let words = cell.trimmingCharacters(in: .whitespaces)
        expect(words.isEmpty || text.contains(words), "\(words)")
      }
    }
  }

  /// The verdicts that do not pass go to the other stream, where the table has no place for them.
  @Test func checkPrintsItsVerdicts() throws {
    _ = try run("text")
    let check = ["check", "out", "--baseline", "out", "--format"]
    let csv = try workspace.tool.run(check + ["csv", "--metric", "all"])
    let table = try StrictCSV(Array(csv.output.utf8), "printed")
    expect(table.rows.count > 10 && table.rows.allSatisfy { $0["verdict"] == "pass" })
    let json = try workspace.tool.run(check + ["json", "--metric", "all"]).output
    let records = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
    expect(records?.count, equals: table.rows.count)
    let markdown = try workspace.tool.run(check + ["markdown", "--metric", "loss"]).output
    expect(markdown, hasPrefix: "answer: Choose gap-recovery")
    expect(markdown, contains: "\n\n| point | strategy | metric | verdict | now | baseline | ")
    expect(markdown.hasSuffix(" pass, 0 fail, 0 inconclusive\n"))
    let less = try workspace.tool.run(
      "run", "tiny.yml", "--out", "less", "--strategy", "fire-and-forget", "--quiet")
    expect(less.code, equals: 0)
    let missing = try workspace.tool.run(
      "check", "less", "--baseline", "out", "--format", "csv")
    expect(missing.code, equals: 3)
    expect(missing.messages, contains: "gap-recovery: in the baseline only")
  }
}
