import DeliverySim

/// How long spans of one kind are [s].
struct SpanFigures: Equatable {
  let mean: Double
  let median: Double
  /// One in a hundred is longer.
  let p99: Double

  init(_ law: Distribution) {
    mean = law.mean
    median = law.quantile(exceededBy: 0.5)
    p99 = law.quantile(exceededBy: 0.01)
  }

  /// Of recorded spans; the quantiles have the ranks ⌈n/2⌉ and ⌈0.99 n⌉.
  ///
  /// - Returns: nil when there are none.
  init?(recorded spans: [Double]) {
    guard !spans.isEmpty else { return nil }
    let sorted = spans.sorted()
    mean = sorted.reduce(0, +) / Double(sorted.count)
    median = sorted[(sorted.count - 1) / 2]
    p99 = sorted[(99 * sorted.count - 1) / 100]
  }
}
