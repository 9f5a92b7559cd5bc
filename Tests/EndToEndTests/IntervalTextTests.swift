import Files
import Foundation
import TestSupport
import Testing

/// Intervals on the screen are those of the files, in one form.
@Suite struct IntervalTextTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// One device with few absences: what is shown varies in one direction more than in the other.
  private func runSkewed(_ options: String...) throws -> String {
    let few = ["network.online.exponential.mean=2d", "devices=1", "sweep="].flatMap {
      ["--set", $0]
    }
    let ending = try workspace.tool.run(
      ["run", "tiny.yml", "--out", "out", "--replications", "40"] + few + options)
    expect(ending.code, equals: 0, "\(ending.messages)")
    return ending.output
  }

  /// A row of a result file whose numbers are shares: in percent.
  private func interval(
    _ file: String, _ value: String, _ strategy: String
  ) throws -> (value: Double, low: Double, high: Double) {
    let rows = try StrictCSV(workspace.bytes("out/\(file).csv"), file).rows
    let row = try unwrap(
      rows.first { $0["strategy"] == strategy && $0["metric"] == "deliverability" })
    let number = { (name: String) in try unwrap(Double(row[name] ?? "")) * 100 }
    return (try number(value), try number("ci_low"), try number("ci_high"))
  }

  /// Skewed or not, and however long the names are.
  @Test(arguments: ["gap-recovery", "a-queue-with-quite-a-name-2"])
  func intervalsFollowTheFigures(name: String) throws {
    let output = try runSkewed(
      "--set", "provider.link.loss=0", "--set",
      "strategies=[fire-and-forget, {name: \(name), gap-recovery: {}}]")
    let lines = output.split(separator: "\n")
    expect(lines.allSatisfy { $0.count <= 80 }, "\(output)")
    let found = try interval("metrics", "mean", name)
    let difference = try interval("comparisons", "difference", name)
    let row = try unwrap(lines.first { $0.hasPrefix(name) && $0.contains(" to ") })
    expect(String(row), contains: words(found) + " %")
    expect(String(row), contains: words(difference) + " pp")
    expect(!output.contains("±"))
  }

  private func words(_ interval: (value: Double, low: Double, high: Double)) -> String {
    let decimals = HumanText.decimals(halfWidth: (interval.high - interval.low) / 2)
    return String(format: " %.\(decimals)f to %.\(decimals)f", interval.low, interval.high)
  }
}
