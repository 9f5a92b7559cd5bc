import DeliverySim

/// A message that is worth a look.
public struct Example: Sendable {
  /// Something to look for.
  public enum Kind: Sendable, Equatable, CaseIterable {
    /// Notifications by their fate (R0.3), but those that were shown.
    case fate(Fate)
    /// Notifications that were drawn a second time beside the first one.
    case duplicate

    /// All kinds, in the order in which the tool lists them.
    public static let allCases = Fate.unshown.map { Kind.fate($0) } + [.duplicate]

    /// The name that it is asked for by.
    public var name: String {
      switch self {
      case .fate(let fate): fate.name
      case .duplicate: "duplicate"
      }
    }
  }

  /// The device's number.
  public let device: Int
  /// The message's number on its device.
  public let message: Int
  /// The place of the device's group in ``World/setups``.
  public let group: Int
  /// Its account.
  public let outcome: DeviceStory.Outcome
}

/// Looks for examples among the counted notifications of one replication, in order of devices and
/// messages, and ends as soon as there are enough.
///
/// - Parameters:
///   - kind: The kind of example to look for.
///   - world: The design point with its strategy.
///   - replication: The number of the replication, from 0.
///   - device: The only device to look at; nil: all of them.
///   - limit: The number of examples that are enough, at least 1.
///   - isWanted: The test that these must pass.
/// - Returns: The examples, and how many devices have been looked at.
/// - Throws: The errors of ``simulate(_:replication:devices:batchSize:)->Tally``.
public func findExamples(
  of kind: Example.Kind, _ world: World, replication: Int, device: Int? = nil, limit: Int,
  where isWanted: @escaping (DeviceStory.Outcome) -> Bool = { _ in true }
) throws -> (examples: [Example], devices: Int) {
  var search = Search(of: kind, world, replication: replication, where: isWanted)
  let devices = device.map { $0..<$0 + 1 } ?? 0..<world.devices
  for device in devices {
    try search.look(at: device)
    if search.found.count >= limit {
      return (Array(search.found.prefix(limit)), device + 1 - devices.lowerBound)
    }
  }
  return (search.found, devices.count)
}

/// A search that simulates a device once: alone, or with all of its provider shard, whose other
/// devices' examples wait for their turn.
private struct Search: ~Copyable {
  let kind: Example.Kind
  let world: World
  let isWanted: (DeviceStory.Outcome) -> Bool
  var found: [Example] = []
  private var batch: DeviceBatch
  /// The examples that are still to be taken, by shard, in order of devices; nil: not simulated
  /// yet.
  private var waiting: [ArraySlice<Example>?]

  init(
    of kind: Example.Kind, _ world: World, replication: Int,
    where isWanted: @escaping (DeviceStory.Outcome) -> Bool
  ) {
    (self.kind, self.world, self.isWanted) = (kind, world, isWanted)
    let recorder = Recorder<StoryRecord> { kind == .duplicate && $0.event == .duplicate }
    batch = DeviceBatch(world, replication: replication, recorder: recorder)
    waiting = Array(repeating: nil, count: world.sharesEndpoint ? world.setup.provider.shards : 0)
  }

  mutating func look(at device: Int) throws {
    guard world.sharesEndpoint else {
      found += try examples(among: DeviceSet(device..<device + 1))
      return
    }
    let shard = device % world.setup.provider.shards
    let all = try waiting[shard] ?? self.examples(among: DeviceSet(shard: shard, in: world))[...]
    let rest = all.drop { $0.device < device }
    let examples = rest.prefix { $0.device == device }
    found += examples
    waiting[shard] = rest.dropFirst(examples.count)
  }

  /// Examples of devices that are simulated together, in order.
  private mutating func examples(among set: DeviceSet) throws -> [Example] {
    batch.forgetRecords()
    try batch.simulate(set)
    let repeated = Set(batch.records.map { [$0.device, $0.message.map(Int.init) ?? -1] })
    var examples: [Example] = []
    for place in 0..<set.count {
      for message in 0..<batch.messageCount(device: place) {
        let isRepeated = repeated.contains([set[place], message])
        if let example = example(set[place], place, message, isRepeated) {
          examples.append(example)
        }
      }
    }
    return examples
  }

  private func example(
    _ device: Int, _ place: Int, _ message: Int, _ isRepeated: Bool
  ) -> Example? {
    guard let entry = batch.entry(device: place, message: message), world.isCounted(entry.created),
      batch.isOwed(device: place, message: message)
    else { return nil }
    let outcome = DeviceStory.Outcome(entry)
    let isOfKind =
      switch kind {
      case .fate(let fate): outcome.fate == fate
      case .duplicate: isRepeated
      }
    return isOfKind && isWanted(outcome)
      ? Example(
        device: device, message: message, group: batch.group(device: place), outcome: outcome) : nil
  }
}
