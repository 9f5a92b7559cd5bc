import DeliverySim

/// All counts of one replication of one strategy, as integers: sums of tallies depend neither on
/// the order of devices nor on their assignment to batches and threads.
public struct Tally: Sendable, Equatable {
  /// Owed notifications by fate, cause and repair; see ``fateIndex(_:_:_:)``.
  public internal(set) var fates = [UInt64](repeating: 0, count: Self.fateCount)
  private var counts = Counts()
  /// The team's own measurements.
  public internal(set) var telemetry = TelemetryCounts()
  /// The time-outs of the timeline, by event time; empty until there is one.
  public internal(set) var timelineTimeouts: [UInt64] = []
  /// The largest number of requests that waited at a time in a bucket of the timeline, of all
  /// provider shards; empty where nobody waits.
  public internal(set) var queuePeaks: [UInt32] = []

  /// Delays of the shown.
  public internal(set) var delays = LatencyCounts()

  /// The number of devices by their number of lost notifications.
  public internal(set) var devicesByLost: [UInt64] = []

  /// Likewise, by how many of their messages were hit; empty where devices may be away.
  public internal(set) var devicesByHits: [UInt64] = []

  /// The due messages of the timeline, by creation time.
  public internal(set) var timelineOwed: [UInt64]
  /// The counts are by the time of creation too.
  public internal(set) var timelineShown: [UInt64]
  /// The requests of the timeline, by event time.
  public internal(set) var timelineRequests: [UInt64]
  /// It is by event time too.
  public internal(set) var timelineFailures: [UInt64]
  /// Requests in each clock minute of the run; empty until there is one.
  public internal(set) var requestsByMinute: [UInt32] = []
  /// When requests were made that the counts by time do not have yet; empty at the end of a run.
  private var uncountedRequests: [SimTime] = []

  /// It is the sum, modulo 2^64, of the fingerprints of devices and shared processes.
  public internal(set) var fingerprint: UInt64 = 0

  /// The counts for controls, in the order of the world's ``SurplusPlan``; empty without one.
  public internal(set) var surplus: [SurplusCount]

  /// The counts of each group, by place in ``World/setups``; empty without groups. They add up to
  /// the whole but for what belongs to no device: shared fingerprints, and ``queuePeaks``.
  public internal(set) var groups: [Tally] = []

  // The properties of the world that the counting needs; asking the world itself would copy it.
  private let timelineStep: SimTime
  private let duration: SimTime

  public init(_ world: World) {
    timelineStep = world.timelineStep
    duration = world.duration
    surplus = Array(repeating: SurplusCount(), count: world.surplus?.numbers.count ?? 0)
    let zeros = [UInt64](repeating: 0, count: world.timelineBuckets)
    (timelineOwed, timelineShown) = (zeros, zeros)
    (timelineRequests, timelineFailures) = (zeros, zeros)
  }
}

extension Tally {
  /// The same, where of ``surplus`` only some numbers are counted.
  ///
  /// - Parameter places: The places in ``surplus``, in the order that they get.
  /// - Precondition: There are such places.
  public func ofSurplus(_ places: [Int]) -> Tally {
    var tally = self
    tally.surplus = places.map { surplus[$0] }
    return tally
  }
}

extension Tally {
  // MARK: Counters

  /// The number of a feature's counter.
  public subscript(counter: some CounterCode) -> UInt128 {
    Counter(counter).derived?(self) ?? counts[counter]
  }

  /// A counter of every replication has this.
  public subscript(counter: CoreCounter) -> UInt128 { self[Counter(counter)] }

  /// Adds to what is counted on its own.
  mutating func add(_ number: UInt64, to counter: some CounterCode) {
    counts.add(UInt128(number), to: counter)
  }

  mutating func add(_ number: UInt64, to counter: CoreCounter) {
    counts.add(UInt128(number), to: counter)
  }
}

extension Tally {
  // MARK: Fates

  static let fateCount = Fate.allCases.count * Cause.allCases.count * Repair.allCases.count

  /// The place of a combination in ``fates``.
  public static func fateIndex(_ fate: Fate, _ cause: Cause, _ repair: Repair) -> Int {
    precondition(Int(cause.code) < Cause.allCases.count, "a cause of the manifest")
    return (Int(fate.rawValue) * Cause.allCases.count + Int(cause.code)) * Repair.allCases.count
      + Int(repair.rawValue)
  }

  /// The number of notifications that ended so, whatever cause and repair.
  public func count(_ fate: Fate) -> UInt128 {
    let size = Self.fateCount / Fate.allCases.count
    let place = Int(fate.rawValue) * size
    return UInt128(fates[place..<place + size].reduce(0, +))
  }

  /// The largest number of requests in a clock minute of `bucket`.
  public func peakRequestsPerMinute(bucket: Int) -> UInt32 {
    let step = timelineStep.microseconds
    let minute = SimTime.minute.microseconds
    let first = Int(Int64(bucket) * step / minute)
    let end = min(requestsByMinute.count, Int((Int64(bucket + 1) * step + minute - 1) / minute))
    return first < end ? requestsByMinute[first..<end].max() ?? 0 : 0
  }
}

extension Tally {
  // MARK: Delays

  /// Delays of the shown, in bins of ``LatencyBins``.
  public var latencyBins: [UInt64] { delays.bins }

  /// The sum of the delays of the shown [µs].
  public var latencySum: UInt128 { delays.sum }
}

extension Tally {
  // MARK: Counting requests

  /// The timeline's bucket of a moment.
  func bucket(of time: SimTime) -> Int {
    precondition(time >= .zero, "no time of a run")
    return Int(time.microseconds / timelineStep.microseconds)
  }

  func end(ofBucket bucket: Int) -> SimTime {
    SimTime(microseconds: Int64(bucket + 1) * timelineStep.microseconds)
  }

  mutating func addRequest(at time: SimTime) {
    precondition(time < duration, "only requests of the counted time are counted")
    add(1, to: .resendRequests)
    uncountedRequests.append(time)
    if uncountedRequests.count == Self.uncountedMax { countRequests() }
  }

  /// So that a batch of many devices keeps no long list.
  private static var uncountedMax: Int { 4_096 }

  /// Counts requests by time, many at once, so that the processor waits for several minutes of the
  /// run together.
  mutating func countRequests() {
    guard !uncountedRequests.isEmpty else { return }
    if requestsByMinute.isEmpty {
      let minutes = duration.microseconds / SimTime.minute.microseconds + 1
      requestsByMinute = [UInt32](repeating: 0, count: Int(minutes))
    }
    for time in uncountedRequests {
      timelineRequests[bucket(of: time)] += 1
      requestsByMinute[Int(time.microseconds / SimTime.minute.microseconds)] += 1
    }
    uncountedRequests.removeAll(keepingCapacity: true)
  }

  mutating func addFailure(at time: SimTime) {
    add(1, to: .resendFailures)
    timelineFailures[bucket(of: time)] += 1
  }

  mutating func addWait(_ wait: SimTime) {
    add(UInt64(wait.microseconds), to: ProviderCounter.resendWaitSum)
  }

  mutating func addTimeout(at time: SimTime) {
    add(1, to: ProviderCounter.resendTimeouts)
    if timelineTimeouts.isEmpty {
      timelineTimeouts = [UInt64](repeating: 0, count: timelineRequests.count)
    }
    timelineTimeouts[bucket(of: time)] += 1
  }

  /// A shard's queue: the largest of all counts.
  mutating func addQueuePeaks(_ peaks: [UInt32]) {
    if queuePeaks.isEmpty { queuePeaks = peaks }
    precondition(
      peaks.isEmpty || peaks.count == queuePeaks.count, "the peaks are of another timeline")
    for bucket in peaks.indices { queuePeaks[bucket] = max(queuePeaks[bucket], peaks[bucket]) }
  }
}

extension Tally {
  // MARK: Counting for controls

  mutating func addSurplus(_ count: SurplusCount, _ place: Int) {
    surplus[place] += count
  }

  /// Takes the counts of the world by another strategy's devices: they hold for this one's.
  mutating func takeSurplus(of other: Tally, _ plan: SurplusPlan) {
    for (place, number) in plan.numbers.enumerated() where number.isOfWorld {
      addSurplus(other.surplus[place], place)
    }
    for place in groups.indices { groups[place].takeSurplus(of: other.groups[place], plan) }
  }
}

extension Tally {
  // MARK: Merging

  /// Adds the counts of other devices of the same replication.
  public mutating func add(_ other: Tally) {
    precondition(other.uncountedRequests.isEmpty, "requests are not counted yet")
    precondition(
      timelineStep == other.timelineStep && duration == other.duration,
      "tallies of other worlds do not add up")
    precondition(
      groups.isEmpty || groups.count == other.groups.count, "the groups are of another world")
    Self.add(other.fates, to: &fates)
    counts.add(other.counts)
    telemetry.add(other.telemetry)
    addByTime(other)
    Self.add(other.devicesByLost, to: &devicesByLost)
    Self.add(other.devicesByHits, to: &devicesByHits)
    fingerprint &+= other.fingerprint
    for place in other.surplus.indices { addSurplus(other.surplus[place], place) }
    if groups.isEmpty {
      groups = other.groups
    } else {
      for place in other.groups.indices { groups[place].add(other.groups[place]) }
    }
  }

  private mutating func addByTime(_ other: Tally) {
    delays.add(other.delays)
    Self.add(other.timelineOwed, to: &timelineOwed)
    Self.add(other.timelineShown, to: &timelineShown)
    Self.add(other.timelineRequests, to: &timelineRequests)
    Self.add(other.timelineFailures, to: &timelineFailures)
    Self.add(other.requestsByMinute, to: &requestsByMinute)
    Self.add(other.timelineTimeouts, to: &timelineTimeouts)
    addQueuePeaks(other.queuePeaks)
  }

  /// The number of devices that were counted.
  public var deviceCount: UInt64 { devicesByLost.reduce(0, +) }

  /// Element by element; the shorter array counts as zeros.
  private static func add<Count: FixedWidthInteger>(_ other: [Count], to counts: inout [Count]) {
    if counts.count < other.count {
      counts.append(contentsOf: repeatElement(0, count: other.count - counts.count))
    }
    for index in other.indices { counts[index] += other[index] }
  }
}
