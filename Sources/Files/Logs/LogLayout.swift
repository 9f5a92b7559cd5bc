/// The first rows of a log show its separator, and whether it has a header.
///
/// With a header, the header decides: a comma in it before a semicolon, a tab and a pipe. Without
/// one, the separator is the first that cuts all rows into as many fields, with a time among them.
struct LogLayout: Equatable {
  let separator: LogSeparator
  let hasHeader: Bool

  private static let marks: [Unicode.Scalar] = [",", ";", "\t", "|"]
  /// In which a row of data is tried: a comma may be that of a decimal number or of log4j.
  private static let tries: [LogSeparator] =
    ["\t", ";", "|", ","].map { .byte(UInt8(ascii: $0)) } + [.blanks]

  init(separator: LogSeparator, hasHeader: Bool) {
    (self.separator, self.hasHeader) = (separator, hasHeader)
  }

  init(_ sample: LogSample, _ pattern: TimePattern?) {
    let rows = sample.records
    if let separator = Self.separatorOfData(rows, pattern) {
      self.init(separator: separator, hasHeader: false)
    } else {
      self.init(separator: Self.separatorOfHeader(rows, pattern), hasHeader: true)
    }
  }

  // MARK: With a header

  private static func separatorOfHeader(
    _ rows: [LogSample.Record], _ pattern: TimePattern?
  ) -> LogSeparator {
    let header = rows[0]
    if let mark = marks.first(where: { header.bytes.contains(UInt8(ascii: $0)) }) {
      return .byte(UInt8(ascii: mark))
    }
    // A column of date-times has blanks in its rows.
    if rows.dropFirst().allSatisfy({ isOneTime($0, pattern) }), rows.count > 1 { return oneColumn }
    let count = header.texts(.blanks).count
    let others = rows.dropFirst().map { $0.texts(.blanks).count }
    return count > 1 && !others.isEmpty && others.allSatisfy { $0 >= count }
      ? .blanks : .comma
  }

  // MARK: Without a header

  /// Nil: the first row is a header.
  private static func separatorOfData(
    _ rows: [LogSample.Record], _ pattern: TimePattern?
  ) -> LogSeparator? {
    if rows.allSatisfy({ isOneTime($0, pattern) }) { return oneColumn }
    return tries.first { separator in
      // `20:35:32,148 INFO` has no column of 32 s.
      if separator == .comma, rows.allSatisfy({ cut($0, isFollowedBy: " ") }) { return false }
      let first = rows[0].texts(separator)
      guard first.count > 1 else { return false }
      let counts = rows.map { $0.texts(separator).count }
      if separator == .blanks {
        return first.contains { isDated($0, pattern) }
          && counts.allSatisfy { $0 > 1 }
      }
      return first.contains { isTime($0, pattern) } && counts.allSatisfy { $0 == counts[0] }
    }
  }

  /// Whether three digits behind a comma may be milliseconds (log4j) as well as a column, so that
  /// without a header nobody knows.
  static func isUnclear(_ sample: LogSample, _ layout: LogLayout, _ pattern: TimePattern?) -> Bool {
    let mayBeColumn = layout.separator == .comma || layout.separator == oneColumn
    return !layout.hasHeader && mayBeColumn && pattern == nil
      && sample.records.allSatisfy { cut($0, isFollowedBy: ",") }
  }

  /// Whether a record has a clock with a comma and three digits, then the byte or the end.
  private static func cut(
    _ record: LogSample.Record, isFollowedBy end: Unicode.Scalar
  ) -> Bool {
    let bytes = record.bytes
    return bytes.indices.dropFirst(8).contains { place in
      guard bytes[place] == UInt8(ascii: ","), bytes.count >= place + 4,
        bytes[place + 1..<place + 4].allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
        bytes[place - 3] == UInt8(ascii: ":"), bytes[place - 6] == UInt8(ascii: ":")
      else { return false }
      return bytes.count == place + 4 ? end == "," : bytes[place + 4] == UInt8(ascii: end)
    }
  }

  /// Moments have blanks and commas in them, but no tabs.
  private static let oneColumn = LogSeparator.byte(UInt8(ascii: "\t"))

  /// Whether a whole row is a time; numbers with a comma are two columns.
  private static func isOneTime(_ row: LogSample.Record, _ pattern: TimePattern?) -> Bool {
    let texts = row.texts(oneColumn)
    guard texts.count == 1, isTime(texts[0], pattern) else { return false }
    let parts = texts[0].split(separator: ",", omittingEmptySubsequences: false)
    return parts.count == 1 || !parts.allSatisfy { Units.number(String($0)) != nil }
  }

  /// Whether a header would not have such a field.
  private static func isTime(_ text: String, _ pattern: TimePattern?) -> Bool {
    ![.texts, .nothing].contains(ColumnContents([text], pattern))
  }

  /// It tells the same of a word of a header, which may be a small number.
  private static func isDated(_ text: String, _ pattern: TimePattern?) -> Bool {
    ![.texts, .nothing, .numbers].contains(ColumnContents([text], pattern))
  }
}
