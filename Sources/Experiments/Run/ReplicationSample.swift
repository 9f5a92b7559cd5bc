import Statistics
import Synchronization

/// The replications of one strategy, in their order.
///
/// A reference, so that what takes long to make of them is made once, for all metrics and tables.
final class ReplicationSample: Sendable {
  let records: [ReplicationRecord]
  private let pooled = Mutex<PooledCounts?>(nil)

  init(_ records: [ReplicationRecord]) { self.records = records }
}

extension ReplicationSample {
  var count: Int { records.count }

  func first(_ count: Int) -> ReplicationSample {
    count == records.count ? self : ReplicationSample(Array(records.prefix(count)))
  }

  /// The delays of all of them.
  var delays: PooledCounts {
    pooled.withLock { pooled in
      if let pooled { return pooled }
      let counts = PooledCounts(records.map(\.delays))
      pooled = counts
      return counts
    }
  }
}
