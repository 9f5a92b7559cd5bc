import DeliverySim
import Models
import TestSupport
import Testing

/// R7.4: what Apple's console counts of the pushes that APNs has accepted.
@Suite struct R07_04Tests {
  /// All that is not 0.
  private func console(_ tally: Tally) -> [ConsoleCounter: UInt128] {
    let counts = ConsoleCounter.allCases.map { ($0, tally[$0]) }.filter { $0.1 > 0 }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  @Test("R7.4 stored and delivered from storage are two counts of one push; overwritten has none")
  func storage() throws {
    let run = try away(for: 100, at: [-20, 10, 20, 30])
    expect(
      console(run.tally),
      equals: [.received: 4, .delivered: 1, .storedOffline: 3, .deliveredFromStorage: 1])
    expect(run.messages(.destroyed(by: .pushService(.overwritten))), equals: [1, 2])
    let two = try away(for: 100, at: [-20, 10, 20, 30]) { $0.service.capacity = 2 }
    expect(two.tally[ConsoleCounter.deliveredFromStorage], equals: 2)
  }

  @Test("R7.4 a push expires in storage, or where it may not be stored")
  func expired() throws {
    // The first expires at 25, the second is handed over after 10 s.
    let run = try away(for: 100, at: [10, 90]) { setup in
      (setup.service.expiration, setup.service.capacity) = (.seconds(15), 2)
    }
    expect(
      console(run.tally),
      equals: [.received: 2, .storedOffline: 2, .expired: 1, .deliveredFromStorage: 1])
    let none = try away(for: 100, at: [-20, 10, 90]) { $0.service.expiration = .zero }
    expect(console(none.tally), equals: [.received: 3, .delivered: 1, .expired: 2])
  }

  @Test("R7.4 a device that denies disables alerts; with alerts off they are delivered")
  func settings() throws {
    let denied = try away(for: 100, at: [-20, 10]) { $0.settings = .init(denied: .one) }
    expect(
      console(denied.tally),
      equals: [.received: 2, .disabled: 1, .storedOffline: 1, .disabledFromStorage: 1])
    let off = try away(for: 100, at: [-20, 10]) { $0.settings = .init(alertsOff: .one) }
    expect(
      console(off.tally),
      equals: [.received: 2, .delivered: 1, .storedOffline: 1, .deliveredFromStorage: 1])
  }

  @Test("R7.4 silent pushes need no permission")
  func silent() throws {
    let run = try away(for: 100, at: [-20, 10], .silentFetch(priority: .byPower)) {
      $0.settings = .init(denied: .one)
    }
    expect(
      console(run.tally),
      equals: [.received: 2, .delivered: 1, .storedOffline: 1, .deliveredFromStorage: 1])
  }

  @Test("R7.4 pushes to a token that is gone are discarded, also from storage")
  func unregistered() throws {
    // Away from 0 to 30,000 s: the token changes while the first push waits; the second finds it
    // changed.
    let run = try away(
      for: 30_000, at: [10, 29_000], until: 29_500,
      given: { run in
        run.times(.app(.tokenChanged)).filter { $0 > 10 }.count == 1
          && run.times(.app(.tokenChanged)).contains { $0 > 10 && $0 < 29_000 }
          && run.times(.app(.tokenChanged)).allSatisfy { $0 > 10 }
      },
      change: { setup in
        setup.tokens = Tokens(changes: constant(40_000))
        setup.app = App(openings: .init(rate: constant(1e-9)), syncsOnOpening: false)
      })
    expect(run.causes, equals: [.tokens(.unregistered), .tokens(.unregistered)])
    expect(
      console(run.tally),
      equals: [
        .received: 2, .storedOffline: 1, .unregisteredFromStorage: 1, .unregistered: 1,
      ])
  }

  @Test("R7.4 what waits for power is stored for another reason")
  func power() throws {
    // It never wakes a device: both wait for the connection at 100 s, the second in place of the
    // first.
    let run = try away(for: 100, at: [-20, 10]) { setup in
      setup.power = Power(spans: OnOffProcess(up: constant(1e7), down: constant(1)))
      setup.workload.priority = .passive
    }
    expect(run.times(.power(.heldBack)), equals: [-20, 10])
    expect(
      console(run.tally),
      equals: [.received: 2, .storedForPower: 2, .deliveredFromStorage: 1])
  }

  @Test("R7.4 a push that comes back to the store counts there once")
  func comesBack() throws {
    // Handed over at 100 with a latency of 20 s: at 120 the device is away again, until 210.
    let run = try away(for: 100, online: 10, at: [90], until: 300) {
      $0.service.latency = constant(20)
    }
    expect(run.times(.handedOver).count > 1)
    expect(run.tally[ConsoleCounter.received], equals: 1)
    expect(run.tally[ConsoleCounter.storedOffline], equals: 1)
    expect(run.tally[ConsoleCounter.deliveredFromStorage], equals: 0)
  }

  @Test("R7.4 what is sent into a dead connection is stored when the service notices")
  func halfOpen() throws {
    let run = try away(for: 100, at: [10]) {
      $0.service.halfOpen = .init(detect: constant(30))
    }
    expect(run.times(.stored), equals: [30])
    expect(
      console(run.tally), equals: [.received: 1, .storedOffline: 1, .deliveredFromStorage: 1])
    let kept = try away(for: 20, at: [10]) {
      $0.service.halfOpen = .init(detect: constant(30), resume: .one)
    }
    expect(console(kept.tally), equals: [.received: 1, .delivered: 1])
  }

  @Test("R7.4 a push counts where it was accepted, as the window goes")
  func window() throws {
    // Four of the ten are accepted in the window; the last of them arrives after it.
    var world = smallWorld(at: (1...10).map { 10 * Double($0) }, duration: .seconds(200)) {
      $0.service.latency = constant(5)
    }
    (world.warmup, world.duration) = (.seconds(50), .seconds(82))
    world.drain = .seconds(100)
    for maySkipEvents in [false, true] {
      let tally = try simulate(
        world, replication: 0, devices: 0..<1, batchSize: 1, maySkipEvents: maySkipEvents)
      expect(console(tally), equals: [.received: 4, .delivered: 4], "\(maySkipEvents)")
    }
  }

  @Test("R7.4 no other service has such a console", arguments: PushService.Kind.allCases)
  func others(kind: PushService.Kind) throws {
    let run = try online(at: [10, 20]) { $0.service.kind = kind }
    let expected: [ConsoleCounter: UInt128] = kind == .apns ? [.received: 2, .delivered: 2] : [:]
    expect(console(run.tally), equals: expected)
  }
}
