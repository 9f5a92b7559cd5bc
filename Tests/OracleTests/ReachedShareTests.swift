import Answers
import Files
import Models
import Runs
import Scenarios
import Search
import TestSupport
import Testing
import Vocabulary

/// R7.3: the share that has reached its device, which is what FCM counts as `delivered`.
@Suite struct ReachedShareTests {
  private static func scenario(_ lines: String, network: String = "") -> String {
    """
    format: 1
    name: reached
    seed: 8
    duration: 3d
    drain: 1d
    devices: 40
    replications: 1
    workload: {arrivals: {poisson: {rate: 12/d}}}
    \(network)
    \(lines)
    strategies: [fire-and-forget]

    """
  }

  private static let away = """
    push_service: {kind: fcm, expiration: 2h}
    network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 3h}}}
    provider: {link: {loss: 4%}}
    """

  private func metric(_ name: String, _ record: ReplicationRecord) throws -> Double {
    let metric = try unwrap(Metric.observable.first { $0.name == name })
    guard case .ratio(let x, let y) = metric.kind else { throw InputError(70, "a share") }
    return x(record) / y(record)
  }

  /// - Returns: Of all owed messages the share that has an arrival in its device's story.
  private func arrived(_ world: World) throws -> Double {
    var (owed, reached) = (0, 0)
    for device in 0..<world.devices {
      let story = try tellStory(world, replication: 0, device: device)
      let arrivals = Set(
        story.records.filter { $0.event == .arrived }.compactMap { $0.message.map(Int.init) })
      for (message, outcome) in story.outcomes.enumerated()
      where outcome.isOwed && outcome.created < world.duration {
        owed += 1
        reached += arrivals.contains(message) ? 1 : 0
      }
    }
    return Double(reached) / Double(owed)
  }

  private static let keys = [
    "", "device: {denied: 30%}", "device: {alerts_off: 20%}",
    "device: {denied: 10%, alerts_off: 10%}",
    "app: {opens: {poisson: {rate: 3/d}}}\ndevice: {android: {force_stop: 25%}}",
  ]

  @Test("R7.3 it counts the arrivals in the stories of devices", arguments: keys)
  func arrivals(lines: String) async throws {
    let made = try experiment(Self.scenario(lines, network: Self.away))
    let outcome = try await Runner(made, threads: 1).run()
    let record = try unwrap(outcome.series.first?.records.first)
    let found = try metric("reached_share", record)
    expect(found, equals: try arrived(made.base.world(for: 0)))
    expect(found > 0.5 && found < 0.97, "\(found)")
  }

  @Test("R7.3 what the phone hides has reached it; what is shown is less")
  func hidden() async throws {
    let made = try experiment(Self.scenario("device: {denied: 30%, alerts_off: 20%}"))
    let outcome = try await Runner(made, threads: 1).run()
    let record = try unwrap(outcome.series.first?.records.first)
    expect(try metric("reached_share", record), equals: 1)
    expect(try metric("deliverability", record) < 0.7)
    expect(
      try metric("device/disabled", record) + metric("device/alerts-off", record)
        + metric("deliverability", record), equals: 1)
  }

  @Test("R7.3 an app that is stopped is told nothing: the categories exclude each other")
  func stopped() async throws {
    let made = try experiment(
      Self.scenario(
        "app: {opens: {poisson: {rate: 3/d}}}\ndevice: {android: {force_stop: 25%}}",
        network: "push_service: {kind: fcm}"))
    let outcome = try await Runner(made, threads: 1).run()
    let record = try unwrap(outcome.series.first?.records.first)
    let stopped = try metric("device/force-quit", record)
    expect(stopped > 0)
    expect(abs(try metric("reached_share", record) + stopped - 1) < 1e-12)
  }
}
