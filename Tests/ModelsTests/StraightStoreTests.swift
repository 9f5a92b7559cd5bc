import DeliverySim
import Models
import TestSupport
import Testing

/// A message for a device that is away goes straight to the store. Each tale is told on the general
/// way, since it is watched; `tell` compares it with a run that nobody watches.
@Suite("Messages for a device that is away go straight to the store")
struct StraightStoreTests {
  private static let times: [Double] = [10, 20, 30, 40, 50, 60]

  @Test("R3.4 to the store: the device may be back before the push is accepted")
  func back() throws {
    let tale = try away(for: 100, at: [10, 97]) { $0.provider.link.latency = constant(5) }
    expect(tale.times(.stored), equals: [15])
    expect(tale.times(.accepted), equals: [15, 102])
    expect(tale.shown, equals: [100, 102])
  }

  @Test("R2.6 to the store: hop 2 takes its latency, and loses what it loses")
  func link() throws {
    let tale = try away(for: 100, at: Self.times) {
      $0.provider.link = Hop(loss: share(0.5), latency: constant(4))
    }
    let passed = tale.times(.accepted)
    expect(!passed.isEmpty && passed.count < Self.times.count, "\(passed)")
    expect(Set(passed).isSubset(of: Set(Self.times.map { $0 + 4 })), "\(passed)")
    expect(tale.causes.count { $0 == .linkLost }, equals: Self.times.count - passed.count)
  }

  @Test("R7.1 to the store: the team knows what it has sent")
  func measured() throws {
    let tale = try away(for: 100, at: Self.times) { $0.telemetry = Telemetry() }
    expect(tale.tally.telemetry.pushes, equals: 6)
  }

  /// On hop 2 time passes: the quiet time begins before.
  @Test("R8 heartbeat to the store: the last message begins a quiet time")
  func heartbeat() throws {
    let strategy = Strategy.fireAndForget.with(Heartbeat(after: .seconds(30)))
    let tale = try away(for: 100, at: Self.times, strategy) {
      $0.provider.link.latency = constant(4)
    }
    expect(tale.times(.sent, ofAny: .heartbeat), equals: [90])
  }

  @Test("R8 retry-until-acked to the store: nobody acknowledges, so it is sent again")
  func retry() throws {
    let schedule = Hop.Retry(attempts: 2, first: .seconds(20), factor: 2, max: .hours(1))
    let tale = try away(for: 200, at: [10], .retryUntilAcked(schedule, collapse: true))
    expect(tale.times(.resent), equals: [30, 70])
  }

  /// In many worlds, since a share of the pushes is demoted: with events and without.
  @Test("R11.3 to the store: what Android demotes waits for a window")
  func demotion() throws {
    let usage = try unwrap(OnOffProcess(up: constant(1), down: constant(1e9)))
    let doze = Android.Doze(
      usage: usage, after: .hours(1), first: .hours(1), factor: 2, longest: .hours(6))
    func tally(_ demotion: Android.Demotion?, maySkipEvents: Bool) throws -> Tally {
      let world = smallWorld(at: (1...80).map { 1000 * Double($0) }) {
        ($0.service.kind, $0.workload.priority) = (.fcm, .immediate)
        $0.android = Android(doze: doze, demotion: demotion)
        $0.app = App(openings: .init(rate: constant(1e-9)))
        $0.network.onOff = OnOffProcess(up: constant(9000), down: constant(3500))
      }
      return try simulate(
        world, replication: 0, devices: 0..<30, batchSize: 1, maySkipEvents: maySkipEvents)
    }
    let demotion = Android.Demotion(after: .zero, perWeek: 7)
    let tallies = try [true, false].map { try tally(demotion, maySkipEvents: $0) }
    expect(tallies[0] == tallies[1], "\(tallies.map(\.fingerprint))")
    let undemoted = try tally(nil, maySkipEvents: true)
    expect(tallies[0].latencySum > 2 * undemoted.latencySum, "\(undemoted.latencySum)")
  }
}
