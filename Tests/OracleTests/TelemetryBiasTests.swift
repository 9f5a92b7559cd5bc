import DeliverySim
import Foundation
import Models
import Oracles
import Statistics
import TestSupport
import Testing

/// R7.2 against its closed form, with a false-alarm probability of 1e-6 for all comparisons
/// together.
@Suite("Telemetry against its closed form")
struct TelemetryBiasTests {
  @Test("Opened all the time everything is known; opened hardly ever, what came before the opening")
  func limits() {
    expect(abs(TelemetryBias(openingRate: 1e3, loss: 0.1).observed - 0.9) < 1e-9)
    // One opening at a uniform time of two days: a push of the first day precedes it with 3/4.
    expect(abs(TelemetryBias(openingRate: 1e-4).observed - 0.75) < 1e-4)
  }

  /// A push at a uniform time of day, by the midpoint rule.
  @Test("The integral", arguments: [0.3, 1, 4])
  func integral(rate: Double) {
    let steps = 100_000
    let known = (0..<steps).reduce(0.0) { sum, step in
      let time = (Double(step) + 0.5) / Double(steps)
      return sum + TelemetryBias.known(within: 2 - time, rate) / Double(steps)
    }
    let oracle = TelemetryBias(openingRate: rate)
    expect(abs(oracle.observed - known / TelemetryBias.known(within: 2, rate)) < 1e-9)
  }

  @Test("Openings at random: the cohort, what is observed in it, and the bias")
  func simulated() throws {
    let worlds: [(rate: Double, loss: Double)] = [(0.4, 0), (1.2, 0.1)]
    for (rate, loss) in worlds {
      let oracle = TelemetryBias(openingRate: rate, loss: loss)
      let tallies = try (0..<600).map { replication in
        try Models.simulate(Self.world(rate, loss), replication: replication, devices: 0..<1)
      }
      let counts = tallies.map(\.telemetry)
      let observed = Self.ratio(counts.map(\.cohortReceipts), counts.map(\.cohortPushes))
      let truth = Self.ratio(counts.map(\.cohortShown), counts.map(\.cohortOwed))
      let share = Self.ratio(counts.map(\.cohortPushes), counts.map(\.pushes))
      let bias = try unwrap(observed.difference(from: truth, confidence: 0.95, ifZero: .exact))
      let rows = [
        try Self.row("cohort", oracle.cohortShare, share),
        try Self.row("observed", oracle.observed, observed),
        try Self.row("true", oracle.truth, truth),
        Agreement(
          "bias", expected: oracle.bias, observed: bias.difference,
          standardError: try unwrap(bias.standardError), tableSize: 8),
      ]
      for row in rows {
        print(row)
        expect(row.holds, "\(row)")
      }
      expect(tallies.allSatisfy { $0.telemetry.pushes == $0[.owed] })
    }
  }

  /// 20 messages a day; the last counted day's next day lies within the drain.
  private static func world(_ rate: Double, _ loss: Double) -> World {
    let messages = Workload.Arrivals.poisson(rate: law(.constant(value: 20.0 / 86_400)))
    var setup = DeviceSetup(workload: Workload(arrivals: messages))
    setup.app = App(openings: .init(rate: law(.constant(value: rate / 86_400))))
    setup.telemetry = Telemetry()
    setup.provider.link.loss = Probability(loss) ?? .zero
    return World(seed: 7, devices: 1, duration: .days(30), drain: .days(2), setup: setup)
  }

  private static func ratio(_ x: [UInt64], _ y: [UInt64]) -> RatioSample {
    RatioSample(numerators: x.map { Double($0) }, denominators: y.map { Double($0) })
  }

  private static func row(
    _ name: String, _ expected: Double, _ sample: RatioSample
  ) throws -> Agreement {
    Agreement(
      name, expected: expected, observed: try unwrap(sample.ratio),
      standardError: try unwrap(sample.standardError), tableSize: 8)
  }
}

extension TelemetryBias {
  /// The probability of an opening within so many days.
  fileprivate static func known(within days: Double, _ rate: Double) -> Double {
    1 - exp(-rate * days)
  }
}
