package import Statistics

/// The replications that each design point gets: a fixed number, or as many as a precision needs.
package struct Replications: Sendable, Equatable {
  /// The fewest replications: at least 2 with a precision, at least 1 without.
  package let min: Int
  /// Equal to ``min`` without a precision and a choice.
  package let max: Int
  /// The precision at which it is enough; nil: a fixed number.
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

/// An interval narrow enough to stop at (docs/reference/scenario.md, "Precision").
package struct Precision: Sendable, Equatable {
  /// The largest half of an interval's width.
  package enum Target: Sendable, Equatable {
    /// The half-width in the metric's unit, above 0.
    case halfWidth(Double)
    /// A share of the estimate's magnitude, above 0.
    case relative(Double)
  }

  /// The interval is that of one of these.
  package enum Scope: Sendable, Equatable {
    case value
    case differenceFromBaseline
    /// The difference of each strategy from the one that leads; for a strategy that is alone its
    /// value. A difference that is many times its half-width is known well enough.
    case differenceFromLeader
  }

  /// One of the catalogue's names; nil: the metric that leads (`Experiment/leadingMetric`).
  package let metric: String?
  package let target: Target
  /// Nil: every listed strategy has to reach the target.
  package let strategy: String?
  package let scope: Scope
  /// Somebody has looked and may have stopped for what was seen: intervals hold at every look.
  package let holdsAtEveryLook: Bool

  package init(
    metric: String?, target: Target, strategy: String?, scope: Scope, holdsAtEveryLook: Bool = false
  ) {
    self.metric = metric
    self.target = target
    self.strategy = strategy
    self.scope = scope
    self.holdsAtEveryLook = holdsAtEveryLook
  }
}

extension Replications {
  /// No more than so many.
  ///
  /// ``Precision/holdsAtEveryLook`` explains the flag.
  package func stopped(after count: Int, holdsAtEveryLook: Bool) -> Replications {
    let until = until.map {
      Precision(
        metric: $0.metric, target: $0.target, strategy: $0.strategy, scope: $0.scope,
        holdsAtEveryLook: $0.holdsAtEveryLook || holdsAtEveryLook)
    }
    return Replications(min: min, max: count, until: until)
  }

  /// A unit's counts depend on how many there may be. A run with a precision may go on wherever
  /// it has stopped.
  var atMost: Int { until == nil ? max : .max }

  // MARK: Looks

  /// A run that stops when it is precise enough looks at its results after so many replications.
  package var looks: [Int] { ReplicationSchedule(min: min, max: max).sizes }

  /// The shares of the error that the looks spend.
  package var spending: LookSpending {
    guard let until else { return .onlyLook }
    return until.holdsAtEveryLook ? .anyLook : .plannedEnd
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
