/// A condition that a scenario sets for its results: `gap-recovery.deliverability >= 0.99`.
///
/// Whatever stands left and right, it says that a quantity is on one side of a bound: the metric of
/// one strategy, or the difference of one metric between two strategies.
package struct Expectation: Sendable, Equatable {
  package enum Relation: String, Sendable, CaseIterable {
    case atLeast = ">="
    case above = ">"
    case atMost = "<="
    case below = "<"
  }

  /// One side.
  package enum Side: Sendable, Equatable {
    /// A number in the unit of the other side's metric.
    case number(Double)
    /// The metric of a strategy plus an offset, which is 0 when none is written.
    case strategy(String, offset: Double)
  }

  /// The text as it was written.
  package let text: String
  /// One of the catalogue's names, the same on both sides.
  package let metric: String
  package let left: Side
  package let relation: Relation
  package let right: Side

  /// - Precondition: At least one side has to name a strategy.
  package init(text: String, metric: String, left: Side, relation: Relation, right: Side) {
    if case (.number, .number) = (left, right) { preconditionFailure("two numbers in \(text)") }
    self.text = text
    self.metric = metric
    self.left = left
    self.relation = relation
    self.right = right
  }
}

extension Expectation {
  // MARK: A quantity and its bound

  /// The strategy whose metric is judged.
  package var strategy: String {
    switch (left, right) {
    case (.strategy(let name, _), _), (.number, .strategy(let name, _)): name
    case (.number, .number): preconditionFailure("two numbers in \(text)")
    }
  }

  /// The strategy whose metric is subtracted, paired by replication; nil: none.
  package var other: String? {
    if case (.strategy, .strategy(let name, _)) = (left, right) { name } else { nil }
  }

  /// The relation that the quantity should have to ``bound``.
  package var boundRelation: Relation {
    if case .number = left { relation.mirrored } else { relation }
  }

  /// The bound in the metric's unit.
  package var bound: Double {
    switch (left, right) {
    case (.strategy(_, let offset), .number(let number)): number - offset
    case (.number(let number), .strategy(_, let offset)): number - offset
    case (.strategy(_, let offset), .strategy(_, let otherOffset)): otherOffset - offset
    case (.number, .number): preconditionFailure("two numbers in \(text)")
    }
  }
}

extension Expectation.Relation {
  /// The same relation, read from the right.
  package var mirrored: Self {
    switch self {
    case .atLeast: .atMost
    case .above: .below
    case .atMost: .atLeast
    case .below: .above
    }
  }
}
