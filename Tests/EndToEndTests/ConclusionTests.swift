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
    return run.output.split(separator: "\n").suffix(4).joined(separator: " ")
  }

  @Test func aSureDifferenceIsToldInPointsAndAsOneInSoMany() throws {
    let text = try sentence("replications=20")
    let words = #/gap-recovery shows (\S+) percentage points more than fire-and-forget \(/#
    let found = try unwrap(text.firstMatch(of: words), "\(text)")
    let rows = try workspace.read("runs/tiny/metrics.csv").split(separator: "\n")
    let shares = try ["fire-and-forget", "gap-recovery"].map { name in
      let row = try unwrap(rows.first { $0.contains(",\(name),deliverability,") })
      return try unwrap(Double(row.split(separator: ",")[3]))
    }
    let points = try unwrap(Double(found.1))
    expect(abs(points - (shares[1] - shares[0]) * 100) <= 0.05 * points, "\(text)")
    expect(text, contains: "; not shown: 1 in ")
    expect(text, contains: "Its price: ")
  }

  @Test func whatMayBeZeroIsNoDifference() throws {
    let text = try sentence("replications=20", "network=", "provider=")
    let words = "This run shows no clear difference between gap-recovery and fire-and-forget"
    expect(text, contains: words)
  }

  @Test func aStrategyAloneSaysWhatItShows() throws {
    let run = try workspace.tool.run(
      ["run", "tiny.yml", "--set", "sweep=", "--strategy", "gap-recovery"])
    expect(run.output, contains: "gap-recovery shows ")
    expect(run.output, contains: " of what is owed; not shown: ")
  }

  /// Where every outage hits all devices, more of them say nothing new; where each has its own,
  /// they say as much as replications.
  @Test func whereDevicesShareOutagesFewerAreProposed() throws {
    let outages = "{every: {exponential: {mean: 2d}}, last: {exponential: {mean: 6h}}}"
    let shared = try text(network: "network={regions: {count: 1, outages: \(outages)}}")
    let found = try unwrap(shared.firstMatch(of: #/Devices share ([\d.]+) % of the variance of/#))
    expect(try unwrap(Double(found.1)) >= 90, "\(shared)")
    expect(shared, contains: "20 devices in 400 replications would make it ")
    let own = "network={online: {exponential: {mean: 2d}}, offline: {exponential: {mean: 6h}}}"
    let alone = try text(network: own)
    expect(!alone.contains("Devices share"), "\(alone)")
  }

  private func text(network: String) throws -> String {
    let settings = ["sweep=", "provider=", network, "devices=200", "replications=40"]
    let run = try workspace.tool.run(
      ["run", "tiny.yml", "--force"] + settings.flatMap { ["--set", $0] })
    expect(run.code, equals: 0, "\(run.messages)")
    return run.output.replacing("\n", with: " ")
  }
}
