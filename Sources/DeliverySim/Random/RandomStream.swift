import CVariates

/// Names every random number of a run: value = function(seed, replication, purpose, device, index,
/// copy, draw).
///
/// Nothing is drawn "next": asking for one variate moves no other, so strategies and design points
/// share their random numbers by construction, and a device gives the same story in every cell. The
/// layout is fixed, has a version and a golden test; see docs/explanation/determinism.md.
public struct RandomSource: Sendable {
  /// Raised whenever a draw gets another address. Part of the manifest.
  public static let layoutVersion = 3

  /// Replications are numbered below this.
  public static let replicationLimit = 1 << 24

  @usableFromInline let seed: UInt64
  @usableFromInline let replication: UInt32

  /// - Parameters:
  ///   - seed: The scenario's seed; all 64 bits count.
  ///   - replication: The number of the replication, from 0.
  /// - Precondition: `replication` is below ``replicationLimit``.
  public init(seed: UInt64, replication: Int) {
    precondition(
      replication >= 0 && replication < Self.replicationLimit, "replication out of range")
    self.seed = seed
    self.replication = UInt32(replication)
  }

  /// - Parameters:
  ///   - purpose: The purpose of the draws; no two purposes share a number.
  ///   - device: The device's number, or that of a shared process.
  @inlinable
  public func stream(purpose: UInt8, device: Int) -> RandomStream {
    RandomStream(
      seed: seed, device: UInt32(device), tag: replication &<< 8 | UInt32(purpose))
  }
}

/// All variates of one purpose of one device in one replication.
@frozen
public struct RandomStream: Sendable {
  @usableFromInline let seed: UInt64
  @usableFromInline let device: UInt32
  @usableFromInline let tag: UInt32

  @inlinable
  init(seed: UInt64, device: UInt32, tag: UInt32) {
    self.seed = seed
    self.device = device
    self.tag = tag
  }

  /// The number of copies with numbers of their own.
  @inlinable
  public static var copyLimit: Int { 256 }

  /// The number of attempts with numbers of their own.
  @inlinable
  public static var attemptLimit: Int { 1 << 12 }

  /// The draws of one variate. Two neighbouring variates share the blocks of the generator: an even
  /// index takes the first half of each, the odd one after it the second.
  ///
  /// - Parameters:
  ///   - index: The number of the variate in the stream, from 0: that of a message or a burst, say.
  ///   - copy: The number of its copy: the n-th send of a message.
  ///   - attempt: The number of the attempt with the same copy; attempt a starts at draw a · 4096.
  /// - Precondition: `copy` and `attempt` lie below their limits; the caller checks them as limits
  ///   of the run.
  @inlinable
  public func draws(index: UInt32, copy: Int = 0, attempt: Int = 0) -> Draws {
    precondition(
      UInt(bitPattern: copy) < 256 && UInt(bitPattern: attempt) < 4096,
      "a copy or attempt has no random numbers of its own")
    return Draws(
      stream: self, index: index, counter: Self.counter(copy: copy, attempt: attempt))
  }

  /// The draw at which a copy's attempt begins.
  @inlinable @inline(__always)
  static func counter(copy: Int, attempt: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: copy) &<< 24 | UInt32(truncatingIfNeeded: attempt) &<< 12
  }

  /// The words at one counter of the variates `2 · pair` and `2 · pair + 1`.
  @inlinable @inline(__always)
  func words(counter: UInt32, pair: UInt32) -> (UInt64, UInt64) {
    let (w0, w1, w2, w3) = Philox.block(
      counter: (counter, pair, device, tag),
      key: (UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed &>> 32)))
    return (UInt64(w1) &<< 32 | UInt64(w0), UInt64(w3) &<< 32 | UInt64(w2))
  }

  /// The words at one counter of the sixteen variates from `index` on, as bit patterns.
  ///
  /// - Precondition: `index` is even.
  @inline(__always)
  func fill(_ block: UnsafeMutablePointer<Double>, counter: UInt32, index: UInt32) {
    var place = place(counter: counter, index: index)
    variates_words(&place, block)
  }

  /// The quantiles of these words, times `scale`.
  ///
  /// - Returns: False: one of them lies in a tail, and the block is worth nothing.
  @inline(__always)
  func fill(
    _ block: UnsafeMutablePointer<Double>, _ pieces: UnsafePointer<QuantileTable.Piece>,
    scale: Double, counter: UInt32, index: UInt32
  ) -> Bool {
    var place = place(counter: counter, index: index)
    let coefficients = UnsafeRawPointer(pieces).assumingMemoryBound(to: Double.self)
    return !variates_quantiles(&place, coefficients, scale, block)
  }

  /// The same as spans.
  @inline(__always)
  func fill(
    spans block: UnsafeMutablePointer<SimTime>, _ pieces: UnsafePointer<QuantileTable.Piece>,
    scale: Double, counter: UInt32, index: UInt32
  ) -> Bool {
    var place = place(counter: counter, index: index)
    let coefficients = UnsafeRawPointer(pieces).assumingMemoryBound(to: Double.self)
    let spans = UnsafeMutableRawPointer(block).assumingMemoryBound(to: Int64.self)
    return !variates_spans(&place, coefficients, scale, spans)
  }

  @inline(__always)
  private func place(counter: UInt32, index: UInt32) -> variates_place {
    variates_place(draw: counter, pair: index &>> 1, device: device, tag: tag, key: seed)
  }
}
