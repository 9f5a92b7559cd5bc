import DeliverySim
import Models
import TestSupport
import Testing

/// R3.13: so many pushes to a device in a day, an hour or a minute of the clock.
@Suite struct R03_13Tests {
  private static let day = 86_400.0
  private static let over = Cause.pushService(.overQuota)

  private func online(
    _ quotas: PushService.Quota..., at times: [Double], until end: Double = 3 * day,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try FeatureTests.online(at: times, until: end) {
      $0.service.quotas = quotas
      change(&$0)
    }
  }

  @Test("R3.13 what comes beyond the count of a day is refused for good, until midnight")
  func days() throws {
    let times: [Double] = [0, 100, 200, 80_000, 86_399, 86_400, 86_401, 86_402, 172_800]
    let run = try online(.init(count: 2, per: .day), at: times) {
      // Nobody tries again, as after 429.
      $0.provider.link.retry = Hop.Retry(attempts: 5, first: .minute)
    }
    expect(run.shown, equals: [0, 100, nil, nil, nil, 86_400, 86_401, nil, 172_800])
    expect(run.times(.destroyed(by: Self.over)), equals: [200, 80_000, 86_399, 86_402])
    expect(Self.over.stage, equals: .service)
    // They have been sent, and the push service has accepted none of them.
    expect(run.tally[.pushesSent] == 9 && run.records(.accepted).count == 5)
  }

  @Test("R3.13 a day may begin at another hour; what came before it counts for the day before")
  func resets() throws {
    let six = 6 * 3600.0
    let times = [100, 200, six - 1, six, six + 1, six + 2, Self.day, Self.day + six]
    let run = try online(.init(count: 2, per: .day, resets: .hours(6)), at: times)
    expect(run.shown, equals: [100, 200, nil, six, six + 1, nil, nil, Self.day + six])
  }

  @Test("R3.13 hours and minutes are those of the clock")
  func shortPeriods() throws {
    let hour = try online(
      .init(count: 1, per: .hour, resets: .seconds(900)),
      at: [899, 900, 4499, 4500, 8099, 8100])
    expect(hour.shown, equals: [899, 900, nil, 4500, nil, 8100])
    let minute = try online(.init(count: 2, per: .minute), at: [1, 59, 59.5, 60, 119, 119.5])
    expect(minute.shown, equals: [1, 59, nil, 60, 119, nil])
  }

  @Test("R3.13 of two quotas each holds, and what one refuses counts in none")
  func two() throws {
    let quotas = [
      PushService.Quota(count: 2, per: .minute), PushService.Quota(count: 3, per: .hour),
    ]
    let times: [Double] = [1, 2, 3, 60, 61, 120, 3600]
    for order in [quotas, quotas.reversed()] {
      let run = try online(at: times) { $0.service.quotas = order }
      // The third of the first minute is not the third of the hour.
      expect(run.shown, equals: [1, 2, nil, 60, nil, nil, 3600])
    }
  }

  @Test("R3.13 FCM's limits for a device: 240 a minute, and 5,000 an hour")
  func ofFCM() throws {
    // 300 in each minute of an hour: 240 of them are taken, and no more after 5,000.
    let times = (0..<60).flatMap { minute in
      (0..<300).map { Double(60 * minute) + 0.1 * Double($0) }
    }
    let run = try online(
      .init(count: 240, per: .minute), .init(count: 5000, per: .hour), at: times, until: 3600
    ) { $0.service.kind = .fcm }
    let taken = (0..<60).map { minute in
      run.shown[300 * minute..<300 * (minute + 1)].count { $0 != nil }
    }
    expect(taken[..<20].allSatisfy { $0 == 240 } && taken[20] == 200)
    expect(taken[21...].allSatisfy { $0 == 0 })
  }

  @Test("R3.13 500 a day of one message a minute: the rest of the day is silent")
  func homeAssistant() throws {
    let times = (0..<2880).map { 60 * Double($0) }
    let run = try online(.init(count: 500, per: .day), at: times)
    expect(run.fates, equals: (0..<2880).map { $0 % 1440 < 500 ? .shown : .lost })
  }

  @Test("R3.13 what is exempt is taken in any case, and does not count")
  func exempt() throws {
    let quota = PushService.Quota(count: 1, per: .day, exempt: share(0.5))
    // Message 2 is exempt, so 1 and 3 are the second and third of those that count.
    let run = try FeatureTests.online(
      at: [10, 20, 30, 40, 50], until: 1000,
      given: { run in run.fates == [.shown, .lost, .shown, .lost, .shown] },
      change: { $0.service.quotas = [quota] })
    expect(run.causes, equals: [.none, Self.over, .none, Self.over, .none])
    // Nobody else knows which are exempt: with a count that is never reached all are shown.
    let all = try online(.init(count: 1, per: .day, exempt: .one), at: [10, 20, 30])
    expect(all.fates, equals: [.shown, .shown, .shown])
    let none = try online(.init(count: 1, per: .day, exempt: .zero), at: [10, 20, 30])
    expect(none.fates, equals: [.shown, .lost, .lost])
  }

  @Test("R3.13 every push counts, of whatever kind, and to a device that is away as well")
  func allKinds() throws {
    let times = (1...40).map { 1000 * Double($0) }
    let run = try online(.init(count: 10, per: .day), at: times, until: Self.day) {
      $0.workload.badgeUpdates = ExtraTraffic(rate: constant(1 / 900))
    }
    let all = run.story.records.filter { $0.event == .accepted }
    expect(all.count, equals: 10)
    expect(all.contains { $0.content == .badgeUpdate } && all.contains { $0.content == .message })
    let away = try FeatureTests.away(for: 100, at: [10, 20, 30, 40]) {
      $0.service.kind = .keepAll
      $0.service.quotas = [.init(count: 3, per: .hour)]
    }
    // Three at least: an hour may begin in between.
    expect(away.fates.count { $0 == .shown } >= 3)
    let hours = away.story.outcomes.map { $0.created.microseconds / SimTime.hour.microseconds }
    if Set(hours).count == 1 { expect(away.fates, equals: [.shown, .shown, .shown, .lost]) }
  }

  @Test("R3.13 a push to a token that is gone does not count")
  func tokens() throws {
    let run = try FeatureTests.online(
      at: (1...30).map { 100 * Double($0) }, until: 3100,
      given: { run in
        let changed = run.times(.app(.tokenChanged)).first ?? 0
        let opened = run.times(.app(.opened)).first { $0 > changed } ?? 0
        return changed > 300 && changed < 900 && opened > changed + 300 && opened < 2000
      },
      change: {
        $0.tokens = Tokens(changes: constant(40_000))
        $0.app = App(openings: .init(rate: constant(1 / 1000)), syncsOnOpening: false)
        $0.service.quotas = [.init(count: 15, per: .day)]
      })
    expect(run.fates.count { $0 == .shown }, equals: 15)
  }
}
