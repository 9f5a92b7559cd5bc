/// Goals, in order: the nearest Double, always; no locale, no hexadecimal, no infinity; speed.
///
/// Source: the fast path is the exact case of W. D. Clinger, "How to read floating point numbers
/// accurately", PLDI 1990: a mantissa below 2^53 times or over a power of ten up to 10^22 is
/// rounded only once. Everything else goes to the standard library.
enum DecimalNumber {
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The number that is written in all of `bytes`: `[+-]? digits [. digits] [e [+-]? digits]`, with
  /// a digit before or after the point.
  ///
  /// - Returns: nil for anything else, and for numbers beyond the largest Double.
  static func value(of bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    var scanner = Scanner(bytes: bytes)
    guard scanner.scan() else { return nil }
    if scanner.isExact, scanner.exponent.magnitude <= 22 {
      let power = powersOfTen[Int(scanner.exponent.magnitude)]
      let mantissa = Double(scanner.mantissa)
      let magnitude = scanner.exponent < 0 ? mantissa / power : mantissa * power
      return scanner.isNegative ? -magnitude : magnitude
    }
    let number = Double(String(decoding: bytes, as: UTF8.self))
    return number.flatMap { $0.isFinite ? $0 : nil }
  }
}

/// Checks the grammar and gathers the digits in one pass.
private struct Scanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var mantissa: UInt64 = 0
  var exponent = 0
  var isNegative = false
  private var position = 0
  private var digitsLost = false

  init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Whether the number is `mantissa` times ten to `exponent`, and the mantissa fits a Double.
  var isExact: Bool { !digitsLost && mantissa <= 1 << 53 }

  mutating func scan() -> Bool {
    isNegative = skipSign()
    var digitCount = scanDigits(scale: 0)
    if skip(UInt8(ascii: ".")) {
      digitCount += scanDigits(scale: -1)
    }
    guard digitCount > 0 else { return false }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      guard scanExponent() else { return false }
    }
    return position == bytes.count
  }

  /// Appends digits to the mantissa; each one changes the exponent by `scale`.
  private mutating func scanDigits(scale: Int) -> Int {
    let start = position
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      if mantissa < 1_000_000_000_000_000_000 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        exponent += scale
      } else {
        digitsLost = true
      }
      position += 1
    }
    return position - start
  }

  private mutating func scanExponent() -> Bool {
    let isMinus = skipSign()
    let start = position
    var value = 0
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      value = min(value * 10 + Int(digit), 1_000_000)
      position += 1
    }
    exponent += isMinus ? -value : value
    return position > start
  }

  private mutating func skipSign() -> Bool {
    let isMinus = skip(UInt8(ascii: "-"))
    if !isMinus { _ = skip(UInt8(ascii: "+")) }
    return isMinus
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }
}

extension DecimalNumber {
  /// The same with a decimal comma, which must be there.
  static func value(withComma bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard bytes.count <= 64, let comma = bytes.firstIndex(of: UInt8(ascii: ",")),
      !bytes.contains(UInt8(ascii: "."))
    else { return nil }
    var digits = Array(bytes)
    digits[comma] = UInt8(ascii: ".")
    return digits.withUnsafeBufferPointer { value(of: $0) }
  }
}
