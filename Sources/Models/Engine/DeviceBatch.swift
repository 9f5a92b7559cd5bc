import DeliverySim

/// A set of devices simulated together from start to end, with one event queue that stays in cache.
///
/// Devices never talk to each other; what they share from outside (regional outages) is played
/// again in every batch from its own streams. So the size of a batch never changes a result, only
/// the speed. If devices wait for each other (``World/sharesEndpoint``), a batch is a provider
/// shard.
struct DeviceBatch: ~Copyable {
  /// The plans, by group, then stage of the strategy. Some devices have no extension; their plans
  /// come after those of the others.
  private let plans: UnsafeMutablePointer<DevicePlan>
  private let hasAbsences: Bool
  private let arena: PlanArena
  private let stageCount: Int
  private let groupCount: Int
  private let membership: Membership
  private var turn: Turn
  private var devices = Buffer<Device>()
  /// Each device has its books here; while it has its turn, the turn has them.
  private var books = Buffer<DeviceBooks>()
  /// The place of the device whose turn it is.
  private var turnPlace: Int?
  private var set = DeviceSet(0..<0)
  private let watched: Int?
  private var regions: RegionSet?
  private var regionEvents: UInt32 = 0
  /// Counts what depends on the world alone; nil: it does not.
  private let counter: SurplusCounter?

  /// - Parameters:
  ///   - looksBack: False: another strategy's batch counts what depends on the world alone.
  ///   - watched: The device that is told of and counted; nil: all of them.
  init(
    _ world: World, replication: Int, maySkipEvents: Bool = true, looksBack: Bool = true,
    recorder: Recorder<StoryRecord>? = nil, watched: Int? = nil
  ) {
    self.watched = watched
    let stages = world.setup.strategy.stages
    let setups = world.setups
    (stageCount, groupCount) = (stages.count, setups.count)
    membership = Membership(world)
    hasAbsences = setups.contains { $0.serviceExtension.absent.value > 0 }
    let count = groupCount * stageCount
    var arena = PlanArena()
    plans = .allocate(capacity: hasAbsences ? 2 * count : count)
    for place in 0..<count {
      var staged = setups[place / stageCount]
      staged.strategy = stages[place % stageCount]
      staged.strategy.provider.isBesideSilentPushes = world.setup.strategy.sendsSilently
      (plans + place).initialize(to: DevicePlan(staged, hasExtension: true, &arena))
      guard hasAbsences else { continue }
      (plans + count + place).initialize(to: DevicePlan(staged, hasExtension: false, &arena))
    }
    self.arena = arena
    let random = RandomSource(seed: world.seed, replication: replication)
    let counter = world.surplus?.counter(world)
    let keepsTransitions = looksBack && counter != nil
    turn = Turn(
      world: world, random: random, maySkipEvents: maySkipEvents,
      keepsTransitions: keepsTransitions,
      surplus: counter?.underWay ?? SurplusUnderWay(), recorder: recorder, watched: watched)
    self.counter = keepsTransitions ? counter : nil
  }

  deinit {
    plans.deinitialize(count: (hasAbsences ? 2 : 1) * groupCount * stageCount)
    plans.deallocate()
  }
}

extension DeviceBatch {
  // MARK: Running

  /// Simulates devices and adds what they counted to the tally.
  ///
  /// - Parameter samples: The variates that the same devices have drawn under other strategies.
  /// - Precondition: There are at most ``Event/ownerMax`` devices.
  /// - Throws: ``LimitExceeded`` or ``BooksError``.
  mutating func simulate(_ set: DeviceSet, _ samples: inout SharedVariates) throws {
    settle(set)
    for place in devices.indices { samples.exchange(place, &books[place]) }
    try simulateSettled()
    for place in devices.indices { samples.exchange(place, &books[place]) }
  }

  /// The same for devices that nobody else simulates.
  mutating func simulate(_ set: DeviceSet) throws {
    settle(set)
    try simulateSettled()
  }

  private mutating func simulateSettled() throws {
    start()
    runToEnd()
    try throwLimit()
    for place in devices.indices {
      turn(toDeviceAt: place)
      lookBack(atDeviceAt: place, owed: try devices[place].close(&turn))
    }
    addShared()
    endTurn()
    try throwLimit()
  }

  private mutating func lookBack(atDeviceAt place: Int, owed: Int) {
    counter?.count(
      group: devices[place].group, own: devices[place].network.transitions,
      region: regions?.log(ofDeviceAt: place), owed: owed,
      isReachable: ReactionStation.wasAllowed(devices[place]), &turn)
  }

  private func throwLimit() throws(LimitExceeded) {
    let shared = turn.intake.limitExceeded ?? turn.link.limitExceeded
    if let limit = turn.limitExceeded ?? shared { throw limit }
  }

  /// Adds the processes that devices share. The fingerprint of each shared process counts once:
  /// where its first device is.
  private mutating func addShared() {
    turn.turnToAll()
    if let peaks = turn.endpoint?.peaks() { turn.tally.addQueuePeaks(peaks) }
    let counted = watched.map { DeviceSet($0..<$0 + 1) } ?? set
    turn.tally.fingerprint &+= regions?.fingerprint(devices: counted) ?? 0
    guard counted.contains(0) else { return }
    let horizon = turn.world.horizon
    turn.tally.fingerprint &+= turn.intake.fingerprint(until: horizon)
    turn.tally.fingerprint &+= turn.link.fingerprint(until: horizon)
  }

  /// Gives the devices their places.
  private mutating func settle(_ set: DeviceSet) {
    precondition(set.count <= Event.ownerMax, "a batch holds at most \(Event.ownerMax) devices")
    self.set = set
    // Only the last batch of a block is smaller.
    if devices.count > set.count {
      devices.removeAll()
      books.removeAll()
    }
    for place in 0..<set.count {
      let number = set[place]
      let stages = stages(ofDevice: number)
      let isNumbered = turn.world.horizon <= stages.plans.numbersUntil
      if place < devices.count {
        devices[place] = Device(number: number, stages, turn.random)
        books[place].become(number: number, numbersByMessage: isNumbered)
      } else {
        devices.append(Device(number: number, stages, turn.random))
        books.append(
          DeviceBooks(number: number, owner: place + 1, numbersByMessage: isNumbered))
      }
    }
  }

  private func stages(ofDevice number: Int) -> Stages {
    let group = membership.group(ofDevice: number, turn.random)
    precondition((0..<groupCount).contains(group), "there is no such group")
    let first = Kept(UnsafePointer(plans)).advanced(by: group * stageCount)
    return Stages(
      plans: first,
      plansWithoutExtension: hasAbsences ? first.advanced(by: groupCount * stageCount) : first,
      group: group)
  }

  @inline(__always)
  private mutating func turn(toDeviceAt place: Int) {
    if turnPlace != place {
      endTurn()
      swap(&turn.books, &books[place])
      turnPlace = place
    }
    turn.turn(to: turn.device, of: devices[place].group)
  }

  /// The device that had its turn gets its books back.
  private mutating func endTurn() {
    guard let place = turnPlace else { return }
    precondition(turn.books.owner == place + 1, "a device gets its own books back")
    swap(&turn.books, &books[place])
    turnPlace = nil
  }

  private mutating func start() {
    turn.rewind()
    regionEvents = 0
    startRegions()
    for place in devices.indices {
      turn(toDeviceAt: place)
      devices[place].start(regionIsUp: regions?.isUp(forDeviceAt: place) ?? true, &turn)
    }
  }

  /// The counts so far.
  var tally: Tally { turn.counted }

  /// The notes on the device that is watched, or on all.
  var records: [StoryRecord] { turn.recorder?.records ?? [] }

  /// Forgets it.
  mutating func forgetRecords() { turn.forgetRecords() }

  /// The account of a message of the last simulated batch.
  func entry(device place: Int, message: Int) -> LedgerEntry? {
    books[place].ledger.indices.contains(message) ? books[place].ledger[message] : nil
  }

  func isOwed(device place: Int, message: Int) -> Bool {
    devices[place].subscriptions.isOwed(message)
  }
  /// The place of a device's group in ``World/setups``.
  func group(device place: Int) -> Int { devices[place].group }

  func messageCount(device place: Int) -> Int { books[place].ledger.count }

  /// The number of the device that has a place.
  func device(at place: Int) -> Int { books[place].number }
}

extension DeviceBatch {
  // MARK: Events

  /// Simulates events in order until none is pending; a limit ends it.
  private mutating func runToEnd() {
    while let event = turn.simulation.next() { handle(event) }
  }

  @inline(__always)
  private mutating func handle(_ event: Event) {
    if event.owner == Event.sharedOwner {
      let flips = ConnectivityEventKind.regionFlips.rawValue
      precondition(event.kind == flips, "devices share nothing but regions")
      flipRegion(event.payload)
    } else {
      let place = event.owner - 1
      turn(toDeviceAt: place)
      devices[place].handle(event, &turn)
    }
  }
}

extension DeviceBatch {
  // MARK: Regions

  private mutating func startRegions() {
    guard let law = turn.world.regions else { return }
    var ends: [SimTime] = []
    regions = RegionSet(law, devices: set, turn.random, ends: &ends)
    for (region, end) in ends.enumerated() { scheduleRegion(region, at: end) }
  }

  private mutating func flipRegion(_ region: Int) {
    guard let span = regions?.flip(region, at: turn.now, turn.random),
      let isUp = regions?.isUp(region), let places = regions?.places(of: region)
    else { preconditionFailure("there are no regions") }
    scheduleRegion(region, at: turn.now + span)
    if let limit = regions?.limitExceeded(region, at: turn.now, turn.world.limits) {
      return turn.stop(limit)
    }
    for place in places {
      turn(toDeviceAt: place)
      NetworkStation.setRegion(isUp: isUp, &devices[place], &turn)
    }
  }

  private mutating func scheduleRegion(_ region: Int, at time: SimTime) {
    regionEvents &+= 1
    turn.simulation.schedule(
      at: time, owner: Event.sharedOwner, number: regionEvents,
      kind: ConnectivityEventKind.regionFlips.rawValue, payload: region)
  }
}
