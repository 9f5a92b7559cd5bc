public import DeliverySim

/// When what arrives goes to the notification centre without an alert, to be seen later: Focus, Do
/// Not Disturb, bedtime, downtime, quiet delivery, the scheduled summary (model.md R4.2).
///
/// Part of the world: who follows it is drawn for each replication, evenly over its devices,
/// what passes it for each message.
public struct PresentationSchedule: Sendable {
  /// The share of devices that follow it.
  public var share: Probability
  /// No alerts in these hours. Where they are the whole week (quiet delivery) they never end.
  public var quiet: WeeklyHours
  /// After midnight, ascending, below a day: when the scheduled summary of every day shows what
  /// has arrived since the one before, with one alert; what arrives goes there at all times. Empty:
  /// there is none.
  public var summaries: [SimTime]
  /// The share of messages that alert all the same: critical and time-sensitive ones.
  public var exceptions: Probability

  /// - Precondition: `summaries` are times of day, from 0 up to but not including 24 h.
  public init(
    share: Probability = .one, quiet: WeeklyHours = WeeklyHours([]), summaries: [SimTime] = [],
    exceptions: Probability = .zero
  ) {
    precondition(
      summaries.allSatisfy { $0 >= .zero && $0 < .day }, "a time of day is below 24 h")
    (self.share, self.quiet, self.exceptions) = (share, quiet, exceptions)
    self.summaries = summaries.sorted()
  }
}

extension PresentationSchedule {
  /// Whether a device follows it: one draw decides, so that a larger share keeps those that were in
  /// it.
  func isFollowed(by device: Int, _ random: RandomSource) -> Bool {
    random.happens(.presentation, share, device: device)
  }
}

/// A schedule, compiled once.
struct PresentationPlan {
  let exceptions: Probability
  private let quiet: WeeklyHours.Table
  /// After midnight [µs], ascending.
  private let summaries: UnsafeBufferPointer<Int64>

  /// - Parameters:
  ///   - schedule: Nil: nothing is silent.
  ///   - shelf: Keeps the tables.
  init(_ schedule: PresentationSchedule?, _ shelf: inout LawShelf) {
    exceptions = schedule?.exceptions ?? .zero
    quiet = WeeklyHours.Table(schedule?.quiet ?? WeeklyHours([]), &shelf)
    summaries = shelf.table(schedule?.summaries.map(\.microseconds) ?? [])
  }

  /// Whether what arrives then is silent, unless it is an exception.
  func isSilent(at time: SimTime) -> Bool {
    !summaries.isEmpty || isQuiet(at: time)
  }

  /// Whether it is one of the quiet hours.
  func isQuiet(at time: SimTime) -> Bool { quiet.end(at: time) != nil }

  /// The first scheduled summary at that time or later; nil: there are none.
  func nextSummary(at time: SimTime) -> SimTime? {
    guard let first = summaries.first else { return nil }
    let midnight = time.microseconds / SimTime.day.microseconds * SimTime.day.microseconds
    for summary in summaries where midnight + summary >= time.microseconds {
      return SimTime(microseconds: midnight + summary)
    }
    return SimTime(microseconds: midnight + SimTime.day.microseconds + first)
  }

  /// How what arrives silently then comes before the user: with the alert of the next summary,
  /// unless that is silent too.
  func appearance(at time: SimTime) -> Appearance {
    let start = nextSummary(at: time) ?? time
    guard let end = quiet.end(at: start) else { return .alert(at: start) }
    return .silent(from: start, until: end)
  }
}

/// How a notification comes before the user (model.md R4.9).
enum Appearance {
  /// With an alert: now, or with that of the scheduled summary.
  case alert(at: SimTime)
  /// It lies in the centre from then on, and until then the device is quiet; never: for ever.
  case silent(from: SimTime, until: SimTime)
}
