import DeliverySim

/// The absences of one device, or of its region, and what was created in them.
struct Absences {
  private let survival: ResidualSurvival
  private let counted: Range<Int>
  private let ledger: UnsafeBufferPointer<LedgerEntry>
  /// The messages that are created in each absence, from the first counted one on.
  private var inside: [Range<Int>] = []
  /// Those in the absence that the first message of the device is created in.
  private let first: Range<Int>

  /// - Parameters:
  ///   - survival: The survival function of the same process.
  ///   - counted: A run counts where its first message does; the others may come later.
  init(
    _ log: TransitionLog, _ survival: ResidualSurvival, _ counted: Range<Int>,
    _ ledger: UnsafeBufferPointer<LedgerEntry>
  ) {
    (self.survival, self.counted, self.ledger) = (survival, counted, ledger)
    first = Self.inFirstAbsence(log, ledger)
    var next = counted.lowerBound
    for number in 0..<log.absenceCount {
      let absence = log.absence(number)
      next = Self.message(after: absence.start, from: next, ledger)
      guard next < counted.upperBound else { break }
      let start = next
      next = Self.message(after: absence.end, from: next, ledger)
      if next > start { inside.append(start..<next) }
    }
  }

  private static func inFirstAbsence(
    _ log: TransitionLog, _ ledger: UnsafeBufferPointer<LedgerEntry>
  ) -> Range<Int> {
    guard let created = ledger.first?.created else { return 0..<0 }
    for number in 0..<log.absenceCount {
      let absence = log.absence(number)
      guard absence.start < created else { break }
      if created <= absence.end { return 0..<message(after: absence.end, from: 0, ledger) }
    }
    return 0..<0
  }

  private static func message(
    after time: SimTime, from first: Int, _ ledger: UnsafeBufferPointer<LedgerEntry>
  ) -> Int {
    var message = first
    while message < ledger.count, ledger[message].created <= time { message &+= 1 }
    return message
  }
}

extension Absences {
  /// Those that may begin a run of so many.
  private func starts(_ length: Int) -> Range<Int> {
    let end = min(counted.upperBound, ledger.count - length + 1)
    return counted.lowerBound..<max(counted.lowerBound, end)
  }

  /// - Parameter meanIsKnown: Otherwise, so that 0 is expected here.
  func runs(_ length: Int, meanIsKnown: Bool) -> SurplusCount {
    let count = inside.reduce(0) { sum, inside in
      sum + max(0, min(counted.upperBound, inside.upperBound - length + 1) - inside.lowerBound)
    }
    return SurplusCount(count: UInt64(count), expected: meanIsKnown ? 0 : expectedRuns(length))
  }

  private func expectedRuns(_ length: Int) -> UInt128 {
    let starts = starts(length)
    var (sum, message) = (UInt64(0), starts.lowerBound)
    while message < starts.upperBound {
      let end = min(starts.upperBound, message + Self.block)
      // Created in order: if the shortest span that there can be is too long, all are.
      let least = ledger[message &+ length &- 1].created - ledger[end &- 1].created
      if least < survival.vanishing {
        for message in message..<end {
          sum &+= survival(ledger[message &+ length &- 1].created - ledger[message].created)
        }
      }
      message = end
    }
    return UInt128(sum)
  }

  /// So many messages are looked at together.
  private static var block: Int { 8 }

  /// All up to some message are created in the absence that the first one is created in.
  func firstRuns(_ length: Int) -> SurplusCount {
    let starts = starts(length)
    guard !starts.isEmpty else { return SurplusCount() }
    var expected: UInt64 = 0
    for message in starts {
      let part = survival(ledger[message + length - 1].created - ledger[0].created)
      guard part > 0 else { break }
      expected &+= part
    }
    let end = min(starts.upperBound, first.upperBound - length + 1)
    return SurplusCount(
      count: UInt64(max(0, end - starts.lowerBound)), expected: UInt128(expected))
  }

  /// 1 where there is any of them.
  func firstAbsences(_ length: Int) -> SurplusCount {
    guard let start = starts(length).first else { return SurplusCount() }
    let span = ledger[start + length - 1].created - ledger[0].created
    return SurplusCount(
      count: first.upperBound >= start + length ? 1 : 0, expected: UInt128(survival(span)))
  }
}
