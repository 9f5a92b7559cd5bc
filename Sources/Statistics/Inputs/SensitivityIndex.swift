/// How much a factor matters by one measure, and how sure that is.
public struct SensitivityIndex: Sendable, Equatable {
  /// It is the measure without resampling.
  public let value: Double
  /// Of the percentile bootstrap over base points or trajectories.
  public let low, high: Double

  /// - Parameters:
  ///   - resampled: The measure in each resample.
  ///   - confidence: In (0, 1).
  init(_ value: Double, resampled: [Double], confidence: Double) {
    self.value = value
    let sorted = resampled.sorted()
    let tail = (1 - confidence) / 2
    let rank = max(1, Int((tail * Double(sorted.count + 1)).rounded(.down)))
    (low, high) = (sorted[rank - 1], sorted[sorted.count - rank])
  }
}
