import DeliverySim
import Models
import TestSupport
import Testing

/// R11.2: a connection of the app's own, while it runs.
@Suite struct R11_02Tests {
  private static let socket = Strategy.fireAndForget.with(Socket())

  /// Messages every 50 s; the app is opened now and then, for 200 s.
  private static func visited(
    _ strategy: Strategy = socket, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try online(at: (1..<200).map { 50 * Double($0) }, strategy, until: 10_000) {
      $0.app = App(openings: .init(rate: constant(1 / 1000)), visit: constant(200))
      change(&$0)
    }
  }

  /// The times when the app was in the foreground.
  private static func visits(_ run: RecordedRun) -> [Range<Double>] {
    let (opened, left) = (run.times(.app(.opened)), run.times(.app(.left)))
    // An opening in a visit only makes it longer.
    return left.map { end in
      let before = left.last { $0 < end } ?? -1
      return (opened.first { $0 > before && $0 <= end } ?? end)..<end
    }
  }

  @Test("R11.2 messages come over the connection while the app is open, and as pushes else")
  func foreground() throws {
    let run = try Self.visited()
    let visits = Self.visits(run)
    expect(visits.count > 3)
    let over = Set(run.messages(.socket(.cameOver)))
    let pushed = Set(run.messages(.accepted))
    for message in UInt32(0)..<199 where 50 * Double(message + 1) < visits.last?.upperBound ?? 0 {
      let isOpen = visits.contains { $0.contains(50 * Double(message + 1)) }
      expect(over.contains(message), equals: isOpen)
      expect(pushed.contains(message), equals: !isOpen)
    }
    expect(run.fates.allSatisfy { $0 == .shown })
    expect(run.tally[SocketCounter.messages], equals: UInt128(over.count))
    expect(run.tally[.pushesSent], equals: UInt128(199 - over.count))
  }

  @Test("R11.2 what the app has on its screen is synced")
  func synced() throws {
    let run = try Self.visited { $0.app?.presentsInForeground = false }
    let over = run.messages(.socket(.cameOver))
    expect(!over.isEmpty && over.allSatisfy { run.fates[Int($0)] == .synced })
    expect(run.tally[.synced], equals: UInt128(over.count))
  }

  @Test("R11.2 it stays open in the background for so long, unless the user ends the app")
  func background() throws {
    let strategy = Strategy.fireAndForget.with(Socket(background: .seconds(120)))
    let run = try Self.visited(strategy)
    let visits = Self.visits(run).map { $0.lowerBound..<($0.upperBound + 120) }
    let over = Set(run.messages(.socket(.cameOver)))
    for message in UInt32(0)..<199 where 50 * Double(message + 1) < visits.last?.upperBound ?? 0 {
      expect(
        over.contains(message),
        equals: visits.contains { $0.contains(50 * Double(message + 1)) })
    }
    let killed = try Self.visited(strategy) { $0.app?.kills = .init(users: .one) }
    let plain = try Self.visited()
    expect(killed.messages(.socket(.cameOver)), equals: plain.messages(.socket(.cameOver)))
    let ended = try Self.visited(strategy) { $0.app?.suspended = constant(0.5) }
    expect(ended.messages(.socket(.cameOver)), equals: plain.messages(.socket(.cameOver)))
  }

  @Test("R11.2 R2.3 a strategy that follows goes on with the positions, in fast forward, too")
  func adopted() throws {
    let next = Adoption(at: .seconds(100), gapRecovery())
    var world = smallWorld(at: (1..<40).map { 10 * Double($0) }) {
      $0.app = App(openings: .init(rate: constant(1 / 100)), visit: constant(20))
      $0.provider.link.loss = share(0.3)
      $0.strategy = Self.socket.then([next])
    }
    world.devices = 100
    let tallies = try [true, false].map {
      try simulate(
        world, replication: 0, devices: 0..<world.devices, batchSize: 1, maySkipEvents: $0)
    }
    expect(tallies[0][SocketCounter.messages] > 0 && tallies[0][.resendRequests] > 0)
    expect(tallies[0] == tallies[1], "\(tallies[0][.shown]), not \(tallies[1][.shown])")
  }

  @Test("R11.2 R11.3 an app that is stopped loses its connection", arguments: [true, false])
  func stopped(byUser: Bool) throws {
    let strategy = Strategy.fireAndForget.with(Socket(background: .hours(1)))
    let vendor = Android.VendorKill(share: .one, after: constant(120))
    let run = try Self.visited(strategy) {
      $0.service.kind = .fcm
      $0.android = byUser ? Android(forceStop: .one) : Android(vendorKill: vendor)
    }
    let visits = Self.visits(run).map { $0.lowerBound..<($0.upperBound + (byUser ? 0 : 120)) }
    let over = Set(run.messages(.socket(.cameOver)))
    expect(visits.count > 3 && over.count > 3)
    for message in UInt32(0)..<199 where 50 * Double(message + 1) < visits.last?.upperBound ?? 0 {
      expect(
        over.contains(message),
        equals: visits.contains { $0.contains(50 * Double(message + 1)) })
    }
  }

  @Test("R11.2 R4.7 an app that the system ends after a call loses its connection")
  func endedAfterCall() throws {
    var world = smallWorld(at: (1..<400).map { 900 * Double($0) }, duration: .days(5)) {
      $0.network = Network(onOff: OnOffProcess(up: constant(3600), down: constant(600)))
      $0.app = App(openings: .init(rate: constant(30 / 86_400)), visit: constant(60))
      $0.app?.voipMisuses = 1000
      $0.strategy = Strategy.voipFetch.with(Socket(background: .hours(1)))
    }
    world.devices = 20
    var ends = 0
    for device in 0..<world.devices {
      var isOpen = false
      let records = try tellStory(world, replication: 0, device: device).records
      for (place, record) in records.enumerated() {
        if record.event == .socket(.opened) { isOpen = true }
        if record.event == .socket(.closed) || record.event == .offline { isOpen = false }
        guard record.event == .app(.ended) else { continue }
        // It is closed at the same moment, if it was open.
        let closes = records[place...].prefix { $0.time == record.time }
          .contains { $0.event == .socket(.closed) }
        expect(!isOpen || closes, "device \(device), \(record.time.seconds) s")
        ends += isOpen ? 1 : 0
      }
    }
    expect(ends > 10, "\(ends)")
  }

  @Test("R11.2 it needs no token: who may not be shown anything has it from the open app")
  func withoutToken() throws {
    let run = try Self.visited {
      $0.settings = NotificationSettings(denied: .one)
      $0.tokens = Tokens(withoutPermission: false)
      $0.app?.syncsOnOpening = false
    }
    let over = Set(run.messages(.socket(.cameOver)).map(Int.init))
    expect(over.count > 3 && over.count < 199)
    for message in run.fates.indices {
      expect(run.fates[message], equals: over.contains(message) ? .synced : .lost)
      expect(run.causes[message], equals: over.contains(message) ? .none : .tokens(.noToken))
    }
  }

  /// An app that is open all the time, on a device that goes offline at 0; the provider notices
  /// after 600 s.
  private static func lost(
    for offline: Double, at times: [Double], _ strategy: Strategy = socket,
    until end: Double? = nil, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try away(
      for: offline, at: times, strategy, until: end ?? offline + 1000,
      given: { run in (run.times(.socket(.opened)).first ?? 1) < 0 },
      change: {
        $0.app = App(
          openings: .init(rate: constant(1 / 100)), visit: constant(1e7), syncsOnOpening: false)
        $0.service.halfOpen = .init(detect: constant(600))
        change(&$0)
      })
  }

  @Test("R11.2 what went into a dead connection is pushed when the provider notices")
  func dead() throws {
    let run = try Self.lost(for: 2000, at: [-10, 100, 200, 800])
    expect(run.times(.socket(.deathNoticed)), equals: [600])
    expect(run.times(.accepted), equals: [600, 600, 800])
    // Then the slot is what it is.
    expect(run.fates, equals: [.shown, .lost, .lost, .shown])
    expect(
      run.causes, equals: [.none, .pushService(.overwritten), .pushService(.overwritten), .none])
  }

  @Test("R11.2 a moment without a network ends the connection; the app opens another one")
  func moment() throws {
    let run = try Self.lost(for: 1, at: [-10, 700])
    expect(run.times(.socket(.opened)).filter { $0 >= 0 }, equals: [1])
    expect(run.tally[SocketCounter.messages], equals: 2)
  }

  @Test("R11.2 who is back before that gets it over a new connection")
  func back() throws {
    let run = try Self.lost(for: 300, at: [100, 200])
    expect(run.shown, equals: [300, 300])
    expect(run.tally[.pushesSent], equals: 0)
    expect(run.times(.socket(.deathNoticed)), equals: [])
  }

  @Test("R11.2 R2.2 what the provider no longer keeps comes neither as a push nor otherwise")
  func expired() throws {
    func causes(for offline: Double, until end: Double? = nil) throws -> [Cause] {
      try Self.lost(for: offline, at: [100, 550], until: end) {
        $0.provider.retention = .seconds(300)
      }.causes
    }
    // The provider notices at 600; or the device is back before; or the run ends before.
    try expect(causes(for: 2000), equals: [.provider(.retentionOver), .none])
    try expect(causes(for: 580), equals: [.provider(.retentionOver), .none])
    let open = try Self.lost(for: 2000, at: [100, 550], until: 590) {
      $0.provider.retention = .seconds(300)
    }
    expect(open.fates, equals: [.lost, .pending])
    expect(open.causes, equals: [.provider(.retentionOver), .none])
  }

  @Test("R11.2 where a disconnection is noticed at once, nothing waits")
  func atOnce() throws {
    let run = try Self.lost(for: 2000, at: [100]) { $0.service.halfOpen = nil }
    expect(run.times(.accepted), equals: [100])
  }

  @Test("R11.2 what is on its way when the app closes the connection is pushed")
  func closing() throws {
    // Messages take 60 s, so that those of the last minute of a visit come to nobody.
    let run = try Self.visited { $0.provider.link.latency = constant(60) }
    let opened = run.times(.socket(.opened))
    let closed = try unwrap(
      run.times(.socket(.closed)).first { end in
        !opened.contains { $0 > end && $0 < end + 200 } && end < 9000
      })
    let late = run.story.outcomes.indices.filter {
      let created = run.seconds(run.story.outcomes[$0].created)
      return created < closed && created + 60 > closed
    }
    expect(!late.isEmpty)
    for message in late {
      let number = UInt32(message)
      expect(run.times(.socket(.cameOver), of: number), equals: [])
      // It comes to nobody, and the provider knows that the connection is closed: a minute more.
      expect(
        run.times(.accepted, of: number),
        equals: [run.seconds(run.story.outcomes[message].created) + 120])
    }
  }

  @Test("R11.2 messages that came over the connection leave no gap in the queue")
  func noGap() throws {
    let run = try Self.visited(gapRecovery().with(Socket()))
    expect(run.tally[SocketCounter.messages] > 0)
    expect(run.times(.requested), equals: [])
    expect(run.fates.allSatisfy { $0 == .shown })
  }

  @Test("R11.2 without a connection of its own nothing changes")
  func none() throws {
    let run = try Self.visited(.fireAndForget)
    expect(run.tally[SocketCounter.messages], equals: 0)
    expect(run.tally[.pushesSent], equals: 199)
  }
}
