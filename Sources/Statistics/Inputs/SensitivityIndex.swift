/// The influence of a factor by one measure, with its interval.
public struct SensitivityIndex: Sendable, Equatable {
  /// It is the measure without resampling.
  public let value: Double
  /// The ends of the percentile bootstrap over base points or trajectories.
  public let low, high: Double

  /// - Parameters:
  ///   - resampled: The measure in each resample.
  ///   - confidence: The confidence of the interval, in (0, 1).
  init(_ value: Double, resampled: [Double], confidence: Double) {
    self.value = value
    let sorted = resampled.sorted()
    let tail = (1 - confidence) / 2
    let rank = max(1, Int((tail * Double(sorted.count + 1)).rounded(.down)))
    (low, high) = (sorted[rank - 1], sorted[sorted.count - rank])
  }
}
