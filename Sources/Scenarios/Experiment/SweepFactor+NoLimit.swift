extension SweepFactor {
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
