import DeliverySim
import Models
import TestSupport
import Testing

/// A run with times in seconds from a moment of the test's choice: exact, since both are whole
/// microseconds.
struct RecordedRun {
  let story: DeviceStory
  let origin: SimTime

  var tally: Tally { story.tally }
  var fates: [Fate] { story.outcomes.map(\.fate) }
  var causes: [Cause] { story.outcomes.map(\.cause) }
  var repairs: [Repair] { story.outcomes.map(\.repair) }
  var shown: [Double?] { story.outcomes.map { $0.shown.map(seconds) } }
  var summarised: [Double?] { story.outcomes.map { $0.summarised.map(seconds) } }
  var synced: [Double?] { story.outcomes.map { $0.synced.map(seconds) } }
}

extension RecordedRun {
  func seconds(_ time: SimTime) -> Double { (time - origin).seconds }

  func records(
    _ event: StoryRecord.Event, of message: UInt32? = nil, copy: UInt16? = nil
  ) -> [StoryRecord] {
    story.records.filter { record in
      record.event == event && (message == nil || record.message == message)
        && (copy == nil || record.copy == copy) && record.content == .message
    }
  }

  /// The times when an event happened to pushes without a message [s].
  func times(_ event: StoryRecord.Event, ofAny content: PushContent) -> [Double] {
    story.records.filter { $0.event == event && $0.content == content }.map { seconds($0.time) }
  }

  /// The times when an event happened [s].
  func times(
    _ event: StoryRecord.Event, of message: UInt32? = nil, copy: UInt16? = nil
  ) -> [Double] {
    records(event, of: message, copy: copy).map { seconds($0.time) }
  }

  /// The messages to which an event happened, in order.
  func messages(_ event: StoryRecord.Event) -> [UInt32] { records(event).compactMap(\.message) }

  /// The numbers that an event carries, in order.
  func values(_ event: StoryRecord.Event) -> [Int64] { records(event).map(\.value) }
}

/// None of the replications tried gives the draws that a test wants.
struct NoSuchReplication: Error {}

private let replicationsToTry = 2000

/// The story of a world's only device, in which each step is an event. A run that nobody watches,
/// and that takes most messages to the screen or to the store at once, must come to the same.
func record(_ world: World, replication: Int) throws -> DeviceStory {
  let story = try tellStory(world, replication: replication, device: 0, maySkipEvents: false)
  let fast = try simulate(
    world, replication: replication, devices: 0..<1, batchSize: 1, maySkipEvents: true)
  expect(fast == story.tally, "the fast way of replication \(replication) differs")
  return story
}

/// A device that is always online; message times and all others count from the start.
func online(
  at times: [Double], _ strategy: Strategy = .fireAndForget, until end: Double = 86_400,
  change: (inout DeviceSetup) -> Void = { _ in }
) throws -> RecordedRun {
  try online(at: times, strategy, until: end, given: { _ in true }, change: change)
}

/// - Parameter given: The condition on the random draws; the first replication of that kind is
///   recorded.
func online(
  at times: [Double], _ strategy: Strategy = .fireAndForget, until end: Double = 86_400,
  given: (RecordedRun) -> Bool, change: (inout DeviceSetup) -> Void
) throws -> RecordedRun {
  let world = smallWorld(at: times, strategy: strategy, duration: .seconds(end), change: change)
  for replication in 0..<replicationsToTry {
    let story = try record(world, replication: replication)
    let run = RecordedRun(story: story, origin: .zero)
    if given(run) { return run }
  }
  throw NoSuchReplication()
}

/// A device that is away from 0 to `offline` [s], then online for `online`, away again for
/// `offline`, and so on. All times count from the moment at which it first goes offline.
///
/// The start of a network is random, but not a message's doing: so that moment is found in a run
/// without messages.
func away(
  for offline: Double, online: Double = 360_000, at times: [Double],
  _ strategy: Strategy = .fireAndForget, until end: Double? = nil,
  change: (inout DeviceSetup) -> Void = { _ in }
) throws -> RecordedRun {
  try away(
    for: offline, online: online, at: times, strategy, until: end, given: { _ in true },
    change: change)
}

/// - Parameter given: The condition on the random draws; the first replication of that kind is
///   recorded.
func away(
  for offline: Double, online: Double = 360_000, at times: [Double],
  _ strategy: Strategy = .fireAndForget, until end: Double? = nil,
  given: (RecordedRun) -> Bool, change: (inout DeviceSetup) -> Void
) throws -> RecordedRun {
  let network = Network(onOff: OnOffProcess(up: constant(online), down: constant(offline)))
  let lead = SimTime.seconds(1 - min(0, times.min() ?? 0))
  for replication in 0..<replicationsToTry {
    guard let start = try firstAbsence(network, online, replication), start > lead else { continue }
    let world = smallWorld(
      at: times.map { start.seconds + $0 }, strategy: strategy,
      duration: start + .seconds(end ?? offline + online / 2)
    ) { setup in
      setup.network = network
      change(&setup)
    }
    let story = try record(world, replication: replication)
    let run = RecordedRun(story: story, origin: start)
    if given(run) { return run }
  }
  throw NoSuchReplication()
}

/// When a device that starts online first goes offline; nil when it starts offline.
private func firstAbsence(
  _ network: Network, _ online: Double, _ replication: Int
) throws -> SimTime? {
  let world = smallWorld(at: [], duration: .seconds(online + 1)) { $0.network = network }
  let records = try tellStory(world, replication: replication, device: 0).records
  return records.first?.event == .online ? records.first { $0.event == .offline }?.time : nil
}

// MARK: - Short words

func constant(_ seconds: Double) -> Distribution { law(.constant(value: seconds)) }

/// One of the values, each equally likely.
func anyOf(_ values: [Double]) -> Distribution { law(.empirical(values: values)) }

func share(_ value: Double) -> Probability { Probability(value) ?? .zero }

func gapRecovery(
  limit: Int = 20, collapse: Bool = true, asPrinted: Bool = false, wait: Distribution = .zero
) -> Strategy {
  .gapRecovery(
    GapRecovery(repeatLimit: limit, collapse: collapse, asPrinted: asPrinted, wait: wait))
}
