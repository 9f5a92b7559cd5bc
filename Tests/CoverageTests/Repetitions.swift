import DeliverySim
import Statistics
import TestSupport

/// The number of repetitions of each experiment, and the place of its random numbers.
///
/// Every number is addressed by (case, repetition, replication), so a case keeps its numbers when
/// another one is added behind it.
enum Repetitions {
  /// 2,000 in the nightly run, else 100: enough to see an interval that is badly wrong.
  static let count = isNightly ? 2000 : 100

  private static let seed: UInt64 = 20_190_828

  /// The draws of one replication.
  ///
  /// - Parameter number: The number of the case, from 0.
  static func draws(case number: Int, repetition: Int, replication: Int) -> Draws {
    RandomSource(seed: seed, replication: repetition)
      .stream(purpose: UInt8(number % 128), device: number / 128).draws(index: UInt32(replication))
  }

  /// Resamples of this repetition's own: what many repetitions have in common is no chance.
  static func resampling(case number: Int, repetition: Int) -> Resampling {
    let stream = RandomSource(seed: seed, replication: repetition)
      .stream(purpose: UInt8(128 + number % 128), device: number / 128)
    return Resampling { number, indices in
      var draws = stream.draws(index: UInt32(number))
      let size = UInt64(indices.count)
      for place in stride(from: 0, to: indices.count, by: 2) {
        let word = draws.word()
        indices[place] = UInt32(truncatingIfNeeded: ((word & 0xFFFF_FFFF) &* size) &>> 32)
        guard place + 1 < indices.count else { return }
        indices[place + 1] = UInt32(truncatingIfNeeded: ((word &>> 32) &* size) &>> 32)
      }
    }
  }
}
