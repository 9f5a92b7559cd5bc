/// The figures say this where laws have one shape.
package struct ShapeFit: Sendable {
  /// The place of its law among those that were tried; nil: all laws are as the scenario has them.
  package let law: Int?
  package let words: String
  /// The place at which it produces the figures, on the unknowns' scales.
  package let place: [Double]
  package let covariance: [[Double]]
  /// The distance of the figures, squared, in their errors.
  package let statistic: Double
  /// Nil: nothing tests it.
  package let pValue: Double?
  /// The logarithm of the number of its law's own key of shape; nil: it has none.
  package let logShape: Double?
  /// The mean of its law, in the scenario's unit.
  package let mean: Double
  package let median: Double
  /// Strategies do this there, in the order of all fits.
  package var outcomes: [Outcome] = []

  /// A metric of a strategy, or its difference to the baseline.
  package struct Outcome: Sendable {
    package let strategy: String
    /// Nil: the value itself.
    package let baseline: String?
    package let value: Double
    /// The variance from the unknowns, and from simulating.
    package let variance: Double

    package init(strategy: String, baseline: String?, value: Double, variance: Double) {
      (self.strategy, self.baseline) = (strategy, baseline)
      (self.value, self.variance) = (value, variance)
    }
  }

  package init(
    law: Int?, words: String, place: [Double], covariance: [[Double]], statistic: Double,
    pValue: Double?, logShape: Double? = nil, mean: Double = 0, median: Double = 0
  ) {
    (self.law, self.words, self.place, self.covariance) = (law, words, place, covariance)
    (self.statistic, self.pValue, self.logShape) = (statistic, pValue, logShape)
    (self.mean, self.median) = (mean, median)
  }

  /// The figures are not produced.
  var isRejected: Bool { pValue.map { $0 < 0.05 } ?? false }
}

/// A law whose shape the figures may leave open.
package struct TriedLaw: Sendable {
  let shape: LawShape
  /// The place of its parameter among the unknowns.
  let unknown: Int
}
