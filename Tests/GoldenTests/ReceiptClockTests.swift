import Files
import TestSupport
import Testing

/// Receipts that come before their sends tell of two clocks.
@Suite struct ReceiptClockTests {
  private static let names = ReceiptClock.Names(sent: "sent", received: "received")

  /// One send each 10 s, and what its receipt says.
  private func delays(
    _ delays: [Double], offset: Double = 0
  ) throws(InputError) -> ReceiptClock.Delays {
    let sent = delays.indices.map { 1000 + 10 * Double($0) }
    return try ReceiptClock(offset: offset).delays(
      sent, zip(sent, delays).map(+), Self.names
    ) { SourceLocation(file: "r.csv", line: $0 + 2, column: 1) }
  }

  private func refusal(_ delays: [Double], offset: Double = 0) -> String {
    do {
      _ = try self.delays(delays, offset: offset)
      return ""
    } catch {
      return "\(error)".split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  @Test("Receipts after their sends are as late as they say, and none has no delay")
  func plain() throws {
    let found = try delays([2, .nan, 0.5])
    expect(found.values, equals: [2, .infinity, 0.5])
    expect(found.notes, equals: [])
  }

  @Test("A few receipts within a second before their sends count as 0 s, and that is said")
  func jitter() throws {
    let found = try delays([-0.5] + [Double](repeating: 2, count: 199))
    expect(found.values[0] == 0 && found.values[1] == 2)
    expect(
      found.notes,
      equals: ["1 of 200 receipts come up to 0.5s before their sends, and count as 0 s"])
  }

  /// True delays are 0.1 s to 9.9 s, and the receipts' clock is 3.25 s behind: the fastest one in a
  /// hundred of 300 receipts take 0.1 s.
  private static let behind = (0..<300).map { 0.1 * Double(1 + $0 / 3 % 99) - 3.25 }

  @Test("A clock that is behind is refused with the offset, which then is the way out")
  func behind() throws {
    let said = refusal(Self.behind)
    // Of 1 to 99 tenths of a second 32 are below 3.25 s, each of them three times, the first six.
    expect(said, contains: "r.csv:2:1: received: found 3.15 s before sent; 99 of 300 receipts come")
    expect(said, contains: "before their sends: the clocks seem to differ by 3.15s")
    let text = try unwrap(said.firstMatch(of: #/--clock-offset (\S+) is added/#)).1
    let offset = try ReceiptClock.option(String(text)).offset
    expect(abs(offset - 3.15) < 0.2, "\(offset)")
    let found = try delays(Self.behind, offset: offset)
    expect(found.values.allSatisfy { $0 >= 0 })
    for (delay, value) in zip(Self.behind, found.values) {
      expect(abs(value - max(0, delay + offset)) < 1e-9)
    }
  }

  @Test("Rows that are wrong by themselves are told from a clock that is behind")
  func single() {
    let said = refusal([-3600] + [Double](repeating: 2, count: 199))
    expect(said, contains: "1 of 200 receipts come before their sends; allowed: not before sent")
    expect(said, contains: "leave these rows out, or correct them")
    expect(!said.contains("--clock-offset"))
    // Both at once: the offset does not follow the single row.
    let both = refusal([-3600] + [Double](repeating: -3, count: 199))
    expect(both, contains: "--clock-offset 3s is added to the receipts; 1 would still come too")
  }

  @Test("Where nearly all receipts take long, the clocks or their zones may differ")
  func zones() throws {
    let found = try delays([Double](repeating: 3601.5, count: 100))
    expect(found.notes.joined(), contains: "--clock-offset -3601s if the clocks, or their zones")
    try expect(delays([Double](repeating: 500, count: 100)).notes, equals: [])
    try expect(delays([Double](repeating: 3601.5, count: 100), offset: -3600).notes, equals: [])
  }

  @Test(
    "The offset is a time, either way",
    arguments: [("3.2s", 3.2), ("-1h", -3600), ("250ms", 0.25), ("5", 5), ("-0.5", -0.5)])
  private func option(text: String, offset: Double) throws {
    try expect(ReceiptClock.option(text).offset, equals: offset)
    try expect(ReceiptClock.option(nil).offset, equals: 0)
  }

  @Test("What is no time is refused", arguments: ["", "x", "3 %", "1e12", "nan"])
  private func noOption(text: String) {
    expect((try? ReceiptClock.option(text)) == nil)
  }
}
