public import DeliverySim

/// The counts that tell whether the warm-up was long enough: the first counted day, and later ones
/// that should be like it (docs/explanation/statistics.md, "Was the warm-up long enough?").
///
/// Notifications count as shown if that took at most ``within``, which has passed for all of them
/// before the run ends: else the last days would fall short for want of time.
public struct FirstDay: Sendable, Equatable {
  /// The first counted day.
  public let first: Range<SimTime>
  /// Later ones, in order; days that follow each other are one range.
  public let later: [Range<SimTime>]
  /// The longest delay of a message that counts as shown; at least a day.
  public let within: SimTime

  /// More days would hardly make the comparison more precise, which the first one limits.
  static let laterMax: Int64 = 7
}

extension FirstDay {
  /// Nil where no later day can be compared. Days may differ on purpose all the same: the keys that
  /// change the world say so at their declaration.
  public init?(_ world: World) {
    let weekly = !world.allSetups { !Self.followsTheWeek($0) }
    let step = SimTime(microseconds: (weekly ? 7 : 1) * SimTime.day.microseconds)
    // The last day ends in the counted window, a day before the run ends.
    let room = min(world.duration, world.horizon - .day) - .day - world.warmup
    let last = room.microseconds / step.microseconds
    guard last >= 1 else { return nil }
    func day(_ number: Int64) -> Range<SimTime> {
      let start = world.warmup + SimTime(microseconds: number * step.microseconds)
      return start..<start + .day
    }
    let numbers = max(1, last + 1 - Self.laterMax)...last
    first = day(0)
    later =
      !weekly
      ? [day(numbers.lowerBound).lowerBound..<day(last).upperBound] : numbers.map(day)
    within = world.horizon - day(last).upperBound
  }
}

extension FirstDay {
  /// Something has hours of the week, or of the day.
  private static func followsTheWeek(_ setup: DeviceSetup) -> Bool {
    setup.workload.arrivals.followTheWeek || setup.app?.openings?.profile != nil
      || [setup.network.paces.online, setup.network.paces.offline].contains { $0?.changes ?? false }
      || setup.user?.pickups?.profile != nil || (setup.user?.asleep.share ?? 0) > 0
      || (setup.presentation?.quiet.share ?? 0) > 0 || setup.provider.sendWindow != nil
  }
}

extension WeeklyPace {
  fileprivate var changes: Bool { weights.contains { $0 != weights[0] } }
}

extension FirstDay {
  // MARK: Counting, at the end of a device's run

  /// - Parameter isOwed: Whether the user wanted a message.
  func count(_ turn: inout Turn, isOwed: (Int) -> Bool) {
    let first = shown(in: first, turn, isOwed)
    var later = (owed: UInt64(0), shown: UInt64(0))
    for day in self.later {
      let counts = shown(in: day, turn, isOwed)
      later = (later.owed + counts.owed, later.shown + counts.shown)
    }
    turn.tally.add(first.owed, to: WorldCounter.firstDayOwed)
    turn.tally.add(first.shown, to: WorldCounter.firstDayShown)
    turn.tally.add(later.owed, to: WorldCounter.laterDaysOwed)
    turn.tally.add(later.shown, to: WorldCounter.laterDaysShown)
  }

  private func shown(
    in span: Range<SimTime>, _ turn: borrowing Turn, _ isOwed: (Int) -> Bool
  ) -> (owed: UInt64, shown: UInt64) {
    let messages =
      turn.firstMessage(from: span.lowerBound)..<turn.firstMessage(from: span.upperBound)
    var (owed, shown) = (UInt64(0), UInt64(0))
    for message in messages where isOwed(message) {
      let entry = turn.ledger[message]
      owed &+= 1
      // A message that was never shown took longer than any span.
      let delay = entry.shown.microseconds &- entry.created.microseconds
      shown &+= delay <= within.microseconds ? 1 : 0
    }
    return (owed, shown)
  }
}
