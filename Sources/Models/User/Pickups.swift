import DeliverySim

/// The law of the times when a user picks up the phone, compiled once.
struct PickupPlan {
  /// The rate per device [1/s].
  fileprivate let rate: Distribution
  fileprivate let unitExponential = Sampler.unitExponential
  /// Where the cumulative rate has come to when; nil: it does not change.
  fileprivate let weekly: WeeklyProfile.Table?

  init(_ times: PoissonTimes, _ arena: inout PlanArena) {
    rate = times.rate
    weekly = times.profile.map { WeeklyProfile.Table($0, &arena) }
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
  /// The time of the last one that was looked for.
  private var time = SimTime(microseconds: -1)
  private var unitTime = 0.0
  /// The next one, from 0.
  private var number: UInt32 = 0
  /// The rate per device [1/s]; nil: not drawn yet.
  private var rate: Double?
}

extension PickupState {
  /// The next pick-up by a user who is awake; never: there is none before the end of the run.
  ///
  /// - Parameter start: It is then or later; not before the last time that was asked about.
  fileprivate mutating func next(
    from start: SimTime, _ user: Kept<UserPlan>, _ turn: inout Turn
  ) -> SimTime {
    guard let plan = user.pickups else { return .never }
    let rate = drawnRate(plan, turn)
    guard rate > 0 else { return .never }
    if time < start { skip(before: min(start, turn.simulation.horizon), rate, plan, &turn) }
    while time < start || time <= past || user.asleep.end(at: time) != nil {
      guard time < turn.simulation.horizon, turn.limitExceeded == nil else { return .never }
      take(nextUnitTime(plan, &turn), &turn)
      time = plan.time(ofCumulative: unitTime / rate)
    }
    return time
  }

  /// Most pick-ups find nothing: those that surely come before `end` need not be timed one by one.
  private mutating func skip(
    before end: SimTime, _ rate: Double, _ plan: PickupPlan, _ turn: inout Turn
  ) {
    let early = end - SimTime(microseconds: 1000)
    guard early > .zero else { return }
    // Both margins are a thousand times what rounding changes: that of a time, and of an amount.
    let sure = plan.cumulative(at: early) * rate * (1 - 1e-12)
    while turn.limitExceeded == nil, case let next = nextUnitTime(plan, &turn), next < sure {
      take(next, &turn)
    }
  }

  private func nextUnitTime(_ plan: PickupPlan, _ turn: inout Turn) -> Double {
    unitTime + turn.sample(.pickup, plan.unitExponential, number)
  }

  private mutating func take(_ unitTime: Double, _ turn: inout Turn) {
    turn.countEvent()
    self.unitTime = unitTime
    number &+= 1
  }

  private mutating func drawnRate(_ plan: PickupPlan, _ turn: borrowing Turn) -> Double {
    if let rate { return rate }
    let drawn = turn.sample(.pickupRate, plan.rate)
    rate = drawn
    return drawn
  }
}

extension UserStation {
  // MARK: Pick-ups (R4.9)

  /// Makes an event of the next pick-up, if something waits for one.
  mutating func planPickup(_ turn: inout Turn) {
    guard pickups.due == .never, let start = arrivals.firstStart else { return }
    let time = pickups.next(from: max(start, turn.now), plan, &turn)
    guard time < turn.simulation.horizon else { return }
    // Rounding may step back by a unit in the last place at an hour's edge.
    pickups.due = max(time, turn.now)
    turn.schedule(UserEventKind.phonePickedUp, at: pickups.due)
  }

  /// The user picks up the phone.
  ///
  /// - Returns: Whether something is there to be noticed.
  mutating func picksUp(isSwitchedOn: Bool, _ turn: inout Turn) -> Bool {
    precondition(pickups.due == turn.now, "a pick-up comes when it is planned")
    (pickups.due, pickups.past) = (.never, turn.now)
    guard isSwitchedOn, let start = arrivals.firstStart, start <= turn.now else { return false }
    turn.note(.attention(.pickedUp))
    return true
  }
}
