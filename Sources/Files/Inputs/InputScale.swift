import Foundation

extension InputParameter.Scale {
  /// From the scale to the number that the scenario has.
  package func number(_ value: Double) -> Double {
    switch self {
    case .log: exp(value)
    case .logit: 1 / (1 + exp(-value))
    case .linear: value
    }
  }

  /// - Returns: nil where the scale has no such number.
  package func value(_ number: Double) -> Double? {
    switch self {
    case .log: number > 0 ? Foundation.log(number) : nil
    case .logit: number > 0 && number < 1 ? Foundation.log(number / (1 - number)) : nil
    case .linear: number
    }
  }
}

extension InputParameter.Unit {
  /// A number of the scenario, as it is written there; what no scenario can have is an error of
  /// its reader.
  package func node(_ number: Double) -> ConfigNode {
    guard abs(number) < Self.most else { return .plain("\(number) \(rawValue)") }
    return switch self {
    case .seconds: .plain(Units.durationText(Int64((number * 1e6).rounded())))
    case .perSecond: .plain(Units.rateText(number))
    case .number: .number(number)
    }
  }

  /// More microseconds would not be counted.
  private static var most: Double { 1e12 }

  /// - Returns: nil for what has another unit.
  package func number(_ text: String) -> Double? { amount.value(text) }

  /// The unit of a number as a scenario writes it; nil: it is none.
  package init?(of text: String) {
    guard let unit = Self.allCases.first(where: { $0.number(text) != nil }) else { return nil }
    self = unit
  }

  private var amount: Amount {
    switch self {
    case .seconds: .time
    case .perSecond: .rate
    case .number: .ratio
    }
  }

  /// A number as people write it.
  package func text(_ number: Double) -> String {
    switch self {
    case .seconds: HumanText.span(number)
    case .perSecond: "\(HumanText.digits(number * 86_400, 4))/d"
    case .number: HumanText.digits(number, 4)
    }
  }
}
