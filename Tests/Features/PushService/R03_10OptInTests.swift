import DeliverySim
import Models
import TestSupport
import Testing

/// R3.10: who gets notifications of a web app at all.
@Suite struct R03_10OptInTests {
  private static func tally(_ funnel: WebPushOptIn, _ kind: PushService.Kind) throws -> Tally {
    var world = smallWorld(at: [10]) {
      $0.service.kind = kind
      $0.service.optIn = funnel
    }
    world.devices = 20_000
    return try simulate(world, replication: 0, devices: 0..<world.devices)
  }

  @Test("R3.10 web-push needs the home screen and permission: who has not both has no token")
  func funnel() throws {
    let tally = try Self.tally(
      WebPushOptIn(homeScreen: share(0.3), allowed: share(0.6)), .webPush)
    expect(tally[.owed], equals: 20_000)
    let lost = tally.fates[Tally.fateIndex(.lost, .tokens(.noToken), .none)]
    expect(tally[.shown] + UInt128(lost), equals: tally[.owed])
    expect(tally[.pushesSent], equals: tally.count(.shown))
    // False-alarm probability 1e-6.
    let row = Agreement(
      "opted in", expected: 0.18, observed: Double(tally.count(.shown)) / 20_000,
      standardError: (0.18 * 0.82 / 20_000).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
  }

  @Test("R3.10 no other service asks for it")
  func others() throws {
    let funnel = WebPushOptIn(homeScreen: .zero)
    try expect(Self.tally(funnel, .webPush).count(.shown), equals: 0)
    for kind in PushService.Kind.allCases where kind != .webPush {
      try expect(Self.tally(funnel, kind).count(.shown), equals: 20_000)
    }
  }

  @Test("R3.10 a larger share keeps those who were in it, and the strategy changes nobody")
  func sameDevices() throws {
    func optedIn(_ homeScreen: Double, _ strategy: Strategy) throws -> [Bool] {
      let world = smallWorld(at: [10], strategy: strategy) {
        $0.service.kind = .webPush
        $0.service.optIn = WebPushOptIn(homeScreen: share(homeScreen), allowed: share(0.5))
      }
      return try (0..<200).map {
        try tellStory(world, replication: 0, device: $0).outcomes[0].cause != .tokens(.noToken)
      }
    }
    let few = try optedIn(0.3, .fireAndForget)
    try expect(optedIn(0.3, gapRecovery()), equals: few)
    let more = try optedIn(0.7, .fireAndForget)
    expect(zip(few, more).allSatisfy { !$0 || $1 })
    expect(few.contains(true) && few != more)
    let all = try optedIn(1, .fireAndForget)
    expect(zip(more, all).allSatisfy { !$0 || $1 })
  }
}
