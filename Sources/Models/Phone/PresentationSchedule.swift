public import DeliverySim

/// When what arrives goes to the notification centre without an alert, to be seen later: Focus, Do
/// Not Disturb, bedtime, downtime, quiet delivery, the scheduled summary (model.md R4.2).
///
/// Part of the world: who follows it is drawn for each replication, evenly over its devices,
/// what passes it for each message.
public struct PresentationSchedule: Sendable {
  /// The share of devices that follow it.
  public var share: Probability
  /// No alerts in these hours. If they are the whole week (quiet delivery), they never end.
  public var quiet: WeeklyHours
  /// The times of the scheduled summary, after midnight, ascending, below a day. The summary of
  /// every day shows what has arrived since the one before, with one alert; what arrives goes there
  /// at all times. Empty: there is none.
  public var summaries: [SimTime]
  /// The share of messages that alert all the same: critical and time-sensitive ones.
  public var exceptions: Probability
  /// Quiet besides, on each device by itself: driving, Do Not Disturb by hand. Up: from the end of
  /// a spell to the start of the next one; down: a spell (R12.1). Nil: there are none.
  public var spells: OnOffProcess?
  /// The first alarm ends quiet hours so long before their end [s], drawn each time; nil: none does
  /// (R12.1).
  public var alarmBeforeEnd: Distribution?

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
  let hours: Kept<QuietPlan>
  /// The times of summaries after midnight [µs], ascending.
  private let summaries: UnsafeBufferPointer<Int64>

  /// - Parameters:
  ///   - schedule: Nil: nothing is silent.
  ///   - arena: Keeps the tables.
  init(_ schedule: PresentationSchedule?, _ arena: inout PlanArena) {
    exceptions = schedule?.exceptions ?? .zero
    hours = arena.kept(QuietPlan(schedule, &arena))
    summaries = arena.table(schedule?.summaries.map(\.microseconds) ?? [])
  }

  /// There are scheduled summaries: what arrives is silent at all times.
  var hasSummaries: Bool { !summaries.isEmpty }

  /// The first scheduled summary at that time or later; nil: there are none.
  func nextSummary(at time: SimTime) -> SimTime? {
    guard let first = summaries.first else { return nil }
    let midnight = time.microseconds / SimTime.day.microseconds * SimTime.day.microseconds
    for summary in summaries where midnight + summary >= time.microseconds {
      return SimTime(microseconds: midnight + summary)
    }
    return SimTime(microseconds: midnight + SimTime.day.microseconds + first)
  }
}

/// The way in which a notification comes before the user (model.md R4.9).
enum Appearance {
  /// It comes with an alert: now, or with that of the scheduled summary.
  case alert(at: SimTime)
  /// It lies in the centre from then on, and until then the device is quiet; never: for ever.
  case silent(from: SimTime, until: SimTime)
}
