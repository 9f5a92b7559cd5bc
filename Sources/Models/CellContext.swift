import DeliverySim

/// What the devices of a cell use together while they are simulated.
struct CellContext<Hook: TraceHook>: ~Copyable where Hook.Record == StoryRecord {
  let world: World
  let random: RandomSource
  var queue = EventQueue()
  /// Hop 1 and hop 2, as far as all devices share them.
  var intake: SharedHop
  var link: SharedHop
  /// Where the devices' re-requests wait; nil: nobody ever waits.
  var endpoint: ResendQueue?
  var now = SimTime.zero
  var tally: Tally
  var trace: Hook
  /// Whom a run that is watched is about; nil: everybody.
  private let watched: Int?
  /// What all others count where one device is watched, or that one's while others have their turn.
  private var otherTally: Tally?
  /// Somebody has its turn who is not watched: what it does is neither told nor counted.
  private(set) var isAside = false
  /// What would happen then, or later, does not.
  private(set) var horizon: SimTime
  private(set) var limitExceeded: LimitExceeded?

  /// False: every leg of every push is an event (for tests).
  let maySkipEvents: Bool

  /// - Parameter watched: The device that is told of and counted; nil: all of them.
  init(
    world: World, random: RandomSource, maySkipEvents: Bool, trace: Hook, watched: Int? = nil
  ) {
    self.world = world
    self.random = random
    self.trace = trace
    self.maySkipEvents = maySkipEvents
    self.watched = watched
    tally = Tally(world)
    if watched != nil { otherTally = Tally(world) }
    if world.sharesEndpoint {
      endpoint = world.setup.provider.resend.capacity.map { ResendQueue($0, world) }
    }
    horizon = world.horizon
    intake = SharedHop(world.setup.provider.intake, number: 1, random, world.limits)
    link = SharedHop(world.setup.provider.link, number: 2, random, world.limits)
  }
}

extension CellContext where Hook: TraceHook, Hook.Record == StoryRecord {
  /// Ends the run: a limit was hit.
  mutating func stop(_ limit: LimitExceeded) {
    if limitExceeded == nil { limitExceeded = limit }
    horizon = .zero
    queue.removeAll()
  }

  /// Back to time 0, for other devices.
  mutating func rewind() {
    now = .zero
    queue.removeAll()
    intake.rewind()
    link.rewind()
    endpoint?.rewind(world)
  }

  /// Whether nothing in the cell happens at `time` or before it.
  mutating func isNext(_ time: SimTime) -> Bool { time < nextTime() }

  /// When the next event of the cell happens, or the run ends: what happens before needs no event.
  mutating func nextTime() -> SimTime {
    maySkipEvents ? min(horizon, queue.earliestTime()) : .zero
  }

  /// Whether what happens then counts.
  func isCounted(_ time: SimTime) -> Bool { world.isCounted(time) }

  /// A device has its turn. Only in a run that is watched does it matter whose it is.
  @inline(__always)
  mutating func turn(to device: Int) {
    guard Hook.isActive else { return }
    turnWatched(to: device)
  }

  private mutating func turnWatched(to device: Int) {
    guard let watched, isAside != (device != watched), let other = otherTally else { return }
    (tally, otherTally) = (other, tally)
    isAside.toggle()
  }

  /// A request arrives at the endpoint.
  ///
  /// - Returns: When it leaves, and whether unserved.
  mutating func queueUp(service: SimTime) -> (end: SimTime, timesOut: Bool) {
    guard let visit = endpoint?.arrive(at: now, service: service) else { return (now, false) }
    if isCounted(now) { tally.addWait(visit.wait) }
    if visit.timesOut, isCounted(visit.end) { tally.addTimeout(at: visit.end) }
    return (visit.end, visit.timesOut)
  }

  // MARK: Counts of what happens now; only what happens in the counted window counts.

  mutating func countInterruption() {
    if isCounted(now) { tally.interruptions += 1 }
  }

  /// A push has reached the device, seen or not.
  mutating func countWakeUp() {
    if isCounted(now) { tally.wakeUps += 1 }
  }

  mutating func countOpening() {
    if isCounted(now) { tally.openings += 1 }
  }

  /// The app asks the server for what the user does not have.
  mutating func countFetch() {
    if isCounted(now) { tally.fetches += 1 }
  }

  /// An alert was not drawn: the device is quiet.
  mutating func countSilenced() {
    if isCounted(now) { tally.silenced += 1 }
  }

  mutating func countTap() {
    if isCounted(now) { tally.taps += 1 }
  }

  mutating func countDismissal() {
    if isCounted(now) { tally.dismissals += 1 }
  }

  mutating func countHeartbeat() {
    if isCounted(now) { tally.heartbeats += 1 }
  }

  mutating func countExtraPush() {
    if isCounted(now) { tally.extraPushes += 1 }
  }

  /// A run of the extension is over.
  mutating func countExtensionTime(since began: SimTime) {
    if isCounted(now) { tally.extensionTime += UInt128((now - began).microseconds) }
  }

  mutating func countSummary() {
    if isCounted(now) { tally.summaries += 1 }
  }

  mutating func countExtensionRun() {
    if isCounted(now) { tally.extensionRuns += 1 }
  }

  mutating func countAcknowledgement() {
    if isCounted(now) { tally.acknowledgements += 1 }
  }

  mutating func countRequest() {
    if isCounted(now) { tally.addRequest(at: now) }
  }

  mutating func countFailure() {
    if isCounted(now) { tally.addFailure(at: now) }
  }

  /// A visible duplicate belongs to its notification.
  mutating func countDuplicate(created: SimTime) {
    if isCounted(created) { tally.duplicates += 1 }
  }
}
