package import Files
import Foundation
import Models
package import Runs
import Scenarios
import Statistics
import Vocabulary

/// The value of a factor at which a strategy's difference to the baseline crosses 0.
package struct BreakEven: Codable, Sendable {
  package let strategy: String
  /// The difference of this metric crosses 0.
  package let metric: String
  package let factor: String
  package let unit: NumberUnit
  /// The other factors' values, such as `limit 3`; empty: there are none.
  package let circumstances: String
  package let direction: Direction
  /// The crossing, in the factor's unit, and the places where the ends of the difference's interval
  /// cross 0; nil: not between the values of the sweep.
  package let value: Double
  package let ciLow: Double?
  package let ciHigh: Double?

  package enum Direction: String, Codable, Sendable {
    /// Beyond it the strategy is better than the baseline.
    case starts
    /// Before it the strategy is better.
    case stops
  }
}

extension BreakEven {
  /// All crossings of the leading metric's differences, between neighbouring values of a factor.
  package static func all(_ outcome: RunOutcome) -> [BreakEven] {
    guard let grid = SweepGrid(outcome) else { return [] }
    // Another factor that does not concern the strategy changes nothing.
    var seen: Set<String> = []
    return (0..<grid.axisCount).flatMap { axis in
      grid.others.flatMap { strategy in
        grid.scales(axis).flatMap { scale in
          grid.rest(of: axis).flatMap { all(grid, axis, scale, strategy, $0) }
        }
      }
    }.filter { seen.insert("\($0.strategy) \($0.factor) \($0.value)").inserted }
  }

  private static func all(
    _ grid: SweepGrid, _ axis: Int, _ scale: SweepGrid.Scale, _ strategy: Int, _ rest: [Int: Int]
  ) -> [BreakEven] {
    let line = Line(scale.numbers)
    let differences = scale.steps.map {
      grid.difference(strategy, at: rest.merging([axis: $0]) { $1 }, grid.outcome.tabled)
    }
    guard differences.allSatisfy({ $0?.low != nil && $0?.high != nil }) else { return [] }
    let known = differences.compactMap { $0 }
    let crossings = line.crossings(known.map(\.difference))
    let ends = [known.compactMap(\.low), known.compactMap(\.high)].map(line.crossings)
    return crossings.compactMap { crossing in
      // Where the interval holds 0 all the way, there is no telling.
      let found = ends.map { $0.filter { $0.isRising == crossing.isRising } }
      let (lows, highs) = (found[crossing.isRising ? 1 : 0], found[crossing.isRising ? 0 : 1])
      let low = lows.last { $0.x <= crossing.x }?.x
      let high = highs.first { $0.x >= crossing.x }?.x
      guard low != nil || high != nil else { return nil }
      return BreakEven(
        strategy: grid.strategyName(strategy), metric: grid.outcome.tabled.name,
        factor: grid.factorName(axis), unit: grid.unit(axis),
        circumstances: [scale.circumstances, grid.words(rest)].filter { !$0.isEmpty }
          .joined(separator: ", "),
        direction: crossing.isRising ? .starts : .stops, value: crossing.x, ciLow: low, ciHigh: high
      )
    }
  }
}

/// A line through points at ascending values of a factor: straight between them, on a logarithmic
/// scale where the factor spans more than a factor of ten.
private struct Line {
  private let numbers: [Double]
  private let isLogarithmic: Bool

  init(_ numbers: [Double]) {
    self.numbers = numbers
    isLogarithmic = numbers[0] > 0 && numbers[numbers.count - 1] > 10 * numbers[0]
  }

  /// The places where it crosses 0, ascending.
  func crossings(_ values: [Double]) -> [(x: Double, isRising: Bool)] {
    // Where nothing differs, nothing is crossed.
    let places = values.indices.filter { values[$0] != 0 }
    return zip(places, places.dropFirst()).compactMap { place, next in
      let ends = (values[place], values[next])
      guard (ends.0 < 0) != (ends.1 < 0) else { return nil }
      let share = ends.0 / (ends.0 - ends.1)
      return (between(numbers[place], numbers[next], share), ends.1 > ends.0)
    }
  }

  private func between(_ low: Double, _ high: Double, _ share: Double) -> Double {
    return isLogarithmic ? low * pow(high / low, share) : low + share * (high - low)
  }
}
