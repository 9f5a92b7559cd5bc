/// The first rows of a column look like this.
enum ColumnContents: Sendable, Equatable {
  /// Dates with or without a clock, or numbers that count from 1970.
  case moments
  case numbers
  /// Days alone.
  case dates
  /// Times of day alone.
  case clocks
  case texts
  case nothing
}

extension ColumnContents {
  /// Numbers from here on [s] count from 1970: nobody's log starts at 3 years from its start.
  static let earliestCalendar = 1e8

  /// Empty texts say nothing; where kinds differ, the column has texts, but numbers among moments
  /// are those of mixed units, which the reader will refuse.
  init(_ texts: some Sequence<String>, _ pattern: TimePattern?) {
    var found: ColumnContents = .nothing
    for var text in texts where !text.withUTF8(LogNothing.isSaid) {
      let next = ColumnContents(of: text, pattern)
      switch (found, next) {
      case (.nothing, _): found = next
      case (.moments, .numbers), (.numbers, .moments): found = .numbers
      case (.dates, .moments), (.moments, .dates): found = .moments
      default: if found != next { found = .texts }
      }
    }
    self = found
  }

  private init(of text: String, _ pattern: TimePattern?) {
    var text = text
    self = text.withUTF8 { bytes in
      if pattern?.moment(in: bytes) != nil { return .moments }
      if Self.isDate(bytes) { return .dates }
      if let number = DecimalNumber.value(of: bytes) ?? DecimalNumber.value(withComma: bytes) {
        return number >= Self.earliestCalendar ? .moments : .numbers
      }
      if Self.isClock(bytes) { return .clocks }
      return TimeForm.known.contains { $0.moment(in: bytes) != nil } ? .moments : .texts
    }
  }

  private static func isDate(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = MomentScanner(bytes: bytes)
    // A day that does not exist is told with its line later.
    if scanner.number(4) != nil, scanner.skip("-"), scanner.number(2) != nil, scanner.skip("-"),
      scanner.number(2) != nil
    {
      return scanner.isAtEnd
    }
    scanner = MomentScanner(bytes: bytes)
    if let year = scanner.number(4), 1970...2099 ~= year, let month = scanner.number(2),
      let day = scanner.number(2), DateTime.days(ifDate: year, month, day) != nil
    {
      return scanner.isAtEnd
    }
    scanner = MomentScanner(bytes: bytes)
    guard scanner.number(2) != nil, scanner.skip("/"), scanner.monthName() != nil,
      scanner.skip("/"), scanner.number(4) != nil
    else { return false }
    return scanner.isAtEnd
  }

  private static func isClock(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = MomentScanner(bytes: bytes)
    return scanner.clock() != nil && scanner.isAtEnd
  }
}
