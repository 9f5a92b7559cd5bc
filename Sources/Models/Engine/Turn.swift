import DeliverySim

/// The context that all stations know: clock, queue, horizon, random numbers, counters, recorder,
/// and the books of the device whose turn it is.
struct Turn: ~Copyable {
  let world: World
  let random: RandomSource
  /// Clock, queue and horizon.
  var simulation: Simulation
  /// Hop 1 and hop 2, as far as all devices share them.
  var intake: SharedHop
  var link: SharedHop
  /// Where the devices' re-requests wait; nil: nobody ever waits.
  var endpoint: ResendQueue?
  /// The books of the device whose turn it is.
  var books = DeviceBooks(number: 0, owner: 0)
  var tally: Tally
  /// Nil: nobody watches.
  private(set) var recorder: Recorder<StoryRecord>?
  /// The device that a watched run is about; nil: all.
  private let watched: Int?
  /// The counts of other turns: by place in ``World/setups``, then those that belong to nobody,
  /// then those of devices that are not watched. Empty without groups where nobody is watched: all
  /// count together.
  private var accounts: [Tally] = []
  /// The place of the account that has its turn, and is ``tally``.
  private var account = 0
  /// The device whose turn it is is watched, so what happens to it is recorded.
  private(set) var isRecorded: Bool
  private(set) var limitExceeded: LimitExceeded?

  /// It is the same as ``World/hasUninstalls``.
  let hasUninstalls: Bool
  /// It is the same as ``World/hasReactions``.
  let hasReactions: Bool
  /// The first day of the world; nil: it is not compared.
  let firstDay: FirstDay?

  /// Absences are looked back at (``SurplusCounter``).
  let keepsTransitions: Bool
  let surplus: SurplusUnderWay
  /// See ``Tally/devicesByHits``.
  let countsHits: Bool

  /// False: every step is an event (for tests).
  let maySkipEvents: Bool

  /// - Parameter watched: The device that is told of and counted; nil: all of them.
  init(
    world: World, random: RandomSource, maySkipEvents: Bool, keepsTransitions: Bool,
    surplus: SurplusUnderWay, recorder: Recorder<StoryRecord>?, watched: Int? = nil
  ) {
    self.world = world
    self.random = random
    self.recorder = recorder
    isRecorded = recorder != nil
    self.maySkipEvents = maySkipEvents
    (self.keepsTransitions, self.surplus) = (keepsTransitions, surplus)
    countsHits = OneByOne.holds(in: world)
    self.watched = watched
    tally = Tally(world)
    (hasUninstalls, hasReactions) = (world.hasUninstalls, world.hasReactions)
    firstDay = FirstDay(world)
    if watched != nil || !world.groups.isEmpty {
      let count = max(1, world.groupNames.count) + 2
      accounts = Array(repeating: Tally(world), count: count)
    }
    if world.sharesEndpoint {
      endpoint = world.setup.provider.resend.capacity.map { ResendQueue($0, world) }
    }
    simulation = Simulation(until: world.horizon)
    intake = SharedHop(world.setup.provider.intake, number: 1, random, world.limits)
    link = SharedHop(world.setup.provider.link, number: 2, random, world.limits)
  }
}

extension Turn {
  /// Ends the run: a limit was hit.
  mutating func stop(_ limit: LimitExceeded) {
    if limitExceeded == nil { limitExceeded = limit }
    simulation.stop()
  }

  /// Back to time 0, for other devices.
  mutating func rewind() {
    simulation.rewind()
    intake.rewind()
    link.rewind()
    endpoint?.rewind(world)
  }

  /// Whether nothing in the batch happens at `time` or before it.
  func isNext(_ time: SimTime) -> Bool { maySkipEvents && simulation.isFree(until: time) }

  /// When the next event of the batch happens, or the run ends: what happens before needs no event.
  func nextTime() -> SimTime {
    maySkipEvents ? simulation.nextTime() : .zero
  }

  /// Whether what happens then counts.
  func isCounted(_ time: SimTime) -> Bool { world.isCounted(time) }

  /// A device has its turn. It matters whose it is only where there are groups, and in a run that
  /// is watched.
  @inline(__always)
  mutating func turn(to device: Int, of group: Int) {
    if let watched {
      isRecorded = device == watched
      turn(toAccount: isRecorded ? group : accounts.count - 1)
    } else if group != account {
      precondition(group < accounts.count - 2, "there is no such group")
      turn(toAccount: group)
    }
  }

  /// Counts from now on belong to nobody.
  mutating func turnToAll() {
    turn(toAccount: accounts.count - 2)
  }

  @inline(never)
  private mutating func turn(toAccount account: Int) {
    guard !accounts.isEmpty, account != self.account else { return }
    swap(&tally, &accounts[self.account])
    swap(&tally, &accounts[account])
    self.account = account
  }

  /// All that was counted so far, by group too.
  var counted: Tally {
    guard !accounts.isEmpty else { return tally }
    var counted = accounts
    counted[account] = tally
    // Who is not watched does not count.
    counted.removeLast()
    var whole = counted.removeLast()
    for account in counted { whole.add(account) }
    if !world.groups.isEmpty { whole.groups = counted }
    return whole
  }

  /// A request arrives at the endpoint.
  ///
  /// - Returns: The time when it leaves, and whether unserved.
  mutating func queueUp(service: SimTime) -> (end: SimTime, timesOut: Bool) {
    guard let visit = endpoint?.arrive(at: simulation.now, service: service) else {
      return (now, false)
    }
    precondition(visit.end >= now, "nobody leaves before he comes")
    if isCounted(now) { tally.addWait(visit.wait) }
    if visit.timesOut, isCounted(visit.end) { tally.addTimeout(at: visit.end) }
    return (visit.end, visit.timesOut)
  }

  mutating func forgetRecords() { recorder?.removeAll() }

  /// Out of line, since it is rare.
  @inline(never)
  mutating func record(
    _ event: StoryRecord.Event, _ content: PushContent, _ message: UInt32?, _ copy: UInt16,
    _ value: Int64, others: [UInt32], at time: SimTime
  ) {
    precondition(isRecorded, "nobody watches")
    let record = StoryRecord(
      device: device, time: time, event: event, content: content, message: message, copy: copy,
      value: value, others: others)
    recorder?.note(record)
  }

  // MARK: Counts of what happens in the counted window

  /// Something happens now.
  @inline(__always)
  mutating func count(_ counter: some CounterCode) { count(counter, at: now) }

  /// Something counts as of a moment, such as the creation of its notification.
  @inline(__always)
  mutating func count(_ counter: some CounterCode, at time: SimTime) {
    if isCounted(time) { tally.add(1, to: counter) }
  }

  /// A run of the extension is over.
  mutating func countExtensionTime(since began: SimTime) {
    if isCounted(now) {
      tally.add(UInt64((now - began).microseconds), to: ExtensionCounter.extensionTime)
    }
  }

  mutating func countRequest() {
    if isCounted(now) { tally.addRequest(at: now) }
  }

  mutating func countFailure() {
    if isCounted(now) { tally.addFailure(at: now) }
  }
}
