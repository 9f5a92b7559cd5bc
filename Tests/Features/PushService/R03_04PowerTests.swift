import DeliverySim
import Models
import TestSupport
import Testing

/// R3.4: what can wait is stored while a connected device reserves power.
@Suite struct R03_04PowerTests {
  /// A device that is always online and reserves power from 0 to `reserving` [s], then has power to
  /// spare for 1000 s, and so on. All times count from the moment at which it first reserves power.
  private func saving(
    for reserving: Double = 100, at times: [Double], _ strategy: Strategy = .fireAndForget,
    priority: PushPriority = .byPower, until end: Double = 900,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    let spans = OnOffProcess(up: constant(1000), down: constant(reserving))
    let lead = SimTime.seconds(1 - min(0, times.min() ?? 0))
    for replication in 0..<100 {
      let empty = smallWorld(at: [], duration: .seconds(1001)) { $0.power = Power(spans: spans) }
      let records = try record(empty, replication: replication).records
      guard let start = records.first(where: { $0.event == .power(.reserving) })?.time, start > lead
      else { continue }
      let world = smallWorld(
        at: times.map { start.seconds + $0 }, strategy: strategy, duration: start + .seconds(end)
      ) {
        $0.power = Power(spans: spans)
        $0.workload.priority = priority
        change(&$0)
      }
      let story = try record(world, replication: replication)
      return RecordedRun(story: story, origin: start)
    }
    throw NoSuchReplication()
  }

  // MARK: Priorities

  @Test("R3.4 priority 5 waits in the slot while the device reserves power: loss needs no absence")
  func byPower() throws {
    let run = try saving(at: [-10, 10, 20, 30, 110])
    expect(run.times(.power(.heldBack)), equals: [10, 20, 30])
    expect(run.times(.destroyed(by: .overwritten)), equals: [20, 30])
    expect(run.times(.handedOver), equals: [100])
    expect(run.shown, equals: [-10, nil, nil, 100, 110])
    expect(run.times(.power(.normal)), equals: [100])
  }

  @Test("R3.4 priority 10 is delivered at once")
  func immediate() throws {
    let run = try saving(at: [-10, 10, 20, 110], priority: .immediate)
    expect(run.shown, equals: [-10, 10, 20, 110])
    expect(run.records(.power(.heldBack)).isEmpty)
    expect(run.times(.power(.reserving)), equals: [0])
  }

  @Test("R3.4 what is held back comes along when the device connects, however short the absence")
  func connectionHandsOver() throws {
    let run = try away(for: 10, at: [-5]) {
      $0.power = Power(spans: OnOffProcess(up: constant(1e7), down: constant(1)))
      $0.workload.priority = .passive
    }
    expect(run.times(.power(.heldBack)), equals: [-5])
    expect(run.shown, equals: [10])
  }

  @Test("R3.4 priority 1 never wakes the device, not with power to spare either")
  func passive() throws {
    // Held back at all times; the end of the reserving period has woken the device.
    let run = try saving(at: [-10, 10, 20, 110], priority: .passive)
    expect(run.times(.power(.heldBack)), equals: [-10, 10, 20, 110])
    expect(run.shown, equals: [nil, nil, 100, nil])
    expect(run.fates, equals: [.lost, .lost, .shown, .pending])
  }

  @Test("R3.4 a push that wakes the device brings along what was held back")
  func woken() throws {
    // Heartbeats have priority 10; they come 40 s after the last push.
    let beats = Heartbeat(after: .seconds(40), filtering: true)
    func shown(_ priority: PushPriority) throws -> [Double?] {
      try saving(
        at: [10, 20, 300, 310], gapRecovery().with(beats), priority: priority, until: 400
      ).shown
    }
    // At 60 a heartbeat is delivered, and then what was held back. With priority 1 all waits for a
    // heartbeat, the repeats of what it tells of too.
    try expect(shown(.byPower)[1], equals: 60)
    try expect(shown(.byPower).suffix(2), equals: [300, 310])
    try expect(shown(.passive)[1], equals: 60)
    try expect(shown(.passive)[3], equals: 350)
  }

  @Test("R3.4 what was held back comes along at once, not when the extension is done")
  func wokenBeforeWork() throws {
    let beats = Heartbeat(after: .seconds(40), filtering: true)
    let run = try saving(at: [10, 20], gapRecovery().with(beats)) {
      $0.serviceExtension.runTime = constant(5)
    }
    expect(run.times(.handedOver).first, equals: 60)
    expect(run.shown[1], equals: 65)
  }

  @Test("R3.4 extra traffic has a priority of its own: 5 for background pushes, else 10")
  func extraTraffic() {
    let rate = constant(1)
    expect(ExtraTraffic(rate: rate).priority, equals: .byPower)
    expect(ExtraTraffic(rate: rate, type: .alert).priority, equals: .immediate)
    expect(ExtraTraffic(rate: rate, priority: .passive).priority, equals: .passive)
    expect(Workload(arrivals: .poisson(rate: rate)).priority, equals: .immediate)
  }

  @Test("R3.4 badge updates of priority 10 reach a device that reserves power, those of 5 wait")
  func badges() throws {
    func destroyed(_ priority: PushPriority) throws -> RecordedRun {
      try saving(for: 900, at: [], until: 800) {
        $0.workload.badgeUpdates = ExtraTraffic(rate: constant(0.02), priority: priority)
      }
    }
    func counted(_ run: RecordedRun, _ event: StoryRecord.Event) -> Int {
      run.times(event, ofAny: .badgeUpdate).count { $0 > 0 }
    }
    let now = try destroyed(.immediate)
    expect(counted(now, .arrived) == counted(now, .accepted) && counted(now, .arrived) > 0)
    let later = try destroyed(.byPower)
    expect(counted(later, .power(.heldBack)), equals: counted(later, .accepted))
    expect(
      counted(later, .destroyed(by: .overwritten)), equals: counted(later, .power(.heldBack)) - 1)
  }

  @Test("R3.4 what must not be stored, and what expires, ends while it is held back")
  func expiry() throws {
    let once = try saving(at: [10]) { $0.service.expiration = .zero }
    expect(once.causes, equals: [.notStored])
    let late = try saving(at: [10, 80]) { $0.service.expiration = .seconds(50) }
    expect(late.times(.destroyed(by: .expired)), equals: [60])
    expect(late.shown, equals: [nil, 100])
  }

  @Test("R4.6 silent pushes have priority 5, or 1, whatever that of alerts is; VoIP pushes 10")
  func silentPushes() throws {
    let silent = try saving(at: [-10, 10, 20, 110], .silentFetch, priority: .immediate)
    expect(silent.times(.power(.heldBack)), equals: [10, 20])
    expect(silent.times(.destroyed(by: .overwritten)), equals: [20])
    // The one that is left wakes the app, which fetches both.
    expect(silent.shown, equals: [-10, 100, 100, 110])
    let passive = try saving(at: [-10, 10], .silentFetch(priority: .passive), priority: .immediate)
    expect(passive.times(.power(.heldBack)), equals: [-10, 10])
    let calls = try saving(at: [-10, 10, 20, 110], .voipFetch)
    expect(calls.shown, equals: [-10, 10, 20, 110])
    expect(calls.records(.power(.heldBack)).isEmpty)
  }

  @Test("R4.6 a silent push that waits comes along with an alert of the next strategy")
  func nextStrategy() throws {
    let plain = try saving(for: 800, at: [10], .silentFetch, priority: .immediate)
    let change = Adoption(at: plain.origin + .seconds(20), .fireAndForget)
    let run = try saving(
      for: 800, at: [10, 30], .silentFetch.then([change]), priority: .immediate, until: 700)
    expect(run.times(.power(.heldBack)), equals: [10])
    expect(run.shown, equals: [30, 30])
  }

  // MARK: Connections

  /// Online times, power and messages of one device, all from the same moment [s].
  private func offlineWhileSaving(_ priority: PushPriority) throws -> RecordedRun {
    // Low-power mode: reserves power all the time. Away from 0 to 100.
    try away(for: 100, online: 1000, at: [-10, 10], until: 900) {
      $0.power = Power(always: .one)
      $0.workload.priority = priority
    }
  }

  @Test("R3.4 a connection does not wake a device that reserves power")
  func connection() throws {
    let waiting = try offlineWhileSaving(.byPower)
    expect(waiting.times(.connected), equals: [100])
    expect(waiting.fates, equals: [.lost, .pending])
    try expect(offlineWhileSaving(.immediate).shown, equals: [-10, 100])
  }

  @Test("R3.4 what may wake a device brings along all that is stored when it connects")
  func urgentInStore() throws {
    for (kind, priority) in [
      (PushService.Kind.webPush, PushPriority.immediate), (.fcm, .immediate), (.fcm, .byPower),
    ] {
      let run = try away(
        for: 100, online: 1000, at: [10], until: 101,
        given: {
          $0.times(.accepted, ofAny: .badgeUpdate).contains { $0 > 0 && $0 < 100 }
            && !$0.times(.accepted, ofAny: .badgeUpdate).contains { $0 >= 100 }
        },
        change: {
          $0.service.kind = kind
          $0.power = Power(always: .one)
          $0.workload.priority = .byPower
          $0.workload.badgeUpdates = ExtraTraffic(rate: constant(0.05), priority: priority)
        })
      expect(run.shown, equals: [priority == .immediate ? 100 : nil])
    }
  }

  @Test("R3.4 in low-power mode a device reserves power all the time")
  func lowPower() throws {
    let run = try saving(at: [-10, 10, 110, 120]) { $0.power.always = .one }
    expect(run.records(.power(.normal)).isEmpty)
    expect(run.fates, equals: [.lost, .lost, .lost, .pending])
  }

  @Test("R3.4 a share of the devices is in low-power mode; a larger share keeps them")
  func shares() throws {
    func isLow(_ part: Double) throws -> [Bool] {
      let world = smallWorld(at: [10]) {
        $0.power = Power(always: share(part))
        $0.workload.priority = .byPower
      }
      return try (0..<400).map {
        try tellStory(world, replication: 0, device: $0).outcomes.first?.fate == .pending
      }
    }
    let (few, many) = (try isLow(0.2), try isLow(0.5))
    expect(zip(few, many).allSatisfy { !$0 || $1 })
    // False-alarm probability 1e-6.
    let row = Agreement(
      "in low-power mode", expected: 0.5, observed: Double(many.count { $0 }) / 400,
      standardError: (0.25 / 400).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
  }

  @Test("R3.4 without reserved power, and with services that know none, priorities change nothing")
  func nothingWaits() throws {
    for priority in PushPriority.allCases {
      let run = try away(for: 100, at: [-10, 10, 20, 110]) { $0.workload.priority = priority }
      expect(run.shown, equals: [-10, nil, 100, 110])
      for kind in [PushService.Kind.mqtt, .wnsToast, .keepAll] {
        let other = try saving(at: [10, 20], priority: priority) { $0.service.kind = kind }
        expect(other.shown, equals: [10, 20])
      }
    }
  }

  @Test("R3.4 other services hold back too: fcm discards what is too much, web-push keeps all")
  func otherServices() throws {
    let web = try saving(at: [10, 20, 30]) { $0.service.kind = .webPush }
    expect(web.shown, equals: [100, 100, 100])
    let kept = try saving(at: [10, 20]) {
      ($0.service.kind, $0.service.capacity) = (.fcm, 2)
    }
    expect(kept.shown, equals: [100, 100])
    let full = try saving(at: [10, 20, 30]) {
      ($0.service.kind, $0.service.capacity) = (.fcm, 2)
    }
    expect(full.synced, equals: [100, 100, 100])
  }

  @Test("R3.4 fcm: what is stored while the device is away waits on after it has connected")
  func storedByFCM() throws {
    func run(_ priority: PushPriority) throws -> RecordedRun {
      try away(for: 100, online: 1000, at: [10, 20], until: 900) {
        $0.service.kind = .fcm
        $0.power = Power(always: .one)
        $0.workload.priority = priority
      }
    }
    try expect(run(.byPower).fates, equals: [.pending, .pending])
    try expect(run(.immediate).shown, equals: [100, 100])
  }
}
