import DeliverySim
import Models
import TestSupport
import Testing

/// R12.3: actions of notifications.
@Suite struct R12_03Tests {
  private static func acted(
    _ actions: Actions, _ strategy: Strategy = .fireAndForget, at times: [Double] = [100],
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try online(at: times, strategy, until: 10_000) {
      $0.app = App()
      $0.user = User(sees: constant(60))
      $0.user?.actions = actions
      change(&$0)
    }
  }

  @Test("R12.3 an action wakes the app, which fetches without being opened")
  func action() throws {
    let run = try Self.acted(Actions(share: .one))
    expect(run.times(.attention(.acted)), equals: [160])
    expect(run.times(.app(.fetches)), equals: [160])
    expect(run.times(.app(.opened)), equals: [])
    expect(run.tally[UserCounter.actions], equals: 1)
    try expect(Self.acted(Actions(share: .zero)).tally[UserCounter.actions], equals: 0)
  }

  @Test("R12.3 what the app fetches moves the cursor that it shares with the extension")
  func cursor() throws {
    // Half of the pushes are lost on hop 2; the app fetches them after the first look.
    let run = try online(
      at: [100, 200, 300], .fireAndForget, until: 10_000,
      given: { $0.times(.destroyed(by: .provider(.linkLost))) == [200] },
      change: {
        $0.app = App()
        $0.user = User(sees: constant(150))
        $0.user?.actions = Actions(share: .one)
        $0.provider.link.loss = share(0.3)
      })
    // The look at 250 ends with an action; what was lost is fetched then, unseen.
    expect(run.fates, equals: [.shown, .synced, .shown])
    expect(run.synced[1], equals: 250)
  }

  @Test("R12.3 some need an unlocked phone")
  func locked() throws {
    let run = try Self.acted(Actions(share: .one, locked: .one, unlock: constant(30)))
    expect(run.times(.attention(.acted)), equals: [160])
    expect(run.times(.app(.fetches)), equals: [190])
  }

  @Test("R12.3 of four only the first two are in reach", arguments: [(1, 1.0), (2, 1), (4, 0.5)])
  func reach(count: Int, expected: Double) throws {
    // 400 looks: within 5 standard errors of 0.025, a false-alarm probability of 6e-7.
    let times = (0..<400).map { 100 + 20 * Double($0) }
    let run = try Self.acted(Actions(share: .one, count: count), at: times)
    expect(
      abs(Double(run.tally[UserCounter.actions]) / 400 - expected) <= (expected < 1 ? 0.125 : 0))
  }
}
