import DeliverySim
import Models
import Statistics

/// What one replication of one strategy contributes to the results: a row of `replications.csv`, in
/// the integers that the estimators start from.
struct ReplicationRecord: Sendable {
  let devices: Int
  let countedDays: Double
  let owed: UInt64
  let shown: UInt64
  let summarised: UInt64
  let synced: UInt64
  let pending: UInt64
  let lost: UInt64
  let awareInTime: UInt64
  let shownInTime: UInt64
  let duplicates: UInt64
  let pushesSent: UInt64
  let pushesResent: UInt64
  let payloadBytes: UInt128
  let resendRequests: UInt64
  let resendFailures: UInt64
  let summaries: UInt64
  let extensionRuns: UInt64
  let interruptions: UInt64
  let devicesWithoutLoss: UInt64
  let latencySum: Double
  /// The delays [s] of ranks ⌈0.5 n⌉, ⌈0.9 n⌉ and ⌈0.99 n⌉ among the n shown.
  let latencyQuantiles: [Double?]
  /// The delays [s] of ranks ⌈0.5 n⌉ and ⌈0.9 n⌉ among the n owed; nil: infinite.
  let delayQuantiles: [Double?]
  /// The places in ``Tally/fates`` that are not 0, ascending, with their counts.
  let endings: [(place: Int, count: UInt64)]
  let fingerprint: UInt64

  init(_ tally: Tally, _ world: World) {
    devices = world.devices
    countedDays = world.countedDays
    owed = tally.owed
    shown = tally.count(.shown)
    summarised = tally.count(.summarised)
    synced = tally.count(.synced)
    pending = tally.count(.pending)
    lost = tally.count(.lost)
    awareInTime = tally.awareInTime
    shownInTime = tally.shownInTime
    duplicates = tally.duplicates
    pushesSent = tally.pushesSent
    pushesResent = tally.pushesResent
    payloadBytes = tally.payloadBytes
    resendRequests = tally.resendRequests
    resendFailures = tally.resendFailures
    summaries = tally.summaries
    extensionRuns = tally.extensionRuns
    interruptions = tally.interruptions
    devicesWithoutLoss = tally.devicesByLost.first ?? 0
    latencySum = Double(tally.latencySum) / 1e6
    let (shown, owed) = (self.shown, owed)
    latencyQuantiles = [0.5, 0.9, 0.99].map { quantile in
      tally.latency(rank: CountDistribution.rank(quantile, of: shown))
    }
    delayQuantiles = [0.5, 0.9].map { quantile in
      tally.latency(rank: CountDistribution.rank(quantile, of: owed))
    }
    endings = tally.fates.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) }
    fingerprint = tally.fingerprint
  }
}

extension ReplicationRecord {
  var deviceDays: Double { Double(devices) * countedDays }

  /// The number of notifications with one fate, cause and repair, by its place in ``Tally/fates``.
  func count(ofEnding place: Int) -> UInt64 {
    endings.first { $0.place == place }?.count ?? 0
  }

  /// Promise 3: every owed notification has exactly one fate.
  func checkBooks() throws(BooksError) {
    let sum = shown + summarised + synced + pending + lost
    guard sum == owed else {
      throw BooksError(device: 0, what: "\(owed) owed, but \(sum) have a fate")
    }
  }
}
