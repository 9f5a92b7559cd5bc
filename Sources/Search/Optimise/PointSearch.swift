import Statistics

/// A search for the best point of a cube, where looking at a point costs much and tells its value
/// with an error.
///
/// After each look it fits a surface to all values, and goes where the expected improvement is
/// largest. It promises nothing: a narrow peak between the points stays unseen.
///
/// Source: M. Schonlau, W. J. Welch, D. R. Jones, "Global versus local search in constrained
/// optimization of computer models" (1998): the improvement counts as far as limits are kept.
package struct PointSearch: Sendable {
  /// A quantity at a point.
  package struct Value: Sendable, Equatable {
    let value: Double
    /// The variance of its error.
    let noise: Double

    package init(_ value: Double, noise: Double) { (self.value, self.noise) = (value, noise) }
  }

  /// The findings at a point.
  package struct Finding: Sendable {
    /// Each coordinate in 0 to 1.
    package let point: [Double]
    /// More is better; nil: there is nothing, which counts as the worst that there is.
    let goal: Value?
    /// The distance by which each limit is kept, below 0 where it is not; nil: as ``goal``.
    let margins: [Value?]

    package init(_ point: [Double], goal: Value?, margins: [Value?] = []) {
      (self.point, self.goal, self.margins) = (point, goal, margins)
    }
  }

  /// The expectation for a point.
  package struct Outlook: Sendable {
    package let mean: Double
    package let deviation: Double
    /// The probability that all limits are kept.
    package let feasibility: Double
    /// The least mean of the margins, in standard deviations; infinite without limits.
    package let margin: Double
  }

  private let findings: [Finding]
  private let goal: GaussianProcess
  private let margins: [GaussianProcess]
  /// The outlooks at the points of the findings.
  package let outlooks: [Outlook]

  /// - Parameter findings: The findings: at least one, at different points.
  package init(_ findings: [Finding]) {
    precondition(!findings.isEmpty, "a search needs a point to start from")
    let points = findings.map(\.point)
    let limits = findings[0].margins.indices
    let goal = Self.surface(points, findings.map(\.goal))
    let margins = limits.map { limit in
      Self.surface(points, findings.map { $0.margins[limit] })
    }
    (self.findings, self.goal, self.margins) = (findings, goal, margins)
    outlooks = points.map { Self.outlook($0, goal, margins) }
  }

  private static func surface(_ points: [[Double]], _ values: [Value?]) -> GaussianProcess {
    let worst = values.compactMap { $0?.value }.min() ?? 0
    let filled = values.map { $0 ?? Value(worst, noise: 0) }
    return .fitted(points, values: filled.map(\.value), noise: filled.map(\.noise))
  }

  private static func outlook(
    _ point: [Double], _ goal: GaussianProcess, _ margins: [GaussianProcess]
  ) -> Outlook {
    let (mean, variance) = goal.at(point)
    let standard = margins.map { surface in
      let (mean, variance) = surface.at(point)
      return mean / max(variance.squareRoot(), .leastNormalMagnitude)
    }
    return Outlook(
      mean: mean, deviation: variance.squareRoot(),
      feasibility: standard.reduce(1) { $0 * Normal.cdf($1) },
      margin: standard.min() ?? .infinity)
  }
}

extension PointSearch {
  // MARK: The next point

  /// The point with the best mean of those that probably keep the limits; if there is none, the one
  /// that is nearest to it.
  package var incumbent: Int { order(feasibilityMin: 0.5)[0] }

  /// The candidate with the largest expected improvement, as far as it keeps the limits; once none
  /// promises a tenth of what matters, the one of which least is known.
  ///
  /// - Parameters:
  ///   - candidates: Coordinates in the cube, as findings have them.
  ///   - worth: The difference that matters, in the unit of the goal.
  /// - Returns: The candidate's place; its expected improvement is nil where no finding keeps the
  ///   limits, so that only these count. The candidate, of equal ones the first; nil where there
  ///   are none.
  package func next(
    among candidates: [[Double]], worth: Double
  ) -> (place: Int, outlook: Outlook, improvement: Double?)? {
    let best = outlooks[incumbent]
    let choices = candidates.indices.map { place in
      let outlook = Self.outlook(candidates[place], goal, margins)
      let improvement =
        best.feasibility < 0.5
        ? nil
        : GaussianProcess.expectedImprovement(
          mean: outlook.mean, deviation: outlook.deviation, over: best.mean)
      return (place: place, outlook: outlook, improvement: improvement)
    }
    let score = { (choice: (place: Int, outlook: Outlook, improvement: Double?)) in
      let outlook = choice.outlook
      var gain = choice.improvement.map { $0 * outlook.feasibility } ?? outlook.margin
      if choice.improvement != nil, gain < worth / 10 { gain = 0 }
      return (gain, outlook.feasibility * outlook.deviation, -choice.place)
    }
    return choices.max { score($0) < score($1) }
  }

  // MARK: The result

  /// The findings to decide among: half of them those with the best means, the rest those that keep
  /// the limits for sure, as far as there are any.
  ///
  /// - Parameters:
  ///   - count: The number of finalists at most.
  ///   - isTied: Others than goal and limits count as well; else of findings that are equal in
  ///     these, to the last bit, the best one is enough.
  /// - Returns: Their places, the best one first.
  package func finalists(_ count: Int, isTied: Bool = false) -> [Int] {
    let bold = distinct(order(feasibilityMin: 0.5), isTied).prefix((count + 1) / 2)
    return Array(distinct(bold + order(feasibilityMin: 0.95), isTied).prefix(count))
  }

  private func distinct(_ places: [Int], _ isTied: Bool) -> [Int] {
    var chosen: [Int] = []
    for place in places where !chosen.contains(place) {
      let isNew = chosen.allSatisfy { other in
        findings[place].goal == nil || findings[other].goal != findings[place].goal
          || findings[other].margins != findings[place].margins
      }
      if isNew || isTied { chosen.append(place) }
    }
    return chosen
  }

  /// All findings; first those that keep the limits with a probability, by their means, then the
  /// others, by their margins.
  private func order(feasibilityMin: Double) -> [Int] {
    let rank = { (place: Int) -> (Double, Double, Int) in
      let outlook = outlooks[place]
      return outlook.feasibility >= feasibilityMin
        ? (1, outlook.mean, -place) : (0, outlook.margin, -place)
    }
    return outlooks.indices.sorted { rank($0) > rank($1) }
  }
}
