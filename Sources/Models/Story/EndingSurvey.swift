import DeliverySim

/// The first messages of each ending, out of the counted notifications of a strategy; of different
/// devices where there are enough.
package struct EndingSurvey: Sendable {
  /// A message, and where it is.
  package struct Found: Sendable {
    package let replication: Int
    package let example: Example
  }

  /// The messages by ending, in the order of ``Tally/fates``; of each first one message of every
  /// device, then others, both in the order in which they were met.
  package var found: [Int: [Found]] {
    firstOfDevices.merging(others) { firsts, others in
      firsts + others.prefix(limit - firsts.count)
    }
  }
  private var firstOfDevices: [Int: [Found]] = [:]
  private var others: [Int: [Found]] = [:]
  /// The number of replications, devices and messages that have been looked at.
  package private(set) var replications = 0
  package private(set) var devices = 0
  package private(set) var messages = 0

  private let limit: Int
  private let bound: Bound

  /// Where a survey ends: numbers and no clock, so that the same input gives the same answer.
  package struct Bound: Sendable {
    package let devices: Int
    package let messages: Int

    /// - Parameters:
    ///   - devices: The number of devices that are enough.
    ///   - messages: The number of messages that are enough; the device that reaches it is looked
    ///     at as a whole.
    package init(devices: Int, messages: Int) {
      (self.devices, self.messages) = (devices, messages)
    }
  }

  /// Looks at replications in order, and at the devices of each in order; where they share an
  /// endpoint, at one provider shard after the other.
  ///
  /// - Parameters:
  ///   - world: The design point with its strategy.
  ///   - replications: The number of replications.
  ///   - limit: The number of messages of an ending that are enough.
  ///   - bound: The bound at which it stops.
  /// - Throws: The errors of ``simulate(_:replication:devices:batchSize:)->Tally``.
  package init(_ world: World, replications: Int, limit: Int, bound: Bound) throws {
    (self.limit, self.bound) = (limit, bound)
    while self.replications < replications, !isEnough {
      try look(at: self.replications, of: world)
      self.replications += 1
    }
  }
}

extension EndingSurvey {
  private var isEnough: Bool { devices >= bound.devices || messages >= bound.messages }

  private mutating func look(at replication: Int, of world: World) throws {
    var batch = DeviceBatch(world, replication: replication)
    let shards = world.setup.provider.shards
    for piece in 0..<(world.sharesEndpoint ? min(shards, world.devices) : world.devices) {
      if isEnough { return }
      let set =
        world.sharesEndpoint ? DeviceSet(shard: piece, in: world) : DeviceSet(piece..<piece + 1)
      try batch.simulate(set)
      for place in 0..<set.count {
        look(at: set[place], place, in: batch, replication: replication, of: world)
      }
    }
  }

  private mutating func look(
    at device: Int, _ place: Int, in batch: borrowing DeviceBatch, replication: Int,
    of world: World
  ) {
    let count = batch.messageCount(device: place)
    devices += 1
    messages += count
    for message in 0..<count {
      guard let entry = batch.entry(device: place, message: message),
        world.isCounted(entry.created), batch.isOwed(device: place, message: message)
      else { continue }
      let outcome = DeviceStory.Outcome(entry)
      let ending = Tally.fateIndex(outcome.fate, outcome.cause, outcome.repair)
      guard firstOfDevices[ending]?.count ?? 0 < limit else { continue }
      let example = Example(
        device: device, message: message, group: batch.group(device: place), outcome: outcome)
      note(Found(replication: replication, example: example), of: ending)
    }
  }

  /// A device is looked at as a whole: what was noted of it last comes from it, too.
  private mutating func note(_ one: Found, of ending: Int) {
    let last = firstOfDevices[ending]?.last
    if last?.replication != one.replication || last?.example.device != one.example.device {
      firstOfDevices[ending, default: []].append(one)
    } else if others[ending]?.count ?? 0 < limit {
      others[ending, default: []].append(one)
    }
  }
}
