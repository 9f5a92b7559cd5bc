import DeliverySim
import Models
import TestSupport
import Testing

/// R12.7: the app is removed from the store, or the certificate revoked, for a time.
@Suite struct R12_07Tests {
  private static let times: [Double] = [100, 200, 300, 400, 500, 600]

  private static func cutOff(_ from: Double, _ to: Double) -> (inout DeviceSetup) -> Void {
    { $0.provider.cutOff = .seconds(from)..<(.seconds(to)) }
  }

  @Test("R12.7 what reaches the push service between the dates is refused, and nothing else")
  func refused() throws {
    let run = try online(at: Self.times, until: 1000, change: Self.cutOff(300, 500))
    expect(run.fates, equals: [.shown, .shown, .lost, .lost, .shown, .shown])
    expect(run.causes[2...3].allSatisfy { $0 == .unregistered }, "\(run.causes)")
    // The provider is refused, not the token: it goes on sending.
    expect(run.tally[.pushesSent], equals: 6)
    expect(run.times(.app(.tokenRefused)), equals: [])
  }

  @Test("R12.7 who is refused as a provider learns nothing of the token")
  func token() throws {
    // The token changes while the provider is cut off, and is registered long after that.
    let run = try online(
      at: (1...150).map { 100.0 * Double($0) }, until: 15_100,
      given: { run in
        let (changed, registered) = (
          run.times(.app(.tokenChanged)).first, run.times(.app(.tokenRegistered)).first
        )
        return changed.map { 2000...5000 ~= $0 } == true && (registered ?? 20_000) > 12_000
      },
      change: { setup in
        setup.provider.cutOff = .seconds(1000)..<(.seconds(10_000))
        setup.tokens = Tokens(changes: constant(40_000))
        setup.app = App(openings: .init(rate: constant(1 / 5000)), syncsOnOpening: false)
      })
    // Messages come each hundred seconds: the first after the time that was cut off tells.
    expect(run.times(.app(.tokenRefused)), equals: [10_000])
  }

  @Test("R12.7 pushes without a message are refused too")
  func others() throws {
    let run = try online(at: [], until: 1000) {
      $0.provider.cutOff = .seconds(300)..<(.seconds(500))
      $0.workload.badgeUpdates = ExtraTraffic(rate: constant(1 / 20))
    }
    let (sent, arrived) = (
      run.times(.sent, ofAny: .badgeUpdate), run.times(.arrived, ofAny: .badgeUpdate)
    )
    expect(sent.contains { 300..<500 ~= $0 })
    expect(arrived, equals: sent.filter { !(300..<500 ~= $0) })
    expect(run.tally[.wakeUps], equals: UInt128(arrived.count))
  }

  @Test("R12.7 the moment counts at which a push reaches the service")
  func onItsWay() throws {
    let run = try online(at: Self.times, until: 1000) {
      $0.provider.cutOff = .seconds(300)..<(.seconds(500))
      $0.provider.link.latency = constant(150)
    }
    // Accepted at 250, 350, 450, 550, ...
    expect(run.fates, equals: [.shown, .lost, .lost, .shown, .shown, .shown])
  }

  @Test("R12.7 a queue learns of what was refused from the first push after it")
  func repaired() throws {
    let run = try online(at: Self.times, gapRecovery(), until: 1000, change: Self.cutOff(300, 500))
    expect(run.fates, equals: [.shown, .shown, .shown, .shown, .shown, .shown])
    expect(run.times(.requested), equals: [500])
  }

  @Test("R12.7 the share that is lost is that of the time that is cut off")
  func exact() throws {
    // Always online: messages are lost at the moments of two of ten days, a fifth of them.
    // Within 4.5 standard errors of a binomial share: false-alarm probability 7e-6.
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: constant(40 / 86_400))), strategy: .fireAndForget)
    setup.provider.cutOff = .days(1)..<(.days(3))
    let world = World(seed: 5, devices: 200, duration: .days(10), setup: setup)
    let tally = try simulate(world, replication: 0, devices: 0..<200)
    let share = Double(tally[.lost]) / Double(tally[.owed])
    let error = (0.2 * 0.8 / Double(tally[.owed])).squareRoot()
    print("cut off: expected 0.2, observed \(share), standard error \(error)")
    expect(abs(share - 0.2) < 4.5 * error)
  }
}
