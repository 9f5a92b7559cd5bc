import Answers
import DeliverySim
import Files
import Models
import Runs
import Scenarios
import Search
import TestSupport
import Testing
import Vocabulary

/// FCM's counts, in Google's words, and the metrics that `calibrate` compares them with are of the
/// same messages, one by one, on phones whose users have denied alerts or switched them off, and on
/// phones with a stopped app.
///
/// Source: Firebase Cloud Messaging Data API, `MessageOutcomePercents` and `MessageInsightPercents`
/// (docs/reference/sources.md, "FCM Aggregated Delivery Data").
@Suite struct FCMObservableTests {
  private static let scenario = """
    format: 1
    name: observables
    seed: 20
    duration: 60d
    drain: 20d
    devices: 60
    replications: 1
    workload: {arrivals: {poisson: {rate: 6/d}}}
    provider: {link: {loss: 10%}}
    push_service:
      kind: fcm
      quota: {count: 10, per: day}
      capacity: 12
      expiration: 2d
      collapse_keys: {share: 30%, keys: 2}
      throttle: {refill: 0s}
      inactive_after: 4d
    network: {online: {exponential: {mean: 3d}}, offline: {exponential: {mean: 2d}}}
    app: {opens: {poisson: {rate: 0.3/d}}, sync_on_opening: false}
    device:
      denied: 20%
      alerts_off: 15%
      android:
        doze: {used: {exponential: {mean: 10m}}, unused: {exponential: {mean: 4h}}}
        demote: {visible_min: 50%}
        force_stop: 25%
    strategies: [fire-and-forget]

    """

  /// The life of one message: its records on its device, and when the app was stopped there.
  private struct Life {
    let records: [StoryRecord]
    let stops: [Range<SimTime>]

    func end(_ cause: Cause) -> SimTime? {
      records.first { $0.event == .destroyed(by: cause) }?.time
    }

    func has(_ event: StoryRecord.Event) -> Bool { records.contains { $0.event == event } }
  }

  private typealias Observable = (
    name: String, words: String, holds: @Sendable (Life) -> Bool
  )

  /// Google's words by name, and whether they hold for a message.
  private static let observables: [Observable] = [
    ("delivered", "successfully delivered to the device", { $0.has(.arrived) }),
    (
      "collapsed", "collapsed by another message",
      { $0.end(.pushService(.overwritten)) != nil }
    ),
    (
      "droppedTooManyPendingMessages", "too many undelivered non-collapsible messages",
      { $0.end(.pushService(.droppedAll)) != nil }
    ),
    (
      "droppedAppForceStopped",
      "the application was force stopped on the device at the time of delivery",
      { life in
        guard !life.has(.arrived), let end = life.end(.app(.forceQuit)) else { return false }
        return life.stops.contains { $0.contains(end) }
      }
    ),
    (
      "droppedDeviceInactive", "the target device is inactive",
      { $0.end(.pushService(.inactive)) == $0.records.first { $0.event == .accepted }?.time }
    ),
    (
      "droppedTtlExpired", "expired before it could be delivered",
      { life in
        let sent = life.records.first { $0.event == .created }?.time ?? .zero
        return life.end(.pushService(.expired)) == sent + SimTime(seconds: 2 * 86_400)
      }
    ),
    (
      "priorityLowered", "had their priority lowered from high to normal",
      { $0.has(.android(.demoted)) }
    ),
  ]

  private static func lives(_ world: World) throws -> [Life] {
    try (0..<world.devices).flatMap { device in
      let story = try tellStory(world, replication: 0, device: device)
      let records = Dictionary(
        grouping: story.records.filter { $0.content == .message }, by: { $0.message })
      var stops: [Range<SimTime>] = []
      for record in story.records where record.event == .android(.forceStopped) {
        let next = story.records.first { $0.event == .app(.opened) && $0.time > record.time }
        stops.append(record.time..<(next?.time ?? .never))
      }
      return story.outcomes.enumerated().compactMap { message, outcome in
        outcome.isOwed && outcome.created < world.duration
          ? Life(records: records[UInt32(message)] ?? [], stops: stops) : nil
      }
    }
  }

  private func share(_ name: String?, _ record: ReplicationRecord) throws -> Double {
    let metric = try unwrap(Metric.observable.first { $0.name == name }).ofAccepted
    guard case .ratio(let x, let y) = metric.kind else { throw InputError(70, "a share") }
    return x(record) / y(record)
  }

  @Test("Each share of FCM's is that of the messages for which Google's words hold")
  func observables() async throws {
    let made = try experiment(Self.scenario)
    let outcome = try await Runner(made, threads: 1).run()
    let record = try unwrap(outcome.series.first?.records.first)
    let all = try Self.lives(made.base.world(for: 0))
    // The shares are of the accepted messages: hop 2 and the quota leave some out.
    let lives = all.filter { $0.has(.accepted) }
    expect(lives.count > 10_000 && all.contains { $0.end(.pushService(.overQuota)) != nil })
    expect(abs(Double(lives.count) / Double(all.count) - 0.9) < 0.03)
    var sum = 0.0
    for (name, words, holds) in Self.observables {
      let counterpart = try unwrap(DeliveryData.counterparts.first { $0.name == name }).metric
      let expected = Double(lives.count(where: holds)) / Double(lives.count)
      expect(expected > 0.002, "\(name) hardly happens")
      try expect(share(counterpart, record), equals: expected, "\(name): \(words)")
      sum += name == "priorityLowered" ? 0 : expected
    }
    // The outcomes exclude each other, and nothing else happens: at the end nothing waits.
    expect(abs(sum - 1) < 1e-12, "\(sum)")
  }

  @Test("Whatever else FCM counts has no counterpart, but for what came at once")
  func others() {
    let named = DeliveryData.counterparts.filter { $0.metric != nil }.map(\.name)
    expect(Set(named), equals: Set(Self.observables.map(\.name) + ["deliveredNoDelay"]))
  }
}
