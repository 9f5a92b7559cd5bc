import DeliverySim

/// The app on one device: its process, and what it has fetched (model.md R4.5, R6.2).
struct AppProcess: Sendable {
  /// Where no app is modelled, it stays suspended.
  var state = HandlerMatrix.AppState.background
  /// The next opening by the user's own will, from 0.
  fileprivate var openings: UInt32 = 0
  /// Per device [1/s].
  fileprivate var rate = 0.0
  /// When that is; never: it has not been planned.
  fileprivate var nextOpening = SimTime.never
  /// How much unit-rate time has passed since the start.
  fileprivate var unitTime = 0.0
  /// The user is one who ends apps.
  fileprivate var isOfKiller = false
  /// The user leaves then; never: is not there.
  fileprivate var visitEnd = SimTime.never
  /// And ends the process on leaving.
  fileprivate var killsOnLeaving = false
  /// How often the process was suspended since the last opening of that kind.
  fileprivate var suspensions: UInt16 = 0
  /// The system ends the suspended process then; never: it does not.
  fileprivate var end = SimTime.never
  /// The app was opened without a network: it fetches as soon as there is one.
  fileprivate var waitsToFetch = false
  /// Visits, for whatever reason.
  fileprivate(set) var visits: UInt32 = 0
}

/// When the user opens the app by his own will.
struct Opening {
  /// In unit-rate time.
  let unitTime: Double
  let time: SimTime
}

extension Device {
  // MARK: Openings

  /// At time 0 the app is suspended, or killed where each visit ends so; the warm-up makes the
  /// rest.
  mutating func startApp(_ bus: inout Bus) {
    guard let app = setup.pointee.app else { return }
    var user = bus.draws(.killer, 0, 0)
    process.isOfKiller = user.happens(app.kills.users)
    if process.isOfKiller, app.kills.visits.value >= 1 {
      become(.killed)
    } else {
      suspend(&bus)
    }
    guard let openings = app.openings else { return }
    var draws = bus.draws(.openingRate, 0, 0)
    process.rate = openings.rate.sample(&draws)
    scheduleOpening(&bus)
  }

  private mutating func scheduleOpening(_ bus: inout Bus) {
    guard process.rate > 0 else { return }
    let place = Int(process.openings)
    // No opening is asked for before the one before it.
    if place == windows.openings.count { windows.openings.append(nextOpening(bus)) }
    process.unitTime = windows.openings[place].unitTime
    // Rounding may step back by a unit in the last place at an hour's edge.
    process.nextOpening = max(windows.openings[place].time, bus.now)
    bus.schedule(.appOpens, at: process.nextOpening)
  }

  /// The inverse of the cumulative intensity at unit-rate times, as for messages (R1.4).
  private mutating func nextOpening(_ bus: borrowing Bus) -> Opening {
    let unitTime =
      process.unitTime
      + windows[.opening].sample(
        laws.pointee.unitExponential, bus.stream(.opening),
        index: process.openings)
    let amount = unitTime / process.rate
    let time = SimTime(seconds: laws.pointee.app.openings?.time(ofCumulative: amount) ?? amount)
    return Opening(unitTime: unitTime, time: time)
  }

  /// The user opens the app without being told to.
  mutating func openApp(_ bus: inout Bus) {
    let opening = process.openings
    process.openings &+= 1
    process.suspensions = 0
    scheduleOpening(&bus)
    guard network.isSwitchedOn else { return }
    let length = windows[.visit].sample(
      laws.pointee.app.visit, bus.stream(.visit), index: opening)
    let kills =
      process.isOfKiller
      && windows[.kill].happens(
        laws.pointee.app.kills, bus.stream(.kill), index: opening)
    let end = bus.now.advanced(bySpan: SimTime(seconds: length))
    beginVisit(until: end, thenKills: kills, &bus)
  }

  /// The user opens the app by a tap on a notification. Who is told of it stays as long, and ends
  /// the app as often, as somebody who came without being told to.
  mutating func openApp(byTapOn message: UInt32, showing: UInt16, _ bus: inout Bus) {
    guard laws.pointee.app.isModelled else { return }
    let length = bus.draw(laws.pointee.app.visit, .tapVisit, message, showing)
    var chance = bus.draws(.tapKill, message, showing)
    let kills = process.isOfKiller && chance.happens(laws.pointee.app.kills)
    beginVisit(until: bus.now.advanced(bySpan: length), thenKills: kills, &bus)
  }

  // MARK: Visits

  /// The app comes to the foreground. Who is there already stays until the later of both ends. If
  /// nothing happens before the end, it comes at once: the last thing that a handler does.
  private mutating func beginVisit(until end: SimTime, thenKills kills: Bool, _ bus: inout Bus) {
    let isLonger = process.state != .foreground || end > process.visitEnd
    bus.note(.app(.opened), value: process.state.code)
    become(.foreground)
    process.end = .never
    if isLonger { (process.visitEnd, process.killsOnLeaving) = (end, kills) }
    let ending = bus.reserveNumber()
    bus.countOpening()
    process.visits &+= 1
    telemetry.openApp(isOnline: network.isOnline, &bus)
    openForRegistration(&bus)
    readAll(&bus)
    process.waitsToFetch = laws.pointee.app.fetchesOnOpening
    fetchInForeground(&bus)
    wakeByHeld(&bus)
    guard isLonger else { return }
    if bus.advance(to: end) {
      endVisit(&bus)
    } else {
      bus.schedule(.visitEnds, at: end, number: ending)
    }
  }

  mutating func endVisit(_ bus: inout Bus) {
    guard process.visitEnd == bus.now else { return }
    process.visitEnd = .never
    process.waitsToFetch = false
    telemetry.leaveApp()
    waitsToRegister = false
    if process.killsOnLeaving {
      become(.killed)
      bus.note(.app(.killed))
    } else {
      become(.background)
      bus.note(.app(.left))
      suspend(&bus)
    }
  }

  /// The system will end the process, unless it comes to the foreground before.
  private mutating func suspend(_ bus: inout Bus) {
    guard let law = laws.pointee.app.suspended else { return }
    let span =
      process.suspensions == 0
      ? SimTime(
        seconds: windows[.suspension].sample(
          law, bus.stream(.suspension), index: process.openings))
      : bus.draw(law, .suspension, process.openings, process.suspensions)
    process.suspensions = min(process.suspensions &+ 1, UInt16(RandomStream.copyLimit - 1))
    process.end = bus.now.advanced(bySpan: span)
    // The app is opened before, unless the device is off then: the end counts, and needs no event.
    if process.nextOpening < process.end, !network.hasNights { return bus.countEvent() }
    bus.schedule(.processEnds, at: process.end)
  }

  mutating func endProcess(_ bus: inout Bus) {
    guard process.end == bus.now else { return }
    process.end = .never
    become(.notRunning)
    bus.note(.app(.ended))
  }

  // MARK: Runs in the background

  /// A push or a timer launches the app, where it is not running.
  mutating func launchInBackground(_ bus: inout Bus) {
    guard !process.state.isRunning, laws.pointee.app.isModelled else { return }
    bus.note(.app(.launched))
    become(.background)
    suspend(&bus)
  }

  /// The system ends an app that was woken by a call and reported none.
  mutating func endByMisuse(_ bus: inout Bus) {
    guard process.state == .background else { return }
    process.end = .never
    become(.notRunning)
    bus.note(.app(.ended))
  }

  // MARK: Fetching

  /// Opening the app shows what is there, from the server: at once, or as soon as there is a
  /// network, if somebody is still looking.
  mutating func fetchInForeground(_ bus: inout Bus) {
    guard process.waitsToFetch, network.isOnline else { return }
    process.waitsToFetch = false
    bus.countFetch()
    bus.note(.app(.fetches))
    for message in fetches.done..<bus.ledger.count { sync(UInt32(message), &bus) }
    fetches.done = bus.ledger.count
  }

  /// The app fetches a message, unless the user has it already.
  mutating func sync(_ message: UInt32, _ bus: inout Bus) {
    let place = Int(message)
    guard subscriptions.isOwed(place) else { return }
    guard bus.ledger[place].shown == .never, bus.ledger[place].synced == .never else { return }
    bus.ledger[place].synced = bus.now
    bus.note(.synced, message: message)
    expectReading(of: message, &bus)
  }

  // MARK: In the foreground

  private mutating func become(_ state: HandlerMatrix.AppState) {
    process.state = state
    settleDrawing()
  }

  /// R4.4: what arrives now is not drawn, since the app has it on its screen.
  @inline(__always)
  var isOnScreen: Bool { process.state == .foreground && !laws.pointee.app.presentsInForeground }
}

extension HandlerMatrix.AppState {
  /// What a story tells of it.
  fileprivate var code: Int64 {
    switch self {
    case .foreground: 0
    case .background: 1
    case .notRunning: 2
    case .killed: 3
    }
  }
}
