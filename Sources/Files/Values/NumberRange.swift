/// The numbers that a key allows, with words for the error message.
package struct NumberRange: Sendable {
  /// Follows "a number": " above 0", or nothing.
  package let words: String
  /// A number that is allowed.
  package let fallback: Double
  /// Its ends; nil: none.
  package let ends: (low: Double?, high: Double?)
  private let contains: @Sendable (Double) -> Bool

  package init(
    words: String, fallback: Double, ends: (low: Double?, high: Double?),
    contains: @escaping @Sendable (Double) -> Bool
  ) {
    precondition(contains(fallback), "The fallback must be an allowed number")
    (self.words, self.fallback, self.ends, self.contains) = (words, fallback, ends, contains)
  }

  /// The number itself if it is allowed.
  func accept(_ number: Double) -> Double? {
    contains(number) ? number : nil
  }
}

// MARK: - Common ranges

extension NumberRange {
  package static let any = NumberRange(words: "", fallback: 1, ends: (nil, nil)) { _ in true }

  package static func above(_ bound: Double) -> NumberRange {
    let words = " above \(Units.text(of: bound))"
    return NumberRange(words: words, fallback: bound + 1, ends: (bound, nil)) { $0 > bound }
  }

  package static func atLeast(_ bound: Double) -> NumberRange {
    let words = " of at least \(Units.text(of: bound))"
    return NumberRange(words: words, fallback: bound + 1, ends: (bound, nil)) { $0 >= bound }
  }

  /// Both bounds included.
  package static func between(_ low: Double, _ high: Double) -> NumberRange {
    let words = " from \(Units.text(of: low)) to \(Units.text(of: high))"
    return NumberRange(words: words, fallback: low, ends: (low, high)) { low <= $0 && $0 <= high }
  }

  /// Both bounds excluded.
  package static func inside(_ low: Double, _ high: Double) -> NumberRange {
    let words = " above \(Units.text(of: low)) and below \(Units.text(of: high))"
    return NumberRange(words: words, fallback: (low + high) / 2, ends: (low, high)) {
      low < $0 && $0 < high
    }
  }
}
