import DeliverySim
import Models
import TestSupport
import Testing

/// R3.16: FCM gives devices up that are away for long.
@Suite struct R03_16Tests {
  private static let day = 86_400.0

  /// Away from day 0 to day 50, then connected for 100 days, and so on; times in days.
  private func away(
    _ kind: PushService.Kind = .fcm, for absence: Double = 50, at days: [Double],
    _ strategy: Strategy = .fireAndForget, until end: Double = 100,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try FeatureTests.away(
      for: absence * Self.day, online: 100 * Self.day, at: days.map { $0 * Self.day }, strategy,
      until: end * Self.day
    ) {
      $0.service.kind = kind
      change(&$0)
    }
  }

  private func days(_ times: [Double?]) -> [Double?] { times.map { $0.map { $0 / Self.day } } }

  @Test("R3.16 after 30 days what fcm accepts is dropped, and the app syncs when it is back")
  func inactive() throws {
    // The first expires after 28 days, the second is delivered.
    let run = try away(at: [-1, 1, 29.5, 30, 45, 51])
    expect(days(run.shown), equals: [-1, nil, 50, nil, nil, 51])
    expect(days(run.synced), equals: [nil, nil, nil, 50, 50, nil])
    expect(
      run.causes,
      equals: [
        .none, .pushService(.expired), .none, .pushService(.inactive), .pushService(.inactive),
        .none,
      ])
    expect(Cause.pushService(.inactive).stage, equals: .service)
    expect(run.values(.appSyncs), equals: [2])
  }

  @Test("R3.16 R3.14 what an app without the callback is not told of stays lost")
  func withoutCallback() throws {
    let run = try away(at: [29.5, 30, 45, 51]) { $0.service.hasDeletedCallback = false }
    expect(run.fates, equals: [.shown, .lost, .lost, .shown])
    expect(run.records(.appSyncs).isEmpty)
  }

  @Test("R3.16 a scenario says after how long; each absence counts for itself")
  func figure() throws {
    // Away from 0 to 5 and from 15 to 20.
    let times = [2.999_99, 3, 16, 18.5]
    let run = try FeatureTests.away(
      for: 5 * Self.day, online: 10 * Self.day, at: times.map { $0 * Self.day },
      until: 24 * Self.day
    ) {
      ($0.service.kind, $0.service.inactiveAfter) = (.fcm, .days(3))
    }
    expect(days(run.shown), equals: [5, nil, 20, nil])
    expect(days(run.synced), equals: [nil, 5, nil, 20])
    expect(run.causes[3], equals: .pushService(.inactive))
  }

  @Test("R3.16 what waits while a connected device dozes is not dropped")
  func dozing() throws {
    let usage = try unwrap(OnOffProcess(up: constant(1), down: constant(1e9)))
    let run = try away(for: 40, at: [35, 41, 42], until: 60) {
      $0.workload.priority = .byPower
      $0.android = Android(
        doze: .init(
          usage: usage, after: .hours(1), first: .hours(1), factor: 1, longest: .hours(1)))
    }
    expect(run.fates, equals: [.synced, .shown, .shown])
    expect(run.causes[0], equals: .pushService(.inactive))
  }

  @Test("R3.16 no other service gives a device up")
  func others() throws {
    for kind in PushService.Kind.allCases where kind != .fcm {
      let causes = try away(kind, at: [31, 45]) { $0.service.capacity = 9 }.causes
      let cause = kind == .wnsToast ? Cause.pushService(.notStored) : .none
      expect(causes, equals: [cause, cause])
    }
  }

  // MARK: Tokens

  /// Away from day 0 to day 300. The app is opened now and then, and fetches nothing by that.
  private func forgotten(
    at days: [Double], _ strategy: Strategy = .fireAndForget,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try FeatureTests.away(
      for: 300 * Self.day, online: 1000 * Self.day, at: days.map { $0 * Self.day }, strategy,
      until: 500 * Self.day,
      given: { run in
        let opened = run.times(.app(.opened)).first { $0 > 200 * Self.day } ?? 0
        return (310 * Self.day..<390 * Self.day).contains(opened)
      },
      change: {
        $0.service.kind = .fcm
        $0.app = App(
          openings: .init(rate: constant(1 / (100 * Self.day))), syncsOnOpening: false)
        change(&$0)
      })
  }

  private func opening(_ run: RecordedRun) -> Double {
    run.times(.app(.opened)).first { $0 > 300 * Self.day } ?? 0
  }

  @Test("R3.16 R2.8 after 270 days the token is gone, until the app is opened")
  func tokens() throws {
    let run = try forgotten(at: [-1, 269, 270.5, 290, 301, 400])
    expect(days(run.times(.app(.tokenExpired))), equals: [270])
    expect(run.times(.app(.tokenRegistered)), equals: [opening(run)])
    // The provider learns from the first answer; what was dropped before is forgotten.
    expect(
      run.causes,
      equals: [
        .none, .pushService(.inactive), .tokens(.unregistered), .tokens(.noToken),
        .tokens(.noToken), .none,
      ])
    expect(run.fates, equals: [.shown, .lost, .lost, .lost, .lost, .shown])
    expect(run.records(.appSyncs).isEmpty)
  }

  @Test("R3.16 the app is the same: it keeps its position and asks for what had one")
  func position() throws {
    let run = try forgotten(at: [-1, 269, 270.5, 290, 301, 400], gapRecovery())
    // Two pushes had a position and are missed; those that nobody sent had none.
    expect(run.values(.requested), equals: [2])
    expect(run.fates, equals: [.shown, .shown, .shown, .lost, .lost, .shown])
    expect(days(run.shown)[1...2].allSatisfy { $0 == 400 })
  }

  @Test("R3.16 R5.8 nor does its cursor move: the next push brings all that it misses")
  func cursor() throws {
    let run = try forgotten(
      at: [-1, 269, 270.5, 290, 301, 400], .extensionFetch(ExtensionFetch()))
    expect(days(run.shown), equals: [-1, 400, 400, 400, 400, 400])
  }

  @Test("R3.16 a shorter absence leaves the token, as does a token that is new")
  func kept() throws {
    let run = try away(for: 269, at: [268, 270], until: 300)
    expect(run.times(.app(.tokenExpired)), equals: [])
    expect(run.fates, equals: [.synced, .shown])
    // Twice away for 5 days with 1 day between: never for 7 days.
    let twice = try FeatureTests.away(
      for: 5 * Self.day, online: Self.day, at: [10 * Self.day, 12.5 * Self.day],
      until: 18 * Self.day
    ) {
      ($0.service.kind, $0.service.tokenExpiresAfter) = (.fcm, .days(7))
    }
    expect(twice.times(.app(.tokenExpired)), equals: [])
    expect(twice.fates, equals: [.shown, .shown])
  }
}
