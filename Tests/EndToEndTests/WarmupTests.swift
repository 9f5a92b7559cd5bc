import Foundation
import TestSupport
import Testing

/// A run says when its first counted day was not like the later ones.
@Suite struct WarmupTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Queues that are empty at the start, of users who are away for days.
  private func scenario(warmup: Int, more: String = "") -> String {
    """
    format: 1
    name: queues
    seed: 3
    warmup: \(warmup)d
    duration: \(warmup + 15)d
    drain: 10d
    devices: 10
    replications: 20
    workload: {arrivals: {poisson: {rate: 20/d}}}
    push_service: {kind: mqtt, capacity: 20}
    network: {online: {exponential: {mean: 1d}}, offline: {exponential: {mean: 5d}}}
    strategies: [fire-and-forget, gap-recovery]
    \(more)
    """
  }

  private func run(_ text: String, _ options: String...) throws -> String {
    try workspace.write("queues.yml", text)
    let run = try workspace.tool.run(["run", "queues.yml", "--force"] + options)
    expect(run.code, equals: 0, "\(run.messages)")
    return run.messages
  }

  private static let warning = "the first counted day differs"

  @Test func aWarmupThatIsTooShortIsToldAndKept() throws {
    let words =
      #/: fire-and-forget shows (\S+) % of it, (\S+) % later \(p = (\S+)\): lengthen warmup/#
    let messages = try run(scenario(warmup: 0))
    expect(messages, contains: "warning: \(Self.warning): ")
    let found = try unwrap(messages.firstMatch(of: words), "\(messages)")
    let (first, later) = (try unwrap(Double(found.1)), try unwrap(Double(found.2)))
    expect(first > later + 10)
    expect(try unwrap(Double(found.3)) < 1e-3)
    expect(try workspace.read("runs/queues/answer.json"), contains: Self.warning)
    // The figures are sums of columns.
    let table = try StrictCSV(workspace.bytes("runs/queues/replications.csv"), "replications")
    let rows = table.rows.filter { $0["strategy"] == "fire-and-forget" }
    func sum(_ column: String) -> Double { rows.reduce(0) { $0 + ($1.number(column) ?? 0) } }
    expect(abs(100 * sum("first_day_shown") / sum("first_day_owed") - first) <= 0.051)
    expect(abs(100 * sum("later_days_shown") / sum("later_days_owed") - later) <= 0.051)
  }

  @Test func aLongOneIsNot() throws {
    expect(!(try run(scenario(warmup: 30))).contains(Self.warning))
  }

  @Test func whereItCannotBeToldNothingIsSaid() throws {
    // Too few replications; no baseline; days that differ anyway.
    expect(!(try run(scenario(warmup: 0), "-n", "9")).contains(Self.warning))
    expect(!(try run(scenario(warmup: 0), "--strategy", "gap-recovery")).contains(Self.warning))
    let uninstalls = scenario(warmup: 0, more: "device: {uninstalls: 1/d}")
    expect(!(try run(uninstalls)).contains(Self.warning))
  }

  @Test func ofASweepTheWorstIsNamed() throws {
    let sweep = "sweep: [{factor: capacity, path: push_service.capacity, values: [10, 20]}]"
    let messages = try run(scenario(warmup: 0, more: sweep))
    expect(messages, contains: "\(Self.warning), design point ")
    expect(messages, contains: "; so do 1 more design points: lengthen warmup")
  }
}
