import DeliverySim
import Foundation
import Models
import TestSupport
import Testing

/// The random worlds that properties are tried on.
///
/// Each has a seed of its own, which a failure prints. To play one again:
/// `DELIVERYSIM_WORLD=<seed> swift test -c release --filter PropertyTests`.
/// `DELIVERYSIM_NIGHTLY=1` tries 60 times as many, and 300 times where a property names no number.
enum RandomWorlds {
  private static let environment = ProcessInfo.processInfo.environment
  static let usual = 60

  /// Tries a property. A world that runs away (a client that asks again all the time, fifty
  /// heartbeats a microsecond after each repeat) ends with the limit on sends of a message or on
  /// events; it says nothing, and there must be few of them.
  ///
  /// - Parameter property: Returns what is wrong; empty: nothing.
  static func check(
    _ count: Int = usual, _ property: (World, inout WorldGenerator) throws -> [String]
  ) {
    let seeds = seeds(count)
    var ended = 0
    for seed in seeds {
      var generator = WorldGenerator(seed: seed)
      let world = generator.world(seed: seed)
      do {
        let wrong = try property(world, &generator)
        expect(wrong.isEmpty, "world \(seed): \(wrong.prefix(3).joined(separator: "; "))")
      } catch {
        if [.copiesPerMessage, .eventsPerDeviceDay].contains(limit(error)) {
          ended += 1
        } else {
          Issue.record("world \(seed), \(world.setup.strategy): \(error)")
        }
      }
    }
    expect(ended <= seeds.count / 500, "\(ended) worlds of \(seeds.count) hit a limit")
  }

  private static func limit(_ error: any Error) -> LimitExceeded.Limit? {
    (error as? LimitExceeded ?? (error as? WorldStopped)?.limit)?.limit
  }

  private static func seeds(_ count: Int) -> [UInt64] {
    if let seed = environment["DELIVERYSIM_WORLD"].flatMap(UInt64.init) { return [seed] }
    return (0..<UInt64(isNightly ? 20 * count : max(4, count / 3))).map { 1_000_000 + $0 }
  }
}

/// The faults that were found, in words.
struct Findings {
  private(set) var wrong: [String] = []

  mutating func require(_ condition: Bool, _ statement: @autoclosure () -> String) {
    if !condition { wrong.append("not so: " + statement()) }
  }

  mutating func requireEqual<Value: Equatable>(
    _ one: Value, _ other: Value, _ what: @autoclosure () -> String
  ) {
    if one != other { wrong.append("\(what()): \(one) and \(other)") }
  }
}

extension World {
  /// All devices of a replication.
  func simulated(replication: Int = 0, batchSize: Int = 1) throws -> Tally {
    try Models.simulate(
      self, replication: replication, devices: 0..<devices, batchSize: batchSize)
  }

  /// The stories of all devices of a replication.
  func stories(replication: Int = 0) throws -> [DeviceStory] {
    try (0..<devices).map { try tellStory(self, replication: replication, device: $0) }
  }

  /// The same world with something changed; what changes of the setup changes in every group.
  func changed(_ change: (inout World) -> Void) -> World {
    var world = self
    change(&world)
    for place in world.groups.indices where groups.indices.contains(place) {
      var alone = self
      (alone.groups, alone.setup) = ([], groups[place].setup)
      change(&alone)
      world.groups[place].setup = alone.setup
    }
    return world
  }
}
