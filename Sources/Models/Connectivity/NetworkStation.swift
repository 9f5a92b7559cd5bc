import DeliverySim

/// The law of the times when a device has a network, compiled once.
struct NetworkPlan {
  let process: OnOffProcess?
  /// Nil: spans are used up at the pace of the clock.
  let paces: Kept<PacesPlan>?
  /// Nil: all devices have the same spans online.
  let devicePace: Distribution?
  let online: Sampler
  let offline: Sampler
  let reconnect: Sampler
  let nights: Nights?
  /// Recorded absences; unused where there is a process.
  let absences: AbsenceTrace?

  init(_ setup: DeviceSetup, _ arena: inout PlanArena) {
    (process, nights) = (setup.network.onOff, setup.nights)
    let paces = setup.network.paces
    devicePace = setup.network.devicePace
    self.paces = paces.isClock ? nil : arena.kept(PacesPlan(paces, &arena))
    online = arena.sampler(process?.up ?? .zero)
    offline = arena.sampler(process?.down ?? .zero)
    reconnect = arena.sampler(setup.network.reconnect)
    absences = setup.network.absences
  }
}

/// The state of a device between offline and connected (model.md R1.6, R1.7).
struct NetworkStation: ~Copyable {
  /// The meaning of a change of state to others.
  enum Change {
    case none
    /// No answer gets through any more. Had it been connected, the number of the connection that
    /// has ended, from 0.
    case offline(connection: UInt32?)
    /// The device will be connected after a delay.
    case online(delay: SimTime)
  }

  let plan: Kept<NetworkPlan>
  var own = OnOffProcess.State.alwaysUp
  private var regionIsUp = true
  private(set) var isSwitchedOn = true
  /// The device is switched off every night.
  private(set) var hasNights = false
  /// Online, and the reconnect delay has passed.
  private(set) var isConnected = false
  /// The connection will be ready then; never: nothing is under way.
  private(set) var connecting = SimTime.never
  /// The number of times the device came online.
  private(set) var returns: UInt32 = 0
  /// The number of connections that ended.
  private(set) var disconnections: UInt32 = 0
  /// Its online spans are divided by this.
  private var pace = 1.0
  /// The place in the recording of its absences.
  var replay = AbsenceReplay()
  /// When its own process has changed; nil: nobody will ask.
  private(set) var transitions: TransitionLog?

  init(_ plan: Kept<NetworkPlan>) { self.plan = plan }

  /// A device with a number of 0 hardly ever goes offline.
  private static let leastPace = 1e-6
}

extension NetworkStation {
  /// R1.6: its own on-off process and its region are up, and it is switched on.
  @inline(__always)
  var isOnline: Bool { own.isUp && regionIsUp && isSwitchedOn }

  /// Checked after every event when the package is built with `-DCHECK_INVARIANTS`; else empty.
  func checkInvariants() {
    #if CHECK_INVARIANTS
      precondition(isOnline || !isConnected && connecting == .never, "connected without a network")
      precondition(!isConnected || connecting == .never, "connected, and about to be")
    #endif
  }

  // MARK: The start

  /// Stationary start; a device that is online at time 0 is connected.
  mutating func start(regionIsUp: Bool, _ turn: inout Turn) {
    startNights(&turn)
    self.regionIsUp = regionIsUp
    if let process = plan.process {
      let streams = OnOffProcess.Streams(
        start: turn.stream(ConnectivityStream.networkStart),
        up: turn.stream(ConnectivityStream.online), down: turn.stream(ConnectivityStream.offline))
      if let law = plan.devicePace {
        pace = max(turn.sample(.networkPace, law) / law.mean, Self.leastPace)
      }
      let (state, rest) = process.start(streams, upPace: pace)
      own = state
      if turn.keepsTransitions { transitions = TransitionLog(startsUp: state.isUp) }
      turn.schedule(
        ConnectivityEventKind.connectivityFlips,
        at: endOfSpan(rest, isOnline: own.isUp, from: turn.now))
    } else if let absences = plan.absences {
      startReplay(of: absences, &turn)
    }
    isConnected = isOnline
    turn.note(isOnline ? .online : .offline)
  }

  /// Whether the device is off depends on the time of day alone.
  private mutating func startNights(_ turn: inout Turn) {
    guard let nights = plan.nights else { return }
    hasNights = turn.happens(.switchedOffAtNight, nights.share)
    guard hasNights else { return }
    isSwitchedOn = !nights.isNightAtStart
    if !isSwitchedOn { turn.note(.power(.off)) }
    turn.schedule(ConnectivityEventKind.switched, at: isSwitchedOn ? nights.from : nights.to)
  }

  // MARK: Changes

  /// A span ends, and the next one begins.
  ///
  /// - Returns: The change that this means, and the time when the next span ends.
  @inline(__always)
  mutating func flip(_ turn: inout Turn) -> (change: Change, end: SimTime, number: UInt32) {
    let wasOnline = isOnline
    let index = own.beginSpan()
    if turn.keepsTransitions { transitions?.add(turn.now) }
    let span =
      own.isUp
      ? ofDevice(turn.span(.online, plan.online, index)) : turn.span(.offline, plan.offline, index)
    let (end, number) = (endOfSpan(span, isOnline: own.isUp, from: turn.now), turn.reserveNumber())
    return (change(from: wasOnline, &turn), end, number)
  }

  /// R1.6: as long as this device stays online for it.
  private func ofDevice(_ online: SimTime) -> SimTime {
    pace == 1 ? online : SimTime(seconds: online.seconds / pace)
  }

  /// R1.9: when a span that begins at `start` is used up.
  @inline(__always)
  private func endOfSpan(_ span: SimTime, isOnline: Bool, from start: SimTime) -> SimTime {
    guard let paces = plan.paces else { return start + span }
    return paces.value.end(of: span, isOnline: isOnline, from: start)
  }

  mutating func setRegion(isUp: Bool, _ turn: inout Turn) -> Change {
    precondition(isUp != regionIsUp, "a region that flips has changed")
    let wasOnline = isOnline
    regionIsUp = isUp
    return change(from: wasOnline, &turn)
  }

  /// The device is about to be switched off or on.
  ///
  /// - Returns: Whether on.
  mutating func announceSwitch(_ turn: inout Turn) -> Bool {
    guard let nights = plan.nights, hasNights else {
      preconditionFailure("nobody switches this device off")
    }
    let isOn = !isSwitchedOn
    turn.note(isOn ? .power(.on) : .power(.off))
    turn.schedule(
      ConnectivityEventKind.switched,
      at: turn.now + (isOn ? SimTime.day - nights.length : nights.length))
    return isOn
  }

  mutating func setSwitch(isOn: Bool, _ turn: inout Turn) -> Change {
    precondition(isOn != isSwitchedOn, "a device is switched off and on in turn")
    let wasOnline = isOnline
    isSwitchedOn = isOn
    return change(from: wasOnline, &turn)
  }

  @inline(__always)
  mutating func change(from wasOnline: Bool, _ turn: inout Turn) -> Change {
    guard isOnline != wasOnline else { return .none }
    return wasOnline ? goOffline(&turn) : goOnline(&turn)
  }

  @inline(__always)
  private mutating func goOffline(_ turn: inout Turn) -> Change {
    precondition(!isConnected || connecting == .never, "connected, and about to be")
    turn.note(.offline)
    connecting = .never
    guard isConnected else { return .offline(connection: nil) }
    isConnected = false
    defer { disconnections &+= 1 }
    return .offline(connection: disconnections)
  }

  /// R1.7: the n-th return uses reconnect draw n; until the delay has passed the service treats the
  /// device as away.
  @inline(__always)
  private mutating func goOnline(_ turn: inout Turn) -> Change {
    precondition(!isConnected && connecting == .never, "connected without a network")
    turn.note(.online)
    let delay = turn.span(.reconnect, plan.reconnect, returns)
    returns &+= 1
    connecting = turn.now + delay
    return .online(delay: delay)
  }

  /// The reconnect delay has passed, unless the device went offline in between.
  ///
  /// - Returns: Whether the device has a connection now.
  mutating func connect(_ turn: inout Turn) -> Bool {
    guard connecting == turn.now else { return false }
    precondition(isOnline && !isConnected, "only who is online connects, and once")
    connecting = .never
    isConnected = true
    turn.note(.connected)
    return true
  }
}

/// A time off the network with the connection after it, as one step.
struct Absence {
  /// At most: the notice of the dead connection, the return, and the connection.
  static var events: Int { 3 }

  let began: SimTime
  let back: SimTime
  let connected: SimTime
  /// The next one begins.
  let end: SimTime
}

extension NetworkStation {
  // MARK: Absences that nobody notices

  /// The absence that begins now. Nothing changes.
  ///
  /// - Precondition: An online span ends, and the device is connected.
  @inline(__always)
  mutating func nextAbsence(_ turn: inout Turn) -> Absence {
    precondition(isConnected && own.isUp, "an absence ends a connection")
    var own = own
    let away = turn.span(.offline, plan.offline, own.beginSpan())
    let back = endOfSpan(away, isOnline: false, from: turn.now)
    let reconnect = turn.span(.reconnect, plan.reconnect, returns)
    let there = ofDevice(turn.span(.online, plan.online, own.beginSpan()))
    let end = endOfSpan(there, isOnline: true, from: back)
    return Absence(began: turn.now, back: back, connected: back + reconnect, end: end)
  }

  /// The same changes as by ``flip(_:)`` and ``connect(_:)``; the property tests compare both ways.
  /// The log leaves it out: no message was made in it.
  @inline(__always)
  mutating func pass(_ absence: Absence, _ turn: inout Turn) {
    turn.note(.online, at: absence.back)
    turn.note(.connected, at: absence.connected)
    _ = own.beginSpan()
    _ = own.beginSpan()
    disconnections &+= 1
    returns &+= 1
    turn.countEvents(absence.connected > absence.back ? 2 : 1)
    turn.skip(to: absence.connected)
  }
}

extension NetworkPlan: StationPlan {
  /// The fast way asks the station each time (``Device/fastForward(before:_:)``).
  func vetoes(_ setup: DeviceSetup) -> Vetoes { [] }
}
