import Foundation

extension InputParameter.Scale {
  /// The number that the scenario has for a value on the scale.
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
