import DeliverySim
import Models
import Statistics
import TestSupport

/// One line of the table: a world, what is measured in it, and what the closed form says.
struct OracleRow: Sendable {
  /// The contribution of a replication: a numerator and a denominator.
  enum Measure: Sendable {
    /// Owed notifications with this fate.
    case share(Fate)
    /// Seconds of delay for each one that was handed over from the slot. Nothing else delays here,
    /// so those are the shown ones of a delay above 0. One of less than 1 ms lies in bin 0 with the
    /// undelayed: fewer than 1 in 1e6.
    case delayOfStored
    /// Re-requests for each one that the listing makes by R5.3.
    case requests(expected: @Sendable (_ pushes: Int) -> Int)
    /// Pushes sent for each owed notification.
    case pushes
    /// Visible duplicates for each owed notification.
    case duplicates
    /// Owed notifications that are shown, of those created in these hours of the week. The timeline
    /// has hours.
    case shownInHours(Set<Int>)
  }

  let name: String
  let expected: Double
  let measure: Measure
  /// Few devices, many replications: the standard error is known the better.
  var world: World
  let replications: Int
}

extension OracleRow.Measure {
  func sample(_ tally: Tally) -> (x: Double, y: Double) {
    switch self {
    case .share(let fate): (Double(tally.count(fate)), Double(tally[.owed]))
    case .delayOfStored:
      (Double(tally.latencySum) / 1e6, Double(tally[.shown]) - Double(tally.latencyBins[0]))
    case .requests(let expected):
      (Double(tally[.resendRequests]), Double(expected(Int(tally[.owed]))))
    case .pushes: (Double(tally[.pushesSent]), Double(tally[.owed]))
    case .duplicates: (Double(tally[.duplicates]), Double(tally[.owed]))
    case .shownInHours(let hours):
      (Self.sum(tally.timelineShown, in: hours), Self.sum(tally.timelineOwed, in: hours))
    }
  }

  private static func sum(_ timeline: [UInt64], in hours: Set<Int>) -> Double {
    timeline.indices.filter { hours.contains($0 % 168) }.reduce(0) { $0 + Double(timeline[$1]) }
  }

  var isShare: Bool {
    switch self {
    case .share, .shownInHours: true
    default: false
    }
  }

  func isOf(_ fate: Fate) -> Bool {
    if case .share(fate) = self { true } else { false }
  }
}

extension OracleRow {
  /// Simulates all rows, on all cores.
  ///
  /// - Returns: One sample for each row, one element for each replication.
  static func simulateAll(_ rows: [OracleRow], threads: Int) async throws -> [RatioSample] {
    let blocks = rows.indices.flatMap { row in
      stride(from: 0, to: rows[row].replications, by: blockSize).map { (row: row, first: $0) }
    }
    var samples = rows.map { _ in (x: [Double](), y: [Double]()) }
    try await forEachInParallel(
      count: blocks.count, threads: threads,
      work: { try rows[blocks[$0].row].simulate(from: blocks[$0].first) },
      consume: { index, part in
        samples[blocks[index].row].x += part.map(\.x)
        samples[blocks[index].row].y += part.map(\.y)
      })
    return samples.map { RatioSample(numerators: $0.x, denominators: $0.y) }
  }

  private static let blockSize = 100

  private func simulate(from first: Int) throws -> [(x: Double, y: Double)] {
    try (first..<min(first + Self.blockSize, replications)).map { replication in
      measure.sample(
        try Models.simulate(world, replication: replication, devices: 0..<world.devices))
    }
  }
}
