// Goals, in order: the covariance of what is written; no negative variance; linear time.
//
// Source: the influence function of an M-estimator: P. J. Huber, E. M. Ronchetti, "Robust
// Statistics", 2nd edition (2009), sections 3.2 and 6.3.

import Foundation

extension SpanLaw {
  private static let step = 1e-4

  /// The covariance of the ``coordinates`` after the law's times were multiplied so that its mean
  /// is one that is known as well as the sample's mean: what a count of events tells.
  ///
  /// Every value moves the estimates by its influence; the scaled law's mean moves with the value
  /// itself, whatever the shape does.
  ///
  /// - Parameter values: what the law was fitted to, in ascending order.
  /// - Returns: nil where the values do not determine every parameter.
  public func scaledCovariance(_ values: [Double]) -> [[Double]]? {
    guard let plain = covariance(values) else { return nil }
    let (point, some) = (coordinates, Self.thinned(values))
    let scales = self.scales
    let slopes = point.indices.map { place in
      difference(place) { log($0.mean) }
    }
    let count = Double(values.count)
    let mean = some.reduce(0, +) / Double(some.count)
    var sums = point.map { _ in [Double](repeating: 0, count: point.count) }
    for value in some {
      let score = point.indices.map { place in difference(place) { $0.logDensity(value) } }
      var influence = plain.map { row in count * zip(row, score).reduce(0) { $0 + $1.0 * $1.1 } }
      let ofMean = zip(slopes, influence).reduce(0) { $0 + $1.0 * $1.1 }
      for place in point.indices { influence[place] += scales[place] * (value / mean - 1 - ofMean) }
      for row in point.indices {
        for column in point.indices { sums[row][column] += influence[row] * influence[column] }
      }
    }
    return sums.map { row in row.map { $0 / count / Double(some.count) } }
  }

  /// 1 for the coordinates that are logarithms of times.
  private var scales: [Double] {
    switch self {
    case .exponential: [1]
    case .lognormal, .weibull, .gamma: [1, 0]
    case .hyperexponential: [0, 1, 1]
    case .shifted(_, let law): law.scales
    }
  }

  /// The rate at which a number changes with a coordinate.
  private func difference(_ place: Int, _ f: (SpanLaw) -> Double) -> Double {
    var (low, high) = (coordinates, coordinates)
    low[place] -= Self.step
    high[place] += Self.step
    return (f(moved(to: high)) - f(moved(to: low))) / (2 * Self.step)
  }
}
