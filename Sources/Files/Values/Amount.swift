/// The forms of a number with a unit: the one grammar of scenarios, options and tables
/// (docs/reference/scenario.md, "Numbers with units").
package enum Amount: Sendable, CaseIterable {
  /// `0.6`, `1e6`.
  case number
  /// A number that may be less than one of something: `1.1`, `5%`.
  case ratio
  /// `0.83`, `83%`, `83 %`.
  case share
  /// A difference of shares: `0.2pp`, `0.2%`, `0.002`.
  case points
  /// **[s]**: `90s`, `1h30m`.
  case time
  /// A time, or a plain number of seconds.
  case seconds
  /// **[1/s]**: `40/d`.
  case rate

  /// The unit that a text says, or that of a plain number; nil: it is no amount of a scenario.
  package init?(of text: String) {
    let said: [Amount] = [.ratio, .rate, .time]
    guard let amount = said.first(where: { $0.value(text) != nil }) else { return nil }
    self = amount
  }
}

extension Amount {
  /// - Returns: In seconds, per second, a share or a plain number; nil for what is no such amount.
  ///   The range is the caller's to check.
  package func value(_ text: String) -> Double? {
    switch self {
    case .number: Units.number(text)
    case .ratio, .share: Units.probability(text)
    case .points: Units.probability(text.hasSuffix("pp") ? text.dropLast(2) + "%" : text)
    case .time: Units.duration(text).map { Double($0) / 1e6 }
    case .seconds: Units.number(text) ?? Amount.time.value(text)
    case .rate: Units.rate(text)
    }
  }

  /// A text is an amount in any unit.
  package static func isOne(_ text: String) -> Bool {
    allCases.contains { $0.value(text) != nil }
  }

  // MARK: In words

  /// ``value(_:)`` reads these.
  ///
  /// - Parameters:
  ///   - range: Such as " above 0".
  ///   - noun: The name of the number; nil: one by its kind.
  package func allowed(_ range: String = "", noun: String? = nil) -> String {
    let examples =
      switch self {
      case .number: ""
      case .ratio: ", such as 0.05 or 5%"
      case .share: ", such as 0.02 or 2%"
      case .points: ", such as 0.2pp, 0.2% or 0.002"
      case .time: Self.times(min: 0)
      case .seconds: ", such as 90s or 1.5m, or a number of seconds"
      case .rate: ", such as 40/d, 20/min or 0.5/s"
      }
    return (noun ?? self.noun) + range + examples
  }

  /// Examples of times **[microseconds]**.
  package static func times(min minimum: Int64) -> String {
    let examples = ["250ms", "30s", "20m", "6h", "28d"].filter {
      Units.duration($0) ?? 0 >= minimum
    }
    let list = examples.dropLast().joined(separator: ", ")
    return ", such as \(list) or \(examples.last ?? "") (at most 36500d)"
  }

  private var noun: String {
    switch self {
    case .number, .ratio: "a number"
    case .share: "a share"
    case .points: "a difference"
    case .time: "a duration"
    case .seconds: "a time"
    case .rate: "a rate"
    }
  }

  /// The amount that was probably meant by a number beyond 1 where a share is wanted: `90%` for
  /// `90`.
  package func suggestion(_ text: String) -> String? {
    guard self == .share || self == .points, let number = Units.number(text), number > 1,
      number <= 100
    else { return nil }
    return text + (self == .share ? "%" : "pp")
  }

  /// The regular expression of its texts with a unit, of at least 0.
  package var pattern: String {
    let number = #"[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?"#
    return switch self {
    case .number: number
    case .ratio, .share: "\(number) ?%"
    case .points: "\(number) ?(%|pp)"
    case .time, .seconds:
      "([0-9]+ ?(w|d|h|min|m|s|ms) ?)*[0-9]+(\\.[0-9]+)? ?(us|ms|s|min|m|h|d|w)"
    case .rate: "\(number) ?/ ?(s|m|min|h|hour|d|day|w|week)"
    }
  }
}
