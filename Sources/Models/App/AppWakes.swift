import DeliverySim

/// What pushes that wake the app have used up on one device (model.md R4.6, R4.7).
struct WakeState: ~Copyable {
  /// When the system will have forgotten the silent pushes that it has passed on.
  fileprivate var forgotten = SimTime.zero
  /// How many it has passed on since midnight, and which day that is.
  fileprivate var today = 0
  fileprivate var day: Int64 = 0
  /// The silent push that the device holds for the app's next launch, parked.
  fileprivate(set) var held: Int?
  /// VoIP pushes that led to no call.
  fileprivate var misuses = 0
  /// Wakes that are to end the process, since no call was reported.
  fileprivate var endsProcess = false

  mutating func removeAll() {
    (forgotten, today, day) = (.zero, 0, 0)
    (held, misuses, endsProcess) = (nil, 0, false)
  }
}

extension Device {
  // MARK: A push that wakes the app

  /// The system decides whether the app runs. The push is out until its fetch has ended.
  mutating func wakeApp(_ push: Push, _ bus: inout Bus) {
    if push.type == .voip { wakeByCall(push, &bus) } else { wakeSilently(push, &bus) }
  }

  // MARK: Silent pushes

  private mutating func wakeSilently(_ push: Push, _ bus: inout Bus) {
    let moments = laws.pointee.app.silentMoments(process.state)
    guard !moments.isEmpty else {
      let cause = process.state == .killed ? Cause.forceQuit : .ignoredPayload
      return end(push, cause, &bus)
    }
    guard moments.contains(.arrival), launches(push, moments, bus) else {
      return hold(push, &bus)
    }
    guard maySpend(at: bus.now) else {
      return end(push, .silentThrottled, &bus)
    }
    run(push, &bus)
  }

  /// The system may decline to launch an app that is not running (R4.5, the footnote).
  @inline(__always)
  func launches(
    _ push: Push, _ moments: HandlerMatrix.Moments,
    _ bus: borrowing Bus
  ) -> Bool {
    guard moments.contains(.nextLaunchIfDeclined) else { return true }
    var chance = bus.draws(.silentLaunch, push.message, push.copy)
    return chance.happens(laws.pointee.app.silentLaunch)
  }

  /// The device holds only the newest.
  private mutating func hold(_ push: Push, _ bus: inout Bus) {
    if let older = wakes.held {
      end(pushes.remove(older), .silentReplaced, by: push, &bus)
    }
    note(.app(.held), push, &bus)
    wakes.held = pushes.insert(push)
  }

  /// The app has been opened: it gets what the device holds for it, and fetches.
  mutating func wakeByHeld(_ bus: inout Bus) {
    guard let place = wakes.held else { return }
    wakes.held = nil
    run(pushes.remove(place), &bus)
  }

  /// The system passes on a few at once, then one at a time, and a number a day (R4.6); to an app
  /// on the screen all.
  mutating func maySpend(at now: SimTime) -> Bool {
    guard process.state != .foreground, laws.pointee.app.isModelled else { return true }
    let day = now.microseconds / SimTime.day.microseconds
    if day != wakes.day { (wakes.day, wakes.today) = (day, 0) }
    guard wakes.today < laws.pointee.app.silentsPerDay else { return false }
    if let throttle = laws.pointee.app.silentThrottle {
      guard throttle.passes(at: now, &wakes.forgotten) else { return false }
    }
    wakes.today += 1
    return true
  }

  // MARK: VoIP pushes

  /// Wakes even an app that the user has ended; after so many without a call never again (R4.7).
  private mutating func wakeByCall(_ push: Push, _ bus: inout Bus) {
    if let limit = setup.pointee.app?.voipMisuses {
      guard wakes.misuses < limit else { return end(push, .voipBlocked, &bus) }
      wakes.misuses += 1
      wakes.endsProcess = true
    }
    run(push, &bus)
  }

  // MARK: The app runs

  private mutating func run(_ push: Push, _ bus: inout Bus) {
    note(.app(.woken), push, &bus)
    launchInBackground(&bus)
    fetchInBackground(for: .push(push), &bus)
  }

  /// A wake is over: who has reported no call is ended by the system.
  mutating func endWake(_ bus: inout Bus) {
    guard wakes.endsProcess else { return }
    wakes.endsProcess = false
    endByMisuse(&bus)
  }
}
