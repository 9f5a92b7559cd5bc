/// Goals, in order: no moment is misread; no locale, no time zone of the machine; speed.
///
/// Reads date-times as logs have them: `2019-08-28T09:15:00Z`, `2019-08-28 09:15:00.25+02:00`,
/// `2019-08-28`, and with ` UTC` as BigQuery writes them. Own code because Foundation's formatters
/// take one of these forms at a time, and are slow.
///
/// Source: ISO 8601 as profiled by RFC 3339; days from a date by the civil calendar's arithmetic
/// (400 years have 146,097 days).
package enum DateTime {
  /// The allowed form, for messages.
  package static let example = "a date-time such as 2019-08-28T09:15:00Z"

  /// Seconds since 1970-01-01 in UTC; a moment without zone counts as UTC.
  ///
  /// - Returns: nil for anything else, for days that do not exist, and outside the years 1 to 9999.
  static func seconds(of bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    moment(in: bytes).map { $0.since1970(offset: $0.offset ?? 0) }
  }

  /// The same, as it is written.
  static func moment(in bytes: UnsafeBufferPointer<UInt8>) -> WrittenMoment? {
    guard bytes.count >= 10 else { return nil }
    var scanner = MomentScanner(bytes: bytes)
    guard let days = scanner.date() else { return nil }
    if scanner.isAtEnd { return WrittenMoment(seconds: days * 86_400) }
    guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      var moment = scanner.clock(), let zone = scanner.zone(), scanner.isAtEnd
    else { return nil }
    moment.seconds += days * 86_400
    if case .offset(let offset) = zone { moment.offset = offset }
    return moment
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
  /// Days since 1970-01-01; nil where there is no such day, and outside the years 1 to 9999.
  static func days(ifDate year: Int, _ month: Int, _ day: Int) -> Int? {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= monthLength(year, month) else {
      return nil
    }
    return days(year: year, month: month, day: day)
  }

  /// Days since 1970-01-01; years begin in March, so that the leap day is the last.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
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

  static func monthLength(_ year: Int, _ month: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    if month == 2 { return isLeap ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}
