import Models

/// The sums over replications that a result file needs, and no more: integers, so that parts may be
/// added in any order.
package struct Sums: Sendable, Equatable {
  /// The fates, by place in `Tally/fates`.
  package private(set) var fates: [UInt64] = []
  package private(set) var latencyBins: [UInt64] = []
  package private(set) var devicesByLost: [UInt64] = []
  /// It is empty where hits are not counted.
  private(set) var devicesByHits: [UInt64] = []
  package private(set) var timelineOwed: [UInt64] = []
  package private(set) var timelineShown: [UInt64] = []
  package private(set) var timelineRequests: [UInt64] = []
  package private(set) var timelineFailures: [UInt64] = []
  /// The sums over the replications of the largest number of requests in a minute, for each
  /// timeline bucket.
  package private(set) var peakRequests: [UInt64] = []
  /// The time-outs, by timeline bucket; shorter, or empty, where there are none.
  private(set) var timelineTimeouts: [UInt64] = []
  /// The sums over the replications of the longest queue for re-requests, for each timeline bucket.
  private(set) var queuePeaks: [UInt64] = []

  init() {}

  /// One replication's.
  init(_ tally: Tally) {
    fates = tally.fates
    latencyBins = tally.latencyBins
    devicesByLost = tally.devicesByLost
    devicesByHits = tally.devicesByHits
    timelineOwed = tally.timelineOwed
    timelineShown = tally.timelineShown
    timelineRequests = tally.timelineRequests
    timelineFailures = tally.timelineFailures
    peakRequests = tally.timelineOwed.indices.map {
      UInt64(tally.peakRequestsPerMinute(bucket: $0))
    }
    timelineTimeouts = tally.timelineTimeouts
    queuePeaks = tally.queuePeaks.map { UInt64($0) }
  }
}

extension Sums {
  /// All of them, in a fixed order: where they are added, kept and read again.
  private static var parts: [WritableKeyPath<Sums, [UInt64]>] {
    [
      \.fates, \.latencyBins, \.devicesByLost, \.timelineOwed, \.timelineShown,
      \.timelineRequests, \.timelineFailures, \.peakRequests,
      \.timelineTimeouts, \.queuePeaks, \.devicesByHits,
    ]
  }

  static var partCount: Int { parts.count }

  /// - Parameter parts: The parts that ``values`` gives.
  init(parts values: [[UInt64]]) {
    precondition(values.count == Self.partCount, "as many as there are")
    for (part, values) in zip(Self.parts, values) { self[keyPath: part] = values }
  }

  var values: [[UInt64]] { Self.parts.map { self[keyPath: $0] } }

  /// Element by element; the shorter one counts as zeros.
  mutating func add(_ other: Sums) {
    for part in Self.parts { Self.add(other[keyPath: part], to: &self[keyPath: part]) }
  }

  private static func add(_ other: [UInt64], to counts: inout [UInt64]) {
    if counts.count < other.count {
      counts.append(contentsOf: repeatElement(0, count: other.count - counts.count))
    }
    for index in other.indices { counts[index] += other[index] }
  }
}

extension Sums {
  /// It is the sum over the timeline, from all replications.
  package var owed: UInt64 { timelineOwed.reduce(0, +) }

  /// It is the sum over the timeline, from all replications.
  package var requests: UInt64 { timelineRequests.reduce(0, +) }

  /// The re-requests that timed out in a bucket.
  package func timeouts(_ bucket: Int) -> UInt64 {
    bucket < timelineTimeouts.count ? timelineTimeouts[bucket] : 0
  }

  /// The longest queue in a bucket, summed over the replications.
  package func queuePeak(_ bucket: Int) -> UInt64 {
    bucket < queuePeaks.count ? queuePeaks[bucket] : 0
  }
}
