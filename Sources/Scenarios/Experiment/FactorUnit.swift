import Files

/// People write the values of a factor so.
package enum FactorUnit: String, Codable, Sendable {
  case seconds = "s"
  case perSecond = "1/s"
  case share
  case number = "1"
  /// Between two of them there is none.
  case whole
}

extension SweepFactor {
  /// Its values that have a unit say which.
  package var writtenIn: FactorUnit {
    if cells.contains(where: \.isLabel) { return .number }
    if KeyFacts.type(ofPath: path)?.isWhole == true { return .whole }
    let amounts = Set(texts.filter { Units.number($0) == nil }.map { Amount(of: $0) })
    guard amounts.count == 1, let amount = amounts.first ?? nil else { return .number }
    return switch amount {
    case .time, .seconds: .seconds
    case .rate: .perSecond
    case .ratio, .share, .points: .share
    case .number: .number
    }
  }

  /// The value of a limit that stands for none, such as 65,535 servers beside 256. It is the
  /// largest, 1000 or more, and 100 times all others.
  package var noLimit: Double? {
    let numbers = Set(cells.compactMap(\.number)).sorted()
    guard numbers.count > 1, let most = numbers.last, most >= 1000,
      numbers.dropLast().allSatisfy({ most >= 100 * abs($0) }),
      KeyFacts.along(path).last?.isLimit == true
    else { return nil }
    return most
  }
}
