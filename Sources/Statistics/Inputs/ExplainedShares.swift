// Goals, in order: shares that are not negative and add up to what is explained, also where the
// parameters depend on each other; short.
//
// Source: the mean over all orders of what a parameter adds to R² (R. H. Lindeman, P. F. Merenda
// and R. Z. Gold, "Introduction to Bivariate and Multivariate Analysis" (1980), page 119), which is
// the Shapley value (A. B. Owen, "Sobol' indices and Shapley value", SIAM/ASA Journal on
// Uncertainty Quantification 2 (2014) 245-251).

/// The share of a quantity's variance that each parameter explains, by a linear fit.
public enum ExplainedShares {
  /// - Parameters:
  ///   - parameters: By parameter, then draw; at most 16.
  ///   - values: By draw.
  /// - Returns: The shares by parameter; nil where the fit has no degree of freedom left or nothing
  ///   varies.
  public static func shares(_ parameters: [[Double]], of values: [Double]) -> [Double]? {
    let count = parameters.count
    precondition(1...16 ~= count, "all subsets are looked at")
    guard values.count > count + 1 else { return nil }
    let columns = (parameters + [values]).map(standardized)
    guard let target = columns[count], !columns.contains(where: { $0 == nil }) else { return nil }
    let known = columns.prefix(count).compactMap(\.self)
    let products = known.map { one in known.map { product(one, $0) } }
    let withTarget = known.map { product($0, target) }
    let explained = (0..<(1 << count)).map { Self.explained(by: $0, products, withTarget) }
    return (0..<count).map { Self.added(by: $0, count, explained) }
  }

  /// The mean over all orders of what the parameter adds to those before it.
  private static func added(by place: Int, _ count: Int, _ explained: [Double]) -> Double {
    var weights = [Double](repeating: 0, count: count)
    // A subset of k others stands before it in k! (count - 1 - k)! of count! orders.
    weights[0] = 1 / Double(count)
    for k in 1..<max(1, count) { weights[k] = weights[k - 1] * Double(k) / Double(count - k) }
    var sum = 0.0
    for subset in explained.indices where subset >> place & 1 == 0 {
      sum += weights[subset.nonzeroBitCount] * (explained[subset | 1 << place] - explained[subset])
    }
    return max(0, sum)
  }

  /// R² of the fit to a subset.
  private static func explained(
    by subset: Int, _ products: [[Double]], _ withTarget: [Double]
  ) -> Double {
    let places = withTarget.indices.filter { subset >> $0 & 1 == 1 }
    guard !places.isEmpty,
      let factor = CholeskyFactor(places.map { one in places.map { products[one][$0] } })
    else { return 0 }
    return factor.solved(places.map { withTarget[$0] }).reduce(0) { $0 + $1 * $1 }
  }

  /// With the mean 0 and the sum of squares 1; nil where nothing varies.
  private static func standardized(_ values: [Double]) -> [Double]? {
    let mean = values.reduce(0, +) / Double(values.count)
    let centered = values.map { $0 - mean }
    let length = centered.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return length > 0 && length.isFinite ? centered.map { $0 / length } : nil
  }

  private static func product(_ left: [Double], _ right: [Double]) -> Double {
    zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
