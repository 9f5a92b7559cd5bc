import DeliverySim
import Models
import Testing

/// Random worlds whose users open an app: what depends on the openings.
@Suite("The books balance in worlds with an app")
struct MeasuredWorldsTests {
  @Test("Counts are sums; neither cells nor skipped events change a run")
  func balance() {
    RandomWorlds.check(150) { world, generator in
      let world = world.changed { generator.addStations(&$0.setup) }
      let one = try world.simulated()
      var findings = Findings()
      let fates = Fate.allCases.reduce(0) { $0 + one.count($1) }
      findings.requireEqual(one[.owed], fates, "owed and the sum of the fates")
      findings.require(one[.owed] <= one[.created], "owed <= created")
      let isSubscribed = !world.allSetups { $0.workload.subscriptions == nil }
      let isStaying = world.allSetups { $0.uninstalls == nil }
      findings.require(
        isSubscribed || !isStaying || one[.unwanted] == 0, "unwanted without subscriptions")
      let window = UInt128((world.duration - world.warmup).microseconds)
      findings.require(
        isStaying
          ? one[ReactionCounter.installedTime] == 0
          : one[ReactionCounter.installedTime] <= UInt128(world.devices) * window,
        "installed time <= that of all devices")
      findings.requireEqual(one[.owed], one.timelineOwed.total, "owed by time")
      let telemetry = one.telemetry
      findings.require(telemetry.receipts <= telemetry.pushes, "receipts <= pushes")
      findings.require(telemetry.cohortReceipts <= telemetry.receipts, "those of the cohort")
      findings.require(telemetry.cohortPushes <= telemetry.pushes, "pushes of the cohort")
      findings.require(telemetry.cohortShown <= telemetry.cohortOwed, "shown <= owed")
      findings.require(telemetry.cohortOwed <= one[.owed], "owed to the cohort")
      for (batchSize, maySkipEvents) in [(3, true), (1, false)] {
        let other = try simulate(
          world, replication: 0, devices: 0..<world.devices, batchSize: batchSize,
          maySkipEvents: maySkipEvents)
        findings.requireEqual(one.fingerprint, other.fingerprint, "fingerprint")
        findings.requireEqual(one.telemetry, other.telemetry, "telemetry")
        findings.require(one == other, "all counts are the same")
      }
      return findings.wrong
    }
  }

  /// Found again from the stories, message by message and day by day.
  @Test("Telemetry is what the stories tell")
  func told() {
    RandomWorlds.check(150) { world, generator in
      let world = world.changed {
        generator.addStations(&$0.setup)
        $0.setup.telemetry = $0.setup.telemetry ?? Telemetry()
        // Nobody sends what an app asks for by itself.
        if $0.setup.strategy.stages.contains(where: { $0.polling != nil }) {
          $0.setup.strategy = .fireAndForget
        }
      }
      var expected = (pushes: 0, receipts: 0, cohortPushes: 0, cohortReceipts: 0)
      for story in try world.stories() {
        let app = AppRecords(story)
        for message in story.firstSends(
          throughQueue: world.setups[story.group].numbersUntil < world.horizon)
        where world.isCounted(message.created) {
          let end = SimTime(microseconds: (message.sent.dayNumber + 2) * SimTime.day.microseconds)
          let upload = app.upload(of: message.number)
          expected.pushes += 1
          expected.receipts += upload == nil ? 0 : 1
          // Days that begin before the end are over by then.
          let opened = (0...1).contains { app.openedOn.contains(message.sent.dayNumber + $0) }
          guard opened, end <= world.horizon else { continue }
          expected.cohortPushes += 1
          expected.cohortReceipts += upload.map { $0 < end } == true ? 1 : 0
        }
      }
      let telemetry = try world.simulated().telemetry
      var findings = Findings()
      findings.requireEqual(Int(telemetry.pushes), expected.pushes, "pushes")
      findings.requireEqual(Int(telemetry.receipts), expected.receipts, "receipts")
      findings.requireEqual(Int(telemetry.cohortPushes), expected.cohortPushes, "of the cohort")
      findings.requireEqual(
        Int(telemetry.cohortReceipts), expected.cohortReceipts, "receipts of the cohort")
      return findings.wrong
    }
  }
}

extension DeviceStory {
  /// When messages were sent for the first time: when they got into the provider's queue, or were
  /// created where nothing lies between.
  fileprivate func firstSends(
    throughQueue: Bool
  ) -> [(number: UInt32, created: SimTime, sent: SimTime)] {
    let rejected = Set(
      records.filter { $0.event == .destroyed(by: .pushService(.rejectedTooLarge)) && $0.copy == 0 }
        .compactMap(\.message))
    let sends = records.filter {
      $0.event == (throughQueue ? .queued : .created) && !rejected.contains($0.message ?? 0)
    }
    return sends.compactMap { record in
      record.message.map { ($0, outcomes[Int($0)].created, record.time) }
    }
  }
}

/// The records of the app in a device's story, read once.
private struct AppRecords {
  private(set) var openedOn: Set<Int64> = []
  private var written: [UInt32: SimTime] = [:]
  private var uploads: [SimTime] = []

  init(_ story: DeviceStory) {
    for record in story.records {
      switch record.event {
      case .app(.opened): openedOn.insert(record.time.dayNumber)
      case .app(.receiptsUploaded): uploads.append(record.time)
      case .app(.receiptWritten):
        if let message = record.message, written[message] == nil { written[message] = record.time }
      default: break
      }
    }
  }

  /// The time when the receipt of a message was uploaded; nil: never.
  func upload(of message: UInt32) -> SimTime? {
    written[message].flatMap { time in uploads.first { $0 >= time } }
  }
}

extension SimTime {
  fileprivate var dayNumber: Int64 { microseconds / SimTime.day.microseconds }
}
