import DeliverySim
import Models
import Scenarios
import TestSupport
import Testing

/// A fingerprint is a hash of the events in their order: equal ones mean that the same happened.
@Suite("Fingerprints")
struct FingerprintTests {
  /// The first design point under each strategy.
  private static func worlds(seed: UInt64? = nil) throws -> [World] {
    let scenario = try Rich.read(seed: seed).points[0].scenario
    return scenario.strategies.indices.map { scenario.world(for: $0) }
  }

  private func fingerprint(
    _ world: World, _ devices: Range<Int>, replication: Int = 1, batchSize: Int = 1
  ) throws -> UInt64 {
    try simulate(
      world, replication: replication, devices: devices, batchSize: batchSize
    ).fingerprint
  }

  @Test("A device that is watched does what it does unwatched")
  func tracing() throws {
    for world in try Self.worlds() {
      var sum: UInt64 = 0
      for device in 0..<world.devices {
        let watched = try tellStory(world, replication: 1, device: device).tally.fingerprint
        sum &+= watched
        let unwatched = try fingerprint(world, device..<device + 1)
        expect(watched, equals: unwatched, "device \(device)")
      }
      try expect(fingerprint(world, 0..<world.devices), equals: sum)
    }
  }

  @Test("Cells and blocks of any size add up to the same fingerprint")
  func sharing() throws {
    for world in try Self.worlds() {
      let whole = try fingerprint(world, 0..<world.devices)
      for batchSize in [2, 7, 64, 599, 1000] {
        try expect(fingerprint(world, 0..<world.devices, batchSize: batchSize), equals: whole)
      }
      for cut in [1, 3, 7, 300, 599] {
        let parts =
          try fingerprint(world, 0..<cut, batchSize: 5)
          &+ fingerprint(world, cut..<world.devices, batchSize: 11)
        expect(parts, equals: whole, "cut at \(cut)")
      }
    }
  }

  @Test("Fingerprints differ between seeds, replications, strategies and devices")
  func differences() throws {
    var seen: [UInt64] = []
    for seed in [77, 78, 77 + 1 << 32] as [UInt64] {
      // The last two strategies are the same one.
      for world in try Self.worlds(seed: seed).dropLast() {
        for replication in 0..<3 {
          let part = try simulate(world, replication: replication, devices: 0..<50)
          seen.append(part.fingerprint)
        }
        seen.append(try fingerprint(world, 50..<100))
      }
    }
    expect(Set(seen).count == seen.count && seen.count == 36)
  }
}
