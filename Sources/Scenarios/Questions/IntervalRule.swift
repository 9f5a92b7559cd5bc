import DeliverySim
import Models
package import Statistics
import Synchronization

/// The rule by which intervals are made.
package struct IntervalRule: Sendable {
  package let confidence: Double
  package let resampling: Resampling

  /// The seed is the scenario's: the bootstrap's resamples are a function of it and of the number
  /// of replications alone, so that strategies, metrics and shards share them.
  package init(confidence: Double, seed: UInt64) {
    self.confidence = confidence
    resampling = Resamples.of(seed)
  }
}

/// The resamples of the seed that was asked for last: drawing them once is half of the work.
private enum Resamples {
  private static let kept = Mutex<(seed: UInt64, resampling: Resampling)?>(nil)
  /// So many indices are drawn at one address.
  private static let chunkSize = 4096

  static func of(_ seed: UInt64) -> Resampling {
    kept.withLock { kept in
      if let kept, kept.seed == seed { return kept.resampling }
      let made = Resampling { draw($0, seed: seed, into: &$1) }
      kept = (seed, made)
      return made
    }
  }

  /// Two indices from each word: a half of it, as a fraction of 2³², times the number of
  /// replications. With at most 2²⁴ of them an index is at most 0.4 % likelier than another.
  private static func draw(_ number: Int, seed: UInt64, into indices: inout [UInt32]) {
    let source = RandomSource(seed: seed, replication: 0)
    let size = UInt64(indices.count)
    indices.withUnsafeMutableBufferPointer { indices in
      for first in stride(from: 0, to: indices.count, by: chunkSize) {
        var draws = source.bootstrapStream(chunk: first / chunkSize).draws(index: UInt32(number))
        for place in stride(from: first, to: min(indices.count, first + chunkSize), by: 2) {
          let word = draws.word()
          indices[place] = UInt32(((word & 0xFFFF_FFFF) &* size) &>> 32)
          guard place + 1 < indices.count else { break }
          indices[place + 1] = UInt32(((word &>> 32) &* size) &>> 32)
        }
      }
    }
  }
}
