import Models
import Runs
import Scenarios
import Statistics
package import Vocabulary

extension ReplicationSample {
  /// See `ControlVariates/fitted`.
  private var fitted: Int? {
    guard let (strategy, scenario) = origin, let first = scenario.controlsFitted else { return nil }
    guard scenario.losesOneByOne(strategy) else { return first }
    return once("controls fitted") { firstLook(scenario, scenario.controls[strategy]) ?? first }
  }

  /// The first look at which all controls are expected that ever are: what is rare says nothing
  /// before. It depends on what is expected, never on what was seen.
  private func firstLook(_ scenario: Scenario, _ controls: [Control]) -> Int? {
    let expected = controls.filter { $0.isExpected(in: records, scenario) }
    return scenario.replications.looks.first { look in
      look >= scenario.controls.replicationsNeeded
        && expected.allSatisfy { $0.isExpected(in: records.prefix(look), scenario) }
    }
  }

  /// The controls that may move a metric's estimate.
  ///
  /// - Parameter controlled: The metric's; nil: nothing moves it.
  package func controls(_ controlled: Metric.Controlled?) -> [Control] {
    switch controlled {
    case .together: together
    case .alone: expected
    case nil: []
    }
  }

  /// Those of which the scenario lets enough be expected.
  private var expected: [Control] {
    guard let (strategy, scenario) = origin else { return [] }
    return once("expected controls") {
      let offered = scenario.controls[strategy]
      let looked = records.prefix(fitted ?? records.count)
      let found = offered.filter { $0.isExpected(in: looked, scenario) }.prefix(Control.countMax)
      let count = min(records.count, fitted ?? records.count)
      return ControlVariates.areUsable(found.count, replications: count) ? Array(found) : []
    }
  }

  /// The controls of all shares of what is owed: none, where they move one out of 0...1.
  private var together: [Control] {
    let expected = expected
    guard let variates = variates(values(expected)) else { return [] }
    return once("controls together") {
      let shares = Metric.all.filter { $0.controlled == .together }.compactMap { $0.sample(self) }
      let endings = Ending.all.map(\.index).filter { ending in
        records.contains { $0.count(ofEnding: ending) > 0 }
      }
      let isInside = (shares + endings.map(sharesOfEnding)).allSatisfy { sample in
        sample.controlledShare(variates).map { 0...1 ~= $0 } ?? true
      }
      return isInside ? expected : []
    }
  }

  /// The share of what is owed that ended so.
  func sharesOfEnding(_ ending: Int) -> RatioSample {
    RatioSample(
      numerators: records.map { Double($0.count(ofEnding: ending)) },
      denominators: records.map { Double($0[.owed]) })
  }

  /// Their values, by control; nil without any.
  func variates(_ controlled: Metric.Controlled?) -> ControlVariates? {
    variates(values(controls(controlled)))
  }

  /// Those of a difference: the controls of both.
  func variates(
    against other: ReplicationSample, _ controlled: Metric.Controlled?
  ) -> ControlVariates? {
    variates(
      values(controls(controlled)) + other.values(other.controls(beside: self, controlled)),
      fittedLike: other)
  }

  func controls(
    against other: ReplicationSample, _ controlled: Metric.Controlled?
  ) -> [Control] {
    controls(controlled) + other.controls(beside: self, controlled)
  }

  /// The controls. The counts of the world are the same for both.
  private func controls(
    beside other: ReplicationSample, _ controlled: Metric.Controlled?
  ) -> [Control] {
    let others = other.controls(controlled)
    return controls(controlled).filter { !$0.isOfWorld || !others.contains($0) }
  }

  private func values(_ controls: [Control]) -> [[Double]] {
    guard let plan = origin?.scenario.controls.plan else { return [] }
    return controls.map { control in
      once("control \(control.name)") { records.map { control.value(of: $0, plan) } }
    }
  }

  private func variates(
    _ values: [[Double]], fittedLike other: ReplicationSample? = nil
  ) -> ControlVariates? {
    guard !values.isEmpty else { return nil }
    let areOfChances = losesOneByOne && other?.losesOneByOne ?? true
    return ControlVariates(
      values, fitted: [fitted, other?.fitted].compactMap { $0 }.max(),
      means: areOfChances ? .chances : .tables)
  }

  /// Nothing but chances can lose: all controls are made of them.
  private var losesOneByOne: Bool {
    origin.map { $0.scenario.losesOneByOne($0.strategy) } ?? false
  }
}

extension Scenario {
  fileprivate func losesOneByOne(_ strategy: Int) -> Bool {
    SurplusSources(frame).loseOneByOne(with: strategies[strategy].strategy)
  }

  /// The first look with enough replications for all controls, with a precision to reach or a
  /// choice to make; nil: there is neither, or no such look.
  fileprivate var controlsFitted: Int? {
    guard replications.until != nil || !replications.isFixed else { return nil }
    return replications.looks.first { $0 >= controls.replicationsNeeded } ?? replications.max
  }
}
