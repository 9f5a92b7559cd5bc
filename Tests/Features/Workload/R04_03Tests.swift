import DeliverySim
import Models
import TestSupport
import Testing

/// R1.5, R4.3: what is in a payload besides the content.
@Suite struct R04_03Tests {
  private static let mixed = MessageKinds(kind: .mixed)
  private static let blank = MessageKinds(blank: .one)

  // MARK: Nothing to draw

  @Test("R4.3 a payload with none of alert, badge and sound is ignored")
  func blank() throws {
    let run = try online(at: [10, 20], gapRecovery()) { $0.workload.kinds = Self.blank }
    expect(run.times(.arrived), equals: [10, 20])
    expect(run.fates, equals: [.lost, .lost])
    expect(run.causes, equals: [.phone(.ignoredPayload), .phone(.ignoredPayload)])
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 0)
    expect(run.tally[.interruptions], equals: 0)
    expect(run.tally[.wakeUps], equals: 2)
  }

  @Test("R4.3 unless it is silent")
  func silent() throws {
    let run = try online(at: [10], .silentFetch) { $0.workload.kinds = Self.blank }
    expect(run.fates, equals: [.shown])
  }

  @Test("R4.3 a repeat is as blank as its message: the gap is noticed, and stays")
  func repeats() throws {
    func causes(_ run: RecordedRun) -> [Bool] { run.causes.map { $0 == .phone(.ignoredPayload) } }
    let run = try online(
      at: [10, 20, 30], gapRecovery(), until: 100,
      given: { causes($0) == [false, true, false] },
      change: { $0.workload.kinds = MessageKinds(blank: share(0.3)) })
    expect(run.fates, equals: [.shown, .lost, .shown])
    expect(run.times(.resent, of: 1), equals: [30])
    expect(run.times(.destroyed(by: .phone(.ignoredPayload)), of: 1), equals: [20, 30])
    expect(run.repairs[1], equals: .repeatLost)
  }

  @Test("R4.3 so many messages are blank, whatever the strategy")
  func shareOfMessages() throws {
    let part = 0.2
    var world = smallWorld(at: [10]) {
      $0.workload.kinds = MessageKinds(blank: share(part))
    }
    world.devices = 20_000
    let tally = try simulate(world, replication: 0, devices: 0..<world.devices)
    let lost = tally.fates[Tally.fateIndex(.lost, .phone(.ignoredPayload), .none)]
    // False-alarm probability 1e-6.
    let row = Agreement(
      "blank", expected: part, observed: Double(lost) / 20_000,
      standardError: (part * (1 - part) / 20_000).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
    world.setup.strategy = gapRecovery()
    let other = try simulate(world, replication: 0, devices: 0..<world.devices)
    expect(other.fates[Tally.fateIndex(.lost, .phone(.ignoredPayload), .unnoticed)], equals: lost)
  }

  // MARK: Mixed messages

  /// Three messages while the device is away, one after: APNs keeps the newest of the three.
  private static func afterAbsence(
    _ kinds: MessageKinds, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try away(for: 100, at: [10, 20, 30, 150], until: 1000) {
      $0.workload.kinds = kinds
      change(&$0)
    }
  }

  @Test("R1.5 a mixed message is drawn, and the app fetches what the user does not have")
  func mixed() throws {
    let plain = try Self.afterAbsence(MessageKinds())
    expect(plain.fates, equals: [.lost, .lost, .shown, .shown])
    let run = try Self.afterAbsence(Self.mixed)
    expect(run.fates, equals: [.synced, .synced, .shown, .shown])
    expect(run.synced, equals: [100, 100, nil, nil])
    expect(run.causes[..<2], equals: [.pushService(.overwritten), .pushService(.overwritten)])
    expect(run.shown, equals: plain.shown)
    expect(run.tally[AppCounter.fetches], equals: 2)
    // A fetched message makes no noise.
    expect(run.tally[.interruptions], equals: plain.tally[.interruptions])
  }

  @Test("R1.5 a mixed message wakes no app that the user has ended, or is not launched")
  func notRunning() throws {
    let killed = try Self.afterAbsence(Self.mixed) { $0.app = R04_06Tests.never(.killed) }
    expect(killed.fates, equals: [.lost, .lost, .shown, .shown])
    let launched = try Self.afterAbsence(Self.mixed) { $0.app = R04_06Tests.never(.notRunning) }
    expect(launched.fates, equals: [.synced, .synced, .shown, .shown])
    let declined = try Self.afterAbsence(Self.mixed) {
      $0.app = R04_06Tests.never(.notRunning, silent: App.Silent(launch: .zero))
    }
    expect(declined.fates, equals: [.lost, .lost, .shown, .shown])
    expect(declined.tally[AppCounter.fetches], equals: 0)
  }

  @Test("R1.5 the limits on silent pushes hold for mixed ones; they are drawn all the same")
  func throttled() throws {
    let silent = App.Silent(throttle: Throttle(burst: 1, refill: .hours(1)))
    let run = try online(at: [10, 20, 30, 4000]) {
      $0.workload.kinds = Self.mixed
      $0.app = R04_06Tests.never(.background, silent: silent)
    }
    expect(run.times(.app(.woken)), equals: [10, 4000])
    expect(run.fates, equals: [.shown, .shown, .shown, .shown])
  }

  @Test("R1.5 where nothing is drawn a mixed message still wakes the app")
  func settings() throws {
    for (settings, cause) in [
      (NotificationSettings(alertsOff: .one), Cause.phone(.alertsOff)),
      (NotificationSettings(denied: .one), .phone(.disabled)),
    ] {
      let run = try online(at: [10]) {
        $0.workload.kinds = Self.mixed
        $0.settings = settings
      }
      expect(run.fates, equals: [.synced])
      expect(run.causes, equals: [cause])
      expect(run.tally[AppCounter.fetches], equals: 1)
      expect(run.tally[.interruptions], equals: 0)
    }
  }

  @Test("R4.5 the handler matrix decides who hears of a mixed push")
  func handlers() throws {
    let both: Set<HandlerMatrix.Method> = [
      .didReceiveRemoteNotification, .willPresent, .didReceive,
    ]
    let silenced = try Self.afterAbsence(Self.mixed) {
      $0.app = R04_06Tests.never(.background)
      $0.app?.handlers = HandlerMatrix(implementing: both)
    }
    expect(silenced.fates, equals: [.lost, .lost, .shown, .shown])
    let older = try Self.afterAbsence(Self.mixed) {
      $0.app = R04_06Tests.never(.background)
      $0.app?.handlers = HandlerMatrix(implementing: [.didReceiveRemoteNotification])
    }
    expect(older.fates, equals: [.synced, .synced, .shown, .shown])
  }

  @Test("R1.5 a fetch that fails leaves what it was to bring where it is")
  func failure() throws {
    let run = try Self.afterAbsence(Self.mixed) { $0.provider.resend.failure = .one }
    expect(run.fates, equals: [.lost, .lost, .shown, .shown])
    expect(run.deviceTimes(.app(.fetchFailed)).count, equals: 2)
  }
}
