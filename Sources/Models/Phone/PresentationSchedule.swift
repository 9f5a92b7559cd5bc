public import DeliverySim

/// When what arrives goes to the notification centre without an alert, to be seen later: Focus, Do
/// Not Disturb, bedtime, downtime, quiet delivery, the scheduled summary (model.md R4.2).
///
/// Part of the world: who follows it is drawn for each device, what passes it for each message.
public struct PresentationSchedule: Sendable {
  /// The share of devices that follow it.
  public var share: Probability
  /// No alerts in these hours. Where they are the whole week (quiet delivery) nobody waits for
  /// their end.
  public var quiet: WeeklyHours
  /// After midnight, ascending, below a day: when the scheduled summary of every day shows what
  /// has arrived since the one before, with one alert; what arrives goes there at all times. Empty:
  /// there is none.
  public var summaries: [SimTime]
  /// The share of messages that alert all the same: critical and time-sensitive ones.
  public var exceptions: Probability

  public init(
    share: Probability = .one, quiet: WeeklyHours = WeeklyHours([]), summaries: [SimTime] = [],
    exceptions: Probability = .zero
  ) {
    (self.share, self.quiet, self.exceptions) = (share, quiet, exceptions)
    self.summaries = summaries.sorted()
  }
}

extension PresentationSchedule {
  /// Whether a device follows it: one draw decides, so that a larger share keeps those that were in
  /// it.
  func isFollowed(by device: Int, _ random: RandomSource) -> Bool {
    var draws = random.stream(.presentation, device: device).draws(index: 0)
    return draws.happens(share)
  }
}

/// What is asked of a schedule for each message.
struct PresentationLaws {
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

  /// When what arrives silently then comes before the user: with the next summary, at the end of
  /// the quiet hours.
  func showing(at time: SimTime) -> SimTime {
    let time = nextSummary(at: time) ?? time
    guard let end = quiet.end(at: time), end != .never else { return time }
    return end
  }
}

/// What a device with a schedule has under way.
struct PresentationState: Sendable {
  /// The device follows the schedule.
  let isFollowed: Bool
  /// The next summary that has something to show; never: none.
  fileprivate var summary = SimTime.never

  init(isFollowed: Bool = false) { self.isFollowed = isFollowed }
}

extension Device {
  /// At the start.
  mutating func settlePresentation(_ number: Int, _ random: RandomSource) {
    let isFollowed = setup.pointee.presentation?.isFollowed(by: number, random) ?? false
    presentation = PresentationState(isFollowed: isFollowed)
  }

  // MARK: Alerts

  /// Alerts the user, unless the device is quiet and the app is not open.
  ///
  /// - Parameter message: Nil for what is never an exception.
  /// - Returns: From when on it is before the user: now, if it is not silent.
  @inline(__always)
  mutating func alert(_ message: UInt32?, _ bus: inout Bus) -> SimTime {
    if presentation.isFollowed { return alertOnSchedule(message, &bus) }
    bus.countInterruption()
    return bus.now
  }

  @inline(never)
  private mutating func alertOnSchedule(_ message: UInt32?, _ bus: inout Bus) -> SimTime {
    let laws = laws.pointee.users.presentation
    guard process.state != .foreground, laws.isSilent(at: bus.now),
      !isException(message, laws.exceptions, bus)
    else {
      bus.countInterruption()
      return bus.now
    }
    bus.note(.attention(.silenced), message: message)
    bus.countSilenced()
    if let time = laws.nextSummary(at: bus.now), time != presentation.summary {
      presentation.summary = time
      bus.schedule(.summaryDue, at: time)
    }
    return laws.showing(at: bus.now)
  }

  @inline(__always)
  private mutating func isException(
    _ message: UInt32?, _ share: Probability, _ bus: borrowing Bus
  ) -> Bool {
    guard let message else { return false }
    let stream = bus.stream(.exception)
    return windows[.exception].happens(share, stream, index: message)
  }

  // MARK: The scheduled summary

  /// Shows what has arrived since the last one, with one alert, but none in quiet hours.
  mutating func showScheduledSummary(_ bus: inout Bus) {
    guard presentation.summary == bus.now else { return }
    presentation.summary = .never
    let isQuiet = laws.pointee.users.presentation.isQuiet(at: bus.now)
    bus.note(.attention(.summaryDelivered), value: isQuiet ? 1 : 0)
    if !isQuiet { bus.countInterruption() }
  }

  /// Nothing is left that a summary could show.
  mutating func emptyScheduledSummary() { presentation.summary = .never }
}
