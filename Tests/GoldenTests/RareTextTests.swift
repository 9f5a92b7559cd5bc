import Files
import Foundation
import Terminal
import TestSupport
import Testing
import Vocabulary

/// No number that is not 0 reads as 0, and no share below 1 as all.
@Suite("Rare losses as text")
struct RareTextTests {
  private static let share = Metric.named("deliverability")

  @Test(
    "Small shares are told per million",
    arguments: [
      (2.846e-6, "2.8 per million"), (8.5e-7, "0.85 per million"), (9.1e-5, "91 per million"),
      (1 - 2.846e-6, "all but 2.8 per million"), (3.4e-9, "0.0034 per million"),
      (0.001, "0.100 %"), (0.5, "50.000 %"), (0.0, "0.000 %"), (1.0, "100.000 %"),
    ])
  func shares(share: Double, text: String) {
    let reach = max(1e-9, min(share, 1 - share) / 10)
    let found = MetricText(Self.share).value(share, (share - reach, share + reach))
    if text.contains("per million") { expect(found, equals: text) }
    expect(MetricText(Self.share).value(share, (nil, nil)), equals: text)
  }

  @Test(
    "So are their intervals",
    arguments: [
      (5.54e-7, 1.2e-6, "0.55 to 1.2 per million"), (0.0, 4.9e-7, "0 to 0.49 per million"),
      (1 - 3.2e-6, 1 - 2.5e-6, "all but 2.5 to 3.2 per million"),
      (1 - 4.9e-7, 1.0, "all but 0 to 0.49 per million"), (0.4, 0.63, "40 to 63 %"),
    ])
  func intervals(low: Double, high: Double, text: String) {
    expect(MetricText(Self.share).interval(low, high), equals: text)
  }

  @Test("So are small differences, with their sign")
  func differences() {
    let text = MetricText(Self.share, of: .difference)
    expect(text.value(2.8e-6, (2e-6, 3.6e-6)), equals: "+2.8 per million")
    expect(text.value(-2.8e-6, (-3.6e-6, -2e-6)), equals: "-2.8 per million")
    expect(text.interval(-4.9e-7, 4.9e-7), equals: "-0.49 to 0.49 per million")
    expect(text.amount(-2.8e-6, (-3.6e-6, -2e-6)), equals: "2.8 per million")
    expect(text.amount(0.001, (0.0009, 0.0011)), equals: "0.100 percentage points")
    expect(text.points(2.8e-6, (2e-6, 3.6e-6)), equals: "0.00028")
  }

  /// Sizes from a billionth to one, on both sides, each known to a hundredth, to itself and to all
  /// that there is, and not at all.
  private static let sizes: [Double] = (0...90).flatMap { step in
    let size = pow(10, -Double(step) / 10)
    return [size, 1 - size]
  }.filter { $0 > 0 && $0 < 1 }

  private static func reaches(_ size: Double) -> [Double?] {
    [min(size, 1 - size) / 100, min(size, 1 - size), 1, nil]
  }

  @Test("Whatever a share is, its text says that it is neither 0 nor 1")
  func values() {
    for size in Self.sizes {
      for reach in Self.reaches(size) {
        let ends = (reach.map { size - $0 }, reach.map { size + $0 })
        let text = MetricText(Self.share).value(size, ends)
        expect(!Self.readsAsNone(text) && !Self.readsAsAll(text), "\(size): \(text)")
      }
      for decimals in 0...4 {
        let text = HumanText.percent(size, decimals: decimals)
        expect(!Self.readsAsNone(text) && !Self.readsAsAll(text), "\(size): \(text)")
      }
    }
  }

  @Test("A difference that is known to half its size does not read as 0")
  func knownDifferences() {
    for size in Self.sizes {
      for kind: MetricText.Kind in [.difference, .gap] {
        let text = MetricText(Self.share, of: kind).value(-size, (-1.5 * size, -0.5 * size))
        expect(!Self.readsAsNone(text), "\(size): \(text)")
      }
    }
  }

  @Test("Nor do the ends of an interval read alike where a percentage says nothing")
  func ends() {
    for size in Self.sizes where min(size, 1 - size) < 5e-5 {
      let reach = min(size, 1 - size) / 2
      let text = MetricText(Self.share).interval(size - reach, size + reach)
      let ends = text.replacing("all but ", with: "").split(separator: " ")
      expect(ends[0] != ends[2] && text.hasSuffix("per million"), "\(size): \(text)")
    }
  }

  /// `< 0.001 %` says that it is not 0.
  private static func readsAsNone(_ text: String) -> Bool {
    !text.hasPrefix("<") && number(text) == 0
  }

  private static func readsAsAll(_ text: String) -> Bool {
    !text.hasPrefix(">") && text.hasSuffix("%") && number(text) == 100
  }

  private static func number(_ text: String) -> Double? {
    text.replacing("all but ", with: "").split(separator: " ").compactMap {
      Double($0.replacing("-", with: ""))
    }.first
  }
}
