import Files
import Foundation
import TestSupport
import Testing

/// CoreFoundation's formats take some 20 times as long; the digits are the same.
@Suite("Numbers as text")
struct HumanTextTests {
  private static let locale = Locale(identifier: "en_US_POSIX")

  /// Of the sizes that are printed; halves of the last digit are among them.
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
}
