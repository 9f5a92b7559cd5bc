/// The form in which a column's texts are moments: found with its first text, then all must have
/// it.
enum TimeForm: Sendable, Equatable {
  /// A decimal number, since 1970 or any other moment, in a unit that the file has.
  case number
  /// `2019-08-28T09:15:00Z`, `2019-08-28 11:15:00,250+02:00` and the like (ISO 8601, log4j).
  case iso
  /// `20171223-22:15:29:606`, where leading zeros may be missing.
  case compact
  /// `10/Oct/2000:13:55:36 -0700`, as web servers write it.
  case apache
  /// The user has named it.
  case pattern(TimePattern)

  /// Those that need no word of the user, in the order of their tries.
  static let known: [TimeForm] = [.number, .iso, .compact, .apache]
}

extension TimeForm {
  /// Messages say that this is allowed.
  var words: String {
    switch self {
    case .number: "a decimal number"
    case .pattern(let pattern): "a date-time such as \(pattern.text)"
    default: "a date-time"
    }
  }

  /// A moment with a date; nil: the text has another form. Numbers are no business of this.
  func moment(in bytes: UnsafeBufferPointer<UInt8>) -> WrittenMoment? {
    switch self {
    case .number: nil
    case .iso: DateTime.moment(in: bytes)
    case .compact: Self.compact(bytes)
    case .apache: Self.apache(bytes)
    case .pattern(let pattern): pattern.moment(in: bytes)
    }
  }

  private static func compact(_ bytes: UnsafeBufferPointer<UInt8>) -> WrittenMoment? {
    var scanner = MomentScanner(bytes: bytes)
    guard let year = scanner.number(4), let month = scanner.number(2), let day = scanner.number(2),
      let days = DateTime.days(ifDate: year, month, day), scanner.skip("-") || scanner.skip(" "),
      let hour = scanner.number(upTo: 2), hour < 24, scanner.skip(":"),
      let minute = scanner.number(upTo: 2), minute < 60, scanner.skip(":"),
      let second = scanner.number(upTo: 2), second <= 60
    else { return nil }
    var moment = WrittenMoment(
      seconds: days * 86_400 + hour * 3600 + minute * 60 + second)
    if scanner.skip(":") {
      // Milliseconds, not decimals: 9 is 0.009 s.
      guard let part = scanner.number(upTo: 3) else { return nil }
      (moment.part, moment.scale) = (part, 1000)
    } else if scanner.skip(".") || scanner.skip(",") {
      guard let (part, scale) = scanner.decimals() else { return nil }
      (moment.part, moment.scale) = (part, scale)
    }
    return scanner.isAtEnd ? moment : nil
  }

  private static func apache(_ bytes: UnsafeBufferPointer<UInt8>) -> WrittenMoment? {
    var scanner = MomentScanner(bytes: bytes)
    let isOpen = scanner.skip("[")
    guard let day = scanner.number(2), scanner.skip("/"), let month = scanner.monthName(),
      scanner.skip("/"), let year = scanner.number(4),
      let days = DateTime.days(ifDate: year, month, day),
      scanner.skip(":") || scanner.skip(" "), var moment = scanner.clock()
    else { return nil }
    moment.seconds += days * 86_400
    if scanner.skip(" ") {
      guard let offset = scanner.offset() else { return nil }
      moment.offset = offset
    }
    return scanner.isAtEnd || isOpen && scanner.skip("]") && scanner.isAtEnd ? moment : nil
  }
}

// MARK: - Texts that look like a time and are none

extension TimeForm {
  /// The reason why a text is no moment, and the ways out; nil: it does not look like one.
  static func flaw(of text: String) -> String? {
    if text.wholeMatch(of: #/\d\d-\d\d \d\d?:\d\d.*/#) != nil
      || text.wholeMatch(of: #/[A-Z][a-z][a-z] +\d\d? \d\d?:\d\d.*/#) != nil
    {
      return "a date with its year; write it before each (2019-\(text.prefix(5)) ...)"
    }
    if text.wholeMatch(of: #/\d\d?[./]\d\d?[./]\d\d(\d\d)?\b.*/#) != nil {
      return "a date whose order is known; --time-format \"%d.%m.%Y %H:%M:%S\" or "
        + "\"%m/%d/%Y %H:%M:%S\" tells it"
    }
    if text.wholeMatch(of: #/\d\d?:\d\d(:\d\d([.,]\d+)?)?/#) != nil {
      return "a clock with its date; --column date=COLUMN names the column of dates"
    }
    return nil
  }
}
