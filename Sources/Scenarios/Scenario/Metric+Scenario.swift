package import Files
import Models
import Vocabulary

extension Metric {
  // MARK: As scenarios name them

  /// A metric appears only where its station is modelled.
  package func isModelled(_ scenario: Scenario) -> Bool {
    isModelled(scenario.frame, scenario.strategies.map(\.strategy))
  }

  /// Reports a metric that a scenario does not model.
  func check(
    isModelledBy scenario: Scenario, _ tell: (_ found: String, _ allowed: String) -> Void
  ) {
    guard !isModelled(scenario) else { return }
    let names = Metric.all.filter { $0.isModelled(scenario) }.map(\.name)
    let need = needs.map { ", which needs \($0)" } ?? ", which is not modelled here"
    tell("\(name)\(need)", names.joined(separator: ", "))
  }
}

extension Metric.Unit {
  /// A value of the metric is written so.
  package var amount: Amount {
    switch self {
    case .share: .share
    case .seconds: .seconds
    case .number: .ratio
    }
  }

  /// The kind of a difference of two values; a percentage of a value that is no share could be a
  /// part of it.
  package var difference: Amount {
    switch self {
    case .share: .points
    case .seconds: .seconds
    case .number: .number
    }
  }
}

extension ScalarFormat<String> {
  /// The name of a metric.
  static var metric: Self { .choice(Metric.all.map(\.name)) }
}

extension Counter {
  /// A column is absent where no design point models its station.
  package func isModelled(_ scenario: Scenario) -> Bool {
    isModelled(scenario.frame, scenario.strategies.map(\.strategy))
  }

  /// A column that another design point models has a value here too, or is empty.
  package func hasValue(_ scenario: Scenario) -> Bool {
    hasValue(scenario.frame, scenario.strategies.map(\.strategy))
  }
}

extension Precision {
  /// Whether n depends on this strategy's interval.
  package func concerns(_ name: String, _ scenario: Scenario) -> Bool {
    if let strategy { return name == strategy }
    return scope != .differenceFromBaseline || name != scenario.baseline
  }

  /// All strategies that n depends on: the baseline too, where differences decide. Who leads is
  /// asked of those that run.
  package func needs(_ name: String, _ scenario: Scenario) -> Bool {
    scope != .differenceFromLeader
      && (concerns(name, scenario)
        || (scope == .differenceFromBaseline && name == scenario.baseline))
  }
}
