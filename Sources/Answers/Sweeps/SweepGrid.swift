import Files
import Models
package import Runs
import Scenarios
import Statistics
import Vocabulary

/// The differences of a strategy to the baseline over the design points of a sweep.
package struct SweepGrid {
  package let outcome: RunOutcome
  private let sweep: Sweep
  /// The step on each axis, by design point.
  private let steps: [[Int]]

  /// - Returns: Nil where there is no sweep, or one of more factors than ``axisCountMax``.
  package init?(_ outcome: RunOutcome) {
    self.outcome = outcome
    sweep = outcome.experiment.sweep
    guard sweep.sample == nil, (1...Self.axisCountMax).contains(sweep.axes.count) else {
      return nil
    }
    steps = outcome.experiment.points.map { [sweep] point in
      let choices = sweep.choices(at: point.index)
      return sweep.axes.map { choices[$0.lowerBound] }
    }
  }

  private static let axisCountMax = 4
}

extension SweepGrid {
  package var axisCount: Int { sweep.axes.count }

  /// The number of steps of an axis.
  package func count(_ axis: Int) -> Int { factors(axis).first?.values.count ?? 0 }

  /// The factors of an axis, which move together.
  private func factors(_ axis: Int) -> ArraySlice<SweepFactor> { sweep.factors[sweep.axes[axis]] }

  /// Those that tell its steps apart: the first, and others where that needs them.
  private func named(_ axis: Int) -> [SweepFactor] {
    var named: [SweepFactor] = []
    for factor in factors(axis) {
      let before = Set(texts(named, axis)).count
      if before < count(axis), Set(texts(named + [factor], axis)).count > before {
        named.append(factor)
      }
    }
    return named.isEmpty ? Array(factors(axis).prefix(1)) : named
  }

  private func texts(_ factors: [SweepFactor], _ axis: Int) -> [String] {
    (0..<count(axis)).map { step in factors.map { $0.texts[step] }.joined(separator: ", ") }
  }

  /// The heading over the values of an axis in a table.
  package func heading(_ axis: Int) -> String { named(axis).map(\.heading).joined(separator: ", ") }

  /// The values of an axis, as they were written.
  package func texts(_ axis: Int) -> [String] { texts(named(axis), axis) }

  /// The name of the factor whose numbers lie along an axis.
  func factorName(_ axis: Int) -> String { factors(axis).first?.name ?? "" }

  /// People write the numbers along an axis so.
  func unit(_ axis: Int) -> NumberUnit { factors(axis).first?.unit ?? .number }

  /// Numbers along an axis between which only that number changes.
  struct Scale {
    /// The steps, by ascending number.
    let steps: [Int]
    let numbers: [Double]
    /// The other factors of the axis have these values there, and not at its other steps.
    let circumstances: String
  }

  /// An axis whose first factor has numbers has a scale for each combination of what moves with it.
  func scales(_ axis: Int) -> [Scale] {
    guard let first = factors(axis).first else { return [] }
    let numbers = first.cells.compactMap(\.number)
    guard numbers.count == count(axis) else { return [] }
    // A twin has the same numbers everywhere.
    let others = factors(axis).dropFirst().filter { $0.cells != first.cells }
    let circumstances = numbers.indices.map { step in
      others.map { "\($0.name) \($0.texts[step])" }.joined(separator: ", ")
    }
    let isOne = Set(circumstances).count == 1
    // A value that stands for no limit has no place on a scale.
    let placed = numbers.indices.filter { numbers[$0] != first.noLimit }
    return Dictionary(grouping: placed) { circumstances[$0] }.sorted { $0.key < $1.key }
      .map { key, steps in
        let steps = steps.sorted { numbers[$0] < numbers[$1] }
        return Scale(
          steps: steps, numbers: steps.map { numbers[$0] }, circumstances: isOne ? "" : key)
      }
      .filter { Set($0.numbers).count == $0.numbers.count && $0.numbers.count > 1 }
  }

  /// The steps on all axes but one, each combination once.
  func rest(of axis: Int) -> [[Int: Int]] {
    (0..<axisCount).filter { $0 != axis }.reduce([[:]]) { rest, other in
      rest.flatMap { rest in
        (0..<count(other)).map { rest.merging([other: $0]) { $1 } }
      }
    }
  }

  /// Such as `limit 3, away 1h`.
  func words(_ steps: [Int: Int]) -> String {
    steps.keys.sorted().flatMap { axis in
      named(axis).map { "\($0.name) \($0.texts[steps[axis] ?? 0])" }
    }.joined(separator: ", ")
  }

  /// The strategies that are compared with the baseline, by their places.
  package var others: [Int] {
    outcome.series(atPoint: 0).filter { series in
      outcome.baseline(of: series).map { $0.strategy != series.strategy } ?? false
    }.map(\.strategy)
  }

  package func strategyName(_ strategy: Int) -> String {
    outcome.experiment.base.strategies[strategy].name
  }

  /// The design point of these steps; nil where there is none.
  package func point(at steps: [Int: Int]) -> Int? {
    self.steps.firstIndex { own in steps.allSatisfy { own[$0] == $1 } }
  }

  /// The difference at the design point of these steps; nil where there is none.
  func difference(_ strategy: Int, at steps: [Int: Int], _ metric: Metric) -> Difference? {
    guard let point = point(at: steps),
      let series = outcome.series(atPoint: point).first(where: { $0.strategy == strategy })
    else { return nil }
    return outcome.differences(of: [series], metric)[0].difference
  }
}
