import Models
import Statistics
import Synchronization

/// The replications of one strategy, in their order.
///
/// A reference, so that what takes long to make of them is made once, for all metrics and tables.
final class ReplicationSample: Sendable {
  let records: [ReplicationRecord]
  /// What its estimates may be moved by.
  private let offered: [Control]
  /// Whose controls they are; nil: there are none.
  private let scenario: Scenario?
  /// See ``ControlVariates/fitted``.
  private let fitted: Int?
  private let made = Mutex(Made())

  /// What was made of them so far.
  private struct Made {
    var pooled: PooledCounts?
    var ratios: [String: RatioSample] = [:]
    var expected: [Control]?
    var together: [Control]?
    var values: [Control: [Double]] = [:]
  }

  /// Without controls.
  convenience init(_ records: [ReplicationRecord]) { self.init(records, [], nil) }

  /// - Parameter strategy: Its place in the scenario.
  convenience init(_ records: [ReplicationRecord], ofStrategy strategy: Int, _ scenario: Scenario) {
    self.init(records, scenario.controls[strategy], scenario)
  }

  private init(_ records: [ReplicationRecord], _ offered: [Control], _ scenario: Scenario?) {
    (self.records, self.offered, self.scenario) = (records, offered, scenario)
    fitted = scenario.flatMap(\.controlsFitted)
  }
}

extension ReplicationSample {
  var count: Int { records.count }

  func first(_ count: Int) -> ReplicationSample {
    count == records.count
      ? self : ReplicationSample(Array(records.prefix(count)), offered, scenario)
  }

  /// The delays of all of them.
  var delays: PooledCounts {
    once(\.pooled) { PooledCounts(records.map(\.delays)) }
  }

  /// - Parameter make: Always the same for a name.
  func ratio(_ name: String, _ make: ([ReplicationRecord]) -> RatioSample) -> RatioSample {
    once(\.ratios[name]) { make(records) }
  }

  private func once<Value: Sendable>(
    _ place: WritableKeyPath<Made, Value?>, _ make: () -> Value
  ) -> Value {
    if let value = made.withLock({ $0[keyPath: place] }) { return value }
    let value = make()
    made.withLock { $0[keyPath: place] = value }
    return value
  }

  // MARK: Controls

  /// The controls that may move a metric's estimate.
  ///
  /// - Parameter controlled: The metric's; nil: nothing moves it.
  func controls(_ controlled: Metric.Controlled?) -> [Control] {
    switch controlled {
    case .together: together
    case .alone: expected
    case nil: []
    }
  }

  /// Those of which the scenario lets enough be expected.
  private var expected: [Control] {
    guard let scenario else { return [] }
    return once(\.expected) {
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
    return once(\.together) {
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
      values(controls(controlled)) + other.values(other.controls(beside: self, controlled)))
  }

  func controls(
    against other: ReplicationSample, _ controlled: Metric.Controlled?
  ) -> [Control] {
    controls(controlled) + other.controls(beside: self, controlled)
  }

  /// What is counted of the world is the same for both.
  private func controls(
    beside other: ReplicationSample, _ controlled: Metric.Controlled?
  ) -> [Control] {
    let others = other.controls(controlled)
    return controls(controlled).filter { !$0.isOfWorld || !others.contains($0) }
  }

  private func values(_ controls: [Control]) -> [[Double]] {
    guard let plan = scenario?.controls.plan else { return [] }
    return controls.map { control in
      once(\.values[control]) { records.map { control.value(of: $0, plan) } }
    }
  }

  private func variates(_ values: [[Double]]) -> ControlVariates? {
    values.isEmpty ? nil : ControlVariates(values, fitted: fitted)
  }
}

extension Scenario {
  /// With a precision to reach or a choice to make, the first look with enough replications for all
  /// controls; nil: there is neither, or no such look.
  fileprivate var controlsFitted: Int? {
    guard replications.until != nil || !replications.isFixed else { return nil }
    return ReplicationSchedule(min: replications.min, max: replications.max).sizes
      .first { $0 >= controls.replicationsNeeded } ?? replications.max
  }
}
