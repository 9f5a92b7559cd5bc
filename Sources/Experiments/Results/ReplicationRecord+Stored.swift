import DeliverySim
import Statistics

extension ReplicationRecord {
  /// The columns of ``quantiles``, in their order.
  static var quantileColumns: [String] {
    latencyQuantiles.map { column("latency", $0) } + delayQuantiles.map { column("delay", $0) }
  }

  private static func column(_ kind: String, _ quantile: Double) -> String {
    "\(kind)_p\(Int((quantile * 100).rounded()))_s"
  }

  /// A row of `replications.csv`, read back.
  ///
  /// - Parameters:
  ///   - deviceTime: As the column `device_time_us`.
  ///   - counts: By ``Counter``.
  ///   - quantiles: As ``quantileColumns`` [s]; nil: there is none. The delays they are of are not
  ///     stored.
  init(
    replication: Int, devices: Int, deviceTime: UInt128, counts: [UInt128], quantiles: [Double?],
    fingerprint: UInt64
  ) {
    self.replication = replication
    self.devices = devices
    self.deviceTime = deviceTime
    self.counts = counts
    self.quantiles = quantiles.map { $0.flatMap { $0.isFinite ? SimTime(seconds: $0) : nil } }
    delays = CellCounts()
    endings = []
    self.fingerprint = fingerprint
    surplus = []
  }
}
