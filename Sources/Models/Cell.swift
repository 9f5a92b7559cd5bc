import DeliverySim

/// A set of devices simulated together from start to end, with one event queue that stays in cache.
///
/// Devices never talk to each other; what they share from outside (regional outages) is played
/// again in every cell from its own streams. So the size of a cell never changes a result, only the
/// speed.
struct Cell<Hook: TraceHook>: ~Copyable where Hook.Record == StoryRecord {
  private let setup: UnsafeMutablePointer<DeviceSetup>
  private let laws: UnsafeMutablePointer<DeviceLaws>
  private var context: CellContext<Hook>
  private var devices = Buffer<Device>()
  private var range = 0..<0
  private var regions: RegionSet?
  private var regionEvents: UInt32 = 0

  init(_ world: World, replication: Int, maySkipEvents: Bool = true, trace: Hook) {
    setup = .allocate(capacity: 1)
    setup.initialize(to: world.setup)
    laws = .allocate(capacity: 1)
    laws.initialize(to: DeviceLaws(world.setup))
    let random = RandomSource(seed: world.seed, replication: replication)
    context = CellContext(
      world: world, random: random, maySkipEvents: maySkipEvents, trace: trace)
  }

  deinit {
    setup.deinitialize(count: 1)
    setup.deallocate()
    laws.deinitialize(count: 1)
    laws.deallocate()
  }
}

extension Cell {
  // MARK: Running

  /// Simulates devices and adds what they counted to the tally.
  ///
  /// - Parameter samples: What the same devices have drawn under other strategies.
  /// - Precondition: At most ``Event/ownerMax`` devices.
  /// - Throws: ``LimitExceeded`` or ``BooksError``.
  mutating func simulate(_ range: Range<Int>, _ samples: inout SharedSamples) throws {
    settle(range)
    for place in devices.indices { samples.exchange(place, &devices[place]) }
    try simulateSettled()
    for place in devices.indices { samples.exchange(place, &devices[place]) }
  }

  /// The same for devices that nobody else simulates.
  mutating func simulate(_ range: Range<Int>) throws {
    settle(range)
    try simulateSettled()
  }

  private mutating func simulateSettled() throws {
    start()
    runToEnd()
    try throwLimit()
    for place in devices.indices { try devices[place].close(&context) }
    addSharedFingerprints()
    try throwLimit()
  }

  private func throwLimit() throws(LimitExceeded) {
    let shared = context.intake.limitExceeded ?? context.link.limitExceeded
    if let limit = context.limitExceeded ?? shared { throw limit }
  }

  /// Each shared process counts once: where its first device is.
  private mutating func addSharedFingerprints() {
    context.tally.fingerprint &+= regions?.fingerprint(devices: range) ?? 0
    guard range.contains(0) else { return }
    let horizon = context.world.horizon
    context.tally.fingerprint &+= context.intake.fingerprint(until: horizon)
    context.tally.fingerprint &+= context.link.fingerprint(until: horizon)
  }

  /// Gives the devices their places.
  private mutating func settle(_ range: Range<Int>) {
    precondition(range.count <= Event.ownerMax, "a cell holds at most \(Event.ownerMax) devices")
    self.range = range
    // Only the last cell of a block is smaller.
    if devices.count > range.count { devices.removeAll() }
    for (place, number) in range.enumerated() {
      if place < devices.count {
        devices[place].become(number: number, context.random)
      } else {
        devices.append(
          Device(
            number: number, owner: place + 1, setup: setup, laws: laws, context.random))
      }
    }
  }

  private mutating func start() {
    context.rewind()
    regionEvents = 0
    startRegions()
    for (place, number) in range.enumerated() {
      devices[place].start(regionIsUp: regions?.isUp(forDevice: number) ?? true, &context)
    }
  }

  /// What has been counted so far.
  var tally: Tally { context.tally }

  /// What has been watched so far.
  var trace: Hook { context.trace }

  /// The account of a message of the last simulated cell.
  func entry(device place: Int, message: Int) -> LedgerEntry? {
    devices[place].ledger.indices.contains(message) ? devices[place].ledger[message] : nil
  }

  func messageCount(device place: Int) -> Int { devices[place].ledger.count }
}

extension Cell: EventHandler {
  // MARK: Events

  mutating func nextEvent() -> Event? {
    context.limitExceeded == nil ? context.queue.next() : nil
  }

  mutating func handle(_ event: Event) {
    context.now = event.time
    if event.owner == Event.sharedOwner {
      flipRegion(event.payload)
    } else {
      devices[event.owner - 1].handle(event, &context)
    }
  }
}

extension Cell {
  // MARK: Regions

  private mutating func startRegions() {
    guard let law = context.world.regions else { return }
    var ends: [SimTime] = []
    regions = RegionSet(law, devices: range, context.random, ends: &ends)
    for (place, end) in ends.enumerated() { scheduleRegion(place, at: end) }
  }

  private mutating func flipRegion(_ place: Int) {
    guard let span = regions?.flip(place, at: context.now, context.random),
      let isUp = regions?.isUp(place)
    else { return }
    scheduleRegion(place, at: context.now + span)
    if let limit = regions?.limitExceeded(place, at: context.now, context.world.limits) {
      return context.stop(limit)
    }
    for index in devices.indices
    where regions?.contains(devices[index].number, place: place) ?? false {
      devices[index].setRegion(isUp: isUp, &context)
    }
  }

  private mutating func scheduleRegion(_ place: Int, at time: SimTime) {
    guard time < context.horizon else { return }
    regionEvents &+= 1
    context.queue.schedule(
      Event(
        time: time, owner: Event.sharedOwner, number: regionEvents,
        kind: EventKind.regionFlips.rawValue, payload: place))
  }
}
