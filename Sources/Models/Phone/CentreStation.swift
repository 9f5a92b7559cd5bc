import DeliverySim

/// How notifications come to the notification centre, compiled once.
struct CentrePlan {
  let schedule: PresentationSchedule?
  let presentation: PresentationPlan
  /// A second copy of a message replaces the first one.
  let collapses: Bool
  let alertsAgainOnCollapse: Bool

  init(_ setup: DeviceSetup, _ shelf: inout LawShelf) {
    schedule = setup.presentation
    presentation = PresentationPlan(setup.presentation, &shelf)
    collapses = setup.strategy.collapsesCopies
    alertsAgainOnCollapse = setup.centre.alertsAgainOnCollapse
  }
}

/// The notification centre of one device, and its alerts (model.md R4.2, R6.1).
struct CentreStation: ~Copyable {
  private(set) var plan: UnsafePointer<CentrePlan>
  /// The device follows the schedule.
  private(set) var isOnSchedule: Bool
  /// The next summary that has something to show; never: none.
  private var summary = SimTime.never

  init(_ plan: UnsafePointer<CentrePlan>, device: Int, _ random: RandomSource) {
    self.plan = plan
    isOnSchedule = plan.pointee.schedule?.isFollowed(by: device, random) ?? false
  }

  mutating func adopt(_ plan: UnsafePointer<CentrePlan>) { self.plan = plan }
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
  /// - Returns: How something new comes before the user; nil: nothing does.
  @inline(__always)
  mutating func put(
    _ message: UInt32, copy: UInt16, isThere: Bool, isOwed: Bool, isInApp: Bool, _ bus: inout Bus
  ) -> Appearance? {
    let place = Int(message)
    if bus.ledger[place].shown == .never {
      bus.ledger[place].shown = bus.now
      bus.note(.shown, message: message, copy: copy)
      let isKnown = bus.ledger[place].synced != .never
      return alert(message, isRedundant: isKnown, isInApp: isInApp, &bus)
    }
    if plan.pointee.collapses, isThere {
      bus.note(.replacedInCentre, message: message, copy: copy)
      if plan.pointee.alertsAgainOnCollapse {
        _ = alert(message, isRedundant: true, isInApp: isInApp, &bus)
      }
      return nil
    }
    bus.note(.duplicate, message: message, copy: copy)
    if isOwed { bus.countDuplicate(created: bus.ledger[place].created) }
    return alert(message, isRedundant: true, isInApp: isInApp, &bus)
  }

  /// Puts one summary into the centre in place of a push, for it and the messages at the positions
  /// it says are missed.
  mutating func putSummary(
    replacing trigger: Push, missed: Range<UInt32>, _ repair: Repair, isInApp: Bool,
    _ bus: inout Bus
  ) -> Appearance {
    bus.note(.summary, trigger, value: Int64(missed.count), others: bus.named(missed))
    bus.countSummary()
    return alert(trigger.carriesMessage ? trigger.message : nil, isInApp: isInApp, &bus)
  }

  // MARK: Alerts

  /// Alerts the user, unless the device is quiet and the app is not open.
  ///
  /// - Parameters:
  ///   - message: Nil for what is never an exception.
  ///   - isRedundant: The user has the message already.
  @inline(__always)
  mutating func alert(
    _ message: UInt32?, isRedundant: Bool = false, isInApp: Bool, _ bus: inout Bus
  ) -> Appearance {
    if isOnSchedule { return alertOnSchedule(message, isRedundant, isInApp, &bus) }
    interrupt(isRedundant, &bus)
    return .alert(at: bus.now)
  }

  @inline(__always)
  private func interrupt(_ isRedundant: Bool, _ bus: inout Bus) {
    bus.countInterruption()
    if isRedundant { bus.countRedundantInterruption() }
  }

  @inline(never)
  private mutating func alertOnSchedule(
    _ message: UInt32?, _ isRedundant: Bool, _ isInApp: Bool, _ bus: inout Bus
  ) -> Appearance {
    let law = plan.pointee.presentation
    guard !isInApp, law.isSilent(at: bus.now), !isException(message, &bus) else {
      interrupt(isRedundant, &bus)
      return .alert(at: bus.now)
    }
    bus.note(.attention(.silenced), message: message)
    bus.countSilenced()
    if let time = law.nextSummary(at: bus.now), time != summary {
      summary = time
      bus.schedule(.summaryDue, at: time)
    }
    return law.appearance(at: bus.now)
  }

  private func isException(_ message: UInt32?, _ bus: inout Bus) -> Bool {
    guard let message else { return false }
    return bus.happens(.exception, plan.pointee.presentation.exceptions, message)
  }

  // MARK: The scheduled summary

  /// Shows what has arrived since the last one, with one alert, but none in quiet hours.
  mutating func showScheduledSummary(_ bus: inout Bus) {
    guard summary == bus.now else { return }
    summary = .never
    let isQuiet = plan.pointee.presentation.isQuiet(at: bus.now)
    bus.note(.attention(.summaryDelivered), value: isQuiet ? 1 : 0)
    if !isQuiet { bus.countInterruption() }
  }

  /// Nothing is left that a summary could show.
  mutating func clear() { summary = .never }
}
