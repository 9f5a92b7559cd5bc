import DeliverySim

/// The app on one device: its process (model.md R4.5, R6.2).
struct AppStation: ~Copyable {
  private(set) var plan: Kept<AppPlan>
  /// Where no app is modelled, it stays suspended.
  private(set) var state = HandlerMatrix.AppState.background
  /// The next opening by the user's own will, from 0.
  private var openings: UInt32 = 0
  /// The rate, per device [1/s].
  private var rate = 0.0
  /// When that is; never: it has not been planned.
  private var nextOpening = SimTime.never
  /// The unit-rate time since the start.
  private var unitTime = 0.0
  /// The user is one who ends apps.
  private var isOfKiller = false
  /// An opening that is planned may not be made: the device is off at times, or the user has lost
  /// trust in the app.
  private var skipsOpenings = false
  /// Silent pushes and refreshes may wake the app unseen (R4.6).
  private(set) var mayRunUnseen = true
  /// The user leaves then; never: is not there.
  private var visitEnd = SimTime.never
  /// And ends the process on leaving.
  private var killsOnLeaving = false
  /// The number of times that the process was suspended since the last opening of that kind.
  private var suspensions: UInt16 = 0
  /// The system ends the suspended process then; never: it does not.
  private var end = SimTime.never
  /// The app was opened without a network: it fetches, and registers, as soon as there is one.
  private var waitsToFetch = false
  private var waitsToRegister = false
  /// Visits, for whatever reason.
  private(set) var visits: UInt32 = 0
  var wakes = WakeState()
  var fetches = FetchState()
  var polls = PollState()
  var visitLog = VisitLog()

  init(_ plan: Kept<AppPlan>) { self.plan = plan }

  mutating func adopt(_ plan: Kept<AppPlan>) { self.plan = plan }
}

/// An opening of the app by the user's own will.
struct Opening {
  /// The moment in unit-rate time.
  let unitTime: Double
  let time: SimTime
}

/// The app is opened.
struct Visit {
  let end: SimTime
  /// The user ends the process on leaving.
  let kills: Bool
}

extension AppStation {
  var isInForeground: Bool { state == .foreground }

  /// R4.4: what arrives now is not drawn, since the app has it on its screen.
  var isOnScreen: Bool { isInForeground && !plan.presentsInForeground }

  // MARK: Openings

  /// At time 0 the app is suspended, or killed where each visit ends so; the warm-up makes the
  /// rest.
  mutating func start(skipsOpenings: Bool, isInLowPowerMode: Bool, _ turn: inout Turn) {
    mayRunUnseen =
      turn.happens(.backgroundRefresh, plan.backgroundRefresh) && !isInLowPowerMode
    guard plan.isModelled else { return }
    self.skipsOpenings = skipsOpenings
    isOfKiller = turn.happens(.killer, plan.kills.users)
    if isOfKiller, plan.kills.visits.value >= 1 {
      state = .killed
    } else {
      suspend(&turn)
    }
    guard let law = plan.openingRate else { return }
    rate = turn.sample(.openingRate, law)
    scheduleOpening(&turn)
  }

  private mutating func scheduleOpening(_ turn: inout Turn) {
    guard rate > 0 else { return }
    let place = Int(openings)
    // No opening is asked for before the one before it.
    if place == turn.books.buffers.openings.count {
      let opening = opening(&turn)
      turn.books.buffers.openings.append(opening)
    }
    unitTime = turn.books.buffers.openings[place].unitTime
    // Rounding may step back by a unit in the last place at an hour's edge.
    nextOpening = max(turn.books.buffers.openings[place].time, turn.now)
    turn.schedule(AppEventKind.opens, at: nextOpening)
  }

  /// The inverse of the cumulative intensity at unit-rate times, as for messages (R1.4).
  private mutating func opening(_ turn: inout Turn) -> Opening {
    let unitTime = unitTime + turn.sample(.opening, plan.unitExponential, openings)
    let amount = unitTime / rate
    let time = SimTime(seconds: plan.openings?.time(ofCumulative: amount) ?? amount)
    return Opening(unitTime: unitTime, time: time)
  }

  /// The user would open the app without being told to.
  ///
  /// - Parameter isMade: False: the device is off, or the user does without it.
  /// - Returns: nil: it is not made.
  mutating func open(isMade: Bool, _ turn: inout Turn) -> Visit? {
    precondition(nextOpening == turn.now, "an opening comes when it is planned")
    let opening = openings
    openings &+= 1
    suspensions = 0
    scheduleOpening(&turn)
    guard isMade else { return nil }
    let length = turn.sample(.visit, plan.visit, opening)
    let kills = isOfKiller && turn.happens(.kill, plan.kills.visits, opening)
    return Visit(end: turn.now.advanced(bySpan: SimTime(seconds: length)), kills: kills)
  }

  /// The user opens the app by a tap on a notification. Who is told of it stays as long, and ends
  /// the app as often, as somebody who came without being told to.
  ///
  /// - Returns: nil: the app is not modelled.
  func open(byTapOn message: UInt32, showing: UInt16, _ turn: borrowing Turn) -> Visit? {
    guard plan.isModelled else { return nil }
    let length = turn.draw(plan.visit, AppStream.tapVisit, message, showing)
    var chance = turn.draws(AppStream.tapKill, message, showing)
    let kills = isOfKiller && chance.happens(plan.kills.visits)
    return Visit(end: turn.now.advanced(bySpan: length), kills: kills)
  }

  // MARK: Visits

  /// The app comes to the foreground. Who is there already stays until the later of both ends.
  ///
  /// - Returns: The number of the event that will end the visit, if this one ends last.
  mutating func begin(_ visit: Visit, _ turn: inout Turn) -> UInt32? {
    precondition(visit.end >= turn.now, "a visit does not end before it begins")
    let isLonger = !isInForeground || visit.end > visitEnd
    if !isInForeground { visitLog.begin(at: turn.now) }
    turn.note(.app(.opened), value: state.code)
    state = .foreground
    end = .never
    if isLonger { (visitEnd, killsOnLeaving) = (visit.end, visit.kills) }
    let ending = turn.reserveNumber()
    turn.count(AppCounter.openings)
    visits &+= 1
    (waitsToFetch, waitsToRegister) = (plan.fetchesOnOpening, plan.registers)
    return isLonger ? ending : nil
  }

  /// The user may leave the app.
  ///
  /// - Returns: Whether he does.
  mutating func endVisit(_ turn: inout Turn) -> Bool {
    guard visitEnd == turn.now else { return false }
    precondition(isInForeground, "nobody leaves an app that is not open")
    visitEnd = .never
    visitLog.end(at: turn.now)
    (waitsToFetch, waitsToRegister) = (false, false)
    if killsOnLeaving {
      state = .killed
      turn.note(.app(.killed))
    } else {
      state = .background
      turn.note(.app(.left))
      suspend(&turn)
    }
    return true
  }

  /// The system will end the process, unless it comes to the foreground before.
  private mutating func suspend(_ turn: inout Turn) {
    precondition(state == .background, "an app that is open, or has ended, is not suspended")
    guard let law = plan.suspended else { return }
    let span = turn.span(.suspension, law, openings, suspensions)
    suspensions = min(suspensions &+ 1, UInt16(RandomStream.copyLimit - 1))
    end = turn.now.advanced(bySpan: span)
    // The app is opened before, unless nobody opens it then: the end counts, and needs no event.
    if nextOpening < end, !skipsOpenings { return turn.countEvent() }
    turn.schedule(AppEventKind.processEnds, at: end)
  }

  mutating func endProcess(_ turn: inout Turn) {
    guard end == turn.now else { return }
    stop(&turn)
  }

  private mutating func stop(_ turn: inout Turn) {
    precondition(state == .background, "the system ends no app that is open, or has ended")
    end = .never
    state = .notRunning
    turn.note(.app(.ended))
  }

  /// Somebody stops it by force: nothing but an opening starts it again (R11.3).
  mutating func stopByForce(_ turn: inout Turn) {
    failOpenFetches(&turn)
    (state, end) = (.killed, .never)
  }

  // MARK: An opened app with a network

  /// Whether it asks now for what the user does not have.
  mutating func fetchesNow(isOnline: Bool, _ turn: inout Turn) -> Bool {
    guard waitsToFetch, isOnline else { return false }
    precondition(isInForeground, "nobody looks at the app any more")
    waitsToFetch = false
    turn.count(AppCounter.fetches)
    turn.note(.app(.fetches))
    return true
  }

  /// Whether it tells the provider now what has changed (R2.1, R2.8).
  mutating func registersNow(isOnline: Bool) -> Bool {
    guard waitsToRegister, isOnline else { return false }
    precondition(isInForeground, "nobody looks at the app any more")
    waitsToRegister = false
    return true
  }

  // MARK: The end

  /// Whether an app that asks by itself will do so again, however late: at a refresh, which the
  /// system grants unless the user has ended the app, or at an opening by the user's own will.
  ///
  /// - Parameter push: The kind of a push that will reach the device and wake the app; nil: none
  ///   will.
  func willAsk(wokenBy push: PushType?) -> Bool {
    switch push {
    case .voip where mayBeCalled: return true
    case .background where mayRunUnseen && state != .killed: return true
    case .voip, .background, .alert, nil: break
    }
    guard plan.polling != nil else { return false }
    let opens = nextOpening != .never
    return opens && plan.fetchesOnOpening
      || mayRunUnseen && (opens || state != .killed)
  }

  /// R2.10: the app is gone.
  mutating func uninstall(_ turn: inout Turn) {
    if let push = takeHeld(&turn) { turn.end(push, .tokens(.unregistered)) }
    dropFetches(&turn)
  }

  // MARK: Runs in the background

  /// A push or a timer launches the app, where it is not running.
  mutating func launch(_ turn: inout Turn) {
    guard !state.isRunning, plan.isModelled else { return }
    turn.note(.app(.launched))
    state = .background
    suspend(&turn)
  }

  /// The system ends an app that was woken by a call and reported none.
  mutating func endWake(_ turn: inout Turn) {
    guard wakes.takeMisuse(), state == .background else { return }
    stop(&turn)
  }
}

extension HandlerMatrix.AppState {
  /// The code of it that a story tells.
  fileprivate var code: Int64 {
    switch self {
    case .foreground: 0
    case .background: 1
    case .notRunning: 2
    case .killed: 3
    }
  }
}
