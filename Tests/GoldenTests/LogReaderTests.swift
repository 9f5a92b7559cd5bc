import Files
import Foundation
import TestSupport
import Testing

/// A log may be written in many ways: separators, headers, quotes, forms of time, units.
@Suite struct LogReaderTests {
  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  /// The wanted columns of a file; without names, the first one has the times.
  private func read(
    _ text: String, time: String? = nil, texts: [String] = [], optional: [String] = [],
    _ change: (inout LogOptions) throws -> Void = { _ in }
  ) throws -> LogTable {
    try read(Array(text.utf8), time: time, texts: texts, optional: optional, change)
  }

  private func read(
    _ bytes: [UInt8], time: String? = nil, texts: [String] = [], optional: [String] = [],
    _ change: (inout LogOptions) throws -> Void = { _ in }
  ) throws -> LogTable {
    let path = "\(folder.path)/log.csv"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    var options = LogOptions()
    try change(&options)
    let head = try LogHead(path: path, displayName: "log.csv", options)
    return try LogReader.read(
      head, LogRequest(times: [time ?? head.names[0]], optionalTimes: optional, texts: texts))
  }

  private func failure(_ body: () throws -> LogTable) -> String {
    do {
      _ = try body()
      return "nothing is wrong"
    } catch {
      return "\(error)".replacing(#/\s+/#, with: " ")
    }
  }

  /// 2019-08-28 09:15:00 UTC, by hand: 18,136 days, 9 hours and a quarter.
  private static let moment = 18_136 * 86_400.0 + 9 * 3600 + 900

  // MARK: Separators

  @Test(
    "Each separator, with a header and without",
    arguments: [",", ";", "\t", "|", "  ", " | ", " , "], [true, false])
  func separators(_ separator: String, hasHeader: Bool) throws {
    let rows = [["2019-08-28T09:15:00Z", "a"], ["2019-08-28T09:16:00Z", "b"]]
    let all = (hasHeader ? [["time", "who"]] : []) + rows
    let text = all.map { $0.joined(separator: separator) + "\n" }.joined()
    let table = try read(text, texts: [hasHeader ? "who" : "2"])
    expect(table.times, equals: [[Self.moment, Self.moment + 60]])
    expect(table.texts[0].names, equals: ["a", "b"])
    expect(table.line(ofRow: 1), equals: hasHeader ? 3 : 2)
  }

  @Test func quotesAndMarksOfTheByteOrder() throws {
    let text = "\u{FEFF}time;who\r\n\"2019-08-28 09:15:00\";\"a; \"\"b\"\"\r\nc\"\r\n"
    let table = try read(text, texts: ["who"])
    expect(table.times, equals: [[Self.moment]])
    expect(table.texts[0].names, equals: ["a; \"b\"\r\nc"])
    let blanks = try read("\"2019-08-28 09:15:00\" \"a b\" x\n", texts: ["2"])
    expect(blanks.times == [[Self.moment]] && blanks.texts[0].names == ["a b"])
  }

  @Test func oneColumnNeedsNoSeparator() throws {
    for header in ["", "time\n", "sent at\n"] {
      let table = try read(header + "2019-08-28 09:15:00.250\n2019-08-28 09:16:00.000\n")
      expect(table.times, equals: [[Self.moment + 0.25, Self.moment + 60]])
    }
    try expect(read("5\n7.5\n").times, equals: [[5, 7.5]])
    try expect(read("time\n2019-08-28 09:15:00,250\n").times, equals: [[Self.moment + 0.25]])
  }

  @Test func freeTextAfterTheWantedColumns() throws {
    let text = "2019-08-28 09:15:00,250 INFO all is well\n2019-08-28 09:15:01,250 WARN no\n"
    let table = try read(text, time: "2", texts: ["3"])
    expect(table.times, equals: [[Self.moment + 0.25, Self.moment + 1.25]])
    expect(table.texts[0].names, equals: ["INFO", "WARN"])
  }

  @Test func commentsAreCounted() throws {
    let table = try read("# from to time\n% x\n1 2 1566983700\n1 3 1566983760\n", time: "3")
    expect(table.times, equals: [[Self.moment, Self.moment + 60]])
    expect(table.notes, equals: ["comments before the first row, left out: 2"])
    // A header may begin with the same character.
    try expect(read("#time,who\n5,a\n").times, equals: [[5]])
  }

  // MARK: gzip

  /// A deflate stream of stored blocks (RFC 1951, 3.2.4), with the header of RFC 1952 around it.
  private static func packed(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let size = [UInt8(bytes.count & 255), UInt8(bytes.count >> 8)]
    var check: UInt32 = ~0
    for byte in bytes {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
    }
    let sum = (0..<4).map { UInt8(truncatingIfNeeded: ~check >> (8 * UInt32($0))) }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1] + size + size.map { ~$0 } + bytes + sum + size
      + [0, 0]
  }

  @Test func packedFilesAreRead() throws {
    let bytes = Self.packed("time,who\n5,a\n") + Self.packed("7,b\n")
    let table = try read(bytes, texts: ["who"])
    expect(table.times == [[5, 7]] && table.texts[0].names == ["a", "b"])
    expect(table.byteCount == bytes.count && table.sha256 == SHA256.hex(of: bytes))
    let short = Array(Self.packed("time,who\n5,a\n").dropLast(3))
    expect(failure { try read(short) }, contains: "log.csv: the file ends inside its gzip data")
    var damaged = Self.packed("time,who\n5,a\n")
    damaged[damaged.count - 6] ^= 1
    expect(failure { try read(damaged) }, contains: "log.csv: the gzip data are damaged")
  }

  // MARK: Forms

  @Test(
    "Each form of time",
    arguments: [
      ("2019-08-28T09:15:00.606Z", 0.606), ("2019-08-28 11:15:00,606+02:00", 0.606),
      ("20190828-09:15:00:606", 0.606), ("20190828-9:15:0:6", 0.006),
      ("20190828 09:15:00.5", 0.5), ("28/Aug/2019:02:15:00 -0700", 0),
      ("[28/Aug/2019:09:15:00 +0000]", 0), ("1566983700.606", 0.606),
    ])
  func forms(_ text: String, part: Double) throws {
    let table = try read("time\twho\n\(text)\ta\n")
    expect(table.times[0][0], equals: Self.moment + part)
  }

  @Test(
    arguments: [
      ("%d.%m.%Y %H:%M:%S", "28.08.2019 09:15:00"), ("%m/%d/%y %I:%M:%S %p", "8/28/19 9:15:00 AM"),
      ("%a %b %d %H:%M:%S %Y", "Wed Aug 28 09:15:00 2019"), ("%y%m%d %H%M%S", "190828 091500"),
      ("%Y-%m-%d %H:%M:%S,%f", "2019-08-28 09:15:00,000"), ("%d.%m.%Y%%%H:%M", "28.08.2019%09:15"),
      ("%d %B %Y %H:%M %z", "28 August 2019 14:45 +05:30"),
    ])
  func patterns(_ pattern: String, text: String) throws {
    let table = try read("\(text)\n") { $0.pattern = try TimePattern.option(pattern) }
    expect(table.times, equals: [[Self.moment]])
    let other = failure {
      try read("time\n2019-08-28T09:15:00Z\n") { $0.pattern = try TimePattern.option(pattern) }
    }
    expect(other, contains: "log.csv:2:1: time: found \"2019-08-28T09:15:00Z\"; allowed: a date")
  }

  @Test(arguments: ["", "%H:%M", "%Y-%m", "%Q", "%", "%Y-%m-%d %I"])
  func patternsThatAreNone(_ text: String) {
    let error = #expect(throws: InputError.self) { _ = try TimePattern.option(text) }
    expect(error?.exitCode, equals: 64)
  }

  @Test func dayAndClockInTwoColumns() throws {
    let rows = "2019-08-28,09:15:00.25,a\n2019-08-28,09:16:00,b\n"
    for (header, time) in [
      ("day,time,who\n", "time"), ("date,clock,who\n", "date"), ("x,y,who\n", "y"), ("", "2"),
    ] {
      let table = try read(header + rows, time: time)
      expect(table.times, equals: [[Self.moment + 0.25, Self.moment + 60]])
      expect(table.notes.contains { $0.contains("times of day those of") })
    }
    // Numbers only with a word: 203615 may be seconds.
    let numbers = try read("d,t\n190828,091500\n", time: "t") {
      $0.columns = try LogRole.options(["date=d", "time=t"])
      $0.pattern = try TimePattern.option("%y%m%d %H%M%S")
    }
    expect(numbers.times, equals: [[Self.moment]])
    let wrong = failure { try read("day,time\n2019-02-28,09:15\n2019-02-29,09:15\n", time: "time") }
    expect(wrong, contains: "log.csv:3:1: time: found \"2019-02-29 09:15\"")
  }

  // MARK: Numbers

  @Test(
    "Epochs are told apart, and it is said",
    arguments: [
      ("1566983700250", "milliseconds"), ("1566983700250000", "microseconds"),
      ("1566983700250000000", "nanoseconds"), ("588676500.25", "seconds since 2001"),
    ])
  func units(_ text: String, word: String) throws {
    let table = try read("time,who\n\(text),a\n")
    expect(abs(table.times[0][0] - Self.moment - 0.25) < 1e-6)
    expect(table.notes.count == 1 && table.notes[0].contains(word), "\(table.notes)")
    // One that is of no time that is plausible: nothing is guessed.
    let mixed = try read("time,who\n\(text),a\n7,b\n")
    expect(mixed.unit == .s && mixed.times[0][1] == 7)
    try expect(read("time\n\(text)\n") { $0.unit = .s }.notes, equals: [])
  }

  @Test(
    arguments: [
      // 2004-12-31 and 2005-01-01; the last second of 2099 and the next.
      (1_104_537_599, nil), (1_104_537_600, .s), (4_102_444_799, .s), (4_102_444_800, nil),
      // The same in milliseconds.
      (1_104_537_599_999, nil), (1_104_537_600_000, .ms), (4_102_444_799_999, .ms),
      // The bounds of Apple's times: 2005-01-01, the last second of 2027 and the next.
      (126_230_399, nil), (126_230_400, .apple), (851_990_399, .apple), (851_990_400, nil),
    ] as [(Double, LogUnit?)])
  func whatIsPlausible(_ number: Double, _ unit: LogUnit?) {
    expect(LogUnit.plausible(number...number), equals: unit)
    // One second of another time is enough.
    expect(LogUnit.plausible(5...number), equals: nil)
  }

  @Test func decimalCommas() throws {
    let table = try read("time;who\n1566983700,25;a\n1566983760;b\n")
    expect(table.times, equals: [[Self.moment + 0.25, Self.moment + 60]])
    expect(table.notes, equals: ["time: numbers have a decimal comma"])
    expect(
      failure { try read("time;who\n1,5;a\n1.5;b\n") },
      contains: "log.csv:3:1: time: found \"1.5\"; allowed: a decimal number")
    expect(
      failure { try read("time;who\n5;a\n1,234;b\n7,500;c\n") },
      contains: "log.csv:3:1: time: is the comma a decimal comma?")
    try expect(read("time;who\n1,234;a\n7,5;b\n").times, equals: [[1.234, 7.5]])
  }

  // MARK: Rows that are left out or refused

  @Test func aCutOffLastLineIsLeftOutAndSaid() throws {
    let table = try read("time,who,x\n5,a,b\n7,b,c\n9,c", texts: ["who"])
    expect(table.times == [[5, 7]] && table.rowCount == 2)
    expect(table.notes, equals: ["line 4, the last one, is cut off and was left out"])
    // With a newline it is a mistake; with all its fields it counts.
    expect(failure { try read("time,who,x\n5,a,b\n9,c\n") }, contains: "3:1: found 2 fields")
    try expect(read("time,who,x\n5,a,b\n7,b,c").times, equals: [[5, 7]])
  }

  @Test(
    arguments: [
      (
        "time\n03-17 16:13:38.811\n",
        "2:1: time: found \"03-17 16:13:38.811\"; allowed: a date with its year"
      ),
      ("time\nMar 17 16:13:38\n", "allowed: a date with its year"),
      ("time\n16:13:38\n", "allowed: a clock with its date; --column date=COLUMN"),
      ("time\n03/04/2019 10:00\n", "allowed: a date whose order is known; --time-format"),
      (
        "time\n2019-08-28\n5\n",
        "3:1: time: found \"5\"; allowed: a date-time, as in the rows before"
      ),
      ("time,who\n5,a\n6\n7,c\n", "3:1: found 1 field; allowed: 2, as in the header"),
      ("5,a\n6,b\n" + String(repeating: "7,c\n", count: 100) + "8\n", "103:1: found 1 field"),
      ("2019-08-28 09:15:00,250\n2019-08-28 09:16:00,500\n", "milliseconds or a column?"),
      ("2019-08-28 09:15:00,250,a\n", "milliseconds or a column?"),
      ("", "1:1: the file is empty"), ("# x\n", "1:1: no rows below the comments"),
      ("time,time\n1,2\n", "1:6: two columns \"time\""),
      ("time,b\n1,a\u{0}b\n", "2:4: a NUL byte"),
    ])
  func refusals(_ text: String, words: String) {
    let said = failure { try read(text) }
    expect(said.contains(words), "\(said)")
  }

  @Test func otherEncodingsAreNamed() {
    let bytes: [UInt8] = [0xFF, 0xFE] + "time\n5\n".utf8.flatMap { [$0, 0] }
    expect(failure { try read(bytes) }, contains: "log.csv:1:1: found UTF-16; allowed: UTF-8")
  }

  @Test(arguments: ["", "sent", "x=time", "sent=a sent=b"])
  func rolesThatAreNone(_ text: String) {
    let texts = text.split(separator: " ").map(String.init)
    let error = #expect(throws: InputError.self) {
      _ = try LogRole.options(texts.isEmpty ? ["="] : texts)
    }
    expect(error?.exitCode, equals: 64)
  }
}
