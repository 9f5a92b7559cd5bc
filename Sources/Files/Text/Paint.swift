/// Colour for words, on a terminal that has it.
///
/// Colour never says anything alone: a sign, a word or the weight of the letters says it too.
package struct Paint: Sendable {
  /// The meaning of the words for the reader.
  package enum Tone: Sendable { case good, bad, unsure }

  /// Leaves every text as it is.
  package static let none = Paint(isOn: false)
  private let isOn: Bool

  /// - Parameter isOn: Whether the reader has colour.
  package init(isOn: Bool) { self.isOn = isOn }

  /// - Parameters:
  ///   - text: A text without colour.
  ///   - tone: Nil leaves the text as it is.
  package func callAsFunction(_ text: String, _ tone: Tone?) -> String {
    guard isOn, let tone, !text.isEmpty else { return text }
    return "\u{1B}[\(tone.code)m\(text)\u{1B}[0m"
  }
}

extension Paint.Tone {
  /// Bold green, bold red, yellow (ECMA-48, "select graphic rendition").
  fileprivate var code: String {
    switch self {
    case .good: "1;32"
    case .bad: "1;31"
    case .unsure: "33"
    }
  }

  /// The tone of an interval of a difference; nil where it contains 0 or there is none.
  ///
  /// - Parameters:
  ///   - interval: The ends, the lower one first.
  ///   - higherIsBetter: Whether a difference above 0 is good.
  package static func of(
    _ interval: (low: Double, high: Double)?, higherIsBetter: Bool
  ) -> Self? {
    guard let interval, interval.low > 0 || interval.high < 0 else { return nil }
    return (interval.low > 0) == higherIsBetter ? .good : .bad
  }
}

extension String {
  /// The number of columns that it takes on a terminal: colour takes none.
  package var columns: Int {
    contains("\u{1B}") ? replacing(#/\u{1B}\[[0-9;]*m/#, with: "").count : count
  }
}
