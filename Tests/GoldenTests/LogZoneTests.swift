import Files
import Foundation
import TestSupport
import Testing

/// Times without a zone of their own: what a zone's clock showed.
@Suite struct LogZoneTests {
  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  private func read(_ rows: [String], _ zone: String) throws -> [Double] {
    let path = try folder.write("log.csv", header: "time", rows: rows)
    var options = LogOptions()
    options.zone = try LogZone.option(zone)
    let head = try LogHead(path: path, displayName: "log.csv", options)
    return try LogReader.read(head, LogRequest(times: ["time"])).times[0]
  }

  private func failure(_ body: () throws -> [Double]) -> String {
    do {
      return "\(try body())"
    } catch {
      return "\(error)".replacing(#/\s+/#, with: " ")
    }
  }

  // MARK: Clock changes

  @Test(
    "Before and after both changes of a year",
    arguments: [
      ("Europe/Berlin", "2019-03-31 01:59:59", "2019-03-31T00:59:59Z"),
      ("Europe/Berlin", "2019-03-31 03:00:00", "2019-03-31T01:00:00Z"),
      ("Europe/Berlin", "2019-10-27 01:59:59", "2019-10-26T23:59:59Z"),
      ("Europe/Berlin", "2019-10-27 03:00:00", "2019-10-27T02:00:00Z"),
      ("America/New_York", "2019-03-10 01:59:59", "2019-03-10T06:59:59Z"),
      ("America/New_York", "2019-03-10 03:00:00", "2019-03-10T07:00:00Z"),
      ("America/New_York", "2019-11-03 00:59:59", "2019-11-03T04:59:59Z"),
      ("America/New_York", "2019-11-03 02:00:00", "2019-11-03T07:00:00Z"),
      ("Europe/Berlin", "2019-10-27 02:30:00+01:00", "2019-10-27T01:30:00Z"),
      ("Europe/Berlin,earlier", "2019-10-27 02:30:00", "2019-10-27T00:30:00Z"),
      ("Europe/Berlin,later", "2019-10-27 02:30:00", "2019-10-27T01:30:00Z"),
      ("Europe/Berlin", "2091-07-01 12:00:00", "2091-07-01T10:00:00Z"),
      ("Asia/Kolkata", "2019-08-28 14:45:00", "2019-08-28T09:15:00Z"),
    ])
  func aroundTheChanges(zone: String, local: String, utc: String) throws {
    try expect(read([local], zone), equals: [try unwrap(DateTime.seconds(of: utc))])
  }

  @Test(
    arguments: [
      ("Europe/Berlin", "2019-03-31 02:30:00", "does not exist in Europe/Berlin"),
      ("Europe/Berlin,later", "2019-03-31 02:00:00", "does not exist in Europe/Berlin"),
      ("Europe/Berlin", "2019-10-27 02:00:00", "came twice in Europe/Berlin"),
      ("Europe/Berlin", "2019-10-27 02:59:59", "--time-zone Europe/Berlin,earlier or"),
      ("America/New_York", "2019-03-10 02:15:00", "does not exist in America/New_York"),
      ("America/New_York", "2019-11-03 01:15:00", "came twice in America/New_York"),
    ])
  func whatAClockChangeHidesIsRefused(zone: String, local: String, words: String) {
    let said = failure { try read(["2019-08-28 09:15:00", local], zone) }
    expect(said.contains("log.csv:3:1: time: ") && said.contains(words), "\(said)")
  }

  // MARK: All zones

  /// Foundation has its own data and its own reader of them. Zones whose data differ by their
  /// version are not in the list.
  @Test(
    arguments: [
      "Europe/Berlin", "Europe/London", "Europe/Dublin", "America/New_York", "America/St_Johns",
      "America/Sao_Paulo", "Asia/Tokyo", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Sydney",
      "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Apia", "UTC",
      "Africa/Johannesburg", "Etc/GMT+5",
    ])
  func offsetsAreThoseOfFoundation(name: String) throws {
    let zone = try unwrap(TimeZone(identifier: name))
    var random = SplitMix64(state: 5)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    var (rows, moments) = ([String](), [Double]())
    while rows.count < 400 {
      let moment = (3600 * 24 * 365 * (random.uniform() * 60)).rounded()
      let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: moment))
      let near = [-90_000.0, 90_000].map {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: moment + $0))
      }
      // A time near a change may have come twice.
      guard near.allSatisfy({ $0 == offset }) else { continue }
      rows.append(DateTime.text(of: moment + Double(offset)))
      moments.append(moment)
    }
    try expect(read(rows, name), equals: moments)
  }

  // MARK: Names

  @Test(arguments: ["", "Berlin", "../UTC", "/etc/passwd", "Europe", "Europe/Berlin,", "UTC,x"])
  func namesThatAreNone(name: String) {
    let error = #expect(throws: InputError.self) { _ = try LogZone.option(name) }
    expect(error?.exitCode, equals: 64)
  }

  @Test func withoutDataThePackageIsNamed() {
    let error = #expect(throws: InputError.self) {
      _ = try LogZone.option("Europe/Berlin", folder: folder.path)
    }
    expect(error?.exitCode == 66 && "\(error as Any)".contains("tzdata"))
  }
}
