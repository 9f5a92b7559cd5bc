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

  /// Whether what arrives then is silent, unless it is an exception.
  func isSilent(at time: SimTime) -> Bool {
    !summaries.isEmpty || quiet.end(at: time) != nil
  }

  /// The first scheduled summary at that time or later; nil: there are none.
  func nextSummary(at time: SimTime) -> SimTime? {
    guard let first = summaries.first else { return nil }
    let midnight = time.microseconds / SimTime.day.microseconds * SimTime.day.microseconds
    let today = SimTime(microseconds: midnight)
    let next = summaries.lazy.map { today + $0 }.first { $0 >= time }
    return next ?? today + .day + first
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
  mutating func settlePresentation(_ random: RandomSource) {
    let isFollowed = setup.pointee.presentation?.isFollowed(by: number, random) ?? false
    presentation = PresentationState(isFollowed: isFollowed)
  }

  // MARK: Alerts

  /// Alerts the user, unless the device is quiet and the app is not open.
  ///
  /// - Parameter message: Nil for what is never an exception.
  /// - Returns: From when on it is before the user: now, if it is not silent.
  @inline(__always)
  mutating func alert(
    _ message: UInt32?, _ context: inout CellContext<some TraceHook>
  ) -> SimTime {
    if presentation.isFollowed { return alertOnSchedule(message, &context) }
    context.countInterruption()
    return context.now
  }

  @inline(never)
  private mutating func alertOnSchedule(
    _ message: UInt32?, _ context: inout CellContext<some TraceHook>
  ) -> SimTime {
    guard process.state != .foreground, let schedule = setup.pointee.presentation,
      schedule.isSilent(at: context.now), !isException(message, schedule.exceptions, context)
    else {
      context.countInterruption()
      return context.now
    }
    note(.attention(.silenced), message: message, &context)
    context.countSilenced()
    if let time = schedule.nextSummary(at: context.now), time != presentation.summary {
      presentation.summary = time
      self.schedule(.summaryDue, at: time, &context)
    }
    return schedule.showing(at: context.now)
  }

  private mutating func isException(
    _ message: UInt32?, _ share: Probability, _ context: borrowing CellContext<some TraceHook>
  ) -> Bool {
    guard let message else { return false }
    var draws = draws(.exception, message, 0, context)
    return draws.happens(share)
  }

  // MARK: The scheduled summary

  /// Shows what has arrived since the last one, with one alert, but none in quiet hours.
  mutating func showScheduledSummary(_ context: inout CellContext<some TraceHook>) {
    guard presentation.summary == context.now, let schedule = setup.pointee.presentation
    else { return }
    presentation.summary = .never
    let isQuiet = schedule.quiet.end(at: context.now) != nil
    note(.attention(.summaryDelivered), value: isQuiet ? 1 : 0, &context)
    if !isQuiet { context.countInterruption() }
  }

  /// Nothing is left that a summary could show.
  mutating func emptyScheduledSummary() { presentation.summary = .never }
}
