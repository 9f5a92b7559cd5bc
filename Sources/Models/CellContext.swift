import DeliverySim

/// What the devices of a cell use together while they are simulated.
struct CellContext<Hook: TraceHook>: ~Copyable where Hook.Record == StoryRecord {
  let world: World
  let random: RandomSource
  var queue = EventQueue()
  /// Hop 1 and hop 2, as far as all devices share them.
  var intake: SharedHop
  var link: SharedHop
  var now = SimTime.zero
  var tally: Tally
  var trace: Hook
  /// What would happen then, or later, does not.
  private(set) var horizon: SimTime
  private(set) var limitExceeded: LimitExceeded?

  /// False: every leg of every push is an event (for tests).
  let maySkipEvents: Bool

  init(world: World, random: RandomSource, maySkipEvents: Bool, trace: Hook) {
    self.world = world
    self.random = random
    self.trace = trace
    self.maySkipEvents = maySkipEvents
    tally = Tally(world)
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
  }

  /// Whether nothing in the cell happens at `time` or before it.
  mutating func isNext(_ time: SimTime) -> Bool {
    time < horizon && time < queue.earliestTime() && maySkipEvents
  }

  // MARK: Counts of what happens now; only what happens in the counted window counts.

  mutating func countInterruption() {
    if world.isCounted(now) { tally.interruptions += 1 }
  }

  /// A push has reached the device, seen or not.
  mutating func countWakeUp() {
    if world.isCounted(now) { tally.wakeUps += 1 }
  }

  mutating func countHeartbeat() {
    if world.isCounted(now) { tally.heartbeats += 1 }
  }

  mutating func countExtraPush() {
    if world.isCounted(now) { tally.extraPushes += 1 }
  }

  /// A run of the extension is over.
  mutating func countExtensionTime(since began: SimTime) {
    if world.isCounted(now) { tally.extensionTime += UInt128((now - began).microseconds) }
  }

  mutating func countSummary() {
    if world.isCounted(now) {
      tally.summaries += 1
      tally.interruptions += 1
    }
  }

  mutating func countExtensionRun() {
    if world.isCounted(now) { tally.extensionRuns += 1 }
  }

  mutating func countAcknowledgement() {
    if world.isCounted(now) { tally.acknowledgements += 1 }
  }

  mutating func countRequest() {
    if world.isCounted(now) { tally.addRequest(at: now) }
  }

  mutating func countFailure() {
    if world.isCounted(now) { tally.addFailure(at: now) }
  }

  /// A visible duplicate belongs to its notification.
  mutating func countDuplicate(created: SimTime) {
    if world.isCounted(created) { tally.duplicates += 1 }
  }
}
