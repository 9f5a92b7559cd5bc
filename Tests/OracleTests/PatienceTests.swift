import DeliverySim
import Models
import Oracles
import Statistics
import TestSupport
import Testing

/// R10.1 against its closed forms, with a false-alarm probability of 1e-6 for all comparisons
/// together.
@Suite("Users who have had enough, against their closed form")
struct PatienceTests {
  private static let rate = 40 / 86_400.0
  private static let devices = 4000

  @Test("Limits: one annoyance, never, and a memory that never ends")
  func limits() {
    expect(abs(Patience(rate: 2, limit: 1).leftBy(0.5) - 0.632_120_558_828_557_7) < 1e-12)
    expect(Patience(rate: 2, limit: 3).leftBy(0), equals: 0)
    expect(abs(Patience(rate: 2, limit: 2).meanStay(memory: 1e9) - 1) < 1e-12)
  }

  /// Each device is alone, so all are independent.
  private static func tallies(
    days: Double, annoys: Double, _ reactions: (Reactions.Annoyance, Reactions.Acts) -> Reactions
  ) throws -> [Tally] {
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: law(.constant(value: rate)))))
    let annoyance = Reactions.Annoyance(useful: Probability(annoys) ?? .one)
    setup.user = User(reactions: reactions(annoyance, .init(uninstall: .one)))
    let world = World(seed: 31, devices: devices, duration: .days(days), setup: setup)
    return try (0..<devices).map {
      try Models.simulate(world, replication: 0, devices: $0..<$0 + 1)
    }
  }

  /// - Parameter standardError: The standard error, where it is known.
  private static func row(
    _ name: String, _ expected: Double, _ values: [Double], standardError: Double? = nil
  ) throws {
    let sample = RatioSample(numerators: values, denominators: values.map { _ in 1 })
    let row = Agreement(
      name, expected: expected, observed: try unwrap(sample.ratio),
      standardError: try standardError ?? unwrap(sample.standardError), tableSize: 4)
    print(row)
    expect(row.holds, "\(row)")
  }

  /// 40 alerts a day, a tenth of which annoy.
  @Test(
    "R10.1 by the end so many have left as a gamma law says",
    arguments: isNightly ? [1, 3, 8] : [1, 3])
  func gamma(limit: Int) throws {
    // The mean number of annoyances by then is the limit.
    let days = Double(limit) / 4
    let oracle = Patience(rate: 0.1 * Self.rate, limit: limit)
    let tallies = try Self.tallies(days: days, annoys: 0.1) {
      Reactions(annoyance: $0, patience: law(.constant(value: Double(limit))), acts: $1)
    }
    let left = oracle.leftBy(days * 86_400)
    try Self.row(
      "left, patience \(limit)", left, tallies.map { Double($0[ReactionCounter.uninstalls]) },
      standardError: (left * (1 - left) / Double(Self.devices)).squareRoot())
    expect(
      tallies.allSatisfy {
        $0[ReactionCounter.uninstalls] + $0[ReactionCounter.reachableAtEnd] == 1
      })
  }

  /// After so long all but e^-28 have left.
  @Test("R10.1 who forgets an annoyance stays the longer")
  func memory() throws {
    let memory = 3.0 * 3600
    let oracle = Patience(rate: 0.1 * Self.rate, limit: 2)
    let tallies = try Self.tallies(days: 20, annoys: 0.1) {
      Reactions(
        annoyance: $0, memory: .seconds(memory), patience: law(.constant(value: 2)), acts: $1)
    }
    try Self.row(
      "stay with a memory of 3 h [s]", oracle.meanStay(memory: memory),
      tallies.map { Double($0[ReactionCounter.installedTime]) / 1e6 })
  }
}
