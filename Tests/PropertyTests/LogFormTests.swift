import Files
import Foundation
import TestSupport
import Testing

/// A moment that is written in any form of time is read back as the same moment.
@Suite struct LogFormTests {
  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  /// A form of times: its text for microseconds since 1970, its resolution, and the options that
  /// the reader needs.
  struct Form: CustomTestStringConvertible, Sendable {
    let name: String
    var header = "time;who"
    /// Written moments are multiples of so many microseconds.
    var step = 1
    var pattern: String?
    var zone: String?
    let write: @Sendable (Int) -> String

    var testDescription: String { name }
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  private static func padded(_ value: Int, _ count: Int) -> String {
    String(String(value + Int(pow(10, Double(count)))).dropFirst())
  }

  /// Foundation's calendar is the independent path.
  private static func parts(_ moment: Int, east offset: Int) -> DateComponents {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: offset) ?? .gmt
    let date = Date(timeIntervalSince1970: Double(moment / 1_000_000))
    return calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
  }

  private static func day(_ parts: DateComponents) -> String {
    "\(parts.year ?? 0)-\(two(parts.month ?? 0))-\(two(parts.day ?? 0))"
  }

  private static func clock(_ parts: DateComponents) -> String {
    [parts.hour, parts.minute, parts.second].map { two($0 ?? 0) }.joined(separator: ":")
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func decimals(_ moment: Int, _ count: Int) -> String {
    padded(moment % 1_000_000 / Int(pow(10, Double(6 - count))), count)
  }

  static let forms: [Form] = [
    Form(name: "seconds") { "\($0 / 1_000_000).\(decimals($0, 6))" },
    Form(name: "decimal comma") { "\($0 / 1_000_000),\(decimals($0, 6))" },
    Form(name: "milliseconds", step: 1000) { "\($0 / 1000)" },
    Form(name: "microseconds") { "\($0)" },
    Form(name: "nanoseconds") { "\($0)000" },
    Form(name: "Apple") { "\($0 / 1_000_000 - 978_307_200).\(decimals($0, 6))" },
    Form(name: "ISO 8601") {
      let parts = parts($0, east: 0)
      return "\(day(parts))T\(clock(parts)).\(decimals($0, 6))Z"
    },
    Form(name: "offset") {
      let parts = parts($0, east: 20_700)
      return "\(day(parts)) \(clock(parts)).\(decimals($0, 6))+05:45"
    },
    Form(name: "log4j", step: 1000) {
      let parts = parts($0, east: 0)
      return "\(day(parts)) \(clock(parts)),\(decimals($0, 3))"
    },
    Form(name: "compact", step: 1000) {
      let parts = parts($0, east: 0)
      let clock = [parts.hour, parts.minute, parts.second].map { "\($0 ?? 0)" }
      return day(parts).replacing("-", with: "") + "-" + clock.joined(separator: ":")
        + ":\($0 % 1_000_000 / 1000)"
    },
    Form(name: "Apache", step: 1_000_000) {
      let parts = parts($0, east: -12_600)
      let month = months[(parts.month ?? 1) - 1]
      return "\(two(parts.day ?? 0))/\(month)/\(parts.year ?? 0):\(clock(parts)) -0330"
    },
    Form(name: "pattern", pattern: "%d.%m.%Y %H:%M:%S.%f") {
      let parts = parts($0, east: 0)
      return "\(parts.day ?? 0).\(parts.month ?? 0).\(parts.year ?? 0) \(clock(parts))."
        + decimals($0, 6)
    },
    Form(name: "two columns", header: "day;time;who") {
      let parts = parts($0, east: 0)
      return "\(day(parts));\(clock(parts)).\(decimals($0, 6))"
    },
    Form(name: "zone", zone: "Asia/Kathmandu") {
      let parts = parts($0, east: 20_700)
      return "\(day(parts)) \(clock(parts)).\(decimals($0, 6))"
    },
  ]

  @Test(arguments: forms)
  func whatIsWrittenIsRead(form: Form) throws {
    var random = SplitMix64(state: 11)
    // The moments lie from 2006 to 2025: of our time, so that units are found out.
    let moments = (0..<3000).map { _ in
      (1_136_073_600_000_000 + Int(random.uniform() * 599_616_000_000_000)) / form.step * form.step
    }
    let rows = moments.enumerated().map { "\(form.write($1));d\($0 % 7)" }
    let path = try folder.write("log.csv", header: form.header, rows: rows)
    var options = LogOptions()
    options.pattern = try TimePattern.option(form.pattern)
    options.zone = try LogZone.option(form.zone)
    let head = try LogHead(path: path, displayName: "log.csv", options)
    let table = try LogReader.read(head, LogRequest(times: ["time"], texts: ["who"]))
    expect(table.times[0].count, equals: moments.count)
    for (row, moment) in moments.enumerated() {
      expect(table.times[0][row], equals: Double(moment) / 1e6, "\(form.write(moment))")
    }
  }
}
