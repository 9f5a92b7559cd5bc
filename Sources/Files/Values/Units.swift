/// Goals, in order: no value is ever misread; text and value go back and forth without loss; the
/// shortest text.
///
/// Reads and prints the quantities of a scenario. Readers return nil for anything they do not
/// understand entirely; whether a value makes sense is for the caller to judge.
package enum Units {
  /// The longest duration **[microseconds]**: 36,500 days.
  package static let durationMax: Int64 = 36_500 * 86_400_000_000

  /// Those that are printed.
  private static let durationUnits: [(name: String, microseconds: Int64)] = [
    ("d", 86_400_000_000), ("h", 3_600_000_000), ("m", 60_000_000), ("s", 1_000_000),
    ("ms", 1_000), ("us", 1),
  ]
  /// Those that are understood too.
  private static let otherDurationUnits: [(name: String, microseconds: Int64)] = [
    ("w", 604_800_000_000), ("min", 60_000_000),
  ]

  /// Those that are printed.
  private static let rateUnits: [(name: String, seconds: Double)] = [
    ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]
  /// Those that are understood too.
  private static let otherRateUnits: [(name: String, seconds: Double)] = [
    ("w", 604_800), ("week", 604_800), ("day", 86_400), ("hour", 3_600), ("min", 60),
  ]
}

// MARK: - Durations

extension Units {
  /// Reads a decimal number with a unit, `250ms`, `30s`, `1.5h`, `28d`, or whole numbers with
  /// smaller and smaller units, `1h30m`; the units are us ms s m (or min) h d w. A space may stand
  /// before a unit and between the parts.
  ///
  /// - Returns: **[microseconds]**, rounded to nearest, halves away from zero; nil beyond ±36,500
  ///   days. Digits after the eighteenth decimal place are dropped.
  package static func duration(_ text: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    var rest = isNegative ? text.dropFirst() : Substring(text)
    var (total, unit): (Int64, Int64) = (0, .max)
    while let part = cutDuration(from: &rest), part.unit < unit, part.isWhole || rest.isEmpty {
      (total, unit) = (total + part.microseconds, part.unit)
      guard total <= durationMax else { return nil }
      if rest.isEmpty { return isNegative ? -total : total }
      skipSpace(&rest)
    }
    return nil
  }

  /// Takes a number with its unit from the start of a text.
  ///
  /// - Returns: All in microseconds; nil for anything else.
  private static func cutDuration(
    from text: inout Substring
  ) -> (microseconds: Int64, unit: Int64, isWhole: Bool)? {
    let number = text.prefix { $0 == "." || isDigit($0) }
    text = text[number.endIndex...]
    skipSpace(&text)
    let name = text.prefix { $0 != " " && !isDigit($0) }
    text = text[name.endIndex...]
    let units = durationUnits + otherDurationUnits
    guard let unit = units.first(where: { $0.name == name })?.microseconds,
      let parts = wholeAndFraction(number)
    else { return nil }
    let (whole, overflows) = parts.whole.multipliedReportingOverflow(by: unit)
    guard !overflows, whole <= durationMax else { return nil }
    let fraction = UInt128(parts.fraction) * UInt128(unit)
    let rounded = Int64((fraction + fractionUnit / 2) / fractionUnit)
    return (whole + rounded, unit, !number.contains("."))
  }

  /// The one that may stand before a unit.
  private static func skipSpace(_ text: inout Substring) {
    if text.first == " " { text = text.dropFirst() }
  }

  /// The canonical text of a duration **[microseconds]**: the largest unit that gives an integer.
  package static func durationText(_ microseconds: Int64) -> String {
    if microseconds == 0 { return "0s" }
    let unit = durationUnits.first { microseconds % $0.microseconds == 0 }
    guard let unit else { preconditionFailure("Every duration is a whole number of microseconds") }
    return "\(microseconds / unit.microseconds)\(unit.name)"
  }

  /// The units that ``durationText(_:)`` writes, and their lengths in seconds.
  package static var durations: [(name: String, seconds: Double)] {
    durationUnits.map { ($0.name, Double($0.microseconds) / 1e6) }
  }

  /// The largest unit in which a time **[s]** is at least 1, and its length in seconds.
  package static func timeUnit(suiting seconds: Double) -> (name: String, seconds: Double) {
    let unit = durationUnits.first { abs(seconds) * 1e6 >= Double($0.microseconds) }
    return unit.map { ($0.name, Double($0.microseconds) / 1e6) } ?? ("s", 1)
  }

  private static let fractionUnit: UInt128 = 1_000_000_000_000_000_000

  /// Splits `1.25` into 1 and 250,000,000,000,000,000: exact where a Double would not be.
  private static func wholeAndFraction(_ text: Substring) -> (whole: Int64, fraction: Int64)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), let whole = Int64(parts[0])
    else { return nil }
    let digits = parts.count == 2 ? String(parts[1].prefix(18)) : ""
    let padded = digits + String(repeating: "0", count: 18 - digits.count)
    return Int64(padded).map { (whole, $0) }
  }

  private static func isDigit(_ character: Character) -> Bool {
    "0" <= character && character <= "9" && character.isASCII
  }
}

// MARK: - Rates and probabilities

extension Units {
  /// Reads a number per second, minute, hour, day or week: `40/d`, `2/h`, `3/m` (or `3/min`),
  /// `0.5/s`, `7/w`. A space may stand on either side of the slash.
  ///
  /// - Returns: events per second **[1/s]**; nil if it is no finite number.
  package static func rate(_ text: String) -> Double? {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    skipSpace(&parts[1])
    guard let events = number(withoutSpace(parts[0])),
      let unit = (rateUnits + otherRateUnits).first(where: { $0.name == parts[1] })
    else { return nil }
    return events / unit.seconds
  }

  /// The canonical text of a rate **[1/s]**: the shortest one that reads back as the same number.
  package static func rateText(_ perSecond: Double) -> String {
    var best = text(of: perSecond) + "/s"
    for unit in rateUnits {
      let candidate = text(of: perSecond * unit.seconds) + "/" + unit.name
      if candidate.count < best.count, rate(candidate) == perSecond {
        best = candidate
      }
    }
    return best
  }

  /// Reads `0.02`, `2%` or `2 %`; the range is the caller's to check.
  package static func probability(_ text: String) -> Double? {
    guard text.hasSuffix("%") else { return number(text) }
    let percent = withoutSpace(text.dropLast())
    // Shifting the decimal exponent rounds once; dividing by 100 would round twice.
    return percent.contains(where: { "eE".contains($0) }) ? nil : number("\(percent)e-2")
  }

  /// A number without the one space that may stand between it and its unit.
  package static func withoutSpace(_ number: Substring) -> String {
    String(number.last == " " ? number.dropLast() : number)
  }
}

// MARK: - Numbers

extension Units {
  /// Reads a finite number in decimal or exponent notation: `12`, `-0.5`, `1e6`.
  package static func number(_ text: String) -> Double? {
    var text = text
    return text.withUTF8(DecimalNumber.value(of:))
  }

  /// The shortest text that reads back as the same number; integers below 2^53 have neither a
  /// decimal point nor an exponent, and minus zero is 0.
  package static func text(of number: Double) -> String {
    if number.magnitude < 0x1p53, number == number.rounded(.towardZero) {
      return String(Int64(number))
    }
    return number.description
  }
}
