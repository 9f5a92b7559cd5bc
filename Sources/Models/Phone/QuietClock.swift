import DeliverySim

/// The rule for the times when a device is quiet, compiled once.
struct QuietPlan {
  fileprivate let weekly: WeeklyHours.Table
  /// The spans of these that the first alarm ends.
  private let bedtime: WeeklyHours.Table
  fileprivate let spells: OnOffProcess?
  private let alarmBeforeEnd: Distribution?

  /// - Parameter schedule: Nil: it is never quiet.
  init(_ schedule: PresentationSchedule?, _ arena: inout PlanArena) {
    let quiet = schedule?.quiet ?? WeeklyHours([])
    weekly = WeeklyHours.Table(quiet, &arena)
    bedtime = WeeklyHours.Table(quiet.nights, &arena)
    (spells, alarmBeforeEnd) = (schedule?.spells, schedule?.alarmBeforeEnd)
  }
}

/// The clock of one device's quiet times (model.md R4.2, R12.1): weekly hours, the time up to the
/// first alarm, and spells of its own. Nothing happens when it changes: it is looked at when
/// something arrives.
struct QuietClock: Sendable {
  private var spell = OnOffProcess.State.alwaysUp
  /// The end of the present span between spells, or of the spell; before: nobody has looked yet.
  private var spanEnd = SimTime(microseconds: -1)
}

extension QuietClock {
  /// Whether the device is quiet now.
  ///
  /// - Precondition: No earlier time is asked for later.
  mutating func isQuiet(_ plan: Kept<QuietPlan>, _ turn: borrowing Turn) -> Bool {
    if plan.spells != nil { advance(to: turn.now, plan, turn) }
    return end(at: turn.now, plan, turn) != nil
  }

  /// When the device will have been quiet from `time` on, without a break; nil: it is not quiet
  /// then; never: it always will be.
  ///
  /// - Parameter time: Now, or later.
  func end(at time: SimTime, _ plan: Kept<QuietPlan>, _ turn: borrowing Turn) -> SimTime? {
    var (ahead, end) = (self, time)
    while end < turn.simulation.horizon, let next = ahead.next(at: end, plan, turn) { end = next }
    return end == time ? nil : end
  }

  /// The end of one kind of quiet.
  private mutating func next(
    at time: SimTime, _ plan: Kept<QuietPlan>, _ turn: borrowing Turn
  ) -> SimTime? {
    if let end = plan.weekly.end(at: time) {
      let alarm = plan.value.alarm(before: end, at: time, turn)
      if time < alarm { return alarm }
    }
    guard plan.spells != nil else { return nil }
    advance(to: time, plan, turn)
    return spell.isUp ? nil : spanEnd
  }

  private mutating func advance(
    to time: SimTime, _ plan: Kept<QuietPlan>, _ turn: borrowing Turn
  ) {
    guard let process = plan.spells else { return }
    let streams = OnOffProcess.Streams(
      start: turn.random.stream(PhoneStream.spellStart, device: turn.device),
      up: turn.random.stream(PhoneStream.betweenSpells, device: turn.device),
      down: turn.random.stream(PhoneStream.spell, device: turn.device))
    if spanEnd < .zero { (spell, spanEnd) = process.start(streams) }
    while spanEnd <= time { spanEnd = spanEnd.advanced(bySpan: spell.flip(process, streams)) }
  }
}

extension QuietPlan {
  /// When the first alarm ends the quiet hours of `time`, if that is bedtime; hours that never end
  /// have none.
  fileprivate func alarm(
    before end: SimTime, at time: SimTime, _ turn: borrowing Turn
  ) -> SimTime {
    guard let alarmBeforeEnd, end != .never, bedtime.end(at: time) != nil else { return end }
    let minute = UInt32(truncatingIfNeeded: end.microseconds / SimTime.minute.microseconds)
    return max(.zero, end - turn.draw(alarmBeforeEnd, PhoneStream.firstAlarm, minute, 0))
  }
}
