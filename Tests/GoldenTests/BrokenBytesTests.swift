import Foundation
import TestSupport
import Testing

/// Broken files that no one wants in a repository: made here, in a folder of their own.
@Suite struct BrokenBytesTests {
  private static let scenario = """
    format: 1
    name: broken
    seed: 1
    duration: 7d
    workload: {arrivals: {trace: {file: trace.csv, time: time, device: device}}}
    strategies: [fire-and-forget]

    """

  private var tooLong: [UInt8] { Self.repeated(isNightly ? 100 : 20) }

  /// A line of as many megabytes.
  private static func repeated(_ count: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(ascii: "7"), count: count << 20)
  }

  // MARK: Data

  @Test func aLineOfManyMegabytes() throws {
    let trace = Array("time,device\n10,a\n".utf8) + tooLong + Array(",b\n".utf8)
    try expect(verdict(trace: trace), equals: "65\ntrace.csv:3:1: a line longer than 1 MiB\n")
  }

  @Test func aQuoteThatIsClosedAfterManyMegabytes() throws {
    let trace = Array("time,device\n10,\"a".utf8) + tooLong + Array("\"\n".utf8)
    try expect(
      verdict(trace: trace),
      equals: "65\ntrace.csv:2:1: a quoted field longer than 1 MiB; is the quote closed?\n")
  }

  @Test func aHeaderOf2Megabytes() throws {
    try expect(
      verdict(trace: Self.repeated(2)), equals: "65\ntrace.csv:1:1: a line longer than 1 MiB\n")
  }

  @Test(
    arguments: [
      (Array("time,device\n10,a\n20,\u{0}\n".utf8), "3:4: a NUL byte"),
      (Array("time,device\n1\u{0}0,a\n".utf8), "2:2: a NUL byte"),
      (Array("time,device\n10,".utf8) + [0xFF, 0x0A], "2:4: a byte that is not UTF-8"),
      (Array("time,device\n10,a\r20,b\n".utf8), "2:5: a carriage return that ends no line"),
      (Array("time,device\n10,a\"b\"\n".utf8), "2:5: a quote inside an unquoted field"),
      (
        [0xFF, 0xFE, 0x74, 0x00],
        "1:1: found UTF-16; allowed: UTF-8; iconv -f UTF-16 -t UTF-8 makes it"
      ),
    ] as [([UInt8], String)])
  func bytesThatDoNotBelongInATable(trace: [UInt8], message: String) throws {
    try expect(verdict(trace: trace), equals: "65\ntrace.csv:\(message)\n")
  }

  @Test func mistakesOfAFileAreCountedBeyondTwenty() throws {
    let rows = (0..<25).map { "x\($0),a\n" }.joined()
    let lines = try verdict(trace: Array("time,device\n\(rows)".utf8)).split(separator: "\n")
      .filter { !$0.hasPrefix("  allowed: a decimal number, or a date-time such as ") }
    try #require(lines.count == 22)
    expect(lines[1], equals: "trace.csv:2:1: time: found \"x0\";")
    expect(lines[20], equals: "trace.csv:21:1: time: found \"x19\";")
    expect(lines[21], equals: "and 5 more")
  }

  // MARK: Scenarios

  @Test(
    arguments: [
      (Array("a: 1\nb: \u{0}\n".utf8), "s.yml:2:4: a control character (U+0000)"),
      (Array("a: é".utf8) + [0xC3, 0x0A], "s.yml:1:5: not valid UTF-8"),
      ([0xFF, 0xFE, 0x66, 0x00], "s.yml:1:1: not valid UTF-8"),
      ([], "s.yml:1:1: the file is empty"),
    ] as [([UInt8], String)])
  func bytesThatDoNotBelongInAScenario(bytes: [UInt8], message: String) throws {
    try expect(verdict(scenario: bytes), equals: "65\n\(message)\n")
  }

  @Test func aScenarioOf100Megabytes() throws {
    try expect(
      verdict(scenario: tooLong), equals: "65\ns.yml: larger than 4194304 bytes\n")
  }

  @Test func aScenarioThatIsMissingOrADirectory() throws {
    let input = BrokenInput(name: "none.yml", folder: "/tmp")
    expect(input.verdict(), equals: "66\nnone.yml: No such file or directory\n")
    let directory = BrokenInput(name: "tmp", folder: "/")
    expect(directory.verdict(), equals: "66\ntmp: is a directory, not a file\n")
  }

  @Test func windowsLineEndsAndAByteOrderMarkAreFine() throws {
    let text = "\u{FEFF}" + Self.scenario.replacing("\n", with: "\r\n")
    let trace = Array("\u{FEFF}time,device\r\n10,a\r\n".utf8)
    try expect(verdict(scenario: Array(text.utf8), trace: trace), equals: "0\n")
  }

  // MARK: Helpers

  private func verdict(
    scenario: [UInt8] = Array(BrokenBytesTests.scenario.utf8), trace: [UInt8] = []
  ) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("deliverysim-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(scenario).write(to: folder.appendingPathComponent("s.yml"))
    try Data(trace).write(to: folder.appendingPathComponent("trace.csv"))
    return BrokenInput(name: "s.yml", folder: folder.path).verdict()
  }
}
