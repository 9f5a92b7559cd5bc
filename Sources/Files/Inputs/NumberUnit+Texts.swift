extension NumberUnit {
  /// A number of the scenario, as it is written there; what no scenario can have is an error of
  /// its reader.
  package func node(_ number: Double) -> ConfigNode {
    guard abs(number) < Self.most else { return .plain("\(number) \(ofFile.rawValue)") }
    return switch self {
    case .seconds: .plain(Units.durationText(Int64((number * 1e6).rounded())))
    case .perSecond: .plain(Units.rateText(number))
    case .share, .whole, .number: .number(number)
    }
  }

  /// More microseconds would not be counted.
  private static var most: Double { 1e12 }

  /// A number as people write it.
  package func text(_ number: Double, digits: Int = 4) -> String {
    switch self {
    case .seconds: HumanText.span(number)
    case .perSecond: "\(HumanText.digits(number * 86_400, digits))/d"
    case .share: HumanText.percent(number)
    case .whole, .number: HumanText.digits(number, digits)
    }
  }
}
