import DeliverySim
import Models
import TestSupport
import Testing

/// R1.8: mixed populations.
@Suite struct R01_08Tests {
  /// Messages at 10 s and 20 s; the first group's are lost on hop 2, the second one's denied.
  private static func mixed(_ lost: Double, _ denied: Double, devices: Int = 300) -> World {
    var world = smallWorld(at: [10, 20])
    world.devices = devices
    var (first, second) = (world.setup, world.setup)
    first.provider.link.loss = .one
    second.settings = NotificationSettings(denied: .one)
    world.groups = [
      DeviceGroup(name: "lost", share: share(lost), setup: first),
      DeviceGroup(name: "denied", share: share(denied), setup: second),
    ]
    return world
  }

  private static func tally(_ world: World, batchSize: Int = 1) throws -> Tally {
    try simulate(world, replication: 0, devices: 0..<world.devices, batchSize: batchSize)
  }

  /// The place of each device's group.
  private static func groups(_ world: World, replication: Int = 0) throws -> [Int] {
    try (0..<world.devices).map {
      try tellStory(world, replication: replication, device: $0).group
    }
  }

  private static func lost(_ tally: Tally, _ cause: Cause) -> UInt128 {
    UInt128(tally.fates[Tally.fateIndex(.lost, cause, .none)])
  }

  @Test("R1.8 groups are shares of the devices, and every device follows its group's setup")
  func shares() throws {
    let world = Self.mixed(0.1, 0.25, devices: 20_000)
    let tally = try Self.tally(world)
    let counts = tally.groups.map { Double($0.deviceCount) }
    expect(world.groupNames, equals: ["lost", "denied", "others"])
    // Two rows share a false-alarm probability of 1e-6; the third is what they leave.
    for (place, share) in [0.1, 0.25].enumerated() {
      let row = Agreement(
        world.groupNames[place], expected: share, observed: counts[place] / 20_000,
        standardError: (share * (1 - share) / 20_000).squareRoot(), tableSize: 2)
      print(row)
      expect(row.holds, "\(row)")
    }
    expect(counts.reduce(0, +), equals: 20_000)
    expect(Self.lost(tally.groups[0], .provider(.linkLost)), equals: tally.groups[0][.owed])
    expect(Self.lost(tally.groups[1], .phone(.disabled)), equals: tally.groups[1][.owed])
    expect(tally.groups[2].count(.shown), equals: tally.groups[2][.owed])
    expect(tally.groups.allSatisfy { $0[.owed] == 2 * $0.deviceCount })
  }

  @Test("R1.8 a group that grows at its end keeps its devices, and so do the groups before it")
  func coupled() throws {
    let few = try Self.groups(Self.mixed(0.2, 0.2))
    let many = try Self.groups(Self.mixed(0.2, 0.5))
    for (before, after) in zip(few, many) where before < 2 { expect(before, equals: after) }
    expect(many.count { $0 == 1 } > few.count { $0 == 1 })
    expect(Set(few), equals: [0, 1, 2])
  }

  @Test("R1.8 who is in which group depends on device and replication, not on strategy or setup")
  func exogenous() throws {
    var world = Self.mixed(0.3, 0.3)
    let groups = try Self.groups(world)
    world.setup.strategy = gapRecovery()
    world.groups[0].setup.workload = Workload(arrivals: .poisson(rate: .zero))
    world.groups[1].setup.network.reconnect = law(.exponential(mean: 5))
    try expect(Self.groups(world), equals: groups)
    expect(try Self.groups(world, replication: 1) != groups)
    world.seed += 1
    expect(try Self.groups(world) != groups)
  }

  @Test("R1.8 what a group counts is what its devices count")
  func ownAccounts() throws {
    let world = Self.mixed(0.3, 0.3, devices: 60)
    let tally = try Self.tally(world)
    let stories = try (0..<60).map { try tellStory(world, replication: 0, device: $0) }
    for place in 0..<3 {
      let members = stories.filter { $0.group == place }
      expect(UInt64(members.count), equals: tally.groups[place].deviceCount)
      for (other, story) in members.flatMap({ story in (0..<3).map { ($0, story) } })
      where other != place {
        expect(story.tally.groups[other][.owed], equals: 0)
      }
      let fingerprints = members.reduce(UInt64(0)) { $0 &+ $1.tally.fingerprint }
      expect(fingerprints, equals: tally.groups[place].fingerprint)
    }
    expect(tally.groups[0][.wakeUps], equals: 0)
    expect(tally.groups[1][.wakeUps], equals: tally.groups[1][.owed])
  }

  @Test("R1.8 accounts of groups hang neither on cells nor on portions, whatever is shared")
  func anyCell() throws {
    var world = Self.mixed(0.3, 0.3, devices: 40)
    world.regions = OnOffProcess(up: law(.exponential(mean: 7)), down: law(.exponential(mean: 5)))
      .map { Regions(count: 3, onOff: $0) }
    world.setup.strategy = gapRecovery().then([Adoption(at: .seconds(15), .fireAndForget)])
    let whole = try Self.tally(world)
    for batchSize in [2, 7, 40] {
      try expect(Self.tally(world, batchSize: batchSize), equals: whole)
    }
    var parts = try simulate(world, replication: 0, devices: 0..<11, batchSize: 3)
    parts.add(try simulate(world, replication: 0, devices: 11..<40, batchSize: 4))
    expect(parts, equals: whole)
    // Regions belong to nobody: the groups' fingerprints are the devices' alone.
    let devices = whole.groups.reduce(UInt64(0)) { $0 &+ $1.fingerprint }
    expect(devices != whole.fingerprint)
  }

  @Test("R1.8 shares that sum to 1 leave nobody over, however they are rounded")
  func noOthers() throws {
    var world = Self.mixed(0.5, 0.5, devices: 50)
    expect(world.groupNames, equals: ["lost", "denied"])
    expect(world.setups.count, equals: 2)
    try expect(Self.tally(world).groups.map(\.deviceCount).reduce(0, +), equals: 50)
    world.groups = (0..<10).map {
      DeviceGroup(name: "tenth-\($0)", share: share(0.1), setup: world.setup)
    }
    expect(world.groups.reduce(0) { $0 + $1.share.value } < 1)
    expect(world.othersShare, equals: 0)
    expect(try Set(Self.groups(world)).isSubset(of: Set(0..<10)))
  }

  @Test("R1.8 the mean number of messages is that of the mixture")
  func mixture() {
    var world = smallWorld(at: [10, 20, 30])
    expect(world.expectedMessages, equals: 3)
    var heavy = world.setup
    heavy.workload.arrivals = .poisson(rate: law(.constant(value: 100 / 86_400.0)))
    world.groups = [DeviceGroup(name: "heavy", share: share(0.25), setup: heavy)]
    expect(abs(world.expectedMessages - (0.25 * 100 + 0.75 * 3)) < 1e-9)
  }

  @Test("R1.8 what devices share is the world's, whatever a group's setup says")
  func shared() throws {
    var world = Self.mixed(0.5, 0.25, devices: 30)
    let outage = OnOffProcess(up: law(.constant(value: 1e9)), down: law(.constant(value: 1e9)))
    var other = world.groups[0].setup.provider
    (other.shards, other.intake.incidents, other.link.incidents) = (7, outage, outage)
    other.intake.bursts = outage.map { Hop.Bursts(spans: $0) }
    other.link.bursts = other.intake.bursts
    other.resend.capacity = .init(servers: 1, service: law(.constant(value: 9)))
    let plain = try Self.tally(world)
    world.groups[0].setup.provider = other
    try expect(Self.tally(world), equals: plain)
    let provider = world.setups[0].provider
    expect(provider.shards == 1 && provider.resend.capacity == nil)
    expect(!provider.intake.changes && !provider.link.changes)
    expect(provider.link.loss, equals: .one)
  }

  @Test("R1.8 devices of different groups wait at one endpoint")
  func oneEndpoint() throws {
    var world = Self.mixed(0.4, 0.3, devices: 60)
    world.setup.provider.resend.capacity = .init(
      servers: 1, service: law(.constant(value: 1)), timeout: .seconds(20))
    world.setup.provider.shards = 3
    world.setup.strategy = gapRecovery()
    // Two groups lose every second push: all of their devices ask at 30 s.
    for place in 0..<2 {
      world.groups[place].setup = world.setup
      world.groups[place].setup.provider.link.loss = share(0.5)
      world.groups[place].setup.workload.arrivals = .trace(.times([1, 10, 20, 30, 40]))
    }
    let tally = try Self.tally(world)
    expect(
      tally.groups[0][ProviderCounter.resendWaitSum] > 0
        && tally.groups[1][ProviderCounter.resendWaitSum] > 0)
    expect(tally.groups[2][.resendRequests], equals: 0)
    let waits = tally.groups.reduce(UInt128(0)) { $0 + $1[ProviderCounter.resendWaitSum] }
    expect(waits, equals: tally[ProviderCounter.resendWaitSum])
    // The queue is of nobody alone.
    expect(tally.groups.allSatisfy { $0.queuePeaks.isEmpty })
    expect(tally.queuePeaks.contains { $0 > 0 })
    let story = try tellStory(world, replication: 0, device: 5)
    expect(try Self.tally(world).groups[story.group].deviceCount > 0)
    expect(story.outcomes.count, equals: (story.group < 2 ? 5 : 2))
  }
}
