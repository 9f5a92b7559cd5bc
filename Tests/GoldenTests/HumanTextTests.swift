import Files
import Foundation
import TestSupport
import Testing

/// CoreFoundation's formats take some 20 times as long; the digits are the same.
@Suite("Numbers as text")
struct HumanTextTests {
  private static let locale = Locale(identifier: "en_US_POSIX")

  /// Values of the sizes that are printed; halves of the last digit are among them.
  private static let values: [Double] = {
    var random = SplitMix64(state: 1)
    let halves = (0..<300).map { Double($0) / 16 }
    let decimals = (0..<500).map { _ in
      Double(Int.random(in: -1_000...100_000, using: &random)) / 1_000
    }
    let sizes = (0..<500).map { _ in pow(10, Double.random(in: -7...9, using: &random)) }
    return halves + decimals + sizes + [
      -0.0, 99.95, 999.5, 999.49, 1e-4, 9.996e-5, 1e22, 1e300, -1234.5, -0.0004, .infinity,
      -.infinity, .nan,
    ]
  }()

  @Test("So many decimals", arguments: 0...9)
  func fixed(decimals: Int) {
    let wrong = Self.values.filter {
      HumanText.fixed($0, decimals)
        != String(format: "%.\(decimals)f", locale: Self.locale, $0)
    }
    #expect(wrong.isEmpty)
  }

  @Test("Three significant digits")
  func significant() {
    let wrong = Self.values.filter {
      HumanText.significant($0) != String(format: "%.3g", locale: Self.locale, $0)
    }
    #expect(wrong.isEmpty)
  }

  @Test("About so many significant digits", arguments: 1...6)
  func digits(count: Int) {
    let wrong = Self.values.filter {
      let isWhole =
        (100..<1e7).contains($0.magnitude) && $0.magnitude >= pow(10, Double(count - 1))
      let text = String(format: isWhole ? "%.0f" : "%.\(count)g", locale: Self.locale, $0)
      let number = isWhole ? text : text.lowercased()
      return HumanText.digits($0, count) != (number == "-0" ? "0" : number)
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "A span has about three digits in the unit that suits",
    arguments: [
      (0, "0 s"), (0.5, "500 ms"), (0.0123, "12.3 ms"), (1.07, "1.07 s"), (59.9, "59.9 s"),
      (60, "1.00 min"), (1206, "20.1 min"), (3600, "1.00 h"), (216_000, "2.50 d"),
      (10_000_000, "116 d"),
    ])
  func spans(seconds: Double, text: String) {
    expect(HumanText.span(seconds), equals: text)
  }

  @Test("Thousands are grouped from the right")
  func counts() {
    expect(
      [7, 999, 1000, 1_234_567, 100_000].map { HumanText.count($0 as UInt64) },
      equals: ["7", "999", "1,000", "1,234,567", "100,000"])
  }
}
