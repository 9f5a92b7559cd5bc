/// The numbers of replications after which a run looks whether it is precise enough: ⌈1.25ᵏ · min⌉
/// for k = 0, 1, 2, ..., below max, then max itself.
///
/// Few looks, because each one is a chance to stop too early; a quarter more each time, because a
/// run should not be much longer than it must.
///
/// Source: docs/explanation/statistics.md, "Precision and stopping".
public struct ReplicationSchedule: Sendable, Equatable {
  /// The first look; at least 1.
  public let min: Int
  /// The last look; at least ``min``.
  public let max: Int

  /// - Precondition: 1 ≤ `min` ≤ `max` < 2^32.
  public init(min: Int, max: Int) {
    precondition(1 <= min && min <= max && max < 1 << 32, "a schedule goes from min to max")
    self.min = min
    self.max = max
  }
}

extension ReplicationSchedule {
  /// Ascending, without repetition; the last one is ``max``.
  ///
  /// Floating point rounds 1.25ᵏ · min only where its fraction is far from a whole number: all
  /// schedules with min up to 20,000 and max up to 2^24 were compared with exact integers.
  public var sizes: [Int] {
    var sizes: [Int] = []
    var size = Double(min)
    while size < Double(max) {
      let count = Int(size.rounded(.up))
      if count < max, sizes.last != count { sizes.append(count) }
      size *= 1.25
    }
    return sizes + [max]
  }
}
