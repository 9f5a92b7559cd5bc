import TestSupport
import Testing

/// The first promise of docs/explanation/determinism.md: the same bytes in every CSV, however the
/// work is shared out.
@Suite("Same seed, same bytes")
struct SameBytesTests {
  private static let tableNames = [
    "comparisons.csv", "concentration.csv", "fates.csv", "groups.csv", "latency.csv", "metrics.csv",
    "observed.csv", "replications.csv", "timeline.csv",
  ]

  /// The results of all strategies together, computed once for all tests.
  private static let together = Task { try await Rich.tables() }

  @Test("Threads, cell sizes and a second run change no byte of any table")
  func sharing() async throws {
    let expected = try await Rich.tables(threads: 1)
    expect(expected.keys.sorted(), equals: Self.tableNames)
    // Not vacuous: every strategy has rows, and repairs, failures and losses happened.
    for word in Rich.strategies + ["overwritten", "repeat-lost", "over-limit", "failed"] {
      let isThere = expected.values.contains { String(decoding: $0, as: UTF8.self).contains(word) }
      expect(isThere, "\(word) occurs")
    }
    for (threads, batchSize) in isNightly ? [(1, 1), (3, 7), (2, 1000)] : [(3, 7), (1, 1000)] {
      let tables = try await Rich.tables(threads: threads, batchSize: batchSize)
      expect(
        differing(tables, expected).isEmpty, "\(threads) threads, cells of \(batchSize) devices")
    }
  }

  @Test("A strategy alone has the same rows as among others, in all tables but the comparisons")
  func alone() async throws {
    let all = try await Self.together.value
    for strategy in Rich.strategies {
      let alone = try await Rich.tables([strategy])
      for name in Self.tableNames where name != "comparisons.csv" {
        let expected = try rows(of: strategy, in: all[name])
        try expect(rows(of: strategy, in: alone[name]), equals: expected, "\(strategy), \(name)")
        try expect(
          lineCount(alone[name]), equals: expected.count, "\(strategy) is alone in \(name)")
      }
    }
  }

  @Test("Two strategies with the same parameters have the same rows")
  func twins() async throws {
    let all = try await Self.together.value
    for name in ["replications.csv", "metrics.csv", "fates.csv", "latency.csv", "timeline.csv"] {
      let one = try rows(of: "as-printed", in: all[name])
      let other = try rows(of: "the-same-again", in: all[name])
      let renamed = other.map { $0.replacing(",the-same-again,", with: ",as-printed,") }
      expect(one == renamed && one.count > 2, "\(name)")
    }
  }

  @Test("Comparisons need their baseline: without it the table has only its header")
  func noBaseline() async throws {
    let alone = try await Rich.tables(["gap-recovery"])
    try expect(lineCount(alone["comparisons.csv"]), equals: 1)
    let all = try await Self.together.value
    expect(try lineCount(all["comparisons.csv"]) > 1)
  }

  @Test("Another seed gives other results")
  func seeds() async throws {
    let (one, other) = try await (Self.together.value, Rich.tables(seed: 78))
    expect(differing(one, other).contains("replications.csv"))
  }

  private func lines(_ bytes: [UInt8]?) throws -> [String] {
    let text = String(decoding: try unwrap(bytes), as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  private func lineCount(_ bytes: [UInt8]?) throws -> Int { try lines(bytes).count }

  /// The header and a strategy's rows. No field of these tables has a comma in it.
  private func rows(of strategy: String, in bytes: [UInt8]?) throws -> [String] {
    let lines = try lines(bytes)
    let header = lines[0].split(separator: ",", omittingEmptySubsequences: false)
    let column = try unwrap(header.firstIndex(of: "strategy"))
    return [lines[0]]
      + lines.dropFirst().filter {
        $0.split(separator: ",", omittingEmptySubsequences: false)[column] == strategy
      }
  }
}
