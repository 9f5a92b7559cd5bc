// Goals, in order: a limit that holds whatever makes the parts of a trial go together; one that
// knows that only few of them can.

/// The parts of each trial behind a share that can be missing at all: those that were hit by
/// something which may destroy them.
///
/// Where no part is missing in m trials, with confidence c at most u = 1 - (1 - c)^(1/m) of all
/// trials miss any, for whatever reason. A trial that misses some misses at most its parts at risk,
/// and it may be one with many of them: of trials with U such parts, u of all cannot miss more than
/// u·K + E[max(0, U - K)] of an average trial's, for each K. The smallest of these numbers is the
/// limit, with K + 1 for K, since a trial that was not seen may have more parts at risk than any
/// that was seen.
public struct PartsAtRisk: Sendable, Equatable {
  /// Ascending: numbers of parts at risk, and how many trials have so many.
  private let counts: [(parts: Int, trials: Int)]
  /// The parts of an average trial.
  private let size: Double

  /// - Parameters:
  ///   - trials: The numbers of trials by their parts at risk.
  ///   - size: The parts of an average trial.
  /// - Precondition: There is a trial; numbers are not negative, and the size is above 0.
  public init(_ trials: [Int: Int], size: Double) {
    precondition(trials.contains { $0.value > 0 }, "there is a trial")
    precondition(trials.allSatisfy { $0.key >= 0 && $0.value >= 0 }, "numbers are not negative")
    precondition(size > 0, "a trial has parts")
    counts = trials.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    self.size = size
  }

  public static func == (left: PartsAtRisk, right: PartsAtRisk) -> Bool {
    left.size == right.size && left.counts.elementsEqual(right.counts, by: ==)
  }

  /// The largest share of parts that may be missing.
  ///
  /// - Parameter share: At most so many of all trials miss any part, in 0...1.
  public func limit(ofTrials share: Double) -> Double {
    let total = Double(counts.reduce(0) { $0 + $1.trials })
    var (least, beyond, trials) = (size * share, 0.0, 0.0)
    var above = Double(counts[counts.count - 1].parts)
    for (parts, count) in counts.reversed() {
      beyond += trials * (above - Double(parts))
      (above, trials) = (Double(parts), trials + Double(count))
      least = min(least, share * Double(parts + 1) + beyond / total)
    }
    return least / size
  }
}

extension PartsAtRisk {
  /// Those of either of two policies on the same trials. It does not ask which trial had which
  /// number under both: at worst the largest go together.
  ///
  /// - Precondition: Equally many trials, of the same size.
  public func together(with other: PartsAtRisk) -> PartsAtRisk {
    precondition(size == other.size, "trials have the same parts")
    var (mine, others) = (counts[...], other.counts[...])
    var trials: [Int: Int] = [:]
    while let one = mine.first, let two = others.first {
      let count = min(one.trials, two.trials)
      trials[one.parts + two.parts, default: 0] += count
      mine = Self.dropping(count, mine)
      others = Self.dropping(count, others)
    }
    precondition(mine.isEmpty && others.isEmpty, "policies are compared on the same trials")
    return PartsAtRisk(trials, size: size)
  }

  /// - Precondition: The first number has so many trials at least.
  private static func dropping(
    _ count: Int, _ counts: ArraySlice<(parts: Int, trials: Int)>
  ) -> ArraySlice<(parts: Int, trials: Int)> {
    guard let first = counts.first, first.trials > count else { return counts.dropFirst() }
    return [(first.parts, first.trials - count)] + counts.dropFirst()
  }
}

extension PartsAtRisk? {
  /// The end of a share of 0 that nothing was seen of in so many trials.
  func shareOfZeroMax(confidence: Double, trials: Int) -> Double {
    let share = Statistics.shareOfZeroMax(confidence: confidence, trials: trials)
    return map { $0.limit(ofTrials: share) } ?? share
  }
}
