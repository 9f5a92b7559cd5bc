import Models

extension Counter {
  /// A column is absent where no design point models its station.
  func isModelled(_ scenario: Scenario) -> Bool {
    isModelled(scenario.frame, scenario.strategies.map(\.strategy))
  }

  /// A column that another design point models has a value here too, or is empty.
  func hasValue(_ scenario: Scenario) -> Bool {
    hasValue(scenario.frame, scenario.strategies.map(\.strategy))
  }
}
