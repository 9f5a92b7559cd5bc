/// What the figures say where laws have one shape.
struct ShapeFit: Sendable {
  /// The place of its law among those that were tried; nil: all laws are as the scenario has them.
  let law: Int?
  let words: String
  /// Where it produces the figures, on the unknowns' scales.
  let place: [Double]
  let covariance: [[Double]]
  /// How far off the figures are, squared, in their errors.
  let statistic: Double
  /// Nil: nothing tests it.
  let pValue: Double?
  /// The logarithm of the number of its law's own key of shape; nil: it has none.
  let logShape: Double?
  /// Of its law, in the scenario's unit.
  let mean: Double
  let median: Double
  /// What strategies do there, in the order of all fits.
  var outcomes: [Outcome] = []

  /// A metric of a strategy, or its difference to the baseline.
  struct Outcome: Sendable {
    let strategy: String
    /// Nil: the value itself.
    let baseline: String?
    let value: Double
    /// From the unknowns, and from simulating.
    let variance: Double
  }

  /// The figures are not produced.
  var isRejected: Bool { pValue.map { $0 < 0.05 } ?? false }
}

/// A law whose shape the figures may leave open.
struct TriedLaw: Sendable {
  let shape: LawShape
  /// The place of its parameter among the unknowns.
  let unknown: Int
}
