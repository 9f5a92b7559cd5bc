import DeliverySim

/// How many replications each design point gets: a fixed number, or as many as a precision needs.
package struct Replications: Sendable, Equatable {
  /// At least 2 with a precision, at least 1 without.
  package let min: Int
  /// Equal to ``min`` without a precision and a choice.
  package let max: Int
  /// When it is enough; nil: a fixed number.
  package let until: Precision?

  package init(min: Int, max: Int, until: Precision?) {
    self.min = min
    self.max = max
    self.until = until
  }
}

extension Replications {
  /// The number is known before anything is simulated.
  package var isFixed: Bool { until == nil && min == max }
}

/// An interval narrow enough to stop at (contract, "Precision").
package struct Precision: Sendable, Equatable {
  /// The largest half of an interval's width.
  package enum Target: Sendable, Equatable {
    /// In the metric's unit, above 0.
    case halfWidth(Double)
    /// A share of the estimate's magnitude, above 0.
    case relative(Double)
  }

  /// One of the catalogue's names.
  package let metric: String
  package let target: Target
  /// Nil: every listed strategy has to reach the target.
  package let strategy: String?
  /// The interval is that of the difference to the baseline.
  package let isDifference: Bool

  package init(metric: String, target: Target, strategy: String?, isDifference: Bool) {
    self.metric = metric
    self.target = target
    self.strategy = strategy
    self.isDifference = isDifference
  }
}

extension Replications {
  // MARK: In words

  package static func text(_ count: Int) -> String {
    count == 1 ? "1 replication" : "\(count) replications"
  }

  /// Such as `40 replications`, or `30 to 47 replications` where design points differ.
  package static func text(_ counts: [Int]) -> String {
    guard let least = counts.min(), let most = counts.max(), least < most else {
      return text(counts.first ?? 0)
    }
    return "\(least) to \(text(most))"
  }
}
