import DeliverySim
import Models
import TestSupport
import Testing

/// Worlds in which nothing is lost but by draws of single messages, pushes and requests
/// (docs/explanation/statistics.md, "Rare losses").
@Suite struct OneByOneTests {
  private static func world(_ change: (inout World) -> Void = { _ in }) -> World {
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: law(.constant(value: 1.0 / 600)))),
      strategy: .gapRecovery(.init()))
    setup.provider.link = Hop(loss: share(0.1), latency: law(.exponential(mean: 60)))
    setup.provider.intake = Hop(loss: share(0.05))
    setup.provider.resend.failure = share(0.2)
    setup.service = PushService(kind: .keepAll)
    var world = World(
      seed: 3, devices: 20, warmup: .hours(2), duration: .days(2), drain: .hours(2), setup: setup)
    change(&world)
    return world
  }

  private static func losesOneByOne(_ world: World) -> Bool {
    SurplusSources(world).loseOneByOne(with: world.setup.strategy)
  }

  @Test("Latencies, losses, failures and retries are drawn anew")
  func plain() {
    expect(Self.losesOneByOne(Self.world()))
    for strategy: Strategy in [
      .fireAndForget, .gapRecovery(), .gapWindow(), .retryUntilAcked(),
    ] {
      expect(Self.losesOneByOne(Self.world { $0.setup.strategy = strategy }), "\(strategy)")
    }
  }

  private static let spans = OnOffProcess(
    up: law(.exponential(mean: 3600)), down: law(.exponential(mean: 60)))

  /// Each of these is out of order for a time, or for good, or is not known to be drawn anew.
  @Test("What is away for a time, or differs for good, is out")
  func others() {
    let changes: [(inout World) -> Void] = [
      { $0.setup.network.onOff = Self.spans },
      { world in world.regions = Self.spans.map { Regions(count: 1, onOff: $0) } },
      { world in world.groups = [DeviceGroup(name: "a", share: share(0.5), setup: world.setup)] },
      { world in world.setup.provider.link.bursts = Self.spans.map { Hop.Bursts(spans: $0) } },
      { $0.setup.provider.link.incidents = Self.spans },
      { $0.setup.provider.intake.incidents = Self.spans },
      { $0.setup.provider.cutOff = .hours(1)..<(.hours(2)) },
      { $0.setup.settings = NotificationSettings(denied: share(0.1)) },
      { $0.setup.serviceExtension.absent = share(0.1) },
      { $0.setup.power = Power(always: share(0.1)) },
      { $0.setup.uninstalls = law(.exponential(mean: 1e6)) },
      { $0.setup.app = App() },
      { $0.setup.user = User() },
      { $0.setup.tokens = Tokens() },
      { $0.setup.android = Android() },
      { $0.setup.strategy = .fireAndForget.fetchingOnOpening() },
    ]
    for (place, change) in changes.enumerated() {
      expect(!Self.losesOneByOne(Self.world(change)), "change \(place)")
    }
  }

  /// A part that is new in a world may be out of order for a time: somebody has to decide.
  @Test("Each part of a world was looked at")
  func parts() {
    let parts = { (value: Any) in Set(Mirror(reflecting: value).children.compactMap(\.label)) }
    let world = Self.world()
    let frame: Set = [
      "seed", "devices", "warmup", "duration", "drain", "timelineStep", "regions", "limits",
      "setup", "groups", "surplus",
    ]
    expect(parts(world), equals: frame)
    let setup: Set = [
      "workload", "provider", "service", "network", "settings", "serviceExtension", "centre",
      "presentation", "app", "user", "tokens", "telemetry", "strategy", "power", "nights",
      "uninstalls", "android",
    ]
    expect(parts(world.setup), equals: setup)
    let strategy: Set = [
      "provider", "client", "polling", "fetchesOnOpening", "escalation", "socket", "adoptions",
    ]
    expect(parts(world.setup.strategy), equals: strategy)
  }

  private static func isDestruction(_ record: StoryRecord) -> Bool {
    if case .destroyed = record.event { true } else { false }
  }

  /// An independent path: what a story tells.
  @Test("A message was hit if a copy of it was destroyed, or it was never shown")
  func hits() throws {
    let world = Self.world()
    var expected: [UInt64] = []
    for device in 0..<world.devices {
      let story = try tellStory(world, replication: 0, device: device)
      let destroyed = Set(
        story.records.filter(Self.isDestruction).compactMap { $0.message.map(Int.init) })
      let hits = story.outcomes.indices.count { message in
        let outcome = story.outcomes[message]
        return world.isCounted(outcome.created)
          && (outcome.shown == nil || destroyed.contains(message))
      }
      while expected.count <= hits { expected.append(0) }
      expected[hits] += 1
    }
    let tally = try simulate(world, replication: 0, devices: 0..<world.devices, batchSize: 7)
    expect(tally.devicesByHits, equals: expected)
    let hits = expected.enumerated().reduce(0) { $0 + $1.offset * Int($1.element) }
    expect(hits > Int(tally[.owed] - tally[.shown]))
    let other = Self.world { $0.setup.network.onOff = Self.spans }
    expect(try simulate(other, replication: 0, devices: 0..<2).devicesByHits.isEmpty)
  }
}
