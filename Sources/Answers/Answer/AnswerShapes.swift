package import Files

extension Answer {
  /// A shape of a law with which a calibration was tried.
  package struct Shape: Codable, Sendable {
    /// The law that has another shape; nil: all laws are as the scenario has them.
    package let path: String?
    /// Its kind and coefficient of variation (cv), in words.
    package let law: String
    /// The distance of the figures from the observed ones: the criterion. Nil: no answer was found
    /// with this shape.
    package var statistic: Double?
    /// Nil: nothing tests it.
    package var pValue: Double?
    /// Its weight among all, which add up to 1; nil: it has none, since it does not produce the
    /// figures.
    package var weight: Double?
    /// The mean of the law, in its unit; nil: unknown, or there are several laws.
    package var mean: Double?
    package var median: Double?
    package var unit: NumberUnit?

    package init(path: String?, law: String) { (self.path, self.law) = (path, law) }
  }

  /// A strategy does this over all shapes that produce the figures, by their weights.
  package struct Average: Codable, Sendable {
    package let strategy: String
    package let metric: String
    /// Nil: the value itself; else the difference to the baseline.
    package let baseline: String?
    package let value: Double
    package let ciLow: Double
    package let ciHigh: Double
    /// The part of the variance that is between shapes.
    package let shapeShare: Double

    package init(
      strategy: String, metric: String, baseline: String?, value: Double, ciLow: Double,
      ciHigh: Double, shapeShare: Double
    ) {
      (self.strategy, self.metric, self.baseline) = (strategy, metric, baseline)
      (self.value, self.ciLow, self.ciHigh) = (value, ciLow, ciHigh)
      self.shapeShare = shapeShare
    }
  }
}
