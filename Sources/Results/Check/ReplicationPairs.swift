import Vocabulary

/// The replications of one strategy at one design point, now and in the baseline.
struct ReplicationPairs: Sendable {
  let now: [ReplicationRecord]
  /// The counterpart of each one, when paired.
  let before: [ReplicationRecord]
  /// Replication i of both drew the same random numbers, whatever their scenarios made of them.
  let isPaired: Bool
  /// The first pair with other events; nil: there is none, or no pairs.
  let firstChange: Int?

  /// In both runs each device is a trial of its own.
  private let devicesAreIndependent: Bool

  /// - Parameter isPaired: Both runs had the same seed.
  init(
    _ now: [ReplicationRecord], _ before: [ReplicationRecord], isPaired: Bool,
    devicesAreIndependent: Bool
  ) {
    self.devicesAreIndependent = devicesAreIndependent
    // A run with fewer replications is a prefix of one with more.
    let count = isPaired ? min(now.count, before.count) : .max
    let (records, others) = (Array(now.prefix(count)), Array(before.prefix(count)))
    self.now = records
    self.before = others
    self.isPaired = isPaired
    firstChange =
      isPaired ? records.indices.first { records[$0].fingerprint != others[$0].fingerprint } : nil
  }
}

extension ReplicationPairs {
  /// The same events in all pairs: a difference of 0 is exactly 0, and not only as far as these
  /// replications show. This is the only place that decides it.
  var isSamePolicy: Bool { isPaired && firstChange == nil }

  /// The number of independent trials that agreed where a share differs in no replication.
  func trials(_ metric: Metric) -> Int {
    let count = min(now.count, before.count)
    guard devicesAreIndependent, !metric.isOfSomeDevices else { return max(1, count) }
    let devices = min(now.first?.devices ?? 1, before.first?.devices ?? 1)
    return max(1, count * devices)
  }
}
