import Files
import Models
import Vocabulary

/// The question of `best`: which candidates are best by a metric, under limits.
package struct Selection: Sendable, Equatable {
  /// Who competes.
  enum Among: String, Sendable, CaseIterable {
    /// Strategies and values of their parameters; whatever else a sweep varies is a circumstance,
    /// for each of which there is a choice of its own.
    case choices
    /// The strategies of each design point.
    case strategies
    /// All strategies of all design points.
    case all
  }

  package enum Method: String, Sendable, CaseIterable {
    /// Simultaneous intervals of each candidate's gap to the best.
    case gaps
    /// The procedure of Kim and Nelson: one candidate is left.
    case kn
  }

  /// A limit that a candidate must meet, such as `pushes_per_notification <= 1.1`.
  package struct Constraint: Sendable, Equatable {
    /// The text as it was written.
    package let text: String
    /// One of the catalogue's names.
    package let metric: String
    package let isUpper: Bool
    /// The bound in the metric's unit.
    package let bound: Double
  }

  /// One of the catalogue's names.
  package let metric: String
  package let isMaximised: Bool
  /// A difference up to this does not matter; in the metric's unit, above 0.
  package let worth: Double
  /// The confidence of each choice, in (0, 1).
  package let confidence: Double
  let among: Among
  package let constraints: [Constraint]
  /// The share of a bound up to which beyond it counts as met.
  package let slack: Double
  /// Decides among those that are as good.
  package let tie: String?
  /// The metrics in which nobody should be better; empty: not asked.
  package let pareto: [String]
  package let method: Method
}

extension Selection {
  /// 1 where more is better, else -1.
  package var sign: Double { isMaximised ? 1 : -1 }

  /// The confidence of the gaps: with constraints, half of what may go wrong is left for them.
  package var gapConfidence: Double { constraints.isEmpty ? confidence : 1 - (1 - confidence) / 2 }

  /// All metrics that are named.
  package var metrics: [String] {
    [metric] + constraints.map(\.metric) + (tie.map { [$0] } ?? []) + pareto
  }
}

extension Selection.Constraint {
  /// Whether an interval says that it is met; nil: it says neither.
  ///
  /// The slack is a share of the bound, or of a share's distance to 1 where that is shorter.
  package func isMet(_ low: Double, _ high: Double, slack: Double) -> Bool? {
    let isShare = Metric.named(metric).isShare
    let size = isShare ? min(abs(bound), abs(1 - bound)) : abs(bound)
    let reach = bound + (isUpper ? 1 : -1) * slack * size
    if isUpper { return high <= reach ? true : low > bound ? false : nil }
    return low >= reach ? true : high < bound ? false : nil
  }
}
