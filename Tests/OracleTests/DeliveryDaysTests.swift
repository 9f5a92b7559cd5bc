import Files
import Foundation
import Search
import TestSupport
import Testing

/// `calibrate --fcm`: the days of FCM's delivery data, by hand.
@Suite struct DeliveryDaysTests {
  private static let world = """
    format: 1
    name: world
    seed: 11
    duration: 2d
    drain: 1d
    devices: 8
    replications: 10
    workload: {arrivals: {poisson: {rate: 12/d}}}
    push_service: {kind: fcm}
    network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 1h}}}
    strategies: [fire-and-forget]

    """

  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  private typealias Row = (day: Int, accepted: Int, outcomes: String)

  private func calibration(_ rows: [Row]) throws -> Calibration {
    let days = rows.map { row in
      """
      {"date": {"year": 2026, "month": 5, "day": \(row.day)}, "data": {"countMessagesAccepted": \
      "\(row.accepted)", "messageOutcomePercents": {\(row.outcomes)}}}
      """
    }
    let text = "{\"androidDeliveryData\": [\(days.joined(separator: ", "))]}"
    let path = try folder.write("days.json", header: text, rows: [])
    return try Calibration(
      experiment(Self.world), .fcm(path), unknown: ["network.offline.exponential.mean"],
      strategy: nil, threads: 1)
  }

  private static let percents = [90, 92, 88, 91, 89, 90, 90]

  private static let whole: [Row] = percents.enumerated().map {
    ($0 + 1, 400, "\"delivered\": \($1)")
  }

  /// One label has 300 messages a day, of which 4 % more are delivered, another one 100, of which
  /// 12 % less are: together it is the same.
  private static let labels: [Row] = percents.enumerated().flatMap { day, percent in
    [(day + 1, 300, 4), (day + 1, 100, -12)].map {
      ($0.0, $0.1, "\"delivered\": \(percent + $0.2)")
    }
  }

  @Test("Rows of one day, such as those of labels, are parts of it")
  func partsOfDays() throws {
    let (whole, parts) = (
      try unwrap(calibration(Self.whole).figures.first),
      try unwrap(calibration(Self.labels).figures.first)
    )
    expect(whole.metric, equals: "reached_share")
    expect(parts.samples, equals: 7)
    expect(abs(parts.value - whole.value) < 1e-12, "\(parts)")
    expect(abs(parts.standardError - whole.standardError) < 1e-12, "\(parts)")
  }

  @Test("Four days are too few, however many rows they have")
  func fewDays() throws {
    let error = try unwrap(
      #expect(throws: InputError.self) { _ = try calibration(Array(Self.labels.prefix(8))) })
    expect(error.exitCode, equals: 65)
    expect(error.description, contains: "found 4 days; allowed: at least 5")
  }

  @Test("A day's outcomes are at most all of its messages")
  func outcomesExcludeEachOther() throws {
    let rows = Self.whole.map { ($0.day, $0.accepted, $0.outcomes + ", \"droppedTtlExpired\": 60") }
    let error = try unwrap(#expect(throws: InputError.self) { _ = try calibration(rows) })
    expect(error.exitCode, equals: 65)
    expect(error.description, contains: "each message has one outcome")
  }

  @Test("What is absent on a day is named with the number of days, and so are other outcomes")
  func absentAndUnknown() throws {
    let rows = Self.whole.enumerated().map { place, row in
      let eaten = place == 0 ? "" : ", \"eaten\": 1, \"collapsed\": \(place)"
      return (row.day, row.accepted, row.outcomes + eaten)
    }
    let found = try calibration(rows)
    expect(found.figures.map(\.metric), equals: ["reached_share"])
    let notes = found.unused.joined(separator: "\n")
    expect(notes, contains: "collapsed: absent on 1 day of 7, so not used")
    expect(notes, contains: "no metric counts the same, so not used: eaten")
  }
}
