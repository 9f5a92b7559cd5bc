import DeliverySim
import Models
import Testing

/// R1.1: strategies cannot change the world.
@Suite("The world is the same for every strategy")
struct SameWorldTests {
  private static let strategies: [Strategy] = [
    .gapRecovery(), .gapRecovery(GapRecovery(repeatLimit: 0, collapse: false)),
    .gapRecovery(GapRecovery(repeatLimit: 3, asPrinted: true)),
  ]

  @Test("Messages and connectivity are the same under every strategy and push service")
  func exogenous() {
    RandomWorlds.check { world, _ in
      var findings = Findings()
      let plain = world.changed { $0.setup.strategy = .fireAndForget }
      let expected = try plain.stories().map(Self.exogenous)
      var others = Self.strategies.map { strategy in
        world.changed { $0.setup.strategy = strategy }
      }
      others.append(plain.changed { $0.setup.service = PushService(kind: .keepAll) })
      others.append(plain.changed { $0.setup.provider.link = Hop(loss: .one) })
      for (place, other) in others.enumerated() {
        let seen = try other.stories().map(Self.exogenous)
        findings.require(seen == expected, "world \(place) is the same")
      }
      return findings.wrong
    }
  }

  /// Three ways to the same run: at once and in blocks, where nobody watches; one message after the
  /// other, where somebody does; and with an event for each leg of each push.
  @Test("Neither cells, nor skipped events, nor who watches change a run, down to the fingerprint")
  func sameRun() {
    RandomWorlds.check { world, _ in
      let one = try world.simulated()
      var findings = Findings()
      for (batchSize, maySkipEvents) in [(3, true), (1, false), (3, false)] {
        let other = try simulate(
          world, replication: 0, devices: 0..<world.devices, batchSize: batchSize,
          maySkipEvents: maySkipEvents)
        Self.compare(one, other, &findings)
        findings.require(one == other, "all counts are the same")
      }
      let watched = try world.stories().map(\.tally)
      let all = watched.dropFirst().reduce(into: watched[0]) { $0.add($1) }
      Self.compare(one, all, &findings)
      findings.require(one == all, "who watches counts the same")
      return findings.wrong
    }
  }

  @Test("Strategies that share the world's draws give what each gives alone")
  func sharedDraws() {
    RandomWorlds.check { world, generator in
      let worlds = ([.fireAndForget] + Self.strategies + [world.setup.strategy]).map { strategy in
        world.changed { $0.setup.strategy = strategy }
      }
      let together = try simulate(
        worlds, replication: 0, devices: 0..<world.devices, batchSize: generator.pick([1, 2, 10]))
      var findings = Findings()
      for (one, alone) in zip(together, worlds) {
        let alone = try alone.simulated()
        Self.compare(one, alone, &findings)
        findings.require(one == alone, "all counts are the same")
      }
      return findings.wrong
    }
  }

  @Test("An endpoint with a server for everybody and service in no time changes nothing")
  func endlessCapacity() {
    RandomWorlds.check { world, generator in
      let ideal = world.changed { $0.setup.provider.resend.capacity = nil }
      let endless = world.changed {
        $0.setup.provider.resend.capacity = Provider.Resend.Capacity(
          servers: 1_000_000, service: .zero, timeout: generator.pick([.zero, .never]))
      }
      let (one, other) = (try ideal.simulated(), try endless.simulated())
      var findings = Findings()
      Self.compare(one, other, &findings)
      findings.requireEqual(one[.resendFailures], other[.resendFailures], "failures")
      findings.requireEqual(other[ProviderCounter.resendTimeouts], 0, "time-outs")
      findings.requireEqual(other[ProviderCounter.resendWaitSum], 0, "waits")
      findings.require(other.queuePeaks.allSatisfy { $0 == 0 }, "nobody is in a queue")
      return findings.wrong
    }
  }

  @Test("Limits end a run at the same device and time, whatever is skipped")
  func sameLimit() {
    RandomWorlds.check { world, generator in
      let limited = world.changed {
        $0.limits = World.Limits(
          eventsPerDeviceDay: generator.pick([1, 5, 20, 100]),
          storedPerDevice: generator.pick([1, 2, 3, 1000]))
      }
      func limit(_ maySkipEvents: Bool) throws -> LimitExceeded? {
        do {
          _ = try simulate(
            limited, replication: 0, devices: 0..<world.devices, batchSize: 1,
            maySkipEvents: maySkipEvents)
          return nil
        } catch let limit as LimitExceeded {
          return limit
        }
      }
      var findings = Findings()
      findings.requireEqual(try limit(true), try limit(false), "limit")
      return findings.wrong
    }
  }

  /// Adds the differences, for the message; all is compared as a whole.
  private static func compare(_ one: Tally, _ other: Tally, _ findings: inout Findings) {
    findings.requireEqual(one.fates, other.fates, "fates")
    findings.requireEqual(one.latencyBins, other.latencyBins, "delays")
    findings.requireEqual(one.requestsByMinute, other.requestsByMinute, "requests")
    findings.requireEqual(one.timelineShown, other.timelineShown, "shown by day")
    findings.requireEqual(one.devicesByLost, other.devicesByLost, "losses of devices")
    for counter in Counter.allCases {
      findings.requireEqual(one[counter], other[counter], "\(counter)")
    }
    findings.requireEqual(one.fingerprint, other.fingerprint, "fingerprint")
  }

  /// The times of all events that no strategy can change.
  private static func exogenous(_ story: DeviceStory) -> [String] {
    let events: [StoryRecord.Event] = [
      .created, .online, .offline, .power(.reserving), .power(.normal), .power(.off), .power(.on),
    ]
    return story.records.filter { events.contains($0.event) }
      .map { "\($0.time.microseconds) \($0.event) \($0.message ?? 0)" }
  }
}
