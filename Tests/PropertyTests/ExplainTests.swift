import DeliverySim
import Models
import Testing

/// `explain` tells what the ledger counts: single devices, simulated again with the trace on, add
/// up to the whole run, whatever the size of its cells; and the story alone, read by this test,
/// gives the ledger's fates.
@Suite("The stories of all devices are the ledger")
struct ExplainTests {
  @Test("Outcomes of single devices add up to the run's fates and delays")
  func outcomes() {
    RandomWorlds.check { world, generator in
      let batchSize = generator.pick([1, 2, 7, 1000])
      let tally = try world.simulated(replication: 2, batchSize: batchSize)
      var sum = Sum(fateCount: tally.fates.count)
      for story in try world.stories(replication: 2) { sum.add(story, world) }
      var findings = Findings()
      findings.requireEqual(sum.fates, tally.fates, "fates")
      findings.requireEqual(sum.delays, tally.latencySum, "sum of the delays")
      findings.requireEqual(sum.fingerprint, tally.fingerprint, "fingerprint")
      return findings.wrong
    }
  }

  private static let codes = Set(StoryRecord.Event.allCases.map(\.code))

  @Test("Events of the stories, counted, are the run's counts")
  func events() {
    RandomWorlds.check { world, _ in
      let tally = try world.simulated()
      var counted = Counts()
      var findings = Findings()
      for story in try world.stories() {
        counted.add(story, world)
        let isListed = story.records.allSatisfy { Self.codes.contains($0.event.code) }
        findings.require(isListed, "every event that happens is in the list of all")
      }
      findings.requireEqual(counted.pushes, tally[.pushesSent], "pushes")
      findings.requireEqual(counted.resent, tally[.pushesResent], "pushes sent again")
      findings.requireEqual(counted.requests, tally[.resendRequests], "requests")
      findings.requireEqual(
        counted.acknowledgements, tally[.acknowledgements], "acknowledgements")
      findings.requireEqual(counted.summaries, tally[.summaries], "summaries")
      findings.requireEqual(counted.emptySummaries, 0, "summaries of nothing")
      findings.requireEqual(counted.duplicates, tally[.duplicates], "duplicates")
      findings.requireEqual(counted.interruptions, tally[.interruptions], "interruptions")
      findings.requireEqual(
        counted.extensionRuns, tally[ExtensionCounter.extensionRuns], "extension runs")
      findings.requireEqual(counted.wakeUps, tally[.wakeUps], "wake-ups")
      findings.requireEqual(counted.heartbeats, tally[HeartbeatCounter.heartbeats], "heartbeats")
      findings.requireEqual(counted.extraPushes, tally[WorkloadCounter.extraPushes], "extra pushes")
      findings.requireEqual(
        counted.silenced, tally[PhoneCounter.silenced], "alerts that were not drawn")
      findings.requireEqual(counted.taps, tally[UserCounter.taps], "taps")
      findings.requireEqual(counted.dismissals, tally[UserCounter.dismissals], "dismissals")
      findings.requireEqual(counted.actions, tally[UserCounter.actions], "actions")
      findings.requireEqual(counted.seenInTime, tally[UserCounter.seenInTime], "seen in time")
      return findings.wrong
    }
  }

  @Test("Each message's story has the end that its account says")
  func messages() {
    RandomWorlds.check { world, _ in
      var findings = Findings()
      for (device, story) in try world.stories().enumerated() {
        let recorded = Self.recorded(story)
        for (message, outcome) in story.outcomes.enumerated() {
          let events = recorded[message]
          let what = { "device \(device), message \(message)" }
          findings.requireEqual(events.created, outcome.created, what())
          findings.requireEqual(events.shown, outcome.shown, what())
          findings.requireEqual(events.synced, outcome.synced, what())
          if [.lost, .summarised, .synced].contains(outcome.fate) {
            findings.requireEqual(events.destroyed, outcome.cause, what())
          }
          let stages = world.setup.strategy.stages
          let sendsOnce = world.allSetups { $0.provider.link.ackLoss == nil }
          if sendsOnce, stages.allSatisfy({ !$0.usesExtension && $0.sendsOnePush }) {
            findings.requireEqual(events.fateOfOnePush, outcome.fate, what())
          }
        }
      }
      return findings.wrong
    }
  }
}

extension Strategy {
  fileprivate var usesExtension: Bool {
    switch client {
    case .acknowledges, .recoversGaps, .fetchesInExtension, .foreign: true
    case .showsIt, .fetches, .posts: false
    }
  }

  /// The extension runs for it.
  fileprivate func looksAt(_ content: PushContent) -> Bool {
    switch client {
    case .recoversGaps, .fetchesInExtension: content == .message || content == .heartbeat
    default: content == .message && usesExtension
    }
  }

  fileprivate var sendsOnePush: Bool { provider.digest == nil && provider.retry == nil && !fetches }
}

// MARK: - The records' meaning

/// A message's events.
private struct RecordedEvents {
  var created: SimTime?
  var shown: SimTime?
  var synced: SimTime?
  /// R0.4: that of the copy destroyed last.
  var destroyed = Cause.none
  /// The app was installed anew since, and is told of nothing that was discarded before.
  var isForgotten = false

  /// With one push for each message there are four ends; what was discarded waits for its sync.
  var fateOfOnePush: Fate {
    if shown != nil { return .shown }
    if synced != nil { return .synced }
    let waitsForSync = destroyed == .pushService(.droppedAll) && !isForgotten
    return destroyed == .none || waitsForSync ? .pending : .lost
  }
}

extension [RecordedEvents] {
  fileprivate mutating func forgetDiscarded() {
    for place in indices where self[place].destroyed == .pushService(.droppedAll) {
      self[place].isForgotten = true
    }
  }
}

extension ExplainTests {
  private static func recorded(_ story: DeviceStory) -> [RecordedEvents] {
    var recorded = story.outcomes.map { _ in RecordedEvents() }
    for record in story.records {
      if record.event == .app(.tokenChanged) { recorded.forgetDiscarded() }
      guard record.content == .message, let message = record.message.map({ Int($0) })
      else { continue }
      switch record.event {
      case .created: recorded[message].created = record.time
      case .shown: recorded[message].shown = record.time
      case .synced: recorded[message].synced = record.time
      case .destroyed(let cause): recorded[message].destroyed = cause
      default: break
      }
    }
    return recorded
  }
}

/// One copy of a message's push.
private struct Copy: Hashable {
  let message: UInt32
  let number: UInt16

  init?(_ record: StoryRecord) {
    guard record.content == .message, let message = record.message else { return nil }
    (self.message, number) = (message, record.copy)
  }
}

/// The part of the pushes that reaches the extension.
private struct Reach {
  /// The app hears of what arrives, from its extension.
  let isReachable: Bool
  /// The times when pushes arrived in which there is nothing to draw.
  private let blank: [Copy: SimTime]
  /// Those that were sent to wake the app; the strategy may be another one when they arrive.
  private var wakers: Set<Copy> = []
  private var silentHeartbeats: Set<UInt32> = []

  init(_ story: DeviceStory) {
    isReachable = !story.records.contains {
      [.destroyed(by: .phone(.disabled)), .destroyed(by: .phone(.alertsOff)), .run(.absent)]
        .contains($0.event)
    }
    var blank: [Copy: SimTime] = [:]
    var arrivals: [Copy: SimTime] = [:]
    for record in story.records {
      guard let copy = Copy(record) else { continue }
      if record.event == .arrived { arrivals[copy] = record.time }
      // The push of a digest arrived now; the items that end with it came before, if at all.
      let isPush = arrivals[copy] == record.time
      if record.event == .destroyed(by: .phone(.ignoredPayload)), isPush {
        blank[copy] = record.time
      }
    }
    self.blank = blank
  }

  /// Where hop 1 is not ideal, a message that was created is sent when it is queued.
  mutating func noteSend(_ record: StoryRecord, _ strategy: Strategy) {
    if record.content == .heartbeat, record.event == .sent, let number = record.message,
      strategy.provider.heartbeat?.form == .silent
    {
      silentHeartbeats.insert(number)
    }
    guard let copy = Copy(record), [.created, .queued, .resent].contains(record.event)
    else { return }
    if strategy.provider.pushType == .alert { wakers.remove(copy) } else { wakers.insert(copy) }
  }

  func isHeard(_ record: StoryRecord) -> Bool {
    if record.content == .heartbeat, let number = record.message {
      return isReachable && !silentHeartbeats.contains(number)
    }
    guard isReachable, let copy = Copy(record) else { return isReachable }
    return blank[copy] != record.time && !wakers.contains(copy)
  }
}

extension DeviceSetup {
  /// A message gets its first push when it is created.
  fileprivate func sends(_ strategy: Strategy, until horizon: SimTime) -> Bool {
    horizon <= numbersUntil && strategy.provider.pushType != nil
  }

  /// The record tells of a run of the extension: a run that may fail, when it is over; another one,
  /// when its push arrives.
  fileprivate func runsExtension(
    _ record: StoryRecord, _ strategy: Strategy, _ reach: Reach
  ) -> Bool {
    guard strategy.looksAt(record.content) else { return false }
    switch record.event {
    case .arrived:
      return !(serviceExtension.limitsRuns && strategy.needsExtension) && reach.isHeard(record)
    default:
      let ends: [ExtensionStep] = [.worked, .cutShort, .crashed, .calledAgain]
      return ExtensionStep(record.event).map { ends.contains($0) } ?? false
    }
  }
}

/// The counts of a run, from its events.
private struct Counts {
  var pushes: UInt128 = 0
  var resent: UInt128 = 0
  var requests: UInt128 = 0
  var acknowledgements: UInt128 = 0
  var summaries: UInt128 = 0
  /// Those that tell of nothing: there is no reason for one.
  var emptySummaries: UInt128 = 0
  var duplicates: UInt128 = 0
  var interruptions: UInt128 = 0
  var extensionRuns: UInt128 = 0
  var wakeUps: UInt128 = 0
  var heartbeats: UInt128 = 0
  var extraPushes: UInt128 = 0
  var silenced: UInt128 = 0
  var taps: UInt128 = 0
  var dismissals: UInt128 = 0
  var actions: UInt128 = 0
  var seenInTime: UInt128 = 0

  mutating func add(_ story: DeviceStory, _ world: World) {
    let setup = world.setups[story.group]
    var (reach, strategy) = (Reach(story), setup.strategy)
    for record in story.records {
      let happens: UInt128 = world.isCounted(record.time) ? 1 : 0
      let carried = record.content == .message ? record.message : nil
      let created = carried.map { story.outcomes[Int($0)].created }
      let isOwed = carried.map { story.outcomes[Int($0)].isOwed } ?? false
      let owed: UInt128 = isOwed && created.map(world.isCounted) ?? false ? 1 : 0
      extensionRuns += setup.runsExtension(record, strategy, reach) ? happens : 0
      reach.noteSend(record, strategy)
      switch record.event {
      // The first send: where hop 1 is not ideal, when the provider has the message.
      case .created where setup.sends(strategy, until: world.horizon), .queued: pushes += owed
      case .resent:
        pushes += owed
        resent += owed
      case .requested, .run(.fetches): requests += happens
      case .acknowledged, .acknowledgementLost: acknowledgements += happens
      case .summary, .run(.placeholder):
        emptySummaries += record.event == .summary && record.value == 0 ? 1 : 0
        summaries += happens
        interruptions += happens
      case .shown, .heartbeatShown: interruptions += happens
      case .duplicate:
        duplicates += owed
        interruptions += happens
      case .replacedInCentre:
        interruptions += setup.centre.alertsAgainOnCollapse ? happens : 0
      case .arrived: wakeUps += happens
      case .appSyncs, .app(.refreshed): wakeUps += happens
      case .sent:
        if record.content == .heartbeat { heartbeats += happens } else { extraPushes += happens }
      case .adopted: strategy = world.setup.strategy.stages[Int(record.value)]
      default: add(Attention(record.event), record, created: created, world, setup)
      }
    }
  }

  private mutating func add(
    _ attention: Attention?, _ record: StoryRecord, created: SimTime?, _ world: World,
    _ setup: DeviceSetup
  ) {
    let happens: UInt128 = world.isCounted(record.time) ? 1 : 0
    switch attention {
    // It follows what would else have interrupted.
    case .silenced:
      silenced += happens
      interruptions -= happens
    case .summaryDelivered: interruptions += record.value == 1 ? 0 : happens
    case .tapped: taps += happens
    case .dismissed: dismissals += happens
    case .acted: actions += happens
    case .alertedAgain: interruptions += happens
    case .seen:
      guard let created, let useful = setup.workload.usefulFor else { return }
      let isInTime = record.time <= created.advanced(bySpan: useful)
      seenInTime += isInTime && world.isCounted(created) ? 1 : 0
    case .notDrawn, .pickedUp, .kept, .turnedOff, .badge, nil: break
    }
  }
}

/// The sum of what single devices' stories say.
private struct Sum {
  var fates: [UInt64]
  var delays: UInt128 = 0
  var fingerprint: UInt64 = 0

  init(fateCount: Int) { fates = [UInt64](repeating: 0, count: fateCount) }

  mutating func add(_ story: DeviceStory, _ world: World) {
    for outcome in story.outcomes where outcome.isOwed && world.isCounted(outcome.created) {
      fates[Tally.fateIndex(outcome.fate, outcome.cause, outcome.repair)] += 1
      if let shown = outcome.shown {
        delays += UInt128((shown - outcome.created).microseconds)
      }
    }
    fingerprint &+= story.tally.fingerprint
  }
}
