import Files
import Fit
import Foundation
import TestSupport
import Testing

/// These tests read a team's files as `fit` does before it fits anything.
@Suite struct LogReadingTests {
  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  private func read(_ text: String, _ change: (inout FitOptions) -> Void = { _ in }) throws
    -> FitInput
  {
    var options = FitOptions()
    change(&options)
    return try FitInput([try folder.write("log.csv", text)], options)
  }

  private func arrivals(
    _ text: String, _ change: (inout FitOptions) -> Void = { _ in }
  ) throws -> ArrivalLog {
    try unwrap(try read(text, change).arrivals)
  }

  private func intervals(
    _ text: String, _ change: (inout FitOptions) -> Void = { _ in }
  ) throws -> IntervalLog {
    try unwrap(try read(text, change).intervals)
  }

  // MARK: Columns

  @Test(
    arguments: [
      ("timestamp,sender,recipient\n1,a,b\n2,a,c\n", ["timestamp", "recipient"]),
      ("dst,t\na,1\nb,2\n", ["t", "dst"]),
      ("Sent At,User-ID\n1,a\n2,b\n", ["Sent At", "User-ID"]),
      ("whatever\n1\n2\n", ["whatever"]),
      ("time,from,to\n1,a,b\n2,b,c\n", ["time", "to"]),
      ("a,created_at\nx,1\ny,2\n", ["created_at"]),
    ])
  func columnsAreRecognised(text: String, columns: [String]) throws {
    try expect(arrivals(text).columns, equals: columns)
  }

  @Test func columnsCanBeNamed() throws {
    let text = "time,x,who,from,to\n1,5,a,2,3\n2,6,b,4,9\n"
    let log = try arrivals(text) { ($0.time, $0.device) = ("x", "who") }
    expect(log.columns == ["x", "who"] && log.streams == [[0], [1]])
    let spans = try intervals(text) { ($0.start, $0.end) = ("from", "to") }
    expect(spans.columns == ["from", "to"] && spans.lengths == [1, 5])
  }

  @Test func aColumnOfReceiptsIsCounted() throws {
    let text = "sent_at,received_at,device\n100,101,a\n200,,a\n300,null,b\n9e5,9e5,b\n"
    let log = try arrivals(text) { $0.length = 1000 }
    expect(log.columns == ["sent_at", "device"])
    let receipts = try unwrap(log.receipts)
    expect(receipts.column == "received_at" && receipts.received == 1 && receipts.messages == 3)
    let marks = try arrivals("time,Delivered\n1,yes\n2,NO\n3,0\n4,2019-08-28\n")
    expect(marks.receipts?.received, equals: 2)
    // A log of receipts alone has their times, and says nothing of what did not come.
    expect(try arrivals("received\n1\n2\n").receipts == nil)
  }

  @Test func aColumnOfOpeningsIsCounted() throws {
    let text = "sent_at,opened_at,device\n100,101,a\n200,,a\n300,null,b\n"
    let log = try arrivals(text)
    let openings = try unwrap(log.openings)
    expect(openings.column == "opened_at" && openings.received == 1 && openings.messages == 3)
    expect(log.receipts == nil)
  }

  @Test func timesOfDayAreAQuestion() throws {
    let rows = (0..<24).map { "\($0)\($0 + 10)\(59 - $0)" }
    let text = "time\n" + rows.joined(separator: "\n") + "\n"
    let words = "are these times of day, such as 203615 for 20:36:15?"
    expect(failure { _ = try arrivals(text) }, contains: words)
    // The answer; one number that is none; and seconds of the first hours.
    expect(try arrivals(text) { $0.unit = .s }.messageCount, equals: 24)
    expect(try arrivals(text + "5999\n").messageCount, equals: 25)
    let small = (0..<30).map { "\(60 * $0)" }.joined(separator: "\n")
    expect(try arrivals("time\n" + small + "\n").messageCount, equals: 30)
  }

  @Test func daysAreAQuestion() throws {
    let text = "time\n19970101\n19970131\n19980228\n"
    expect(failure { _ = try arrivals(text) }, contains: "are these days, such as 19970131")
    expect(try arrivals(text) { $0.unit = .s }.messageCount, equals: 3)
    let days = try TimePattern.option("%Y%m%d")
    try expect(arrivals(text) { $0.pattern = days }.window.start, equals: 852_076_800)
    // The 31st of a month that has 30 days.
    expect(try arrivals(text + "19970431\n").messageCount, equals: 4)
  }

  @Test func daysOfAMonthAreAQuestion() throws {
    let text = "Month,Date\nJun,14\nJun,15\nJul,2\n"
    expect(failure { _ = try arrivals(text) }, contains: "are these days of a month?")
    expect(try arrivals("t\n1\n2\n3\n").messageCount, equals: 3)
  }

  @Test func anUnknownFormHasAWayOut() throws {
    let text = "date\n2010/01/01 00:00\n2010/01/01 01:00\n"
    expect(failure { _ = try arrivals(text) }, contains: "--time-format names another form")
    let form = try TimePattern.option("%Y/%m/%d %H:%M")
    expect(try arrivals(text) { $0.pattern = form }.messageCount, equals: 2)
  }

  @Test func secondsSince2001AreRecognised() throws {
    let text = "start,end\n780000000,780000100\n780001000,780001100\n"
    for unit in [nil, LogUnit.apple] {
      try expect(intervals(text) { $0.unit = unit }.window.start, equals: 1_758_307_200)
    }
    try expect(read(text).notes.contains { $0.contains("seconds since 2001 (Apple)") })
    try expect(intervals(text) { $0.unit = .s }.window.start, equals: 780_000_000)
    // Mails of 1998 beside those of 2002.
    expect(try arrivals("t\n880000000\n1010000000\n").messageCount, equals: 2)
    // These times are not plausible: 1997, or 2028 of Apple.
    expect(
      failure { _ = try arrivals("t\n860000000\n860000060\n") },
      contains: "are these seconds since 2001, as Apple counts?")
  }

  private func failure(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test func startAndEndMakeIntervals() throws {
    expect(try read("start,end\n1,2\n5,9\n").arrivals == nil)
    try expect(
      intervals("device,begin,stop\na,1,2\na,5,9\n").columns, equals: ["begin", "stop", "device"])
  }

  // MARK: Times

  /// Foundation's reader of one of the forms is the independent path.
  @Test(
    arguments: [
      "2019-08-28T09:15:00Z", "1970-01-01T00:00:00Z", "2000-02-29T23:59:59Z",
      "2100-03-01T00:00:00Z", "1969-12-31T23:59:59Z", "2024-12-31T12:00:00+05:30",
      "1601-03-01T00:00:00Z", "9999-12-31T23:59:59Z", "1900-03-01T00:00:00-11:00",
    ])
  func dateTimesAreThoseOfFoundation(text: String) throws {
    let expected = try unwrap(ISO8601DateFormatter().date(from: text)).timeIntervalSince1970
    expect(DateTime.seconds(of: text), equals: expected)
    if text.hasSuffix("Z"), text >= "1970" {
      let shown = DateTime.text(of: expected)
      expect(shown, equals: text.replacing("T", with: " ").replacing("Z", with: ""))
    }
  }

  @Test(
    arguments: [
      ("2019-08-28", 1_566_950_400.0), ("2019-08-28 09:15", 1_566_983_700),
      ("2019-08-28t09:15:00.25z", 1_566_983_700.25), ("2019-08-28 11:15:00+0200", 1_566_983_700),
      ("2019-08-28 11:15:00+02", 1_566_983_700),
      ("2019-08-28 09:15:00.5 UTC", 1_566_983_700.5), ("2016-12-31T23:59:60Z", 1_483_228_800),
    ])
  func dateTimesComeInSeveralForms(text: String, expected: Double) {
    expect(DateTime.seconds(of: text), equals: expected)
  }

  @Test(
    arguments: [
      "", "2019", "2019-8-28", "2019-02-29", "1900-02-29", "2019-13-01", "2019-00-01",
      "2019-08-28T24:00:00Z",
      "2019-08-28T09:60:00Z", "2019-08-28T09:15:00.Z", "2019-08-28T", "2019-08-28T09:15:00ZZ",
      "2019-08-28T09:15:00+2", "2019-08-28 09:15:00 UT", "28.08.2019 09:15", "２019-08-28",
      "0000-01-01",
    ])
  func whatIsNoDateTimeIsNone(text: String) {
    expect(DateTime.seconds(of: text) == nil)
  }

  @Test func dateTimesAndNumbersAreTheSameLog() throws {
    let first = try arrivals("t,device\n2019-08-28T09:15:00Z,a\n2019-08-28T09:25:00Z,a\n")
    let second = try arrivals("t,device\n1566983700,a\n1566984300,a\n")
    let third = try arrivals("t,device\n1566983700000,a\n1566984300000,a\n") { $0.unit = .ms }
    let fourth = try arrivals("t,device\n1566983700000,a\n1566984300000,a\n")
    for log in [first, second, third, fourth] {
      expect(log.streams == [[0, 600]] && log.window.isCalendar)
      expect(log.window.start, equals: 1_566_983_700)
    }
    try expect(arrivals("t\n5\n6\n").window.isCalendar, equals: false)
  }

  @Test func theWindowChooses() throws {
    let text = "t,device\n9,x\n100,a\n50,b\n100,b\n86500,a\n"
    let log = try arrivals(text) { try? $0.setWindow(from: "50", length: "1d") }
    expect(log.streams == [[50], [0, 50]] && log.ignoredCount == 2)
    expect(log.window.length, equals: 86_400)
    // Ten days and more are rounded up to whole days; a shorter log gets one mean gap more.
    try expect(arrivals("t\n0\n864000\n").window.length, equals: 11 * 86_400)
    try expect(arrivals("t\n0\n10\n20\n").window.length, equals: 30)
  }

  @Test func filesAreJoined() throws {
    let first = try folder.write("a.csv", "t,device\n1,x\n5,y\n")
    let second = try folder.write("b.csv", "device,t\ny,3\nz,4\n")
    let third = try folder.write("c.csv", "start,end\n1,2\n7,8\n")
    let input = try FitInput([first, second, third], FitOptions())
    try expect(unwrap(input.arrivals).streams, equals: [[0], [2, 4], [3]])
    try expect(unwrap(input.intervals).lengths, equals: [1, 1])
  }

  // MARK: Intervals

  @Test func intervalsOfADeviceAreJoinedWhereTheyTouch() throws {
    let log = try intervals(
      "device,start,end\na,30,40\na,10,20\na,15,18\nb,12,14\na,20,21\nb,20,20\n")
    expect(log.lengths == [2, 10, 11] && log.pauses == [9])
    expect(log.joinedCount == 2 && log.emptyCount == 1 && !log.isManyPlaces)
  }

  @Test func overlapsWithoutDevicesAreSeveralPlaces() throws {
    let log = try intervals("start,end\n10,20\n15,18\n30,40\n")
    expect(log.lengths == [3, 10, 10] && log.pauses == [] && log.isManyPlaces)
  }
}
