import Answers
import Files
import Foundation
import Search
import TestSupport
import Testing

/// A calibration finds the number of pushes that APNs keeps, from figures of Apple's console whose
/// closed form is known (`ConsoleShareTests`): of stored pushes the share 1 - q^k is delivered,
/// with q = rD/(1 + rD) and r the rate of pushes; of all pushes U/(U + D) are delivered at once.
///
/// The figures are exact, so no interval depends on chance but for the simulation's own noise,
/// which is at most 0.4 of their errors: the ends below are farther than that from where they
/// would change.
@Suite struct CapacityCalibrationTests {
  private static let capacity = "push_service.capacity"
  private static let (offline, online) = (
    "network.offline.exponential.mean", "network.online.exponential.mean"
  )

  /// r = 24/d and D = 2 h, unless changed: q = 2/3.
  private func result(
    _ figures: [String: (value: Double, error: Double)], unknown: [String], start: Int = 1,
    rate: String = "24/d", offline: String = "2h", online: String = "6h", extra: String = ""
  ) async throws -> Calibration.Result {
    let world = try experiment(
      """
      format: 1
      name: console
      seed: 5
      warmup: 1d
      duration: 6d
      drain: 1d
      devices: 6
      replications: 12
      workload: {arrivals: {poisson: {rate: \(rate)}}}
      push_service: {kind: apns, capacity: \(start)}
      network:
        online: {exponential: {mean: \(online)}}
        offline: {exponential: {mean: \(offline)}}
      strategies: [fire-and-forget]
      \(extra)
      """)
    let targets = figures.sorted { $0.key < $1.key }.map { name, figure in
      CalibrationTarget(
        metric: name, strategy: "fire-and-forget", group: nil, value: figure.value,
        standardError: figure.error)
    }
    return try await Calibration(world, targets, unknown: unknown, threads: 1).run { _ in }
  }

  private static func stored(_ capacity: Int, _ q: Double = 2.0 / 3) -> Double {
    1 - (0..<capacity).reduce(1) { product, _ in product * q }
  }

  /// 3, 4, 5 and 6 kept would give 0.704, 0.802, 0.868 and 0.912: 1.96 errors of 0.04 to either
  /// side are 0.724 and 0.881.
  @Test("The interval has each whole number that the figures do not exclude", arguments: [1, 100])
  func interval(start: Int) async throws {
    let found = try await result(
      ["apns_from_storage_share": (Self.stored(4), 0.04)], unknown: [Self.capacity], start: start)
    let estimate = try unwrap(found.estimate(0))
    expect([estimate.value, estimate.low, estimate.high], equals: [4, 4, 5])
    expect(found.exitCode, equals: 0)
    let ends = found.interval(0)
    expect([ends.low, ends.high], equals: [4, 5])
  }

  /// 12, 13 and 16 kept give 0.9923, 0.9949 and 0.9985; more cannot be told from 1, which is 0.6
  /// errors away.
  @Test("Where more change nothing, the upper end is open")
  func openEnd() async throws {
    let found = try await result(
      ["apns_from_storage_share": (Self.stored(16), 0.0025)], unknown: [Self.capacity])
    expect(found.interval(0).low, equals: 13)
    expect(found.interval(0).high, equals: nil)
    expect(found.exitCode, equals: 0)
    let answer = found.answer(of: "console")
    expect(answer.unknowns[0].ciLow, equals: 13)
    expect(answer.unknowns[0].ciHigh, equals: nil)
  }

  /// With a message a day and absences of 20 minutes q is 1/73: one kept gives 0.986, two 0.9998.
  @Test("Where the capacity hardly matters, the answer is that it is open")
  func rareMessages() async throws {
    let found = try await result(
      ["apns_from_storage_share": (0.99, 0.02)], unknown: [Self.capacity], rate: "1/d",
      offline: "20m")
    expect(found.exitCode, equals: 3)
    expect(found.isOpen(0))
    expect(found.estimate(0) == nil)
    expect(found.answer(of: "console").openings.map { $0.map(\.path) }, equals: [[Self.capacity]])
  }

  @Test("With the share delivered at once, the length of absences is found beside it")
  func withAbsences() async throws {
    let found = try await result(
      ["apns_from_storage_share": (Self.stored(2), 0.04), "apns_delivered_share": (0.75, 0.02)],
      unknown: [Self.capacity, Self.offline], offline: "3h")
    // U = 3 D. The error of the share delivered at once is one of 0.02/(0.75 · 0.25) of D. So far
    // off, with another D, one or three kept give 0.333 ± 0.03 and 0.704 ± 0.03.
    let capacity = try unwrap(found.estimate(0))
    expect([capacity.value, capacity.low, capacity.high], equals: [2, 2, 2])
    let mean = try unwrap(found.estimate(1))
    expect(mean.low < 7200 && mean.high > 7200, "\(mean)")
    expect(mean.high / mean.low < exp(2 * 1.96 * 2 * 0.02 / 0.1875), "\(mean)")
  }

  /// With any number kept there are absences, and times online three times as long, that give both
  /// figures.
  @Test("Longer absences give the same figures as fewer pushes kept: the answer says so")
  func confounded() async throws {
    let found = try await result(
      ["apns_from_storage_share": (Self.stored(2), 0.05), "apns_delivered_share": (0.75, 0.02)],
      unknown: [Self.capacity, Self.offline, Self.online])
    expect(found.exitCode, equals: 3)
    expect(found.isOpen(0))
    let opening = try unwrap(found.answer(of: "console").openings.first)
    expect(opening.filter { $0.by > 0.1 }.map(\.path).sorted().contains(Self.capacity))
    expect(opening.filter { $0.by > 0.1 }.count, equals: 3)
  }

  @Test("Two whole numbers are refused: each would be tried beside one value of the other alone")
  func twoNumbers() async throws {
    let error = await #expect(throws: InputError.self) {
      _ = try await result(
        ["apns_from_storage_share": (Self.stored(2), 0.01)],
        unknown: [Self.capacity, "groups.b.push_service.capacity"],
        extra: "groups: [{name: b, share: 50%, push_service: {kind: apns, capacity: 3}}]")
    }
    expect(error?.exitCode, equals: 64)
    expect("\(String(describing: error))", contains: "one whole number")
  }

  /// A quarter of the devices never comes back. So 0.75 · 0.75 of the pushes are delivered at once,
  /// and another 0.75 · 0.25 of them can be delivered from storage. The same figures follow from
  /// more pushes kept, shorter absences and more devices that are gone. One push kept cannot give
  /// them: D/(1 + D) would have to be 1.11.
  @Test("Where each number comes with others that give the figures, the answer is not one of them")
  func silentDevices() async throws {
    let (alive, away) = (0.75, 0.25)
    let stored = alive * away / (alive * away + 1 - alive)
    let found = try await result(
      [
        "apns_from_storage_share": (stored * Self.stored(2), 0.02),
        "apns_delivered_share": (alive * (1 - away), 0.02),
      ],
      unknown: [Self.capacity, Self.offline, "groups.gone.share"],
      extra: """
        groups:
          - name: gone
            share: 25%
            network: {online: {constant: {value: 1s}}, offline: {constant: {value: 3000d}}}
        """)
    expect(found.exitCode, equals: 3)
    expect(found.isOpen(0))
    expect(found.interval(0).low.map { $0 <= 2 } ?? false)
    expect(found.interval(0).high, equals: nil)
  }
}
