/// Goals, in order: no moment is misread; no locale, no time zone of the machine; speed.
///
/// Reads date-times as logs have them: `2019-08-28T09:15:00Z`, `2019-08-28 09:15:00.25+02:00`,
/// `2019-08-28`, and with ` UTC` as BigQuery writes them. Own code because Foundation's formatters
/// take one of these forms at a time, and are slow.
///
/// Source: ISO 8601 as profiled by RFC 3339; days from a date by the civil calendar's arithmetic
/// (400 years have 146,097 days).
package enum DateTime {
  /// What is allowed, for messages.
  package static let example = "a date-time such as 2019-08-28T09:15:00Z"

  /// Seconds since 1970-01-01 in UTC; a moment without zone counts as UTC.
  ///
  /// - Returns: nil for anything else, for days that do not exist, and outside the years 1 to 9999.
  static func seconds(of bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard bytes.count >= 10 else { return nil }
    var scanner = Scanner(bytes: bytes)
    guard let days = scanner.date() else { return nil }
    if scanner.isAtEnd { return Double(days) * 86_400 }
    guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let clock = scanner.clock(), let zone = scanner.zone(), scanner.isAtEnd
    else { return nil }
    return Double(days * 86_400 + clock.whole - zone) + clock.fraction
  }

  /// The same of a text.
  package static func seconds(of text: String) -> Double? {
    var text = text
    return text.withUTF8 { seconds(of: $0) }
  }

  /// Day and clock in UTC, to the second: `2019-08-28 09:15:00`.
  package static func text(of seconds: Double) -> String {
    let total = Int(seconds.rounded(.down))
    let day = (Double(total) / 86_400).rounded(.down)
    let (days, clock) = (Int(day), total - Int(day) * 86_400)
    let (year, month, date) = civil(days)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let dates = [String(year), two(month), two(date)].joined(separator: "-")
    let clocks = [clock / 3600, clock / 60 % 60, clock % 60].map(two).joined(separator: ":")
    return "\(dates) \(clocks)"
  }
}

// MARK: - The calendar

extension DateTime {
  /// Days since 1970-01-01; years begin in March, so that the leap day is the last.
  fileprivate static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let day = shifted - era * 146_097
    let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let number = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (number <= 2 ? 1 : 0)
    return (year, number, dayOfYear - (153 * month + 2) / 5 + 1)
  }

  fileprivate static func monthLength(_ year: Int, _ month: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    if month == 2 { return isLeap ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}

// MARK: - Scanning

private struct Scanner {
  let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// A number of so many digits.
  private mutating func number(_ digits: Int) -> Int? {
    guard position + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<position + digits] {
      let digit = byte &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    position += digits
    return value
  }

  mutating func date() -> Int? {
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
      year >= 1, 1...12 ~= month, day >= 1, day <= DateTime.monthLength(year, month)
    else { return nil }
    return DateTime.days(year: year, month: month, day: day)
  }

  /// Hours and minutes, then seconds and their decimals where they are given.
  mutating func clock() -> (whole: Int, fraction: Double)? {
    guard let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60 else {
      return nil
    }
    var (second, fraction) = (0, 0.0)
    if skip(":") {
      // A leap second is the first of the next minute.
      guard let value = number(2), value <= 60 else { return nil }
      second = value
      if skip(".") || skip(",") {
        guard let value = decimals() else { return nil }
        fraction = value
      }
    }
    return (hour * 3600 + minute * 60 + second, fraction)
  }

  private mutating func decimals() -> Double? {
    var (value, scale, count) = (0.0, 1.0, 0)
    while let digit = number(1) {
      if count < 15 { (value, scale) = (value * 10 + Double(digit), scale * 10) }
      count += 1
    }
    return count > 0 ? value / scale : nil
  }

  /// The zone's offset [s], east of Greenwich above 0.
  mutating func zone() -> Int? {
    if isAtEnd || skip("Z") || skip("z") { return 0 }
    if skip(" ") { return skip("U") && skip("T") && skip("C") ? 0 : nil }
    let isWest = skip("-")
    guard isWest || skip("+"), let hour = number(2), hour < 24 else { return nil }
    let hasColon = skip(":")
    guard hasColon || !isAtEnd else { return hour * (isWest ? -3600 : 3600) }
    guard let minute = number(2), minute < 60 else { return nil }
    return (hour * 3600 + minute * 60) * (isWest ? -1 : 1)
  }
}
