import DeliverySim

/// When a user picks up the phone, compiled once.
struct PickupPlan {
  /// Per device [1/s].
  fileprivate let rate: Distribution
  fileprivate let unitExponential = Sampler.unitExponential
  /// Where the cumulative rate has come to when; nil: it does not change.
  fileprivate let weekly: WeeklyProfile.Table?

  init(_ times: PoissonTimes, _ shelf: inout LawShelf) {
    rate = times.rate
    weekly = times.profile.map { WeeklyProfile.Table($0, &shelf) }
  }
}

extension PickupPlan {
  /// The inverse of the cumulative intensity at unit-rate times, as for messages (R1.4).
  fileprivate func time(ofCumulative amount: Double) -> SimTime {
    SimTime(seconds: weekly?.time(ofCumulative: amount) ?? amount)
  }

  fileprivate func cumulative(at time: SimTime) -> Double {
    weekly?.cumulative(at: time.seconds) ?? time.seconds
  }
}

/// The pick-ups of one device's phone (model.md R4.9). They are part of the world (R1.1): whatever
/// waits for one, it lies where it lies. Only those that are waited for become events.
struct PickupState: Sendable {
  /// The one that is waited for; never: none.
  fileprivate var due = SimTime.never
  /// When the user last picked up the phone as an event; so far: before the run.
  fileprivate var past = SimTime(microseconds: -1)
  /// Of the last one that was looked for.
  private var time = SimTime(microseconds: -1)
  private var unitTime = 0.0
  /// The next one, from 0.
  private var number: UInt32 = 0
  /// Per device [1/s]; nil: not drawn yet.
  private var rate: Double?
}

extension PickupState {
  /// The next pick-up by a user who is awake; never: there is none before the end of the run.
  ///
  /// - Parameter start: It is then or later; not before the last time that was asked about.
  fileprivate mutating func next(
    from start: SimTime, _ user: Kept<UserPlan>, _ bus: inout Bus
  ) -> SimTime {
    guard let plan = user.pickups else { return .never }
    let rate = drawnRate(plan, bus)
    guard rate > 0 else { return .never }
    if time < start { skip(before: min(start, bus.simulation.horizon), rate, plan, &bus) }
    while time < start || time <= past || user.asleep.end(at: time) != nil {
      guard time < bus.simulation.horizon, bus.limitExceeded == nil else { return .never }
      take(nextUnitTime(plan, &bus), &bus)
      time = plan.time(ofCumulative: unitTime / rate)
    }
    return time
  }

  /// Most pick-ups find nothing: those that surely come before `end` need not be timed one by one.
  private mutating func skip(
    before end: SimTime, _ rate: Double, _ plan: PickupPlan, _ bus: inout Bus
  ) {
    let early = end - SimTime(microseconds: 1000)
    guard early > .zero else { return }
    // Both margins are a thousand times what rounding changes: that of a time, and of an amount.
    let sure = plan.cumulative(at: early) * rate * (1 - 1e-12)
    while bus.limitExceeded == nil, case let next = nextUnitTime(plan, &bus), next < sure {
      take(next, &bus)
    }
  }

  private func nextUnitTime(_ plan: PickupPlan, _ bus: inout Bus) -> Double {
    unitTime + bus.sample(.pickup, plan.unitExponential, number)
  }

  private mutating func take(_ unitTime: Double, _ bus: inout Bus) {
    bus.countEvent()
    self.unitTime = unitTime
    number &+= 1
  }

  private mutating func drawnRate(_ plan: PickupPlan, _ bus: borrowing Bus) -> Double {
    if let rate { return rate }
    let drawn = bus.sample(.pickupRate, plan.rate)
    rate = drawn
    return drawn
  }
}

extension UserStation {
  // MARK: Pick-ups (R4.9)

  /// Makes an event of the next pick-up, if something waits for one.
  mutating func planPickup(_ bus: inout Bus) {
    guard pickups.due == .never, let start = arrivals.firstStart else { return }
    let time = pickups.next(from: max(start, bus.now), plan, &bus)
    guard time < bus.simulation.horizon else { return }
    // Rounding may step back by a unit in the last place at an hour's edge.
    pickups.due = max(time, bus.now)
    bus.schedule(UserEventKind.phonePickedUp, at: pickups.due)
  }

  /// The user picks up the phone.
  ///
  /// - Returns: Whether something is there to be noticed.
  mutating func picksUp(isSwitchedOn: Bool, _ bus: inout Bus) -> Bool {
    (pickups.due, pickups.past) = (.never, bus.now)
    guard isSwitchedOn, let start = arrivals.firstStart, start <= bus.now else { return false }
    bus.note(.attention(.pickedUp))
    return true
  }
}
