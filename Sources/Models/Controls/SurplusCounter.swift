import DeliverySim

/// Counts, of each device at the end of the run, what ``Surplus`` is about, and knows its mean.
struct SurplusCounter: Sendable {
  private let numbers: [Surplus]
  /// By place in ``World/setups``: the survival of a device's own absences; nil: there are none, or
  /// they depend on the hour.
  private let own: [ResidualSurvival?]
  private let region: ResidualSurvival?
  /// By place in ``World/setups``: how probably a message and the next one fall into one absence, in
  /// units of 2^-32; nil: that depends on the device, or on what has come before.
  private let pairs: [UInt64?]
  /// By place in ``World/setups``.
  private let linkLoss: [Probability]
  /// By place in ``World/setups``: the share of devices that draw alerts.
  private let reachable: [Probability]
  /// Where failed requests are counted, which is done when they are answered; nil: they are not.
  let failedRequests: Int?

  init(_ world: World, _ numbers: [Surplus]) {
    self.numbers = numbers
    own = world.setups.map { setup in
      setup.network.stationary.map { ResidualSurvival($0, spanMax: world.horizon) }
    }
    region = world.regions.map { ResidualSurvival($0.onOff, spanMax: world.horizon) }
    pairs = world.setups.map { PairProbability($0, in: world)?.fraction }
    linkLoss = world.setups.map(\.provider.link.loss)
    reachable = world.setups.map { setup in
      Probability(1 - setup.settings.denied.value - setup.settings.alertsOff.value) ?? .zero
    }
    failedRequests = numbers.firstIndex(of: .failedRequests)
  }
}

extension SurplusCounter {
  /// - Parameters:
  ///   - own: The device's own absences; nil: nobody has kept them.
  ///   - region: Those of its region.
  ///   - owed: How many messages are owed to it.
  func count(
    group: Int, own: FlipLog?, region: FlipLog?, owed: Int, isReachable: Bool, _ bus: inout Bus
  ) {
    // A run counts where its first message does; the others may come later.
    let counted = bus.countedMessages
    let hasPairs = pairs[group] != nil
    if let log = own, let survival = self.own[group] {
      count(log, survival, counted, knowsPairs: hasPairs, &bus)
    }
    if let log = region, let survival = self.region {
      count(log, survival, counted, knowsPairs: hasPairs, &bus)
    }
    if let pair = pairs[group], let place = numbers.firstIndex(of: .runs(2)) {
      bus.tally.addSurplus(SurplusCount(expected: UInt128(counted.count) * UInt128(pair)), place)
    }
    if let place = numbers.firstIndex(of: .reachable) {
      let expected = UInt128(owed) * UInt128(reachable[group].fraction)
      bus.tally.addSurplus(
        SurplusCount(count: isReachable ? UInt64(owed) : 0, expected: expected), place)
    }
    if let place = numbers.firstIndex(of: .linkLosses) {
      bus.tally.addSurplus(Self.linkLosses(linkLoss[group], counted, &bus), place)
    }
  }

  private func count(
    _ log: FlipLog, _ survival: ResidualSurvival, _ counted: Range<Int>, knowsPairs: Bool,
    _ bus: inout Bus
  ) {
    for (place, number) in numbers.enumerated() {
      let runs: SurplusCount
      switch number {
      case .runs(let length):
        let isKnown = knowsPairs && length == 2
        runs = SurplusCount(
          count: Self.runs(length, log, counted, bus.books.ledger),
          expected: isKnown
            ? 0 : Self.expectedRuns(length, survival, counted, bus.books.ledger))
      case .firstRuns(let length):
        runs = Self.firstRuns(length, log, survival, counted, bus.books.ledger)
      case .reachable, .linkLosses, .failedRequests: continue
      }
      bus.tally.addSurplus(runs, place)
    }
  }
}

extension SurplusCounter {
  // MARK: Runs inside absences

  private static func runs(
    _ length: Int, _ log: FlipLog, _ counted: Range<Int>, _ ledger: borrowing Buffer<LedgerEntry>
  ) -> UInt64 {
    var (runs, next) = (0, counted.lowerBound)
    for number in 0..<log.absenceCount {
      let absence = log.absence(number)
      next = firstMessage(after: absence.start, from: next, ledger)
      guard next < counted.upperBound else { break }
      let first = next
      next = firstMessage(after: absence.end, from: next, ledger)
      runs += max(0, min(counted.upperBound, next - length + 1) - first)
    }
    return UInt64(runs)
  }

  private static func firstMessage(
    after time: SimTime, from first: Int, _ ledger: borrowing Buffer<LedgerEntry>
  ) -> Int {
    var message = first
    while message < ledger.count, ledger[message].created <= time { message &+= 1 }
    return message
  }

  private static func expectedRuns(
    _ length: Int, _ survival: ResidualSurvival, _ counted: Range<Int>,
    _ ledger: borrowing Buffer<LedgerEntry>
  ) -> UInt128 {
    let end = min(counted.upperBound, ledger.count - length + 1)
    guard counted.lowerBound < end else { return 0 }
    var sum: UInt64 = 0
    for message in counted.lowerBound..<end {
      sum &+= survival(ledger[message &+ length &- 1].created - ledger[message].created)
    }
    return UInt128(sum)
  }

  /// All up to some message are created in the absence that the first one is created in.
  private static func firstRuns(
    _ length: Int, _ log: FlipLog, _ survival: ResidualSurvival, _ counted: Range<Int>,
    _ ledger: borrowing Buffer<LedgerEntry>
  ) -> SurplusCount {
    let end = min(counted.upperBound, ledger.count - length + 1)
    guard counted.lowerBound < end else { return SurplusCount() }
    let first = ledger[0].created
    var expected: UInt64 = 0
    for message in counted.lowerBound..<end {
      let part = survival(ledger[message + length - 1].created - first)
      guard part > 0 else { break }
      expected &+= part
    }
    let ends =
      (0..<log.absenceCount).lazy.map { log.absence($0) }
      .first { $0.start < first && first <= $0.end }
      .map { firstMessage(after: $0.end, from: 0, ledger) } ?? 0
    let count = max(0, min(end, ends - length + 1) - counted.lowerBound)
    return SurplusCount(count: UInt64(count), expected: UInt128(expected))
  }
}

extension SurplusCounter {
  // MARK: Chances

  /// The draws of all first sends, of those too that were never made: so it needs no look at what
  /// has happened.
  private static func linkLosses(
    _ loss: Probability, _ counted: Range<Int>, _ bus: inout Bus
  ) -> SurplusCount {
    guard loss.value > 0 else { return SurplusCount() }
    var lost = 0
    for message in counted {
      let push = Push(message: UInt32(message), copy: 0, sent: bus.ledger[message].created)
      if bus.isLost(push, on: .link, loss) { lost += 1 }
    }
    return SurplusCount(
      count: UInt64(lost), expected: UInt128(counted.count) * UInt128(loss.fraction))
  }
}

extension Probability {
  /// In units of 2^-32.
  var fraction: UInt64 { UInt64((value * 0x1p32).rounded()) }
}

extension Bus {
  /// A request is answered: what is asked for was at stake.
  ///
  /// - Parameter stake: What depends on the answer, known before it.
  mutating func addAnswer(_ hasFailed: Bool, _ failure: Probability, stake: Int) {
    guard let place = failedRequestsPlace else { return }
    let count = SurplusCount(
      count: hasFailed ? UInt64(stake) : 0, expected: UInt128(stake) * UInt128(failure.fraction))
    tally.addSurplus(count, place)
  }
}
