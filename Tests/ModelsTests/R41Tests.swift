import DeliverySim
import Models
import TestSupport
import Testing

/// R4.1: what users allow.
@Suite struct R41Tests {
  private static let denied = NotificationSettings(denied: .one)
  private static let alertsOff = NotificationSettings(alertsOff: .one)

  @Test("R4.1 where notifications are denied the device discards what arrives")
  func denied() throws {
    let tale = try online(at: [10, 20], gapRecovery()) { $0.settings = Self.denied }
    expect(tale.times(.arrived), equals: [10, 20])
    expect(tale.fates, equals: [.lost, .lost])
    expect(tale.causes, equals: [.disabled, .disabled])
    expect(Cause.disabled.stage, equals: .device)
    expect(tale.tally[.interruptions], equals: 0)
    expect(tale.tally[.extensionRuns], equals: 0)
  }

  @Test("R4.1 with alerts off nothing is drawn and the extension does not run: nothing is repaired")
  func alertsOff() throws {
    let times = [-10.0, 10, 20, 30, 150]
    let plain = try away(for: 100, at: times, gapRecovery())
    expect(plain.fates, equals: [.shown, .shown, .shown, .shown, .shown])
    expect(plain.tally[.resendRequests], equals: 1)
    let tale = try away(for: 100, at: times, gapRecovery()) { $0.settings = Self.alertsOff }
    expect(tale.fates, equals: [.lost, .lost, .lost, .lost, .lost])
    expect(tale.causes, equals: [.alertsOff, .overwritten, .overwritten, .alertsOff, .alertsOff])
    expect(tale.repairs.allSatisfy { $0 == .unnoticed })
    expect(tale.tally[.resendRequests], equals: 0)
    expect(tale.tally[.extensionRuns], equals: 0)
    expect(tale.tally[.interruptions], equals: 0)
    // The pushes have reached the device all the same.
    expect(tale.tally[.wakeUps], equals: 3)
  }

  @Test("R4.1 with alerts off no extension acknowledges, and heartbeats show nothing")
  func nobodyAnswers() throws {
    let retries = try online(at: [10], .retryUntilAcked(), until: 200) {
      $0.settings = Self.alertsOff
    }
    expect(retries.times(.resent, of: 0), equals: [40, 100])
    expect(retries.tally[.acknowledgements], equals: 0)
    let beats = try online(
      at: [10], gapRecovery().with(Heartbeat(after: .seconds(60))), until: 200
    ) { $0.settings = Self.alertsOff }
    expect(beats.times(.destroyed(by: .alertsOff), ofAny: .heartbeat), equals: [70])
    expect(beats.tally[.interruptions], equals: 0)
  }

  /// 20,000 devices with one message each, which is shown unless the settings are against it.
  private static func tally(_ denied: Double, _ alertsOff: Double) throws -> Tally {
    let settings = NotificationSettings(denied: share(denied), alertsOff: share(alertsOff))
    var world = smallWorld(at: [10]) { $0.settings = settings }
    world.devices = 20_000
    return try simulate(world, replication: 0, devices: 0..<world.devices)
  }

  private static func lost(_ tally: Tally, _ cause: Cause) -> Double {
    Double(tally.fates[Tally.fateIndex(.lost, cause, .none)])
  }

  @Test("R4.1 denied and alerts off are disjoint shares of the devices")
  func shares() throws {
    let tally = try Self.tally(0.1, 0.25)
    let count = Double(tally[.owed])
    // Two rows share a false-alarm probability of 1e-6.
    for (cause, share) in [(Cause.disabled, 0.1), (.alertsOff, 0.25)] {
      let row = Agreement(
        cause.name, expected: share, observed: Self.lost(tally, cause) / count,
        standardError: (share * (1 - share) / count).squareRoot(), tableSize: 2)
      print(row)
      expect(row.holds, "\(row)")
    }
    let others = Self.lost(tally, .disabled) + Self.lost(tally, .alertsOff)
    expect(Double(tally.count(.shown)), equals: count - others)
    expect(tally[.owedReachable], equals: tally.count(.shown))
    expect(tally[.shownReachable], equals: tally[.owedReachable])
  }

  @Test("R4.1 a larger share keeps the devices that were in it")
  func coupled() throws {
    func discards(_ settings: NotificationSettings) throws -> [Bool] {
      var world = smallWorld(at: [10]) { $0.settings = settings }
      world.devices = 200
      return try (0..<200).map { device in
        let story = try tellStory(world, replication: 0, device: device)
        return story.outcomes.first?.cause == .disabled
      }
    }
    let few = try discards(NotificationSettings(denied: share(0.2)))
    let many = try discards(NotificationSettings(denied: share(0.4), alertsOff: share(0.3)))
    expect(zip(few, many).allSatisfy { !$0 || $1 })
    expect(many.count { $0 } > few.count { $0 })
    expect(few.contains(true))
  }
}
