import DeliverySim
import Models
import Testing

/// R1.8: mixed populations, in random worlds.
@Suite("Groups are parts of the population")
struct GroupTests {
  @Test("What groups count adds up to the whole")
  func sums() {
    RandomWorlds.check { world, generator in
      let tally = try world.simulated(batchSize: generator.pick([1, 2, 50]))
      var findings = Findings()
      findings.requireEqual(tally.groups.count, world.groupNames.count, "groups")
      guard !tally.groups.isEmpty else { return findings.wrong }
      var sum = Tally(world)
      for group in tally.groups { sum.add(group) }
      findings.requireEqual(sum.ofDevices, tally.ofDevices, "the groups together and the whole")
      let sharesNothing =
        world.regions == nil && !world.setup.provider.intake.changes
        && !world.setup.provider.link.changes
      findings.require(
        sum.fingerprint == tally.fingerprint || !sharesNothing, "fingerprints of devices")
      for (place, group) in tally.groups.enumerated() {
        let fates = Fate.allCases.reduce(0) { $0 + group.count($1) }
        findings.requireEqual(
          group[.owed], fates, "owed and the sum of the fates of group \(place)")
      }
      return findings.wrong
    }
  }

  @Test("Groups that change nothing change nothing")
  func nothing() {
    RandomWorlds.check(100) { world, generator in
      var plain = world
      plain.groups = []
      var copies = world
      let batchSize = generator.pick([1, 3, 50])
      copies.groups = [0.2, 0.5].map {
        DeviceGroup(name: "copy", share: Probability($0) ?? .one, setup: world.setup)
      }
      let (one, other) = (try plain.simulated(), try copies.simulated(batchSize: batchSize))
      var findings = Findings()
      findings.requireEqual(one.ofDevices, other.ofDevices, "without groups and with copies")
      findings.requireEqual(one.queuePeaks, other.queuePeaks, "queues")
      findings.requireEqual(one.fingerprint, other.fingerprint, "fingerprint")
      return findings.wrong
    }
  }

  @Test("A group that is cut in two stays what it was")
  func halves() {
    RandomWorlds.check { world, _ in
      guard let first = world.groups.first else { return [] }
      var cut = world
      let halves = [first.share.value / 2, first.share.value / 2].map {
        DeviceGroup(name: first.name, share: Probability($0) ?? .zero, setup: first.setup)
      }
      cut.groups = halves + world.groups.dropFirst()
      let (whole, parts) = (try world.simulated(), try cut.simulated())
      var joined = parts.groups[0]
      joined.add(parts.groups[1])
      var findings = Findings()
      findings.require(joined == whole.groups[0], "two halves are the group")
      findings.require(
        Array(parts.groups.dropFirst(2)) == Array(whole.groups.dropFirst()),
        "the other groups stay as they are")
      return findings.wrong
    }
  }
}

extension Tally {
  private static var lists: [KeyPath<Tally, [UInt64]>] {
    [
      \.fates, \.timelineTimeouts, \.devicesByLost, \.timelineOwed, \.timelineShown,
      \.timelineRequests, \.timelineFailures, \.latencyBins,
    ]
  }

  /// The counts of devices, as numbers one after the other.
  fileprivate var ofDevices: [[UInt128]] {
    Counter.allCases.map { [self[$0]] }
      + Self.lists.map { self[keyPath: $0].map { UInt128($0) } }
      + [requestsByMinute.map { UInt128($0) }]
  }
}
