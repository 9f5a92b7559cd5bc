/// The unit says how scenarios, files and people write a number.
package enum NumberUnit: String, Codable, Sendable, CaseIterable {
  case seconds = "s"
  case perSecond = "1/s"
  /// A share from 0 to 1; in percent for people.
  case share
  /// Between two of them there is none.
  case whole
  case number = "1"
}

extension NumberUnit {
  /// The unit of a number as a scenario writes it; nil: it is none.
  package init?(of text: String) {
    guard let unit = Self.ofFiles.first(where: { $0.number(text) != nil }) else { return nil }
    self = unit
  }

  /// Files of inputs tell these apart.
  package static let ofFiles = [seconds, perSecond, number]

  /// Its place among ``ofFiles``.
  package var ofFile: NumberUnit {
    switch self {
    case .seconds, .perSecond: self
    case .share, .whole, .number: .number
    }
  }

  /// - Returns: In seconds, per second, a share or a plain number; nil for what has another unit.
  package func number(_ text: String) -> Double? {
    switch self {
    case .seconds: Amount.time.value(text)
    case .perSecond: Amount.rate.value(text)
    case .share, .whole, .number: Amount.ratio.value(text)
    }
  }
}
