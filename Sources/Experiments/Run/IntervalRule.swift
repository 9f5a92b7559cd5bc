import DeliverySim
import Models
import Statistics
import Synchronization

/// How intervals are made.
struct IntervalRule: Sendable {
  let confidence: Double
  let resampling: Resampling

  /// - Parameter seed: Of the scenario: the bootstrap's resamples are a function of it and of the
  ///   number of replications alone, so that strategies, metrics and shards share them.
  init(confidence: Double, seed: UInt64) {
    self.confidence = confidence
    resampling = Resampling { number, indices in
      Resamples.copy(number, of: Resampling.countStandard, seed: seed, into: &indices)
    }
  }
}

extension Scenario {
  var intervalRule: IntervalRule { IntervalRule(confidence: confidence, seed: frame.seed) }
}

/// The indices of all resamples of one size, kept while they are asked for again and again.
private enum Resamples {
  private struct Kept: Sendable {
    var seed: UInt64
    var size: Int
    /// Resample after resample.
    var indices: [UInt32]
  }

  private static let kept = Mutex<Kept?>(nil)
  /// Beyond so many indices (64 MB) each resample is drawn when it is asked for.
  private static let indicesMax = 1 << 24
  /// So many indices are drawn at one address.
  private static let chunkSize = 4096

  static func copy(_ number: Int, of count: Int, seed: UInt64, into indices: inout [UInt32]) {
    let size = indices.count
    guard size * count <= indicesMax else {
      return indices.withUnsafeMutableBufferPointer { draw(number, seed: seed, into: $0) }
    }
    kept.withLock { kept in
      if kept?.seed != seed || kept?.size != size {
        kept = Kept(seed: seed, size: size, indices: all(size, count, seed: seed))
      }
      guard let kept else { return }
      indices.replaceSubrange(
        ..<size, with: kept.indices[number * size..<(number + 1) * size])
    }
  }

  private static func all(_ size: Int, _ count: Int, seed: UInt64) -> [UInt32] {
    var indices = [UInt32](repeating: 0, count: size * count)
    indices.withUnsafeMutableBufferPointer { indices in
      for number in 0..<count {
        let mine = indices[number * size..<(number + 1) * size]
        draw(number, seed: seed, into: UnsafeMutableBufferPointer(rebasing: mine))
      }
    }
    return indices
  }

  /// Two indices from each word: a half of it, as a fraction of 2³², times the number of
  /// replications. With at most 2²⁴ of them an index is at most 0.4 % likelier than another.
  private static func draw(
    _ number: Int, seed: UInt64, into indices: UnsafeMutableBufferPointer<UInt32>
  ) {
    let source = RandomSource(seed: seed, replication: 0)
    let size = UInt64(indices.count)
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
