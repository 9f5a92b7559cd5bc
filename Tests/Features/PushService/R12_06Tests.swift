import DeliverySim
import Models
import TestSupport
import Testing

/// R12.6: web pushes on iOS.
@Suite struct R12_06Tests {
  private static func web(_ most: Int?, change: (inout DeviceSetup) -> Void = { _ in }) throws
    -> RecordedRun
  {
    try online(at: (1...10).map { 100 * Double($0) }, until: 2000) {
      $0.service.isWeb = true
      $0.service.webSilentMax = most
      $0.workload.badgeUpdates = ExtraTraffic(rate: constant(1 / 100))
      change(&$0)
    }
  }

  @Test("R12.6 after so many pushes that drew nothing the permission is revoked")
  func revoked() throws {
    let run = try Self.web(3)
    let badges = run.times(.arrived, ofAny: .badgeUpdate)
    let revoked = try unwrap(run.times(.app(.permissionRevoked)).first)
    expect(badges.count, equals: 3)
    expect(revoked, equals: badges[2])
    // The first message after it is refused; then the provider has nothing to send to.
    let late = (1...10).filter { 100 * Double($0) > revoked }
    expect(run.fates, equals: (1...10).map { late.contains($0) ? .lost : .shown })
    // The next badge update is refused as well, and then the provider has nothing to send to.
    let causes = run.causes.filter { $0 != .none }
    expect(
      causes.allSatisfy { $0 == .tokens(.unregistered) || $0 == .tokens(.noToken) }, "\(causes)")
    expect(causes.last, equals: .tokens(.noToken))
  }

  @Test("R12.6 declarative pushes, and apps that are none of the web, are never revoked")
  func kept() throws {
    try expect(Self.web(nil).fates.allSatisfy { $0 == .shown })
    try expect(Self.web(1) { $0.service.isWeb = false }.fates.allSatisfy { $0 == .shown })
    // Alerts draw something.
    try expect(
      Self.web(1) { $0.workload.badgeUpdates = nil }.fates.allSatisfy { $0 == .shown })
  }

  /// A permission that is revoked, then another token, then an opening.
  private static func changed(reinstalls: Probability) throws -> RecordedRun {
    try online(
      at: (1...40).map { 1000 * Double($0) }, until: 50_000,
      given: { run in
        guard let revoked = run.times(.app(.permissionRevoked)).first,
          let changed = run.times(.app(.tokenChanged)).first
        else { return false }
        return revoked < changed && run.times(.app(.opened)).contains { $0 > changed }
      },
      change: {
        $0.service.isWeb = true
        $0.service.webSilentMax = 1
        $0.workload.badgeUpdates = ExtraTraffic(rate: constant(1 / 100))
        $0.tokens = Tokens(changes: constant(20_000))
        $0.tokens?.reinstalls = reinstalls
        $0.app = App(openings: .init(rate: constant(1 / 3000)), syncsOnOpening: false)
      })
  }

  @Test("R12.6 no later registration brings it back, unless the app is installed anew")
  func never() throws {
    let run = try Self.changed(reinstalls: .zero)
    expect(run.times(.app(.permissionRevoked)).count, equals: 1)
    expect(run.times(.app(.tokenRegistered)), equals: [])
    expect(run.fates.dropFirst(2).allSatisfy { $0 == .lost })
  }

  @Test("R2.8 R12.6 a reinstallation ends the revocation: the app registers at the next opening")
  func reinstalled() throws {
    let run = try Self.changed(reinstalls: .one)
    let changed = run.times(.app(.tokenChanged))
    expect(run.times(.tokens(.unblocked)).first, equals: changed[0])
    let registered = try unwrap(run.times(.app(.tokenRegistered)).first)
    expect(run.times(.app(.opened)).first { $0 > changed[0] }, equals: registered)
    // The next badge update draws nothing again.
    let revoked = run.times(.app(.permissionRevoked))
    let badges = run.times(.arrived, ofAny: .badgeUpdate)
    expect(revoked[1], equals: try unwrap(badges.first { $0 > registered }))
  }

  @Test("R12.6 who gets no token gets nothing")
  func optIn() throws {
    let run = try Self.web(nil) { $0.service.optIn = WebPushOptIn(homeScreen: .zero) }
    expect(run.causes.allSatisfy { $0 == .tokens(.noToken) })
    let native = try Self.web(nil) {
      $0.service.optIn = WebPushOptIn(homeScreen: .zero)
      $0.service.isWeb = false
    }
    expect(native.fates.allSatisfy { $0 == .shown })
  }
}
