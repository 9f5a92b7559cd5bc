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

  @Test("R12.6 no later registration brings it back")
  func never() throws {
    let run = try online(
      at: (1...40).map { 1000 * Double($0) }, until: 50_000,
      given: { $0.times(.app(.opened)).count > 5 && $0.times(.app(.tokenChanged)).count > 0 },
      change: {
        $0.service.isWeb = true
        $0.service.webSilentMax = 1
        $0.workload.badgeUpdates = ExtraTraffic(rate: constant(1 / 100))
        $0.tokens = Tokens(changes: constant(20_000))
        $0.app = App(openings: .init(rate: constant(1 / 3000)), syncsOnOpening: false)
      })
    expect(run.times(.app(.permissionRevoked)).count, equals: 1)
    expect(run.times(.app(.tokenRegistered)), equals: [])
    expect(run.fates.dropFirst(2).allSatisfy { $0 == .lost })
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
