import DeliverySim
import Foundation
import Statistics

/// Tests of samples against laws.
enum GoodnessOfFit {
  /// The p value of a sample under a continuous law, by Kolmogorov and Smirnov.
  ///
  /// - Parameters:
  ///   - stride: The law is looked up at every `stride`-th value in ascending order. Above 1 the
  ///     distance is at most too small, so a right law is rejected no more often.
  static func kolmogorov(
    _ sample: [Double], stride step: Int = 1, cdf: (Double) throws -> Double
  ) rethrows -> Double {
    let sorted = sample.sorted()
    let size = Double(sorted.count)
    var distance = 0.0
    for index in stride(from: 0, to: sorted.count, by: step) {
      let probability = try cdf(sorted[index])
      distance = max(
        distance, probability - Double(index) / size, Double(index + 1) / size - probability)
    }
    return Kolmogorov.pValue(distance: min(1, distance), count: sorted.count)
  }

  /// The p value of Pearson's statistic of counts in bins; neighbours are pooled until 20 are
  /// expected.
  static func chiSquare(observed: [Double], expected: [Double]) -> Double {
    var pooled: [(observed: Double, expected: Double)] = [(0, 0)]
    for (observed, expected) in zip(observed, expected) {
      if pooled[pooled.count - 1].expected >= 20 { pooled.append((0, 0)) }
      pooled[pooled.count - 1].observed += observed
      pooled[pooled.count - 1].expected += expected
    }
    if pooled.count > 1, let last = pooled.last, last.expected < 20 {
      pooled.removeLast()
      pooled[pooled.count - 1].observed += last.observed
      pooled[pooled.count - 1].expected += last.expected
    }
    let statistic = pooled.reduce(0) { sum, bin in
      sum + (bin.observed - bin.expected) * (bin.observed - bin.expected) / bin.expected
    }
    return ChiSquare.upperTail(statistic, degreesOfFreedom: Double(pooled.count - 1))
  }
}

/// The draws of `count` variates with addresses of their own.
func manyDraws(_ count: Int, purpose: UInt8, device: Int) -> [Draws] {
  let stream = RandomSource(seed: 20_260_101, replication: 1)
    .stream(purpose: purpose, device: device)
  return (0..<UInt32(count)).map { stream.draws(index: $0) }
}
