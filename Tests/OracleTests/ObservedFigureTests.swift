import Files
import Foundation
import Search
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

  /// Forty devices with twenty pushes each: ten seconds at most, and hours for a share of them, so
  /// that the 90 % quantile is at a jump if that is a tenth.
  @Test("A quantile at a jump of the delays is named, and no figure", arguments: [0, 0.1, 0.3])
  func jumps(late: Double) throws {
    var draws = SplitMix64(state: 77)
    let rows = (0..<800).map { push in
      let delay = (draws.uniform() < late ? 3600 : 1) * (1 + 9 * draws.uniform())
      return "\(push / 40),\(Double(push / 40) + delay),\(push % 40)"
    }
    let path = try folder.write("receipts.csv", header: "sent,received,device", rows: rows)
    let calibration = try Calibration(
      experiment(Self.world), .receipts(path), unknown: [Self.unknown], strategy: nil, threads: 1)
    let names = calibration.figures.map(\.metric)
    let note = calibration.unused.joined()
    expect(names.contains("latency_p50_s"))
    expect(names.contains("latency_p90_s"), equals: late != 0.1)
    expect(note.contains("latency_p90_s"), equals: late == 0.1, "\(note)")
  }

  // MARK: Columns and units

  /// The same pushes, written in another way.
  @Test("Receipts are read as logs write them: names, date-times, units")
  func otherLogs() throws {
    struct Push {
      let sent: Int
      let delay: Double?
      let device: Int
    }
    let pushes = (0..<30).map { push in
      let delay: Double? = push % 5 == 4 ? nil : Double(1 + push % 7)
      return Push(sent: 1_700_000_000 + 60 * push, delay: delay, device: push % 10)
    }
    func rows(_ text: (Double) -> String) -> [String] {
      pushes.map { push in
        let received = push.delay.map { text(Double(push.sent) + $0) } ?? ""
        return "\(push.device),\(text(Double(push.sent))),\(received),x"
      }
    }
    let header = "user_id,Sent At,delivered_at,other"
    let seconds = try figures(
      .receipts(folder.write("s.csv", header: header, rows: rows { "\($0)" })))
    expect(seconds.count > 1)
    var columns = ReceiptColumns()
    columns.unit = .ms
    let milliseconds = try folder.write(
      "ms.csv", header: header, rows: rows { "\(Int(1000 * $0))" })
    try expect(figures(.receipts(milliseconds, columns)), equals: seconds)
    // Without a word: they are of our time in one unit only.
    try expect(figures(.receipts(milliseconds)), equals: seconds)
    let formatter = ISO8601DateFormatter()
    let dates = try folder.write(
      "d.csv", header: header,
      rows: rows { formatter.string(from: Date(timeIntervalSince1970: $0)) })
    try expect(figures(.receipts(dates, columns)), equals: seconds)
    let named = try folder.write("n.csv", header: "a,b,c,d", rows: rows { "\($0)" })
    columns = ReceiptColumns()
    (columns.device, columns.sent, columns.received) = ("a", "b", "c")
    try expect(figures(.receipts(named, columns)), equals: seconds)
  }

  /// Each minute from 11:00 to 11:19, as HHMMSS.
  private static let clockTimes = (0..<20).map { "\(110_000 + 100 * $0),,a" }
    .joined(separator: "\n")

  @Test(
    "What is no log of receipts in seconds is asked about",
    arguments: [
      ("sent,received,device", "17000000000000,17000000001000,a", "ms.csv:2:1: sent: found 17"),
      ("sent,received,device", "17000000000000,,a", "--unit ms or --unit us reads smaller units"),
      ("sent,received,device", "1700000000,1700000001000,a", "received: found 17"),
      ("sent,received,device", "0,900,a\n1209600000,1209601131,a", "ms.csv:3:1: sent: 38 years"),
      ("sent,received,device", "10,5,a", "ms.csv:2:1: received: found 5 s before sent"),
      ("sent,received,device", "2026-01-05T08:00:00Z,12,a", "date-times in one column"),
      ("sent,received,device", "10,2026-01-05T08:00:00Z,a", "date-times in one column"),
      ("sent,received,device", "10,x,a", "a decimal number, or a date-time"),
      ("sent,received,device", clockTimes, "sent: are these times of day, such as 203615"),
      ("gone,received,device", "10,12,a", "no column sent among gone, received, device"),
      ("sent,got,device", "10,12,a", "or --received COLUMN"),
      ("sent,received,phone", "10,12,a", "no column device"),
    ])
  private func questions(header: String, rows: String, words: String) throws {
    let path = try folder.write("ms.csv", header: header, rows: [rows])
    let said = message { _ = try figures(.receipts(path)) }
    expect(said.replacing(#/\s+/#, with: " "), contains: words)
  }

  private func message(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return ""
  }

  /// The figures are weighted by the messages of the days: R = Σ sᵢaᵢ / Σ aᵢ with SE² = Σ (aᵢ(sᵢ -
  /// R)/ā)² / (n(n - 1)).
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
      figures(.fcm(path)).first, "reached_share", share, error: (squares / 20).squareRoot(),
      samples: 5)
  }

  /// Forty-eight devices with a message each, of which the third part is not delivered. A message
  /// is accepted when that is first said, and clocks that differ make no delay below 0.
  @Test("FCM's messages are delayed from their first acceptance on")
  func messages() throws {
    let rows = (0..<48).flatMap { device -> [String] in
      let name = "0:\(device),d\(device)"
      let accepted = "2026-10-05 00:00:10 UTC,MESSAGE_ACCEPTED,\(name)"
      let again = "2026-10-05 00:00:40 UTC,MESSAGE_ACCEPTED,\(name)"
      let delay = device == 47 ? "09" : "\(50 + device % 3)"
      let delivered = "2026-10-05 00:00:\(delay) UTC,MESSAGE_DELIVERED,\(name)"
      return device % 3 == 0 ? [again, accepted] : [again, accepted, delivered]
    }
    let path = try folder.write(
      "messages.csv", header: "event_timestamp,event,message_id,instance_id", rows: rows)
    let found = try figures(.fcm(path))
    // R = 32/48, so that Σe² = 32/9 + 64/9.
    try check(
      found.first, "reached_share", 2.0 / 3, error: (96.0 / 9 / (48 * 47)).squareRoot(),
      samples: 48)
    // Delays of 0 s once, 41 s 16 times, 42 s 15 times: rank 16 of 32.
    try expect(unwrap(found.first { $0.metric == "latency_p50_s" }).value, equals: 41)
  }

  /// The same figure, once with an error that is known and once with one from five samples: the
  /// interval is longer by t(0.975, 4 degrees of freedom) over the normal law's quantile.
  @Test("An error from few samples makes the interval longer, as Student's t says")
  func fewSamples() async throws {
    // No law is in question, so that the figure alone makes the interval.
    let world = Self.world.replacing("link: {", with: "link: {loss: 2%, ")
    func width(_ samples: Int?) async throws -> Double {
      let target = CalibrationTarget(
        metric: "deliverability", strategy: "fire-and-forget", group: nil, value: 0.93,
        standardError: 0.001, samples: samples)
      let result = try await Calibration(
        experiment(world), [target], unknown: ["provider.link.loss"], threads: 2
      ).run { _ in }
      let found = try unwrap(result.estimate(0))
      expect(found.low < found.value && found.value < found.high)
      return logit(found.high) - logit(found.low)
    }
    func logit(_ share: Double) -> Double { log(share / (1 - share)) }
    let (known, few) = (try await width(nil), try await width(5))
    expect(abs(few / known / (2.776445105 / 1.959963985) - 1) < 1e-8, "\(known), \(few)")
  }
}
