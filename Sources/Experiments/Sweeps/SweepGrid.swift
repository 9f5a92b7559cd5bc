import Models
import Statistics

/// The differences of a strategy to the baseline over the design points of a sweep.
struct SweepGrid {
  let outcome: RunOutcome
  private let sweep: Sweep
  /// By design point: the step on each axis.
  private let steps: [[Int]]

  /// - Returns: Nil where there is no sweep, or one of more factors than ``axisCountMax``.
  init?(_ outcome: RunOutcome) {
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
  var axisCount: Int { sweep.axes.count }

  /// How many steps an axis has.
  func count(_ axis: Int) -> Int { sweep.factors[sweep.axes[axis].lowerBound].values.count }

  /// The factor that stands for an axis: of those that move together the first.
  func factor(_ axis: Int) -> SweepFactor { sweep.factors[sweep.axes[axis].lowerBound] }

  /// The numbers along an axis; nil where they are labels.
  func numbers(_ axis: Int) -> [Double]? {
    let numbers = factor(axis).cells.compactMap { cell -> Double? in
      if case .number(let number) = cell { number } else { nil }
    }
    return numbers.count == count(axis) ? numbers : nil
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
    steps.keys.sorted().map { "\(factor($0).name) \(factor($0).texts[steps[$0] ?? 0])" }
      .joined(separator: ", ")
  }

  /// The strategies that are compared with the baseline, by their places.
  var others: [Int] {
    outcome.series(atPoint: 0).filter { series in
      outcome.baseline(of: series).map { $0.strategy != series.strategy } ?? false
    }.map(\.strategy)
  }

  func name(_ strategy: Int) -> String {
    outcome.experiment.base.strategies[strategy].name
  }

  /// At the design point of these steps; nil where there is none.
  func difference(_ strategy: Int, at steps: [Int: Int], _ metric: Metric) -> Difference? {
    guard let point = self.steps.firstIndex(where: { own in steps.allSatisfy { own[$0] == $1 } }),
      let series = outcome.series(atPoint: point).first(where: { $0.strategy == strategy })
    else { return nil }
    return outcome.differences(of: [series], metric)[0].difference
  }
}
