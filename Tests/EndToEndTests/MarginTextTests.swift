import Files
import Foundation
import TestSupport
import Testing

/// What stands behind `±`: one number, or both sides where the interval is skewed.
@Suite struct MarginTextTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test(
    arguments: [
      (2.0, 1.5, 2.5, "0.500"), (2.907, 2.799, 3.100, "-0.108/+0.193"),
      (2.0, 1.5, 2.5004, "0.500"), (-1.0, -1.25, -1.0, "-0.250/+0.000"),
    ])
  func sides(value: Double, low: Double, high: Double, text: String) {
    expect(
      HumanText.margin(of: value, low: low, high: high, decimals: 3), equals: text)
  }

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

  @Test func aSummaryShowsBothSidesOfASkewedInterval() throws {
    let output = try runSkewed()
    for strategy in ["fire-and-forget", "gap-recovery"] {
      let found = try interval("metrics", "mean", strategy)
      let (below, above) = (found.value - found.low, found.high - found.value)
      let format = "%.\(HumanText.decimals(halfWidth: (below + above) / 2))f"
      try #require(abs(below - above) > 0.002, "the scenario is no longer skewed")
      expect(output, contains: String(format: "-\(format)/+\(format)", below, above))
    }
    // Student's interval has one.
    let difference = try interval("comparisons", "difference", "gap-recovery")
    let decimals = HumanText.decimals(halfWidth: (difference.high - difference.low) / 2)
    let words = String(
      format: "%+.\(decimals)f pp %.\(decimals)f ", difference.value,
      difference.high - difference.value)
    expect(output.replacing(#/ +/#, with: " "), contains: words)
  }

  /// Names that leave no room beside the figures: the intervals have a table of their own.
  @Test func whereMarginsDoNotFitIntervalsFollow() throws {
    let name = "a-queue-with-quite-a-name-2"
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
  }

  private func words(_ interval: (value: Double, low: Double, high: Double)) -> String {
    let decimals = HumanText.decimals(halfWidth: (interval.high - interval.low) / 2)
    return String(format: " %.\(decimals)f to %.\(decimals)f", interval.low, interval.high)
  }
}
