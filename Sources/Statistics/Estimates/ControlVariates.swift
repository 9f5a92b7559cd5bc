// Goals, in order: an estimate without a bias that matters, and an interval that covers, whatever
// the controls are; no choice that looks at the data, but for controls that say nothing new;
// numbers that depend on nothing but the order of the controls.
//
// Source: S. S. Lavenberg and P. D. Welch, "A perspective on the use of control variables to
// increase the efficiency of Monte Carlo simulations", Management Science 27 (1981) 322-335;
// B. L. Nelson, "Control variate remedies", Operations Research 38 (1990) 974-992.

/// Numbers that are known to have the mean 0 and vary with what is estimated, one for each
/// replication: what they explain of an estimate's error is taken off.
public struct ControlVariates: Sendable, Equatable {
  /// The values by control, then replication; all finite.
  public let values: [[Double]]
  /// The coefficients are fitted to so many replications, from the first one on; nil: to all. A run
  /// that stops at a precision must not choose its coefficients by when it stops.
  public let fitted: Int?
  /// It says how well the means are known, and what fractions of an event are.
  public let means: Means

  /// The source of the known means.
  public enum Means: Sendable {
    /// Clock and tables.
    case tables
    /// Sums of chances, each known to a ten-billionth.
    case chances

    /// The precision of the means: an estimate that the controls move is no more precise, as a
    /// share of its scale.
    var resolution: Double {
      switch self {
      case .tables: 1e-7
      case .chances: 1e-9
      }
    }
  }

  /// - Precondition: All values are finite, and as many for each control.
  public init(_ values: [[Double]], fitted: Int? = nil, means: Means = .tables) {
    precondition(values.allSatisfy { $0.count == values[0].count }, "a value for each replication")
    precondition(values.allSatisfy { $0.allSatisfy(\.isFinite) }, "values are finite")
    (self.values, self.fitted, self.means) = (values, fitted, means)
  }

  /// Degrees of freedom that must be left: with fewer replications controls cost more than they
  /// bring.
  public static let freedomMin = 10

  /// Whether so many controls may be used with so many replications: n - q - 1 ≥ 10.
  public static func areUsable(_ count: Int, replications: Int) -> Bool {
    count > 0 && replications - count - 1 >= freedomMin
  }
}

/// A least-squares fit of residuals to controls, whose own mean is known.
struct ControlFit {
  /// The part of each residual that the controls leave, around its mean.
  let residuals: [Double]
  /// The controls add this to the estimate: -β·C̄.
  let shift: Double
  let standardError: Double
  /// n - q - 1, with q the controls that say something new.
  let degreesOfFreedom: Double
  /// Those controls, around their means; empty where the coefficients are frozen.
  let refitted: [[Double]]

  /// - Parameter residuals: Of the plain estimate; their mean is 0.
  /// - Returns: nil where too few replications are left, or no control says anything.
  init?(_ residuals: [Double], _ controls: ControlVariates) {
    let count = residuals.count
    let fitted = min(controls.fitted ?? count, count)
    guard ControlVariates.areUsable(controls.values.count, replications: fitted) else { return nil }
    guard let choice = Self.choice(residuals, controls, fitted: fitted) else { return nil }
    let (regression, means, centered) = (choice.regression, choice.means, choice.centered)
    let coefficients = regression.coefficients
    shift = -zip(coefficients, means).reduce(0) { $0 + $1.0 * $1.1 }
    self.residuals = residuals.indices.map { place in
      zip(coefficients, centered).reduce(residuals[place]) { $0 - $1.0 * $1.1[place] }
    }
    degreesOfFreedom = Double(count - means.count - 1)
    let leverage = regression.leverage(of: means)
    let squares = self.residuals.reduce(0) { $0 + $1 * $1 } / degreesOfFreedom
    let plain = (squares * (1 / Double(count) + leverage)).squareRoot()
    // Only what the coefficients are fitted to is nearer to them than the rest.
    let rows = (0..<count).map { place in centered.map { $0[place] } }
    let robust =
      fitted == count ? regression.robustError(self.residuals, rows: rows, means: means) : 0
    standardError = max(plain, robust)
    refitted = controls.fitted == nil ? centered : []
  }

  private struct Choice {
    let regression: Regression
    /// The means in the sample, by kept control.
    let means: [Double]
    /// The values around these means, by kept control.
    let centered: [[Double]]
  }

  /// The controls that say something new, and whose means in the sample are possible by chance
  /// (Hotelling's T²): else the sample lacks what they are about. Of sums of chances one goes after
  /// the other, the least possible one first: two may differ by draws that are too rare for the
  /// sample, which says nothing against the others.
  ///
  /// - Returns: nil where none is left.
  private static func choice(
    _ residuals: [Double], _ controls: ControlVariates, fitted: Int
  ) -> Choice? {
    let count = Double(residuals.count)
    var values = controls.values
    while true {
      let regression = Regression(
        values.map { Array($0.prefix(fitted)) }, Array(residuals.prefix(fitted)))
      guard !regression.kept.isEmpty else { return nil }
      values = regression.kept.map { values[$0] }
      let means = values.map { $0.reduce(0, +) / count }
      let parts = regression.parts(of: means).map { count * Double(fitted - 1) * $0 * $0 }
      guard parts.reduce(0, +) > contradictionMin, let most = parts.max() else {
        let centered = zip(values, means).map { values, mean in values.map { $0 - mean } }
        return Choice(regression: regression, means: means, centered: centered)
      }
      guard controls.means == .chances, let place = parts.firstIndex(of: most) else { return nil }
      values.remove(at: place)
    }
  }

  /// Beyond it, a mean of the controls in the sample is no chance (p < 1e-6 for up to four).
  private static let contradictionMin = 60.0
}

/// The least-squares fit of `values` to columns with an intercept, by the Cholesky factor of their
/// centred products.
struct Regression {
  /// The columns that are not made of those before them, and not the same in every row.
  private(set) var kept: [Int] = []
  /// The coefficients by kept column.
  private(set) var coefficients: [Double] = []
  /// The factor's rows, of kept columns.
  private var factor: [[Double]] = []

  init(_ columns: [[Double]], _ values: [Double]) {
    let centered = columns.map(Self.centered)
    let target = Self.centered(values)
    var projected: [Double] = []
    for (place, column) in centered.enumerated() {
      let products = kept.map { Self.product(column, centered[$0]) }
      let row = solved(products)
      let square = Self.product(column, column)
      let rest = row.reduce(square) { $0 - $1 * $1 }
      // A rest that rounding leaves explains nothing.
      guard rest > 1e-9 * square, square > 0 else { continue }
      let pivot = rest.squareRoot()
      let explained = zip(row, projected).reduce(Self.product(column, target)) {
        $0 - $1.0 * $1.1
      }
      kept.append(place)
      factor.append(row + [pivot])
      projected.append(explained / pivot)
    }
    coefficients = backSolved(projected)
  }

  private static func centered(_ values: [Double]) -> [Double] {
    let mean = values.reduce(0, +) / Double(values.count)
    return values.map { $0 - mean }
  }

  private static func product(_ left: [Double], _ right: [Double]) -> Double {
    zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// x with L·x = `products`.
  private func solved(_ products: [Double]) -> [Double] {
    var solution: [Double] = []
    for (row, product) in zip(factor, products) {
      let known = zip(row, solution).reduce(product) { $0 - $1.0 * $1.1 }
      solution.append(known / row[row.count - 1])
    }
    return solution
  }

  /// x with Lᵀ·x = `projected`.
  private func backSolved(_ projected: [Double]) -> [Double] {
    var solution = projected
    for place in solution.indices.reversed() {
      for later in solution.indices.dropFirst(place + 1) {
        solution[place] -= factor[later][place] * solution[later]
      }
      solution[place] /= factor[place][place]
    }
    return solution
  }

  /// The standard error where some replications vary more than others, such as those with many
  /// absences: each one's residual counts by itself, enlarged by what the fit has taken of it
  /// (HC2).
  ///
  /// Source: J. G. MacKinnon and H. White, "Some heteroskedasticity-consistent covariance matrix
  /// estimators with improved finite sample properties", Journal of Econometrics 29 (1985) 305-325.
  ///
  /// - Parameter rows: By replication, the kept columns around their means.
  func robustError(_ residuals: [Double], rows: [[Double]], means: [Double]) -> Double {
    let (count, center) = (Double(residuals.count), solved(means))
    let squares = zip(residuals, rows).reduce(0) { sum, row in
      let scaled = solved(row.1)
      let weight = 1 / count - zip(center, scaled).reduce(0) { $0 + $1.0 * $1.1 }
      let taken = 1 / count + scaled.reduce(0) { $0 + $1 * $1 }
      let part = weight * row.0
      return sum + part * part / (1 - min(taken, 0.99))
    }
    return squares.squareRoot()
  }

  /// mᵀ·S⁻¹·m, with S the centred products of the kept columns: what fitting the coefficients adds
  /// to the variance of an estimate that is moved by them.
  func leverage(of means: [Double]) -> Double {
    parts(of: means).reduce(0) { $0 + $1 * $1 }
  }

  /// It is the sum of their squares: what each column adds to those before it.
  func parts(of means: [Double]) -> [Double] { solved(means) }
}
