import DeliverySim
import Models
import TestSupport
import Testing

/// R4.6: low-power mode and the switch Background App Refresh, which let nothing wake the app
/// unseen.
@Suite struct R04_06RefreshTests {
  private static let switchedOff = App(backgroundRefresh: .zero)

  /// The push service knows no priorities, so that silent pushes arrive.
  private func inLowPowerMode(
    _ strategy: Strategy, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try online(at: [10], strategy) {
      $0.service.kind = .keepAll
      $0.power = Power(always: .one)
      change(&$0)
    }
  }

  @Test("R4.6 in low-power mode and with the switch off no silent push wakes the app")
  func silentPushes() throws {
    let off = try online(at: [10], .silentFetch) { $0.app = Self.switchedOff }
    for run in [off, try inLowPowerMode(.silentFetch)] {
      expect(run.times(.arrived), equals: [10])
      expect(run.fates, equals: [.lost])
      expect(run.causes, equals: [.app(.refreshOff)])
      expect(run.times(.app(.woken)).isEmpty)
      expect(run.tally[AppCounter.fetches], equals: 0)
    }
    expect(Cause.app(.refreshOff).stage, equals: .device)
    expect(Cause.app(.refreshOff).name, equals: "refresh-off")
  }

  @Test("R4.6 in low-power mode APNs does not keep silent pushes: they arrive, and wake nothing")
  func doNotWait() throws {
    for priority in [PushPriority.byPower, .passive] {
      let run = try online(at: [10, 20], .silentFetch(priority: priority)) {
        $0.power = Power(always: .one)
      }
      expect(run.times(.arrived), equals: [10, 20])
      expect(run.causes, equals: [.app(.refreshOff), .app(.refreshOff)])
    }
  }

  @Test("R4.6 a silent push that is stored at the end would fetch what it has overwritten")
  func stored() throws {
    let run = try away(for: 100, at: [10, 20], .silentFetch, until: 50)
    expect(run.fates, equals: [.pending, .pending])
    let ended = try away(for: 100, at: [10, 20], .silentFetch, until: 50) {
      $0.app = Self.switchedOff
    }
    expect(ended.fates, equals: [.lost, .pending])
  }

  @Test("R4.6 only low-power mode does so, not the spans of saving power")
  func spans() throws {
    let run = try online(at: [10], .silentFetch) {
      $0.service.kind = .keepAll
      $0.power = Power(spans: OnOffProcess(up: constant(1), down: constant(1e6)))
    }
    expect(run.shown, equals: [10])
  }

  @Test("R4.6 polls stop too; alerts and VoIP pushes go on")
  func others() throws {
    let polls = try online(at: [10], .poll()) { $0.app = Self.switchedOff }
    for run in [polls, try inLowPowerMode(.poll())] {
      expect(run.deviceTimes(.app(.refreshed)).isEmpty)
      expect(run.tally[AppCounter.fetches], equals: 0)
      expect(run.tally[.wakeUps], equals: 0)
    }
    for strategy in [Strategy.voipFetch, .fireAndForget] {
      try expect(inLowPowerMode(strategy).shown, equals: [10])
      try expect(online(at: [10], strategy) { $0.app = Self.switchedOff }.shown, equals: [10])
    }
  }

  @Test("R4.6 a mixed push is drawn and wakes no app")
  func mixed() throws {
    let run = try online(at: [10]) {
      $0.app = Self.switchedOff
      $0.workload.kinds = MessageKinds(kind: .mixed)
    }
    expect(run.shown, equals: [10])
    expect(run.tally[AppCounter.fetches], equals: 0)
  }

  @Test("R4.6 an open app gets its silent pushes, and opening it fetches")
  func foreground() throws {
    func run(visit: Double) throws -> RecordedRun {
      try online(
        at: [1000], .silentFetch,
        given: { !$0.deviceTimes(.app(.opened)).filter { $0 > 1000 }.isEmpty },
        change: {
          $0.app = App(
            openings: R06_02Tests.openings(visit > 0 ? 86_400 : 24), visit: constant(visit),
            backgroundRefresh: .zero)
        })
    }
    try expect(run(visit: 86_400).shown, equals: [1000])
    let opened = try run(visit: 0)
    let first = opened.deviceTimes(.app(.opened)).first { $0 >= 1000 }
    expect(opened.synced, equals: [try unwrap(first)])
    expect(opened.causes, equals: [.app(.refreshOff)])
  }

  @Test("R4.6 an app that the user has ended is not woken for that reason first")
  func killed() throws {
    let run = try online(at: [10], .silentFetch) {
      $0.app = R04_06Tests.never(.killed)
      $0.app?.backgroundRefresh = .zero
    }
    expect(run.causes, equals: [.app(.forceQuit)])
  }

  @Test("R4.6 what waits at APNs for the device to wake ends there when it comes")
  func heldBack() throws {
    let run = try online(
      at: [10], .silentFetch, until: 1000,
      given: { !$0.times(.accepted, ofAny: .badgeUpdate).filter { $0 > 10 }.isEmpty },
      change: {
        $0.power = Power(spans: OnOffProcess(up: constant(1), down: constant(1e6)))
        $0.app = Self.switchedOff
        $0.workload.badgeUpdates = ExtraTraffic(rate: constant(0.01), priority: .immediate)
      })
    expect(run.times(.power(.heldBack)), equals: [10])
    let woken = try unwrap(run.times(.arrived, ofAny: .badgeUpdate).first { $0 > 10 })
    expect(run.times(.handedOver, of: 0), equals: [woken])
    expect(run.times(.destroyed(by: .app(.refreshOff))), equals: [woken])
  }

  @Test("R4.6 the switch is on on a share of the devices; a larger share keeps them")
  func shares() throws {
    func isOn(_ part: Double) throws -> [Bool] {
      let world = smallWorld(at: [10], strategy: .silentFetch) {
        $0.app = App(backgroundRefresh: share(part))
      }
      return try (0..<400).map {
        try tellStory(world, replication: 0, device: $0).outcomes.first?.fate == .shown
      }
    }
    let (few, many) = (try isOn(0.2), try isOn(0.5))
    expect(zip(few, many).allSatisfy { !$0 || $1 })
    // False-alarm probability 1e-6.
    let row = Agreement(
      "switch on", expected: 0.5, observed: Double(many.count { $0 }) / 400,
      standardError: (0.25 / 400).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
  }
}
