import Foundation

/// Numbers and times as people write them.
package enum HumanText {
  private static let locale = Locale(identifier: "en_US_POSIX")
  private static let style = FloatingPointFormatStyle<Double>(locale: locale).grouping(.never)

  /// A number of things: "1 device", "2 devices".
  package static func count(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }

  /// The number with `decimals` digits after the point.
  package static func fixed(_ value: Double, _ decimals: Int) -> String {
    value.formatted(style.precision(.fractionLength(decimals)))
  }

  /// A share in percent: as many digits as a margin of that size needs. A share above 0 is never
  /// called 0, nor one below 1 all: it has more digits, three at most, or is told per million.
  package static func percent(_ share: Double, decimals: Int = 2) -> String {
    let digits = (decimals...max(decimals, 3)).first { decimals in
      !(0..<1).contains(share) || share == 0
        || 100 * min(share, 1 - share) >= 0.5 * pow(10, -Double(decimals))
    }
    return digits.map { fixed(share * 100, $0) + " %" } ?? perMillion(share)
  }

  /// Shares below this one, and those so near 1, are told per million: in percent three decimals
  /// leave them less than two digits.
  package static let perMillionMax = 1e-4

  /// A small share, or a difference of shares, with two digits: `0.85 per million`; of one near 1
  /// what is missing: `all but 2.8 per million`.
  package static func perMillion(_ share: Double) -> String {
    let isNearOne = share > 0.5
    return (isNearOne ? "all but " : "") + millionths(isNearOne ? 1 - share : share)
      + " per million"
  }

  /// Two digits, without a unit.
  package static func millionths(_ share: Double) -> String { digits(share * 1e6, 2) }

  /// The number of digits after the point for a number whose interval reaches so far: two digits of
  /// that, three after the point at most.
  package static func decimals(halfWidth: Double) -> Int {
    guard halfWidth > 0, halfWidth.isFinite else { return 3 }
    return min(3, max(0, 1 - Int(log10(halfWidth).rounded(.down))))
  }

  /// 1234567 -> 1,234,567.
  package static func count(_ value: UInt64) -> String {
    let digits = String(value)
    let groups = stride(from: digits.count, to: 0, by: -3).map { end in
      digits.dropFirst(max(0, end - 3)).prefix(min(3, end))
    }
    return groups.reversed().joined(separator: ",")
  }

  /// About three digits in the unit that suits: 1.07 s, 20.1 min.
  package static func span(_ seconds: Double) -> String {
    let units = [(86_400.0, "d"), (3600, "h"), (60, "min"), (1, "s"), (0.001, "ms")]
    let (size, name) = units.first { seconds >= $0.0 } ?? (0.001, "ms")
    let value = seconds / size
    return seconds == 0 ? "0 s" : "\(fixed(value, value < 10 ? 2 : value < 100 ? 1 : 0)) \(name)"
  }

  /// Three significant digits: 0.000512.
  package static func significant(_ value: Double) -> String { general(value, 3) }

  /// About so many significant digits, without zeros at the end and never -0: 0.99123, 1671.
  package static func digits(_ value: Double, _ count: Int) -> String {
    let isWhole = abs(value) >= 100 && abs(value) < 1e7 && abs(value) >= pow(10, Double(count - 1))
    if isWhole { return fixed(value, 0) }
    let text = general(value, count).lowercased()
    return text == "-0" ? "0" : text
  }

  /// Amounts that are compared in a sentence have so many digits: 1.13.
  package static func amount(_ value: Double) -> String { digits(value, 3) }

  /// Readers see that the amounts are not all the same.
  package static func differ(_ amounts: [Double]) -> Bool { Set(amounts.map(amount)).count > 1 }

  /// The text of CoreFoundation's `%g`, which writes very small and large numbers with an exponent:
  /// they are left to it.
  private static func general(_ value: Double, _ digits: Int) -> String {
    let plain = 1e-4...pow(10, Double(digits))
    guard value == 0 || plain.contains(value.magnitude) else {
      return String(format: "%.\(digits)g", locale: locale, value)
    }
    return value.formatted(style.precision(.significantDigits(1...digits)))
  }

  /// A large number with a suffix: 3.3 M.
  package static func rounded(_ value: Double) -> String {
    let units = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")]
    guard let (size, name) = units.first(where: { value >= $0.0 }) else { return fixed(value, 0) }
    return fixed(value / size, value / size < 10 ? 1 : 0) + name
  }

  /// Up to two decimals, without zeros at the end.
  package static func trimmed(_ value: Double) -> String {
    Units.text(of: (value * 100).rounded() / 100)
  }
}
