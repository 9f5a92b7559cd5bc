import Foundation
import Statistics
import TestSupport
import Testing

/// The simulator against closed forms (model.md R9), one row after the other.
///
/// False-alarm probability: 1e-6 for the whole table. Half of it is spent: the other half covers
/// what the normal law leaves out, the heavier tail of Student's t and the skewness of the
/// replications (1,800 of them: together about a factor of 1.5 at 5.6 standard errors). Seeds are
/// fixed, so a pass stays a pass.
@Suite("The simulator against closed forms")
struct OracleTableTests {
  /// The largest standard error of a share, and of a delay relative to it.
  private static let shareError = 2e-4
  private static let delayError = 4e-3

  /// `DELIVERYSIM_NIGHTLY=1` simulates all rows, else every 32nd; each is judged as one of all.
  private static let step = isNightly ? 1 : 32

  @Test("Every row of the table agrees with its closed form")
  func table() async throws {
    let all = try OracleTable.rows()
    let rows = stride(from: 0, to: all.count, by: Self.step).map { all[$0] }
    let threads = max(1, ProcessInfo.processInfo.activeProcessorCount)
    let samples = try await OracleRow.simulateAll(rows, threads: threads)
    let agreements = try zip(rows, samples).map { row, sample in
      Agreement(
        row.name, expected: row.expected, observed: try unwrap(sample.ratio),
        standardError: try unwrap(sample.standardError), tableAlpha: 5e-7, tableSize: all.count)
    }
    print(OracleTable.legend)
    print(agreements.map(\.description).joined(separator: "\n"))
    for (row, agreement) in zip(rows, agreements) {
      expect(agreement.holds, "\(agreement)")
      let allowed = row.measure.isShare ? Self.shareError : Self.delayError * row.expected
      expect(agreement.standardError <= allowed, "\(agreement)")
    }
    expectPower(agreements)
  }

  /// The table is worth its time only if it finds a small mistake: a share that is wrong by 0.003
  /// fails in each row.
  private func expectPower(_ agreements: [Agreement]) {
    for row in agreements where row.expected < 1 {
      let mistaken = Agreement(
        row.name, expected: row.expected + (row.expected < row.observed ? -0.003 : 0.003),
        observed: row.observed, standardError: row.standardError, tableAlpha: 5e-7,
        tableSize: agreements.count)
      expect(!mistaken.holds, "\(mistaken)")
    }
  }
}
