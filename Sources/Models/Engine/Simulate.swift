public import DeliverySim

/// Simulates the devices `devices` of one replication, `batchSize` at a time.
///
/// - Parameters:
///   - world: The design point with its strategy.
///   - replication: The number of the replication, from 0.
///   - devices: The part of the population to simulate; where devices share an endpoint
///     (``World/sharesEndpoint``), all of it.
///   - batchSize: The number of devices that share an event queue; it never changes the result.
///     Those that share an endpoint always do.
/// - Returns: The counts; tallies of parts add up to the replication's.
/// - Throws: ``LimitExceeded`` when a limit was hit; ``BooksError`` when an account does not
///   balance.
public func simulate(
  _ world: World, replication: Int, devices: Range<Int>, batchSize: Int = 1
) throws -> Tally {
  try simulate(
    world, replication: replication, devices: devices, batchSize: batchSize, maySkipEvents: true)
}

/// The same; what can happen at once needs no event, or has one all the same: an independent path
/// to the same run, for tests.
package func simulate(
  _ world: World, replication: Int, devices: Range<Int>, batchSize: Int, maySkipEvents: Bool
) throws -> Tally {
  try simulate(
    world, replication: replication, .devices(devices), batchSize: batchSize,
    maySkipEvents: maySkipEvents)
}

private func simulate(
  _ world: World, replication: Int, _ portion: Portion, batchSize: Int, maySkipEvents: Bool
) throws -> Tally {
  var batch = DeviceBatch(
    world, replication: replication, maySkipEvents: maySkipEvents)
  for set in world.batches(portion, batchSize: batchSize) { try batch.simulate(set) }
  return batch.tally
}

extension World {
  /// The same devices draw the same numbers for the same time.
  fileprivate func isPlayed(as other: World) -> Bool {
    seed == other.seed && devices == other.devices && horizon == other.horizon
  }

  /// The batches of a portion, in order.
  fileprivate func batches(_ portion: Portion, batchSize: Int) -> some Sequence<DeviceSet> {
    precondition(batchSize > 0, "a batch has at least one device")
    return sets(portion).lazy.flatMap { [sharesEndpoint] set in
      let size = sharesEndpoint ? max(1, set.count) : batchSize
      return stride(from: 0, to: set.count, by: size).lazy.map {
        set.part($0..<min($0 + size, set.count))
      }
    }
  }
}

/// Simulates the same devices under several strategies, one batch after the other: what the world
/// draws for a device is drawn once.
///
/// - Parameters:
///   - worlds: Differ in nothing but their strategies.
///   - replication: The number of the replication, from 0.
///   - devices: The part of the population to simulate; where devices share an endpoint, all of it.
///   - batchSize: The number of devices that share an event queue; it never changes the result.
/// - Returns: By world, each the very tally that
///   ``simulate(_:replication:devices:batchSize:)->Tally`` gives.
/// - Throws: ``WorldStopped`` when a limit was hit; ``BooksError``.
public func simulate(
  _ worlds: [World], replication: Int, devices: Range<Int>, batchSize: Int = 1
) throws -> [Tally] {
  try simulate(worlds, replication: replication, .devices(devices), batchSize: batchSize)
}

/// The same for any part of the population that can be simulated on its own.
///
/// - Precondition: The worlds deal their population in the same way
///   (``World/isDealtByShards``).
public func simulate(
  _ worlds: [World], replication: Int, _ portion: Portion, batchSize: Int = 1
) throws -> [Tally] {
  guard !worlds.contains(where: \.sharesEndpoint) else {
    // A whole shard is under way at a time: of one strategy only, and nothing is kept for the next.
    return try worlds.enumerated().map { place, world in
      do {
        return try simulate(
          world, replication: replication, portion, batchSize: batchSize, maySkipEvents: true)
      } catch let limit as LimitExceeded {
        throw WorldStopped(place: place, limit: limit)
      }
    }
  }
  precondition(
    worlds.allSatisfy { $0.isPlayed(as: worlds[0]) }, "worlds differ in their strategies alone")
  var batches = Buffer<DeviceBatch>()
  for (place, world) in worlds.enumerated() {
    batches.append(DeviceBatch(world, replication: replication, looksBack: place == 0))
  }
  var samples = SharedVariates()
  if let world = worlds.first {
    for set in world.batches(portion, batchSize: batchSize) {
      try simulate(set, in: &batches, &samples)
    }
  }
  var tallies = batches.indices.map { batches[$0].tally }
  for place in tallies.indices.dropFirst() {
    worlds[place].surplus.map { tallies[place].takeSurplus(of: tallies[0], $0) }
  }
  return tallies
}

private func simulate(
  _ devices: DeviceSet, in batches: inout Buffer<DeviceBatch>,
  _ samples: inout SharedVariates
) throws {
  samples.begin(deviceCount: devices.count)
  for place in batches.indices {
    do {
      // Nothing need be kept for a strategy that is alone.
      if batches.count == 1 {
        try batches[place].simulate(devices)
      } else {
        try batches[place].simulate(devices, &samples)
      }
    } catch let limit as LimitExceeded {
      throw WorldStopped(place: place, limit: limit)
    }
  }
}

/// One of several worlds hit a limit.
public struct WorldStopped: Error, Sendable {
  /// The place of the device.
  public let place: Int
  /// The limit, and where it was hit.
  public let limit: LimitExceeded
}

/// The story of one device: what happened, and where each of its messages ended.
public struct DeviceStory: Sendable {
  /// The account of a message.
  public struct Outcome: Sendable {
    /// It counts from the start of the run, as all times here do.
    public let created: SimTime
    /// The user wanted it when it was created; what is not owed has a fate that does not count.
    public let isOwed: Bool
    /// It does not count where the message is not owed.
    public let fate: Fate
    /// None for what was shown or is pending.
    public let cause: Cause
    /// The attempt to repair it ended so; none for what was shown or is pending.
    public let repair: Repair
    private let entry: LedgerEntry
  }

  /// The records, in order of time.
  public let records: [StoryRecord]
  /// The outcomes, by message number.
  public let outcomes: [Outcome]
  /// The place of the device's group in ``World/setups``.
  public let group: Int
  /// The surroundings that the device shares with others, as far as they were out of order.
  public let surroundings: Surroundings
  /// It counts what this device did.
  public let tally: Tally
}

/// Simulates one device again from the seed and tells its story. Where it shares an endpoint with
/// others, its whole provider shard is simulated; the story and the tally are its own.
///
/// - Throws: The errors of ``simulate(_:replication:devices:batchSize:)->Tally``.
public func tellStory(_ world: World, replication: Int, device: Int) throws -> DeviceStory {
  try tellStory(world, replication: replication, device: device, maySkipEvents: true)
}

/// The same, for tests.
///
/// - Parameter maySkipEvents: False: each step is an event; the story is the same.
package func tellStory(
  _ world: World, replication: Int, device: Int, maySkipEvents: Bool
) throws -> DeviceStory {
  let isShared = world.sharesEndpoint
  var batch = DeviceBatch(
    world, replication: replication, maySkipEvents: maySkipEvents, recorder: Recorder(),
    watched: isShared ? device : nil)
  let shards = world.setup.provider.shards
  try batch.simulate(
    isShared ? DeviceSet(shard: device % shards, in: world) : DeviceSet(device..<device + 1))
  return batch.story(
    world, replication: replication, device: device, place: isShared ? device / shards : 0,
    records: batch.records)
}

/// The stories of several devices; those that share an endpoint are simulated once for all of them.
///
/// - Returns: The stories by device. The tally of each is that of all that were simulated with it.
/// - Throws: The errors of ``tellStory(_:replication:device:)``.
package func tellStories(
  _ world: World, replication: Int, devices: Set<Int>
) throws -> [Int: DeviceStory] {
  var stories: [Int: DeviceStory] = [:]
  guard world.sharesEndpoint else {
    for device in devices {
      stories[device] = try tellStory(world, replication: replication, device: device)
    }
    return stories
  }
  let shards = world.setup.provider.shards
  for (shard, devices) in Dictionary(grouping: devices, by: { $0 % shards }) {
    let wanted = Set(devices)
    var batch = DeviceBatch(
      world, replication: replication, recorder: Recorder { wanted.contains($0.device) })
    try batch.simulate(DeviceSet(shard: shard, in: world))
    let records = Dictionary(grouping: batch.records, by: \.device)
    for device in devices {
      stories[device] = batch.story(
        world, replication: replication, device: device, place: device / shards,
        records: records[device] ?? [])
    }
  }
  return stories
}

extension DeviceBatch {
  /// The story of a device of the last simulated batch.
  ///
  /// - Parameters:
  ///   - place: The device's place in the batch.
  ///   - records: Its events, as they came to light.
  fileprivate borrowing func story(
    _ world: World, replication: Int, device: Int, place: Int, records: [StoryRecord]
  ) -> DeviceStory {
    precondition(self.device(at: place) == device, "another device has this place")
    let entries = (0..<messageCount(device: place)).compactMap { entry(device: place, message: $0) }
    // An expiry comes to light late; it is told when it happened.
    let ordered = records.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    var outcomes: [DeviceStory.Outcome] = []
    for (message, entry) in entries.enumerated() {
      outcomes.append(.init(entry, isOwed: isOwed(device: place, message: message)))
    }
    return DeviceStory(
      records: ordered.map(\.element), outcomes: outcomes, group: group(device: place),
      surroundings: Surroundings(world, replication: replication, device: device), tally: tally)
  }
}

extension DeviceStory.Outcome {
  init(_ entry: LedgerEntry, isOwed: Bool = true) {
    created = entry.created
    self.isOwed = isOwed
    fate = entry.fate
    let isExplained = fate != .shown && fate != .pending
    cause = isExplained ? entry.cause : .none
    repair = isExplained ? entry.repair : .none
    self.entry = entry
  }

  /// When it first ended so; nil: it did not.
  public func time(of fate: Fate) -> SimTime? {
    entry.time(of: fate) == .never ? nil : entry.time(of: fate)
  }

  /// The time when it was first shown; nil: never.
  public var shown: SimTime? { time(of: .shown) }

  /// The time when a summary first covered it; nil: never.
  public var summarised: SimTime? { time(of: .summarised) }

  /// The time when the app first fetched it; nil: never.
  public var synced: SimTime? { time(of: .synced) }

  /// The time when the second channel brought it; nil: never.
  public var escalated: SimTime? { time(of: .escalated) }

  /// The time when the user first had something of it; nil: never.
  public var known: SimTime? { Fate.allCases.lazy.compactMap { time(of: $0) }.first }
}
