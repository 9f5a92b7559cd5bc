import DeliverySim
import Models
import TestSupport
import Testing

/// R7: what the team would have measured.
@Suite struct R07Tests {
  private static let day = 86_400.0

  /// An app that is opened about `perDay` times a day.
  private static func opened(_ perDay: Double, visit: Distribution = .zero) -> App {
    App(openings: .init(rate: law(.constant(value: perDay / day))), visit: visit)
  }

  /// A device that measures.
  private static func measures(
    _ setup: inout DeviceSetup, _ app: App, _ receipts: Telemetry.Receipts = .serviceExtension
  ) {
    (setup.app, setup.telemetry) = (app, Telemetry(receipts: receipts))
  }

  @Test("R7.1 the extension writes a receipt, whatever the strategy; the next opening uploads it")
  func uploads() throws {
    for strategy in [Strategy.fireAndForget, gapRecovery(), .retryUntilAcked()] {
      let run = try online(
        at: [10, 20], strategy, until: 4 * Self.day, given: { $0.times(.app(.opened)).count > 2 },
        change: { Self.measures(&$0, Self.opened(1)) })
      expect(run.times(.app(.receiptWritten)), equals: [10, 20])
      expect(run.times(.app(.receiptsUploaded)), equals: run.times(.app(.opened)))
      expect(run.tally.telemetry.receipts, equals: 2)
    }
    let plain = try online(at: [10, 20]) { $0.app = Self.opened(1) }
    expect(plain.times(.app(.receiptWritten)).isEmpty)
    expect(plain.times(.app(.receiptsUploaded)).isEmpty)
    expect(plain.tally.telemetry, equals: TelemetryCounts())
  }

  @Test("R7.1 without an extension nobody writes its receipts")
  func noExtension() throws {
    let run = try online(at: [10, 20], until: 4 * Self.day) {
      Self.measures(&$0, Self.opened(1))
      $0.serviceExtension.absent = .one
    }
    expect(run.fates, equals: [.shown, .shown])
    expect(run.times(.app(.receiptWritten)), equals: [])
    expect(run.tally.telemetry.receipts, equals: 0)
  }

  @Test("R7.1 without an opening nothing is ever known")
  func neverOpened() throws {
    let run = try online(
      at: [10, 20], given: { $0.times(.app(.opened)).isEmpty },
      change: {
        Self.measures(&$0, Self.opened(0.5))
      })
    expect(run.times(.app(.receiptWritten)), equals: [10, 20])
    expect(run.tally.telemetry.pushes, equals: 2)
    expect(run.tally.telemetry.receipts, equals: 0)
  }

  @Test("R7.1 no receipt where alerts are off or denied, nor for what never arrives")
  func invisible() throws {
    for settings in [NotificationSettings(denied: .one), NotificationSettings(alertsOff: .one)] {
      let run = try online(at: [10, 20]) {
        Self.measures(&$0, Self.opened(24))
        $0.settings = settings
      }
      expect(run.times(.app(.receiptWritten)).isEmpty)
      expect(run.tally.telemetry.pushes, equals: 2)
    }
    let lossy = try online(at: [10]) {
      Self.measures(&$0, Self.opened(24))
      $0.provider.link.loss = .one
    }
    expect(lossy.times(.app(.receiptWritten)).isEmpty)
  }

  @Test("R7.1 an app that writes receipts itself does so in the foreground only")
  func byTheApp() throws {
    let times = (0..<200).map { 400.0 * Double($0) + 1 }
    let run = try online(
      at: times, given: { $0.times(.app(.opened)).count > 5 },
      change: {
        Self.measures(&$0, Self.opened(20, visit: constant(1000)), .app)
      })
    // Openings within a visit prolong it.
    let opened = run.times(.app(.opened))
    let expected = times.filter { time in opened.contains { $0 <= time && time < $0 + 1000 } }
    expect(run.times(.app(.receiptWritten)), equals: expected)
    expect(!expected.isEmpty && expected.count < times.count)
  }

  @Test("R7.1 what a digest brings while the app is closed has no receipt from the app")
  func byTheAppOfDigests() throws {
    let run = try online(
      at: (0..<200).map { 400.0 * Double($0) + 1 },
      .fireAndForget.with(Digest(items: 1, payloadLimit: 4096)),
      given: { $0.times(.app(.opened)).count > 5 },
      change: { Self.measures(&$0, Self.opened(20, visit: constant(1000)), .app) })
    let opened = run.times(.app(.opened))
    let written = run.times(.app(.receiptWritten))
    expect(!written.isEmpty)
    for time in written { expect(opened.contains { $0 <= time && time < $0 + 1000 }, "\(time)") }
  }

  @Test("R7.1 opened without a network, it uploads when there is one, if somebody is still there")
  func opensOffline() throws {
    func run(visit: Double) throws -> RecordedRun {
      try away(
        for: 3600, at: [-10], until: 7200,
        given: { run in
          let opened = run.times(.app(.opened))
          return opened.contains { 3000 < $0 && $0 < 3500 } && opened.count == 1
        }, change: { Self.measures(&$0, Self.opened(12, visit: constant(visit))) })
    }
    let patient = try run(visit: 1000)
    expect(patient.times(.app(.receiptsUploaded)), equals: [3600])
    expect(patient.tally.telemetry.receipts, equals: 1)
    let hasty = try run(visit: 50)
    expect(hasty.times(.app(.receiptsUploaded)).isEmpty)
    expect(hasty.tally.telemetry.receipts, equals: 0)
  }

  @Test("R7.2 a repeat's receipt will do; a carrier that becomes a summary has one too")
  func repeats() throws {
    let recovered = try away(for: 100, at: [-10, 10, 20, 30], gapRecovery(), until: 3 * Self.day) {
      Self.measures(&$0, Self.opened(24))
    }
    expect(recovered.fates, equals: [.shown, .shown, .shown, .shown])
    expect(Set(recovered.messages(.app(.receiptWritten))), equals: [0, 1, 2, 3])
    let summarised = try away(
      for: 100, at: [-10, 10, 20, 30], gapRecovery(limit: 0), until: 3 * Self.day
    ) { Self.measures(&$0, Self.opened(24)) }
    expect(summarised.fates, equals: [.shown, .summarised, .summarised, .summarised])
    expect(summarised.messages(.app(.receiptWritten)), equals: [0, 3])
    expect(summarised.tally.telemetry.receipts, equals: 2)
    expect(summarised.tally.telemetry.pushes, equals: 4)
  }

  /// A message each hour of six days; the app is opened on some of them.
  private static func sixDays(_ given: (RecordedRun) -> Bool) throws -> RecordedRun {
    let times = (0..<6 * 24).map { 3600.0 * Double($0) + 1 }
    return try online(at: times, until: 6 * day, given: given) { measures(&$0, opened(0.3)) }
  }

  @Test("R7.2 the cohort: opened on the day or the next; known by the end of the next day")
  func cohort() throws {
    // One opening, on day 2 (from 0) before noon: days 1 and 2 are in the cohort.
    let run = try Self.sixDays {
      let opened = $0.times(.app(.opened))
      return opened.count == 1 && 2.1 * Self.day < opened[0] && opened[0] < 2.4 * Self.day
    }
    let counts = run.tally.telemetry
    let opening = run.times(.app(.opened))[0]
    let before = run.times(.created).count { $0 <= opening }
    expect(counts.pushes, equals: 144)
    expect(counts.receipts, equals: UInt64(before))
    expect(counts.cohortPushes, equals: 48)
    expect(counts.cohortOwed, equals: 48)
    expect(counts.cohortShown, equals: 48)
    expect(counts.cohortReceipts, equals: UInt64(before - 24))
  }

  @Test("R7.2 what is uploaded after the end of the next day is not known in time")
  func uploadedLate() throws {
    // Opened on day 1 without a network, and again when there is one: on day 3 or later.
    let run = try away(
      for: 3 * Self.day, at: [-10], until: 6 * Self.day,
      given: { run in
        let opened = run.times(.app(.opened))
        return opened.contains { 0 < $0 && $0 < Self.day }
          && run.times(.app(.receiptsUploaded)).contains { $0 > 3 * Self.day }
      }, change: { Self.measures(&$0, Self.opened(1)) })
    expect(run.tally.telemetry.receipts, equals: 1)
    expect(run.tally.telemetry.cohortPushes, equals: 1)
    expect(run.tally.telemetry.cohortReceipts, equals: 0)
  }

  @Test("R7.2 a day whose next day is not over at the end of the run is in no cohort")
  func lastDay() throws {
    let run = try Self.sixDays {
      let opened = $0.times(.app(.opened))
      return opened.count == 1 && opened[0] > 5 * Self.day
    }
    // Day 4 is; day 5, on which it was opened, is not.
    expect(run.tally.telemetry.cohortPushes, equals: 24)
    expect(run.tally.telemetry.cohortReceipts, equals: 24)
  }

  @Test("R7.2 a push belongs to the day of its first send, a notification to that of its creation")
  func sentLater() throws {
    let hour = 3600.0
    let run = try online(
      at: [23 * hour], until: 4 * Self.day,
      given: { $0.times(.app(.opened)).count == 1 && $0.times(.app(.opened))[0] > 2 * Self.day },
      change: {
        Self.measures(&$0, Self.opened(0.4))
        $0.provider.intake.latency = constant(2 * hour)
      })
    let isOnDay2 = run.times(.app(.opened))[0] < 3 * Self.day
    // Sent on day 1, created on day 0; the app was opened on day 2 or 3.
    expect(run.tally.telemetry.cohortPushes, equals: (isOnDay2 ? 1 : 0))
    expect(run.tally.telemetry.cohortOwed, equals: 0)
    expect(run.tally.telemetry.pushes, equals: 1)
  }

  @Test("R7.2 what hop 1 loses is owed, but was never accepted by the provider")
  func neverSent() throws {
    let run = try online(at: [10, 20], until: 4 * Self.day) {
      Self.measures(&$0, Self.opened(24))
      $0.provider.intake.loss = .one
    }
    expect(run.tally.telemetry.pushes, equals: 0)
    expect(run.tally.telemetry.cohortPushes, equals: 0)
    expect(run.tally.telemetry.cohortOwed, equals: 2)
    expect(run.tally.telemetry.cohortShown, equals: 0)
  }
}
