/// How many replications every strategy of a design point gets.
package struct Replications: Sendable, Equatable {
  package let min: Int
  package let max: Int
  package let until: Precision?
}

/// A precision to reach.
package struct Precision: Sendable, Equatable {
  package enum Target: Sendable, Equatable {
    case halfWidth(Double)
    case relative(Double)
  }

  package let metric: String
  package let target: Target
  package let strategy: String?
  package let isDifference: Bool
}
