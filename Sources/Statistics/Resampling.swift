/// Which replications each bootstrap resample draws.
///
/// The random numbers come from outside, so that intervals are as reproducible as the simulation:
/// the same numbers serve every metric, every strategy and every difference.
public struct Resampling: Sendable {
  /// How many resamples there are.
  public let count: Int
  private let fill: @Sendable (_ number: Int, _ indices: inout [UInt32]) -> Void

  /// - Parameters:
  ///   - count: at least 100.
  ///   - fill: puts resample `number` (from 0) into `indices`: each one uniform in
  ///     0 ..< `indices.count`; the same numbers whenever it is asked.
  public init(
    count: Int = Self.countStandard,
    fill: @escaping @Sendable (_ number: Int, _ indices: inout [UInt32]) -> Void
  ) {
    precondition(count >= 100, "a bootstrap needs at least 100 resamples")
    self.count = count
    self.fill = fill
  }

  /// How many resamples the contract asks for.
  public static let countStandard = 2000

  /// Calls `body` with each resample of `size` values, in order.
  func forEach(size: Int, _ body: (UnsafeBufferPointer<UInt32>) -> Void) {
    var indices = [UInt32](repeating: 0, count: size)
    for number in 0..<count {
      fill(number, &indices)
      indices.withUnsafeBufferPointer(body)
    }
  }
}
