import DeliverySim

/// The ways of notifications to the notification centre, compiled once.
struct CentrePlan {
  let schedule: PresentationSchedule?
  let presentation: PresentationPlan
  let levels: LevelPlan
  let settings: NotificationSettings
  /// A second copy of a message replaces the first one.
  let collapses: Bool
  let alertsAgainOnCollapse: Bool
  /// An alert tells of its message.
  let tells: Bool

  init(_ setup: DeviceSetup, _ arena: inout PlanArena) {
    schedule = setup.presentation
    presentation = PresentationPlan(setup.presentation, &arena)
    (levels, settings) = (LevelPlan(setup.workload.levels), setup.settings)
    collapses = setup.strategy.collapsesCopies
    alertsAgainOnCollapse = setup.centre.alertsAgainOnCollapse
    tells = !setup.centre.hidesTitles || setup.user == nil
  }
}

/// The notification centre of one device, and its alerts (model.md R4.2, R6.1).
struct CentreStation: ~Copyable {
  private(set) var plan: Kept<CentrePlan>
  /// The device follows the schedule.
  private var followsSchedule: Bool
  /// Some of what arrives may come silently, or all of it.
  private(set) var maySilence: Bool
  private var quiet = QuietClock()
  /// The next summary that has something to show; never: none.
  private var summary = SimTime.never
  /// The user has the app's notifications delivered silently (R10.1).
  private var isMuted = false
  /// The user has not decided yet whether the app may alert (R11.4).
  private(set) var isProvisional: Bool
  /// The time when the user decided against it; never: not so far.
  private(set) var turnedOff = SimTime.never
  /// The last alert that was drawn, until somebody asks for it.
  private var interruption: Interruption?

  init(_ plan: Kept<CentrePlan>, device: Int, _ random: RandomSource) {
    self.plan = plan
    followsSchedule = plan.schedule?.isFollowed(by: device, random) ?? false
    isProvisional = plan.settings.isProvisional(device: device, random)
    maySilence = followsSchedule || isProvisional || plan.levels.isOn
  }

  mutating func adopt(_ plan: Kept<CentrePlan>) { self.plan = plan }
}

extension CentreStation {
  // MARK: Notifications

  /// Puts a message's own content into the centre. With a collapse id a second copy replaces the
  /// first one if that is still there (the user may have taken it away); else it is a visible
  /// duplicate.
  ///
  /// - Parameters:
  ///   - isThere: The message has a notification in the centre; asked for repeats only.
  ///   - isOwed: The user wants the message.
  /// - Returns: The way in which something new comes before the user; nil: nothing does.
  @inline(__always)
  mutating func put(
    _ message: UInt32, copy: UInt16, isThere: Bool, isOwed: Bool, isInApp: Bool, _ turn: inout Turn
  ) -> Appearance? {
    let place = Int(message)
    if turn.ledger[place].shown == .never {
      precondition(turn.ledger[place].created <= turn.now, "nothing is shown before it is made")
      turn.ledger[place].shown = turn.now
      turn.note(.shown, message: message, copy: copy)
      let isKnown = turn.ledger[place].synced != .never
      return alert(message, isKnown ? .redundant : .news, isInApp: isInApp, &turn)
    }
    if plan.collapses, isThere {
      turn.note(.replacedInCentre, message: message, copy: copy)
      if plan.alertsAgainOnCollapse {
        _ = alert(message, .redundant, isInApp: isInApp, &turn)
      }
      return nil
    }
    turn.note(.duplicate, message: message, copy: copy)
    if isOwed { turn.count(CoreCounter.duplicates, at: turn.ledger[place].created) }
    return alert(message, .duplicate, isInApp: isInApp, &turn)
  }

  /// Puts one summary into the centre in place of a push, for it and the messages at the positions
  /// it says are missed.
  mutating func putSummary(
    replacing trigger: Push, missed: Range<UInt32>, _ repair: Repair, isInApp: Bool,
    _ turn: inout Turn
  ) -> Appearance {
    precondition(trigger.carriesMessage || !missed.isEmpty, "a summary tells of something")
    turn.note(.summary, trigger, value: Int64(missed.count), others: turn.named(missed))
    turn.count(CoreCounter.summaries)
    let message = trigger.carriesMessage ? trigger.message : nil
    var isKnown = true
    if let message { isKnown = turn.userHas(message) }
    for position in missed where isKnown { isKnown = turn.userHas(turn.message(at: position)) }
    return alert(message, isKnown ? .knownSummary : .news, isInApp: isInApp, &turn)
  }

  // MARK: Alerts

  /// Alerts the user, unless the device is quiet and the app is not open.
  ///
  /// - Parameters:
  ///   - message: Nil for what is never an exception.
  ///   - news: The news that it tells.
  @inline(__always)
  mutating func alert(
    _ message: UInt32?, _ news: Interruption.News = .news, isInApp: Bool, _ turn: inout Turn
  ) -> Appearance {
    if maySilence { return alertUnlessSilent(message, news, isInApp, &turn) }
    interrupt(message, news, &turn)
    return .alert(at: turn.now)
  }

  @inline(__always)
  private mutating func interrupt(
    _ message: UInt32?, _ news: Interruption.News, _ turn: inout Turn
  ) {
    interruption = Interruption(message: message, news: news)
    turn.count(CoreCounter.interruptions)
    switch news {
    case .redundant, .knownSummary, .duplicate: turn.count(UserCounter.redundantInterruptions)
    case .news, .none: break
    }
  }

  @inline(never)
  private mutating func alertUnlessSilent(
    _ message: UInt32?, _ news: Interruption.News, _ isInApp: Bool, _ turn: inout Turn
  ) -> Appearance {
    let law = plan.presentation
    let level = plan.levels.level(of: message, turn)
    guard !isInApp, let reason = silence(message, level, &turn) else {
      interrupt(message, news, &turn)
      return .alert(at: turn.now)
    }
    turn.note(.attention(.silenced), message: message, value: reason.rawValue)
    turn.count(PhoneCounter.silenced)
    // No hour ends this silence: the app's, or the message's own.
    guard !isMuted, !isProvisional, followsSchedule, isScheduledSilent(&turn) else {
      return .silent(from: turn.now, until: .never)
    }
    if let time = law.nextSummary(at: turn.now), time != summary {
      summary = time
      turn.schedule(PhoneEventKind.summaryDue, at: time)
    }
    return appearance(turn)
  }

  /// By the schedule what arrives now is silent, unless it is an exception.
  private mutating func isScheduledSilent(_ turn: inout Turn) -> Bool {
    let law = plan.presentation
    return quiet.isQuiet(law.hours, turn) || law.hasSummaries
  }

  /// The appearance of a notification that arrives silently now: with the alert of the next
  /// summary, unless that is silent too.
  private func appearance(_ turn: borrowing Turn) -> Appearance {
    let law = plan.presentation
    let start = law.nextSummary(at: turn.now) ?? turn.now
    guard let end = quiet.end(at: start, law.hours, turn) else { return .alert(at: start) }
    precondition(end > start, "a quiet time takes time")
    return .silent(from: start, until: end < turn.simulation.horizon ? end : .never)
  }

  /// R11.4: what silences a message of this level now; nil: it alerts.
  private mutating func silence(
    _ message: UInt32?, _ level: Level, _ turn: inout Turn
  ) -> Silence? {
    switch level {
    case .critical: return nil
    case .passive: return .passive
    case .active, .timeSensitive:
      if isMuted { return .muted }
      if isProvisional { return .onTrial }
      guard level == .active, followsSchedule else { return nil }
      return isScheduledSilent(&turn) && !isException(message, &turn) ? .schedule : nil
    }
  }

  private func isException(_ message: UInt32?, _ turn: inout Turn) -> Bool {
    guard let message else { return false }
    return turn.happens(.exception, plan.presentation.exceptions, message)
  }

  // MARK: The scheduled summary

  /// Shows what has arrived since the last one, with one alert, but none in quiet hours.
  mutating func showScheduledSummary(_ turn: inout Turn) {
    guard summary == turn.now else { return }
    precondition(followsSchedule, "who follows no schedule gets no summary")
    summary = .never
    let isQuiet = quiet.isQuiet(plan.presentation.hours, turn)
    turn.note(.attention(.summaryDelivered), value: isQuiet ? 1 : 0)
    if !isQuiet { interrupt(nil, .news, &turn) }
  }

  // MARK: The user's wishes (R10.1)

  /// Notifications from now on come silently and are in no scheduled summary.
  ///
  /// - Returns: Whether that is new.
  mutating func mute() -> Bool {
    guard !isMuted else { return false }
    (isMuted, maySilence) = (true, true)
    return true
  }

  /// The user decides about an app whose notifications came silently so far (R11.4).
  ///
  /// - Returns: Whether they may alert from now on.
  mutating func decide(_ turn: inout Turn) -> Bool {
    precondition(isProvisional, "a user decides once")
    isProvisional = false
    maySilence = followsSchedule || isMuted || plan.levels.isOn
    var chance = turn.draws(PhoneStream.provisional, 0, 0)
    let keeps = chance.happens(plan.settings.provisionalKept)
    turn.note(.attention(keeps ? .kept : .turnedOff))
    if !keeps { turnedOff = turn.now }
    return keeps
  }

  /// The last alert that was drawn; nil: none since somebody has asked.
  mutating func takeInterruption() -> Interruption? {
    defer { interruption = nil }
    return interruption
  }

  /// Nothing is left that a summary could show.
  mutating func clear() { summary = .never }
}

extension CentrePlan: StationPlan {
  /// The fast way asks the station each time (``Device/fastForward(before:_:)``).
  func vetoes(_ setup: DeviceSetup) -> Vetoes { [] }
}
