package import DeliverySim
package import Models
package import Statistics

/// The contribution of one replication of one strategy to the results: a row of `replications.csv`,
/// in the integers that the estimators start from.
package struct ReplicationRecord: Sendable {
  package let replication: Int
  package let devices: Int
  /// The time that devices have had the app in the counted window, all together [µs].
  package let deviceTime: UInt128
  /// The counts, by `Counter`.
  package let counts: [UInt128]
  /// The other counts, by `Counter/withoutColumn`; empty of a row that was read back.
  let others: [UInt128]
  /// The delays of ranks ⌈0.5 n⌉, ⌈0.9 n⌉ and ⌈0.99 n⌉ among the n shown, then those of ranks
  /// ⌈0.5 n⌉ and ⌈0.9 n⌉ among the n owed; nil: there is none, or it is infinite.
  package let quantiles: [SimTime?]
  /// The delays of the shown, in the cells of `LatencyCounts`.
  package let delays: CellCounts
  /// The places in `Tally/fates` that are not 0, ascending, with their counts.
  package let endings: [(place: Int, count: UInt64)]
  /// The number of devices by how many of their messages were hit; empty where that is not counted,
  /// of groups, and of a row that was read back.
  package let devicesByHits: [UInt64]
  package let fingerprint: UInt64
  /// The counts for controls, in the order of the world's `SurplusPlan`; empty where there is none,
  /// and of groups.
  package let surplus: [SurplusCount]

  package init(
    replication: Int, _ world: World, devices: Int? = nil, counts: [UInt128],
    others: [UInt128] = [], quantiles: [SimTime?], delays: CellCounts, fates: [UInt64],
    devicesByHits: [UInt64] = [], fingerprint: UInt64, surplus: [SurplusCount] = []
  ) {
    self.replication = replication
    self.devices = devices ?? world.devices
    deviceTime =
      world.hasUninstalls
      ? counts[ReactionCounter.installedTime.place]
      : UInt128(self.devices) * UInt128((world.duration - world.warmup).microseconds)
    (self.counts, self.others) = (counts, others)
    self.quantiles = quantiles
    self.delays = delays
    endings = fates.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) }
    self.devicesByHits = devicesByHits
    self.fingerprint = fingerprint
    self.surplus = surplus
  }
}

extension ReplicationRecord {
  /// - Parameter hasSurplus: False of a group: controls are of all devices.
  package init(_ tally: Tally, replication: Int, _ world: World, hasSurplus: Bool = true) {
    let shown = Self.latencyQuantiles.map { CountDistribution.rank($0, of: UInt64(tally[.shown])) }
    let owed = Self.delayQuantiles.map { CountDistribution.rank($0, of: UInt64(tally[.owed])) }
    self.init(
      replication: replication, world, devices: Int(tally.deviceCount),
      counts: Counter.columns.map { tally[$0] },
      others: Counter.withoutColumn.map { tally[$0] },
      quantiles: tally.delays.quantiles(ranks: shown + owed), delays: CellCounts(tally.delays),
      fates: tally.fates, devicesByHits: tally.devicesByHits, fingerprint: tally.fingerprint,
      surplus: hasSurplus ? tally.surplus : [])
  }

  /// The quantiles of the delays of the shown.
  static let latencyQuantiles = [0.5, 0.9, 0.99]
  /// The quantiles of the delays of the owed.
  static let delayQuantiles = [0.5, 0.9]

  package static let quantileCount = latencyQuantiles.count + delayQuantiles.count
}

extension CellCounts {
  fileprivate init(_ delays: LatencyCounts) {
    self.init()
    delays.forEachCell { add(cell: $0, count: $1) }
  }
}

extension ReplicationRecord {
  package subscript(_ count: some CounterCode) -> UInt128 { counts[count.place] }

  package subscript(_ count: CoreCounter) -> UInt128 { counts[count.place] }

  /// It was counted without a column; 0 in a row that was read back.
  package func other(_ count: some CounterCode) -> UInt128 {
    guard let place = Counter.withoutColumn.firstIndex(of: Counter(count)) else {
      preconditionFailure("it has a column")
    }
    return others.isEmpty ? 0 : others[place]
  }

  func latency(_ quantile: Double) -> Double? {
    Self.latencyQuantiles.firstIndex(of: quantile).flatMap { quantiles[$0]?.seconds }
  }

  func delay(_ quantile: Double) -> Double? {
    Self.delayQuantiles.firstIndex(of: quantile).flatMap {
      quantiles[Self.latencyQuantiles.count + $0]?.seconds
    }
  }

  /// The time that devices have had the app in the counted window [d].
  package var deviceDays: Double { Double(deviceTime) / 1e6 / 86_400 }

  /// The number of notifications with one fate, cause and repair, by its place in `Tally/fates`.
  package func count(ofEnding place: Int) -> UInt64 {
    endings.first { $0.place == place }?.count ?? 0
  }
}

extension ReplicationRecord {
  /// The columns of `quantiles`, in their order.
  package static var quantileColumns: [String] {
    latencyQuantiles.map { column("latency", $0) } + delayQuantiles.map { column("delay", $0) }
  }

  private static func column(_ kind: String, _ quantile: Double) -> String {
    "\(kind)_p\(Int((quantile * 100).rounded()))_s"
  }

  /// A row of `replications.csv`, read back.
  ///
  /// The device time is that of the column `device_time_us`, and the counts are by `Counter`. The
  /// quantiles are those of ``quantileColumns`` **[s]**; nil: there is none. The delays that they
  /// are of are not stored.
  package init(
    replication: Int, devices: Int, deviceTime: UInt128, counts: [UInt128], quantiles: [Double?],
    fingerprint: UInt64
  ) {
    self.replication = replication
    self.devices = devices
    self.deviceTime = deviceTime
    (self.counts, others) = (counts, [])
    self.quantiles = quantiles.map { $0.flatMap { $0.isFinite ? SimTime(seconds: $0) : nil } }
    delays = CellCounts()
    (endings, devicesByHits) = ([], [])
    self.fingerprint = fingerprint
    surplus = []
  }
}
