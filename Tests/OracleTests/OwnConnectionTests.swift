import DeliverySim
import Models
import Oracles
import Statistics
import TestSupport
import Testing

/// R11.2 against its closed form, with a false-alarm probability of 1e-6 for both comparisons.
@Suite("A connection of the app's own, against its closed form")
struct OwnConnectionTests {
  private static let devices = 300

  @Test("Limits: never opened, always open")
  func limits() {
    expect(OwnConnection(openings: 0, visit: 100, background: 0).share, equals: 0)
    expect(OwnConnection(openings: 1, visit: 1e4, background: 0).share, equals: 1)
  }

  @Test("R11.2 so many come over it as the app runs a share of the time", arguments: [0.0, 180])
  func share(background: Double) throws {
    let oracle = OwnConnection(openings: 30 / 86_400, visit: 120, background: background)
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: law(.constant(value: 1.0 / 600)))),
      strategy: .fireAndForget.with(Socket(background: .seconds(background))))
    setup.app = App(
      openings: .init(rate: law(.constant(value: oracle.openings))),
      visit: law(.constant(value: oracle.visit)))
    // At the start nobody has the app open: the first hours are no part of it.
    let world = World(
      seed: 3, devices: Self.devices, warmup: .hours(6), duration: .days(2), setup: setup)
    let tallies = try (0..<Self.devices).map {
      try Models.simulate(world, replication: 0, devices: $0..<$0 + 1)
    }
    let sample = RatioSample(
      numerators: tallies.map { Double($0[SocketCounter.messages]) },
      denominators: tallies.map { Double($0[.owed]) })
    let row = Agreement(
      "over the connection, \(background) s in the background", expected: oracle.share,
      observed: try unwrap(sample.ratio), standardError: try unwrap(sample.standardError),
      tableSize: 2)
    print(row)
    expect(row.holds, "\(row)")
  }
}
