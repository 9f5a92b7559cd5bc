import Files
import Foundation
import Results
import TestSupport
import Testing

@Suite struct TableReaderTests {
  // MARK: Accepted tables

  @Test func readsColumnsByName() throws {
    let rows = [
      "\u{FEFF}device,note,time", "b,\"x, \"\"y\"\"\n2\",1.5", "a,,-2e3", "b,é,1566950400.123456",
    ]
    let text = rows.joined(separator: "\r\n")
    let table = try read(text, numbers: ["time"], texts: ["device"])
    expect(table.numbers, equals: [[1.5, -2000, 1566950400.123456]])
    expect(table.texts[0].ids, equals: [0, 1, 0])
    expect(table.texts[0].names, equals: ["b", "a"])
    expect((0..<3).map(table.line), equals: [2, 4, 5])
    expect(table.byteCount, equals: text.utf8.count)
    expect(table.sha256, equals: SHA256.hex(of: Array(text.utf8)))
  }

  @Test func readsQuotedNamesAndKeepsLookalikesApart() throws {
    let table = try read("\"d\"\"x\"\n\"a\"\"b\"\né\ne\u{301}\n", texts: ["d\"x"])
    expect(table.texts[0].names.map { Array($0.unicodeScalars).count }, equals: [3, 1, 2])
  }

  @Test("Without a comma in the header, semicolons or tabs separate", arguments: [";", "\t"])
  func readsOtherSeparators(_ separator: String) throws {
    let rows = ["device|time", "\"a|,\"\"b\"|1.5", "x,y|2"]
    let text = rows.map { $0.replacing("|", with: separator) }.joined(separator: "\n")
    let table = try read(text, numbers: ["time"], texts: ["device"])
    expect(table.numbers, equals: [[1.5, 2]])
    expect(table.texts[0].names, equals: ["a\(separator),\"b", "x,y"])
    // A comma decides: then the others are text.
    let comma = try read(text.replacing("x,y", with: "x").replacing(separator, with: ",;"))
    expect(comma.rowCount, equals: 2)
  }

  /// Reading must round to the nearest Double, as the standard library does, on all paths.
  @Test(arguments: [
    "0", "-0.0", "+1", ".5", "5.", "007", "1e22", "1e23", "9007199254740993", "0.1e-6",
    "123456789012345678901234567890", "1.7976931348623157e308", "5e-324", "1e-400",
    "1566950400.123456789",
  ])
  func readsEveryDecimalNumber(text: String) throws {
    let expected = try unwrap(Double(text))
    let value = try read("time\n\(text)\n", numbers: ["time"]).numbers[0][0]
    expect(value.bitPattern, equals: expected.bitPattern)
  }

  @Test func manyDistinctNamesAreNumberedInOrder() throws {
    let names = (0..<5000).map { "device-\($0 * 7919 % 5000)" }
    let text = "d\n" + (names + names).joined(separator: "\n") + "\n"
    let column = try read(text, texts: ["d"]).texts[0]
    expect(column.names, equals: names)
    expect(column.ids, equals: Array(0..<5000) + Array(0..<5000))
  }

  // MARK: Refused tables

  @Test(arguments: [
    ("", "t.csv:1:1: the file is empty"),
    ("time,device\n", "t.csv:1:1: no rows below the header"),
    (
      "tme,device\n1,a\n",
      "t.csv:1:1: no column \"time\"; did you mean \"tme\"? allowed: tme, device"
    ),
    ("time,time\n1,2\n", "t.csv:1:6: two columns \"time\""),
    ("time,b\n1\n", "t.csv:2:1: found 1 field; allowed: 2, as in the header"),
    ("b,time\né,1x\n", "t.csv:2:3: time: found \"1x\"; allowed: a decimal number"),
    ("b,time\n1,\n", "t.csv:2:3: time: found nothing; allowed: a decimal number"),
    ("time\n 1\n", "t.csv:2:1: time: found \" 1\"; allowed: a decimal number"),
    ("time\n0x1F\n", "t.csv:2:1: time: found \"0x1F\"; allowed: a decimal number"),
    ("time\n1e999\n", "t.csv:2:1: time: found \"1e999\"; allowed: a decimal number"),
    ("time\nnan\n", "t.csv:2:1: time: found \"nan\"; allowed: a decimal number"),
    ("time\n1,5\n", "t.csv:2:1: found 2 fields; allowed: 1, as in the header"),
    ("time,b\n1,a\u{0}b\n", "t.csv:2:4: a NUL byte"),
    ("time,b\n1,\"a\n", "t.csv:2:3: this quote is never closed"),
    ("time,b\n1,a\"b\n2,c\"\n", "t.csv:2:4: a quote inside an unquoted field"),
    ("time,b\n1,\"a\"b\n", "t.csv:2:6: text after a closing quote"),
    ("time\r1\r2", "t.csv:1:5: a carriage return that ends no line"),
    ("b,time\n\"\n\n\",x\n", "t.csv:4:3: time: found \"x\"; allowed: a decimal number"),
  ])
  func refuses(text: String, message: String) throws {
    try expect(failure(text), equals: InputError.Seen(65, message))
  }

  @Test func refusesBytesThatAreNotUTF8() throws {
    let bytes = Array("time,b\n1,é".utf8) + [0xC3, 0x28, 0x0A]
    try expect(failure(bytes), equals: InputError.Seen(65, "t.csv:2:4: a byte that is not UTF-8"))
  }

  @Test func stopsAtEndlessLines() throws {
    let endless = String(repeating: "1", count: 3 << 20)
    let plain = try failure("time\n1\nx\n" + endless)
    expect(plain.message, contains: "t.csv:4:1: a line longer than 1 MiB")
    expect(plain.message, contains: "t.csv:3:1: time: found \"x\"")
    let quoted = try failure("time\n\"" + String(repeating: "1\n", count: 1 << 20))
    expect(quoted.message, hasPrefix: "t.csv:2:1: a quoted field longer than 1 MiB")
  }

  @Test func listsTwentyMistakesAndCountsTheOthers() throws {
    let seen = try failure("time\n" + String(repeating: "x\n", count: 27))
    expect(seen.message, hasSuffix: "\nand 7 more")
    expect(seen.message.split(separator: "\n").count, equals: 21)
  }

  @Test func missingFilesAndDirectories() {
    for (path, words) in [("/no/such", "No such file"), ("/tmp", "is a directory")] {
      let error = #expect(throws: InputError.self) {
        _ = try TableReader.read(path: path, displayName: path, numbers: ["time"])
      }
      expect(error?.exitCode, equals: 66)
      expect(error?.description.contains(words), equals: true)
    }
  }

  // MARK: Writing

  @Test func writtenNumbersReadBack() throws {
    let numbers = [0.1, 1e15, -3, 1e300, .leastNonzeroMagnitude, 1e-5, 0x1p53, 1.0 / 3]
    var writer = CSVWriter(header: ["text", "time"])
    for number in numbers {
      writer.append("a \"b\",\nc")
      writer.append(number)
      writer.endRow()
    }
    let table = try read(bytes: writer.bytes, numbers: ["time"], texts: ["text"])
    expect(table.numbers[0], equals: numbers)
    expect(table.texts[0].names, equals: ["a \"b\",\nc"])
  }

  @Test func writesPlainRows() {
    var writer = CSVWriter(header: ["a", "b", "c", "d"])
    writer.append(UInt64.max)
    writer.append(-0.0)
    writer.append(nil as Double?)
    writer.append(1e15)
    writer.endRow()
    let text = String(decoding: writer.bytes, as: UTF8.self)
    expect(text, equals: "a,b,c,d\n18446744073709551615,0.0,,1000000000000000.0\n")
  }
}

// MARK: - Results directories

extension TableReaderTests {
  @Test func filesAppearTogetherAndOldOnesGo() throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try OutputDirectory(path: path + "/deep", force: false)
    try first.write("old.csv", "1")
    try first.write("manifest.json", "{}")
    expect(visible(path + "/deep"), equals: [])
    try first.commit()
    expect(visible(path + "/deep"), equals: ["manifest.json", "old.csv"])

    let refused = #expect(throws: InputError.self) {
      _ = try OutputDirectory(path: path + "/deep", force: false)
    }
    expect(refused?.exitCode, equals: 73)
    expect(refused?.description.contains("another run"), equals: true)
  }

  @Test func forceReplacesAndNeedsSaying() throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for name in ["fates.csv", "manifest.json", "mine.csv", "notes.txt", ".x.csv.part"] {
      try "old".write(toFile: path + "/" + name, atomically: false, encoding: .utf8)
    }
    let refused = #expect(throws: InputError.self) {
      _ = try OutputDirectory(path: path, force: false)
    }
    expect(refused?.exitCode, equals: 73)
    expect(refused?.description.contains("--force"), equals: true)

    let directory = try OutputDirectory(path: path, force: true)
    try directory.write("new.csv", "1")
    expect(visible(path), equals: ["fates.csv", "manifest.json", "mine.csv", "notes.txt"])
    try directory.commit()
    // The results of the older run are gone; the user's own files are not.
    expect(visible(path), equals: ["mine.csv", "new.csv", "notes.txt"])
  }

  @Test func abandonedRunsLeaveNothing() throws {
    let path = temporaryPath()
    do {
      let directory = try OutputDirectory(path: path + "/a/b", force: false)
      try directory.write("x.csv", "1")
    }
    expect(!FileManager.default.fileExists(atPath: path))
    let error = #expect(throws: InputError.self) {
      _ = try OutputDirectory(path: path, force: false, estimatedByteCount: .max)
    }
    expect(error?.exitCode, equals: 73)
    expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aFileInTheWayIsNamed() {
    let error = #expect(throws: InputError.self) {
      _ = try OutputDirectory(path: "/dev/null/results", force: true)
    }
    expect(error?.exitCode, equals: 73)
    expect(error?.description.hasPrefix("/dev/null"), equals: true)
  }
}

// MARK: - Helpers

extension TableReaderTests {
  private func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.path + "/deliverysim-\(UUID().uuidString)"
  }

  private func visible(_ path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  private func read(
    _ text: String, numbers: [String] = [], texts: [String] = []
  ) throws -> Table {
    try read(bytes: Array(text.utf8), numbers: numbers, texts: texts)
  }

  private func read(bytes: [UInt8], numbers: [String], texts: [String]) throws -> Table {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try TableReader.read(
      path: path, displayName: "t.csv", numbers: numbers, texts: texts)
  }

  private func failure(_ text: String) throws -> InputError.Seen {
    try failure(Array(text.utf8))
  }

  private func failure(_ bytes: [UInt8]) throws -> InputError.Seen {
    let error = #expect(throws: InputError.self) {
      _ = try read(bytes: bytes, numbers: ["time"], texts: [])
    }
    return InputError.Seen(error?.exitCode ?? 0, error?.description ?? "")
  }
}

extension InputError {
  /// The parts of an error that a user sees.
  fileprivate struct Seen: Equatable {
    let exitCode: Int32
    let message: String

    init(_ exitCode: Int32, _ message: String) {
      (self.exitCode, self.message) = (exitCode, message)
    }
  }
}
