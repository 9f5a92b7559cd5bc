import Models
import Vocabulary

// The invariants of every unit, whatever was simulated. They are checked when a unit is finished,
// where a violation is a defect of the tool, and when one is read back, where it is a forged file.

extension UnitResult {
  /// - Throws: `BooksError`.
  func checkBooks(_ world: World) throws(BooksError) {
    try record.checkBooks()
    try sums.checkLengths(world)
    try sums.checkBooks(record)
    try checkGroups()
  }

  /// All sums over the replications stay below 2^64, and those of counts below 2^128.
  ///
  /// - Throws: `BooksError`.
  func checkSizes(replications: Int) throws(BooksError) {
    let limit = UInt128(UInt64.max / UInt64(max(1, replications)))
    for part in sums.values where Sums.total(part) > limit {
      throw BooksError(device: 0, what: "counts beyond those of any run")
    }
    for counts in [record.counts] + groups.map(\.counts) {
      guard counts.allSatisfy({ $0 >> 96 == 0 }) else {
        throw BooksError(device: 0, what: "counts beyond those of any run")
      }
    }
  }

  /// R1.8: nobody is counted in two groups or in none.
  private func checkGroups() throws(BooksError) {
    guard !groups.isEmpty else { return }
    for group in groups {
      guard 0...record.devices ~= group.devices else {
        throw BooksError(device: 0, what: "a group of \(group.devices) devices")
      }
      try group.checkBooks()
    }
    let devices = groups.reduce(0) { $0 + $1.devices }
    try balance("devices", UInt128(record.devices), UInt128(devices), "in groups")
    for count in Counter.columns {
      let sum = groups.reduce(0) { $0 + $1[count] }
      try balance(count.name, record[count], sum, "in groups")
    }
  }
}

extension ReplicationRecord {
  /// Promise 3: every owed notification has exactly one fate. And a share is a part of its whole.
  fileprivate func checkBooks() throws(BooksError) {
    try balance(
      "owed", self[.owed], Fate.allCases.reduce(0) { $0 + self[$1.counter] }, "have a fate")
    for metric in Metric.all where metric.isShare {
      guard case .ratio(let part, let whole) = metric.kind else { continue }
      try checkShare(metric.name, part(self) <= whole(self))
    }
    try checkShare(
      "measured_receipts",
      self[TelemetryCounter.measuredReceipts] <= self[TelemetryCounter.measuredPushes])
    try checkShare(
      "cohort_shown", self[TelemetryCounter.cohortShown] <= self[TelemetryCounter.cohortOwed])
    try checkShare("shown_squares", self[.shownSquares] <= self[.shownTimesOwed])
    try checkShare("shown_times_owed", self[.shownTimesOwed] <= self[.owedSquares])
    try checkShare(
      "first_day_shown", self[WorldCounter.firstDayShown] <= self[WorldCounter.firstDayOwed])
    try checkShare(
      "later_days_shown", self[WorldCounter.laterDaysShown] <= self[WorldCounter.laterDaysOwed])
    try checkShare(
      "first_day_owed",
      self[WorldCounter.firstDayOwed] + self[WorldCounter.laterDaysOwed] <= self[.owed])
  }

  private func checkShare(_ name: String, _ isPart: Bool) throws(BooksError) {
    if !isPart { throw BooksError(device: 0, what: "\(name): a part larger than its whole") }
  }
}

extension Sums {
  fileprivate static func total(_ part: [UInt64]) -> UInt128 {
    part.reduce(0) { $0 + UInt128($1) }
  }

  /// Tables ask for every place.
  fileprivate func checkLengths(_ world: World) throws(BooksError) {
    let buckets = world.timelineBuckets
    let lengths = [
      (fates.count, Ending.all.count), (latencyBins.count, LatencyBins.count),
      (timelineOwed.count, buckets), (timelineShown.count, buckets),
      (timelineRequests.count, buckets), (timelineFailures.count, buckets),
      (peakRequests.count, buckets),
    ]
    guard lengths.allSatisfy({ $0.0 == $0.1 }) else {
      throw BooksError(device: 0, what: "a list of the wrong length")
    }
  }

  /// The lists add up to the counts.
  fileprivate func checkBooks(_ record: ReplicationRecord) throws(BooksError) {
    for fate in Fate.allCases {
      let endings = Ending.all.filter { $0.fate == fate }.map { fates[$0.index] }
      try balance(
        fate.counter.name, record[fate.counter], Self.total(endings), "in fates")
    }
    for (list, count, name) in [
      (timelineOwed, Counter(.owed), "in the timeline"),
      (timelineShown, Counter(.shown), "in the timeline"),
      (timelineRequests, Counter(.resendRequests), "in the timeline"),
      (timelineFailures, Counter(.resendFailures), "in the timeline"),
      (timelineTimeouts, Counter(ProviderCounter.resendTimeouts), "in the timeline"),
      (latencyBins, Counter(.shown), "in latency bins"),
    ] {
      try balance(count.name, record[count], Self.total(list), name)
    }
    try checkDevices(record)
  }

  private func checkDevices(_ record: ReplicationRecord) throws(BooksError) {
    let devices = Self.total(devicesByLost)
    try balance("devices", UInt128(record.devices), devices, "by what they lost")
    let unharmed = UInt128(devicesByLost.first ?? 0)
    try balance("devices without loss", record[.devicesWithoutLoss], unharmed, "by what they lost")
    let lost = devicesByLost.enumerated().map { UInt128($0.offset) * UInt128($0.element) }
    try balance("lost", record[.lost], lost.reduce(0, +), "by device")
    if !devicesByHits.isEmpty { try checkHits(record) }
  }

  /// A message that was not shown was hit.
  private func checkHits(_ record: ReplicationRecord) throws(BooksError) {
    try balance("devices", UInt128(record.devices), Self.total(devicesByHits), "by their hits")
    let hits = devicesByHits.enumerated().reduce(UInt128(0)) {
      $0 + UInt128($1.offset) * UInt128($1.element)
    }
    let missing = record[.owed] - record[.shown]
    if hits < missing {
      throw BooksError(device: 0, what: "\(missing) are not shown, but \(hits) were hit")
    }
  }
}

/// - Parameter place: The place where the other number was found, such as `in groups`.
private func balance(
  _ name: String, _ count: UInt128, _ other: UInt128, _ place: String
) throws(BooksError) {
  if count != other {
    throw BooksError(device: 0, what: "\(count) \(name), but \(other) \(place)")
  }
}
