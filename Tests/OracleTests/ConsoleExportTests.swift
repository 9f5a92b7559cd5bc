import Files
import Foundation
import Search
import TestSupport
import Testing

/// `calibrate --apns`: what Apple's console exports, by hand.
@Suite struct ConsoleExportTests {
  private static let offline = "network.offline.exponential.mean"

  private static func world(_ service: String = "kind: apns") -> String {
    """
    format: 1
    name: world
    seed: 11
    duration: 2d
    drain: 1d
    devices: 8
    replications: 10
    workload: {arrivals: {poisson: {rate: 12/d}}}
    push_service: {\(service)}
    network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 1h}}}
    strategies: [fire-and-forget]

    """
  }

  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  private typealias Row = (type: String, status: String, day: Int, count: String)

  private static let fromStorage = [40, 42, 38, 41, 39, 40, 40]

  /// Seven days: 100 stored of which ``fromStorage`` were delivered, 500 received.
  private static let rows: [Row] = fromStorage.enumerated().flatMap { day, count in
    [
      ("alert", "Received by APNs", day, "500"),
      ("alert", "Stored - Device Offline", day, "100"),
      ("alert", "Delivered to Device (From Storage)", day, "\(count)"),
    ]
  }

  private func csv(
    _ rows: [Row], header: String = "Push Type,Status,Date (UTC),Count"
  ) throws -> String {
    try folder.write(
      "metrics.csv", header: header,
      rows: rows.map { "\($0.type),\($0.status),2026-05-0\($0.day + 1),\($0.count)" })
  }

  private func calibration(
    _ path: String, _ service: String = "kind: apns"
  ) throws -> Calibration {
    try Calibration(
      experiment(Self.world(service)), .apns(path), unknown: [Self.offline], strategy: nil,
      threads: 1)
  }

  private func check(_ found: Calibration, _ names: [String]) throws {
    expect(found.figures.map(\.metric), equals: names)
    // The days differ from the mean, 40 of 100, by 0, 2, -2, 1, -1, 0 and 0.
    let figure = try unwrap(found.figures.first)
    expect(abs(figure.value - 0.4) < 1e-12, "\(figure)")
    expect(abs(figure.standardError - (10.0 / 42).squareRoot() / 100) < 1e-12, "\(figure)")
    expect(figure.samples, equals: 7)
  }

  @Test("The share from storage is a figure, and the days are its error")
  func byHand() throws {
    let found = try calibration(csv(Self.rows))
    try check(found, ["apns_from_storage_share"])
    // Nothing is known of what has no row.
    let notes = found.unused.joined(separator: "\n")
    expect(notes, contains: "apns_delivered_share: there is no row of Delivered to Device, so not")
    expect(
      notes,
      contains: "apns_disabled_share: there is no row of Discarded - Disabled, "
        + "Discarded - Disabled (From Storage), so not used")
  }

  @Test(
    "Case and punctuation of names do not matter",
    arguments: ["push_type,STATUS,date_utc,COUNT", "PushType,status,Date,count"])
  private func names(header: String) throws {
    let rows = Self.rows.map { row in
      (row.type, row.status.uppercased().replacing(" - ", with: "_"), row.day, row.count)
    }
    try check(calibration(csv(rows, header: header)), ["apns_from_storage_share"])
  }

  @Test("A row of JSON on each line says the same, and so does a list of them")
  func json() throws {
    let lines = Self.rows.map { row in
      "{\"pushType\": \"\(row.type)\", \"status\": \"\(row.status)\", "
        + "\"dateUTC\": \"2026-05-0\(row.day + 1)\", \"count\": \(row.count)}"
    }
    let path = try folder.write("metrics.json", header: lines[0], rows: Array(lines.dropFirst()))
    try check(calibration(path), ["apns_from_storage_share"])
    let list = try folder.write(
      "list.json", header: "[", rows: [lines.joined(separator: ",\n"), "]"])
    try check(calibration(list), ["apns_from_storage_share"])
  }

  @Test("Types of pushes are added up, and named")
  func types() throws {
    let halves = Self.rows.map { row in
      (row.type, row.status, row.day, "\((Double(row.count) ?? 0) / 2)")
    }
    let found = try calibration(csv(halves + halves.map { ("Background", $0.1, $0.2, $0.3) }))
    try check(found, ["apns_from_storage_share"])
    expect(found.unused.joined(), contains: "all types of pushes count together: alert, background")
  }

  @Test("A status that Apple's page does not have is named and not used")
  func unknownStatus() throws {
    let found = try calibration(csv(Self.rows + [("alert", "Delayed", 0, "7")]))
    try check(found, ["apns_from_storage_share"])
    expect(found.unused.joined(), contains: "\"Delayed\" (1 row)")
  }

  @Test("A day without a row of a status says nothing of it")
  func absentDay() throws {
    // On the last two days nothing is known of what was stored: five days are left.
    let rows = Self.rows.filter { !($0.day > 4 && $0.status.hasPrefix("Stored")) }
    let figure = try unwrap(calibration(csv(rows)).figures.first)
    expect(abs(figure.value - 0.4) < 1e-12, "\(figure)")
    expect(figure.samples, equals: 5)
    let few = rows.filter { !($0.day > 3 && $0.status.hasPrefix("Stored")) }
    let error = try unwrap(#expect(throws: InputError.self) { _ = try calibration(csv(few)) })
    expect(error.exitCode, equals: 65)
  }

  @Test("Rounded counts are told, and those that rounding decides are not used")
  func rounding() throws {
    let expired = [0, 0, 1, 0, 0, 0, 1].enumerated().map { day, count in
      ("alert", "Discarded - Expired", day, "\(count)")
    }
    let rows = (Self.rows + expired).map { ($0.0, $0.1, $0.2, $0.3 + "0") }
    let found = try calibration(csv(rows))
    try check(found, ["apns_from_storage_share"])
    let notes = found.unused.joined(separator: "\n")
    expect(notes, contains: "counts are rounded to 10")
    expect(notes, contains: "Discarded - Expired is so small that rounding decides, so not used")
  }

  @Test("A share that few pushes made is named and not used")
  func rare() throws {
    let expired = { (counts: [Int]) in
      counts.enumerated().map { ("alert", "Discarded - Expired", $0, "\($1)") }
    }
    let few = try calibration(csv(Self.rows + expired([0, 0, 1, 0, 0, 0, 1])))
    try check(few, ["apns_from_storage_share"])
    expect(
      few.unused.joined(separator: "\n"),
      contains: "so rare that its error says little, and not used: apns_expired_share")
    let many = try calibration(csv(Self.rows + expired([9, 10, 11, 10, 9, 11, 10])))
    try check(many, ["apns_from_storage_share", "apns_expired_share"])
  }

  @Test("A ratio above 1 is a figure: what is stored for power comes from storage, too")
  func storedForPower() throws {
    let power = Self.rows.filter { $0.status == "Stored - Device Offline" }.map {
      ("alert", "Stored - Power Considerations", $0.day, "60")
    }
    let figure = try unwrap(calibration(csv(Self.rows + power)).figures.first)
    expect(abs(figure.value - 0.25) < 1e-12, "\(figure)")
  }

  @Test("What the scenario never has is told and not used")
  func absent() async throws {
    let refused = [9, 10, 11, 10, 9, 11, 10].enumerated().flatMap { day, count in
      ["", " (From Storage)"].map {
        ("alert", "Discarded - Token Unregistered" + $0, day, "\(count)")
      }
    }
    var told: [String] = []
    let result = try await calibration(csv(Self.rows + refused)).run { told.append($0) }
    expect(result.targets.map(\.metric), equals: ["apns_from_storage_share"])
    expect(
      told.joined(separator: "\n"),
      contains: "left out, because the scenario never has them: apns_unregistered_share")
  }

  @Test("What is wrong in an export is told with its line")
  func wrong() throws {
    for (row, words) in [
      (
        ("alert", "Received by APNs", 0, "many"),
        "count: found many; allowed: a number from 0 to below 1e15"
      ),
      (("alert", "Received by APNs", 30, "5"), "date (UTC): found 2026-05-031; allowed: a day"),
    ] {
      let path = try csv(Self.rows + [row])
      let error = try unwrap(#expect(throws: InputError.self) { _ = try calibration(path) })
      expect(error.exitCode, equals: 65)
      expect("\(error)".replacing(#/\n +/#, with: " "), contains: words)
      expect("\(error)", contains: "metrics.csv:23:")
    }
    let other = try folder.write("other.csv", header: "a,b", rows: ["1,2"])
    let error = try unwrap(#expect(throws: InputError.self) { _ = try calibration(other) })
    expect("\(error)", contains: "allowed: CSV, or JSON with a row on each line, with the fields")
  }

  @Test("Another push service has no such console")
  func otherService() throws {
    let path = try csv(Self.rows)
    let error = try unwrap(
      #expect(throws: InputError.self) { _ = try calibration(path, "kind: fcm") })
    expect(error.exitCode, equals: 64)
    expect("\(error)", contains: "push_service.kind: apns")
  }
}
