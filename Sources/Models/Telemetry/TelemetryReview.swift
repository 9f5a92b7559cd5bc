import DeliverySim

/// The review of one device's receipts, message after message: the next one is mostly of the same
/// day, and its receipt was uploaded with that of the one before.
struct TelemetryReview {
  var counts = TelemetryCounts()
  private let horizon: SimTime
  /// The day that was asked for last, and whether it belongs to a cohort.
  private var day = SimTime.zero
  private var dayEnd = SimTime.zero
  private var isDayInCohort = false
  /// Places in ``TelemetryStation/uploads`` and ``TelemetryStation/openings`` that were asked for
  /// last.
  private var upload = 0
  private var opening = 0

  init(until horizon: SimTime) { self.horizon = horizon }

  /// The first push of a message, if there was one.
  mutating func add(_ telemetry: borrowing TelemetryStation, _ message: Int) {
    guard message < telemetry.accounts.count, case let account = telemetry.accounts[message],
      account.sent != .never
    else { return }
    let uploaded = uploadTime(ofWritten: account.written, telemetry)
    counts.pushes += 1
    counts.receipts += uploaded != .never ? 1 : 0
    guard isInCohort(account.sent, telemetry) else { return }
    counts.cohortPushes += 1
    counts.cohortReceipts += uploaded < dayEnd + .day ? 1 : 0
  }

  /// The time when a receipt gets to the team, or never.
  private mutating func uploadTime(
    ofWritten written: SimTime, _ telemetry: borrowing TelemetryStation
  ) -> SimTime {
    written == .never ? .never : Self.first(of: telemetry.uploads, from: written, &upload)
  }

  /// The app was opened on the day of `time` or on the next one; a day whose next one is not over
  /// at the end of the run belongs to no cohort.
  mutating func isInCohort(_ time: SimTime, _ telemetry: borrowing TelemetryStation) -> Bool {
    if time < day || time >= dayEnd {
      day = time.startOfDay
      dayEnd = day + .day
      let end = dayEnd + .day
      isDayInCohort =
        end <= horizon && Self.first(of: telemetry.openings, from: day, &opening) < end
    }
    return isDayInCohort
  }

  /// - Parameter place: Of the last answer; of this one.
  /// - Returns: The first of ascending times that is not before `time`; never: there is none.
  private static func first(
    of times: borrowing Buffer<SimTime>, from time: SimTime, _ place: inout Int
  ) -> SimTime {
    // Nearly always at the same place or a little further on.
    while place > 0, times[place - 1] >= time { place -= 1 }
    while place < times.count, times[place] < time { place += 1 }
    return place < times.count ? times[place] : .never
  }
}

extension SimTime {
  /// R1.3: of the local day.
  fileprivate var startOfDay: SimTime {
    SimTime(microseconds: microseconds / SimTime.day.microseconds * SimTime.day.microseconds)
  }
}
