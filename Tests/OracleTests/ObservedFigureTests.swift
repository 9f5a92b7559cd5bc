import Experiments
import Foundation
import TestSupport
import Testing

/// Figures that `calibrate` reads out of observations, by hand, and how far its intervals reach.
@Suite struct ObservedFigureTests {
  private static let unknown = "network.offline.exponential.mean"
  private static let world = """
    format: 1
    name: world
    seed: 11
    duration: 2d
    drain: 1d
    devices: 8
    replications: 10
    workload: {arrivals: {poisson: {rate: 12/d}}}
    provider: {link: {latency: {exponential: {mean: 2s}}}}
    network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 1h}}}
    strategies: [fire-and-forget]

    """

  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  private func figures(_ observed: Calibration.Observed) throws -> [CalibrationTarget] {
    try Calibration(
      experiment(Self.world), observed, unknown: [Self.unknown], strategy: nil, threads: 1
    ).figures
  }

  private func check(
    _ figure: CalibrationTarget?, _ metric: String, _ value: Double, error: Double, samples: Int
  ) throws {
    let figure = try unwrap(figure)
    expect(figure.metric, equals: metric)
    expect(abs(figure.value - value) < 1e-12 * max(1, value), "\(figure)")
    expect(abs(figure.standardError - error) < 1e-12, "\(figure)")
    expect(figure.samples, equals: samples)
  }

  /// Ten devices with two pushes each, of which five have lost one: R = 15/20, the residuals of the
  /// devices are ±0.5/2, and SE² = 10 · 0.25²/(10 · 9). Of the 15 delays 1 s, ..., 15 s the one of
  /// rank 8 is the median.
  @Test("Receipts are a share and delays of devices, whatever their number of messages")
  func receipts() throws {
    let rows = (0..<10).flatMap { device in
      [
        "\(1000 + device),\(1001 + 2 * device),\(device)",
        device < 5 ? "2000,\(2011 + device),\(device)" : "2000,,\(device)",
      ]
    }
    let path = try folder.write("receipts.csv", header: "sent,received,device", rows: rows)
    let found = try figures(.receipts(path))
    try check(
      found.first, "deliverability", 0.75, error: (0.625 / 90).squareRoot(), samples: 10)
    let median = try unwrap(found.first { $0.metric == "latency_p50_s" })
    expect(median.value, equals: 8)
  }

  /// By the messages of the days: R = Σ sᵢaᵢ / Σ aᵢ with SE² = Σ (aᵢ(sᵢ - R)/ā)² / (n(n - 1)).
  @Test("FCM's days weigh as many messages as they have", arguments: ["json", "csv"])
  func days(form: String) throws {
    let days = [(84.0, 1000.0), (86, 3000), (85, 1000), (83, 500), (87, 2000)]
    let total = days.reduce(0) { $0 + $1.1 }
    let share = days.reduce(0) { $0 + $1.0 / 100 * $1.1 } / total
    let squares = days.reduce(0) { sum, day in
      let residual = day.1 * (day.0 / 100 - share) / (total / 5)
      return sum + residual * residual
    }
    let path =
      form == "csv"
      ? try folder.write(
        "days.csv", header: "countMessagesAccepted,delivered", rows: days.map { "\($0.1),\($0.0)" })
      : try folder.write(
        "days.json",
        days.map {
          "{\"data\": {\"countMessagesAccepted\": \"\(Int($0.1))\", "
            + "\"messageOutcomePercents\": {\"delivered\": \($0.0)}}}"
        }.joined(separator: "\n") + "\n")
    try check(
      figures(.fcm(path)).first, "deliverability", share, error: (squares / 20).squareRoot(),
      samples: 5)
  }

  /// Twelve devices with a message each, of which the third part is not delivered. A message is
  /// accepted when that is first said, and clocks that differ make no delay below 0.
  @Test("FCM's messages are delayed from their first acceptance on")
  func messages() throws {
    let rows = (0..<12).flatMap { device -> [String] in
      let name = "0:\(device),d\(device)"
      let accepted = "2026-10-05 00:00:10 UTC,MESSAGE_ACCEPTED,\(name)"
      let again = "2026-10-05 00:00:40 UTC,MESSAGE_ACCEPTED,\(name)"
      let delay = device == 11 ? "09" : "\(50 + device % 3)"
      let delivered = "2026-10-05 00:00:\(delay) UTC,MESSAGE_DELIVERED,\(name)"
      return device % 3 == 0 ? [again, accepted] : [again, accepted, delivered]
    }
    let path = try folder.write(
      "messages.csv", header: "event_timestamp,event,message_id,instance_id", rows: rows)
    let found = try figures(.fcm(path))
    // R = 8/12, so that Σe² = 8/9 + 16/9.
    try check(
      found.first, "deliverability", 2.0 / 3, error: (24.0 / 9 / (12 * 11)).squareRoot(),
      samples: 12)
    // Delays of 0 s once, 41 s four times, 42 s three times: rank 4 of 8.
    try expect(unwrap(found.first { $0.metric == "latency_p50_s" }).value, equals: 41)
  }

  /// The same figure, once with an error that is known and once with one from five samples: the
  /// interval is longer by t(0.975, 4 degrees of freedom) over the normal law's quantile.
  @Test("An error from few samples makes the interval longer, as Student's t says")
  func fewSamples() async throws {
    func width(_ samples: Int?) async throws -> Double {
      let target = CalibrationTarget(
        metric: "deliverability", strategy: "fire-and-forget", group: nil, value: 0.93,
        standardError: 0.01, samples: samples)
      let result = try await Calibration(
        experiment(Self.world), [target], unknown: [Self.unknown], threads: 2
      ).run { _ in }
      let found = try unwrap(result.estimate(0))
      expect(found.low < found.value && found.value < found.high)
      return log(found.high / found.low)
    }
    let (known, few) = (try await width(nil), try await width(5))
    expect(abs(few / known / (2.776445105 / 1.959963985) - 1) < 1e-8, "\(known), \(few)")
  }
}
