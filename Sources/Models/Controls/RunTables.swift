import DeliverySim

/// The survival of absences in a world: what a ``RunCounter`` looks up.
struct RunTables: Sendable {
  let lengths: [Int]
  /// By place in ``World/setups``; nil: there are none, or they depend on the hour.
  let own: [ResidualSurvival?]
  let region: ResidualSurvival?

  init(_ world: World, lengths: [Int]) {
    self.lengths = lengths
    own = world.setups.map { setup in
      setup.network.stationary.map { ResidualSurvival($0, spanMax: world.horizon) }
    }
    region = world.regions.map { ResidualSurvival($0.onOff, spanMax: world.horizon) }
  }
}

extension RunTables {
  /// Counts the runs of one device, when all its messages are created.
  ///
  /// - Parameters:
  ///   - log: The process of its absences.
  ///   - survival: Of the same process.
  ///   - first: A run counts where its first message is one of these; the others may come later.
  func count(
    _ source: AbsenceRuns.Source, in log: FlipLog, _ survival: ResidualSurvival,
    first: Range<Int>, _ ledger: borrowing Buffer<LedgerEntry>, _ tally: inout Tally
  ) {
    let base = source.rawValue * lengths.count
    for (place, length) in lengths.enumerated() {
      let sum = Self.expected(length, survival, first: first, ledger)
      tally.addRuns(RunCount(expected: sum), place: base + place)
    }
    var next = first.lowerBound
    for number in 0..<log.absenceCount {
      let (start, end) = log.absence(number)
      next = Self.firstMessage(after: start, from: next, ledger)
      guard next < first.upperBound else { return }
      let inside = next..<Self.firstMessage(after: end, from: next, ledger)
      next = inside.upperBound
      for (place, length) in lengths.enumerated() where inside.count >= length {
        let starts = min(first.upperBound, inside.upperBound - length + 1) - inside.lowerBound
        tally.addRuns(RunCount(count: UInt64(starts)), place: base + place)
      }
    }
  }

  private static func firstMessage(
    after time: SimTime, from first: Int, _ ledger: borrowing Buffer<LedgerEntry>
  ) -> Int {
    var message = first
    while message < ledger.count, ledger[message].created <= time { message &+= 1 }
    return message
  }

  private static func expected(
    _ length: Int, _ survival: ResidualSurvival, first: Range<Int>,
    _ ledger: borrowing Buffer<LedgerEntry>
  ) -> UInt128 {
    let end = min(first.upperBound, ledger.count - length + 1)
    guard first.lowerBound < end else { return 0 }
    var sum: UInt64 = 0
    for message in first.lowerBound..<end {
      sum &+= survival(ledger[message &+ length &- 1].created - ledger[message].created)
    }
    return UInt128(sum)
  }
}
