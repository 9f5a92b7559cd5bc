import DeliverySim

/// One phone's system, as far as it is Android's (model.md R11.3): when it dozes, and whether the
/// app is stopped.
struct AndroidStation: ~Copyable {
  /// Who stops the app on this device.
  private enum Stopper { case nobody, user, vendor }

  /// Nil: another system.
  private let plan: Kept<Android>?
  private var stopper = Stopper.nobody
  private var usage = OnOffProcess.State.alwaysUp
  /// Whether the device dozes: pushes that can wait do so.
  private(set) var isDozing = false
  /// Doze sets in then, or its next maintenance window comes; never: the phone is in use.
  private var step = SimTime.never
  /// The wait before the next window.
  private var wait = SimTime.zero
  private var isAppOpen = false
  /// Nothing wakes the app until it is opened.
  private(set) var isStopped = false
  /// The vendor stops it then.
  private var stop = SimTime.never
  private var visits: UInt32 = 0
  /// It decides about those that come (R11.3).
  var urgent = UrgentPushes()

  init(_ plan: Kept<Android>?) { self.plan = plan }
}

extension AndroidStation {
  var isOn: Bool { plan != nil }

  /// Nil: high priority stays high.
  var demotion: Android.Demotion? { plan?.demotion }

  /// The push service knows what became of pushes of high priority.
  var countsUrgentPushes: Bool { plan?.demotion != nil }

  /// The phone is in use, or not, as in equilibrium; what it did before is unknown, so an unused
  /// one begins to lie then. The app counts as just left.
  mutating func start(_ turn: inout Turn) {
    guard let plan else { return }
    stopper = stopper(plan.value, turn.random, device: turn.device)
    if let doze = plan.doze {
      let (state, end) = doze.usage.start(Self.streams(turn.random, device: turn.device))
      usage = state
      turn.schedule(AndroidEventKind.usageFlips, at: end)
    }
    layDown(&turn)
    leave(&turn)
  }

  private static func streams(_ random: RandomSource, device: Int) -> OnOffProcess.Streams {
    OnOffProcess.Streams(
      start: random.stream(AndroidStream.usageStart, device: device),
      up: random.stream(AndroidStream.inUse, device: device),
      down: random.stream(AndroidStream.unused, device: device))
  }

  /// One draw decides, so that shares that grow keep their devices.
  private func stopper(_ android: Android, _ random: RandomSource, device: Int) -> Stopper {
    guard android.stopsApps else { return .nobody }
    let place = random.uniform(.appStopped, device: device)
    if place < android.forceStop.value { return .user }
    return place < android.stoppedShare ? .vendor : .nobody
  }

  // MARK: Doze

  /// - Returns: Whether the phone dozes no more.
  mutating func flipUsage(_ turn: inout Turn) -> Bool {
    guard let doze = plan?.doze else { preconditionFailure("this phone never dozes") }
    let span = usage.flip(doze.usage, Self.streams(turn.random, device: turn.device))
    turn.schedule(AndroidEventKind.usageFlips, at: turn.now.advanced(bySpan: span))
    if usage.isUp { return wakeUp(&turn) }
    layDown(&turn)
    return false
  }

  /// Doze sets in, or a maintenance window comes: a moment in which all that waits is delivered.
  ///
  /// - Returns: Whether it is a window.
  mutating func takeStep(_ turn: inout Turn) -> Bool {
    guard step == turn.now, let doze = plan?.doze else { return false }
    precondition(!usage.isUp && !isAppOpen, "a phone in use does not doze")
    let isWindow = isDozing
    turn.note(.android(isWindow ? .maintenance : .dozes))
    let longer = SimTime(seconds: min(wait.seconds * doze.factor, doze.longest.seconds))
    wait = isWindow ? longer : doze.first
    precondition(wait > .zero, "a wait in Doze takes time")
    isDozing = true
    planStep(after: wait, &turn)
    return isWindow
  }

  /// Nobody uses the phone, from now on.
  private mutating func layDown(_ turn: inout Turn) {
    guard let doze = plan?.doze, !usage.isUp, !isAppOpen else { return }
    planStep(after: doze.after, &turn)
  }

  private mutating func planStep(after wait: SimTime, _ turn: inout Turn) {
    step = turn.now.advanced(bySpan: wait)
    turn.schedule(AndroidEventKind.dozeSteps, at: step)
  }

  private mutating func wakeUp(_ turn: inout Turn) -> Bool {
    step = .never
    guard isDozing else { return false }
    isDozing = false
    turn.note(.android(.awake))
    return true
  }

  // MARK: The app

  /// - Returns: Whether the phone dozes no more: who opens the app uses it.
  mutating func openApp(_ turn: inout Turn) -> Bool {
    (isAppOpen, isStopped, stop) = (true, false, .never)
    return wakeUp(&turn)
  }

  mutating func leaveApp(_ turn: inout Turn) {
    precondition(isAppOpen, "nobody leaves an app that is not open")
    isAppOpen = false
    visits &+= 1
    layDown(&turn)
    leave(&turn)
  }

  private mutating func leave(_ turn: inout Turn) {
    switch stopper {
    case .nobody: break
    case .user: stopApp(&turn)
    case .vendor:
      guard let law = plan?.vendorKill?.after else { return }
      stop = turn.now.advanced(bySpan: turn.draw(law, AndroidStream.vendorKill, visits, 0))
      turn.schedule(AndroidEventKind.vendorStops, at: stop)
    }
  }

  /// The vendor's time is over, unless the app was opened since.
  ///
  /// - Returns: Whether the app is stopped now.
  mutating func stopByVendor(_ turn: inout Turn) -> Bool {
    guard stop == turn.now else { return false }
    precondition(!isAppOpen, "the vendor stops no app that is open")
    stopApp(&turn)
    return true
  }

  private mutating func stopApp(_ turn: inout Turn) {
    precondition(stopper != .nobody, "somebody stops an app that is stopped")
    (isStopped, stop) = (true, .never)
    turn.note(.android(stopper == .user ? .forceStopped : .vendorStopped))
  }
}
