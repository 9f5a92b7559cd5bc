import DeliverySim
import Models
import Oracles
import Statistics
import TestSupport
import Testing

/// R1.8: each group has the deliverability of its own parameters, and the population their mean,
/// weighted by what is owed.
@Suite struct GroupTests {
  private static let days = 20.0
  private static let replications = 120

  private struct Part {
    let name: String
    let share: Double
    /// [1/d]
    let rate: Double
    let offline: OfflineLaw
    /// The loss on hop 2.
    let loss: Double

    func deliverability() throws -> Double {
      try NewestOnly(
        arrivalRate: rate / 86_400, onlineMean: 21_600, offline: offline, linkLoss: loss
      ).deliverability()
    }

    var setup: DeviceSetup {
      let arrivals = Workload.Arrivals.poisson(rate: law(.constant(value: rate / 86_400)))
      var setup = DeviceSetup(workload: Workload(arrivals: arrivals))
      setup.network.onOff = OnOffProcess(
        up: law(.gamma(mean: 21_600, shape: 2)), down: offline.sampled)
      setup.provider.link.loss = Probability(loss) ?? .zero
      return setup
    }
  }

  private static let parts = [
    Part(name: "heavy", share: 0.2, rate: 120, offline: .exponential(mean: 1800), loss: 0),
    Part(name: "away", share: 0.3, rate: 20, offline: .exponential(mean: 10_800), loss: 0.1),
    Part(name: "others", share: 0.5, rate: 40, offline: .constant(value: 3600), loss: 0),
  ]

  private static var world: World {
    var world = World(
      seed: 18, devices: 20, warmup: .days(1), duration: .days(1 + days), drain: .days(5),
      setup: parts[2].setup)
    world.groups = parts.dropLast().map {
      DeviceGroup(name: $0.name, share: Probability($0.share) ?? .one, setup: $0.setup)
    }
    return world
  }

  private static func agreement(
    _ name: String, _ expected: Double, _ tallies: [Tally]
  ) throws -> Agreement {
    let sample = RatioSample(
      numerators: tallies.map { Double($0.count(.shown)) },
      denominators: tallies.map { Double($0[.owed]) })
    // Four rows share a false-alarm probability of 1e-6.
    return Agreement(
      name, expected: expected, observed: try unwrap(sample.ratio),
      standardError: try unwrap(sample.standardError), tableSize: 4)
  }

  @Test("R1.8 groups have their own exact answers, and the population the mixture's")
  func mixture() async throws {
    let world = Self.world
    var tallies: [Tally] = []
    try await forEachInParallel(
      count: Self.replications, threads: 2,
      work: { try simulate(world, replication: $0, devices: 0..<world.devices) },
      consume: { tallies.append($1) })
    let answers = try Self.parts.map { try $0.deliverability() }
    let weights = Self.parts.map { $0.share * $0.rate }
    let shown = zip(weights, answers).map { weight, answer in weight * answer }
    let mixed = shown.reduce(0, +) / weights.reduce(0, +)
    var rows = [try Self.agreement("population", mixed, tallies)]
    for (place, part) in Self.parts.enumerated() {
      let ofGroup = tallies.map { (tally: Tally) in tally.groups[place] }
      rows.append(try Self.agreement(part.name, answers[place], ofGroup))
    }
    for row in rows {
      print(row)
      expect(row.holds, "\(row)")
      // Wrong answers are told apart: none is within a percentage point of another.
      expect(row.standardError < 0.0025, "\(row)")
    }
    let sorted = rows.map { (row: Agreement) in row.expected }.sorted()
    expect(zip(sorted, sorted.dropFirst()).allSatisfy { $1 - $0 > 0.01 })
  }
}
