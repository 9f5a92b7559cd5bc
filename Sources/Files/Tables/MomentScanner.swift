/// Scans the parts of dates and clock times.
struct MomentScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skip(UInt8(ascii: character))
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// A number of so many digits.
  mutating func number(_ digits: Int) -> Int? {
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

  /// A number of one to so many digits, as many as there are.
  mutating func number(upTo digits: Int) -> Int? {
    var (value, count) = (0, 0)
    while count < digits, let digit = number(1) {
      value = value * 10 + digit
      count += 1
    }
    return count > 0 ? value : nil
  }

  /// A run of letters in lower case.
  mutating func letters() -> String {
    var text = ""
    while position < bytes.count {
      let letter = bytes[position] | 0x20
      guard UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter else { break }
      text.unicodeScalars.append(Unicode.Scalar(letter))
      position += 1
    }
    return text
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// A month's English name, or its first three letters.
  mutating func monthName() -> Int? {
    let text = letters()
    return Self.months.firstIndex { text.hasPrefix($0) }.map { $0 + 1 }
  }
}

// MARK: - Dates, clocks and zones

extension MomentScanner {
  /// Days since 1970 of a date such as 2019-08-28.
  mutating func date() -> Int? {
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2)
    else { return nil }
    return DateTime.days(ifDate: year, month, day)
  }

  /// Hours and minutes, then seconds and their decimals where they are given.
  mutating func clock() -> WrittenMoment? {
    guard let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60 else {
      return nil
    }
    var moment = WrittenMoment(seconds: hour * 3600 + minute * 60)
    guard skip(":") else { return moment }
    // A leap second is the first of the next minute.
    guard let second = number(2), second <= 60 else { return nil }
    moment.seconds += second
    guard skip(".") || skip(",") else { return moment }
    guard let (part, scale) = decimals() else { return nil }
    (moment.part, moment.scale) = (part, scale)
    return moment
  }

  /// Digits behind a decimal point; what is below 1e-15 counts for nothing.
  mutating func decimals() -> (part: Int, scale: Int)? {
    var (part, scale, count) = (0, 1, 0)
    while let digit = number(1) {
      if count < 15 { (part, scale) = (part * 10 + digit, scale * 10) }
      count += 1
    }
    return count > 0 ? (part, scale) : nil
  }

  /// A zone behind a clock, to the end: nothing, Z, ` UTC`, or an offset.
  mutating func zone() -> Zone? {
    if isAtEnd { return .missing }
    if skip("Z") || skip("z") { return .offset(0) }
    if skip(" ") { return skip("U") && skip("T") && skip("C") ? .offset(0) : nil }
    return offset().map(Zone.offset)
  }

  enum Zone {
    case missing
    case offset(Int)
  }

  /// An offset such as +02:00, -0700 or +05 **[s]**.
  mutating func offset() -> Int? {
    let isWest = skip("-")
    guard isWest || skip("+"), let hour = number(2), hour < 24 else { return nil }
    let hasColon = skip(":")
    guard hasColon || !isAtEnd else { return hour * (isWest ? -3600 : 3600) }
    guard let minute = number(2), minute < 60 else { return nil }
    return (hour * 3600 + minute * 60) * (isWest ? -1 : 1)
  }
}
