import Answers
import Files
import Foundation
import Oracles
import Runs
import Statistics
import TestSupport
import Testing

/// Estimates with controls against closed forms: far more precise, and as right.
///
/// False-alarm probability: |z| < 4.5 for each of three rows, 7e-5 each (Student's t, 37 degrees
/// of freedom); seeds are fixed.
@Suite struct ControlledOracleTests {
  private struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let service: String
    let offline: String
    let expected: @Sendable () throws -> Double

    var testDescription: String { name }
  }

  private static let rate = 40.0 / 86_400
  private static let weibull = OfflineLaw.weibull(scale: 1200, shape: 0.7)

  private static let rows = [
    Row(name: "one place, exponential", service: "", offline: "exponential: {mean: 30m}") {
      try NewestOnly(
        arrivalRate: rate, onlineMean: 21_600, offline: .exponential(mean: 1800), linkLoss: 0.01
      ).deliverability()
    },
    Row(name: "one place, Weibull", service: "", offline: "weibull: {scale: 20m, shape: 0.7}") {
      try NewestOnly(arrivalRate: rate, onlineMean: 21_600, offline: weibull, linkLoss: 0.01)
        .deliverability()
    },
    Row(
      name: "three places, exponential", service: "push_service: {capacity: 3}",
      offline: "exponential: {mean: 2h}"
    ) {
      try BoundedStore(
        arrivalRate: rate * 0.99, onlineMean: 21_600, offline: .exponential(mean: 7200)
      ).shownOfNewest(capacity: 3) * 0.99
    },
  ]

  private func estimate(
    _ row: Row, control: String
  ) async throws -> (value: Double, halfWidth: Double) {
    let experiment = try experiment(
      """
      format: 1
      name: oracle
      seed: 424242
      duration: 20d
      drain: 5d
      devices: 100
      replications: 40
      variance_control: \(control)
      workload: {arrivals: {poisson: {rate: 40/d}}}
      provider: {link: {loss: 0.01}}
      \(row.service)
      network:
        online: {exponential: {mean: 6h}}
        offline: {\(row.offline)}
      strategies: [fire-and-forget]
      expect: [fire-and-forget.deliverability > 1%]
      """)
    let outcome = try await Runner(experiment, threads: 2).run()
    let judgement = try unwrap(outcome.judgements().first)
    let value = try unwrap(judgement.value)
    return (value, try unwrap(judgement.ciHigh) - value)
  }

  @Test("With controls a closed form is met far more closely", arguments: rows)
  private func isMet(row: Row) async throws {
    let plain = try await estimate(row, control: "none")
    let found = try await estimate(row, control: "controls")
    let expected = try row.expected()
    let error = found.halfWidth / -StudentT.quantile(0.025, degreesOfFreedom: 37)
    print(
      "\(row.name): expected \(expected), found \(found.value), "
        + "\((found.value - expected) / error) SE, "
        + "\(plain.halfWidth / found.halfWidth) times closer"
    )
    expect(abs(found.value - expected) < 4.5 * error)
    expect(plain.halfWidth > 10 * found.halfWidth)
  }
}
