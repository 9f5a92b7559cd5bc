/// Eight neighbouring variates of one stream, made together: what is asked for in ascending order
/// costs a fraction of a single variate, since blocks of random words are shared and the processor
/// works on several at once.
///
/// Goals, in this order: the very variates that the stream's draws give one by one; speed in
/// ascending order. Only copy 0 and attempt 0 are kept; others are rare.
@frozen
public struct SampleWindow: ~Copyable {
  @usableFromInline static var size: UInt32 { 8 }

  @usableFromInline let values: UnsafeMutablePointer<Double>
  /// The index of the first value; before the first use no multiple of the size.
  @usableFromInline var first: UInt32 = .max

  /// Empty.
  public init() {
    values = .allocate(capacity: Int(Self.size))
  }

  deinit {
    values.deallocate()
  }
}

extension SampleWindow {
  /// Forgets everything: the next stream may be another one.
  @inlinable
  public mutating func removeAll() {
    first = .max
  }

  /// A variate of a law.
  ///
  /// - Parameters:
  ///   - law: The same one at each call since the last ``removeAll()``, as is the stream.
  ///   - index: Which variate of the stream.
  @inlinable @inline(__always)
  public mutating func sample(_ law: Sampler, _ stream: RandomStream, index: UInt32) -> Double {
    guard let pieces = law.pieces else { return law.sample(stream.draws(index: index)) }
    if index & ~(Self.size - 1) != first {
      fill(law, pieces, stream, from: index & ~(Self.size - 1))
    }
    return values[Int(index % Self.size)]
  }

  /// A number that is uniform between 0 and 1: ``Draws/uniform()``.
  @inlinable @inline(__always)
  public mutating func uniform(_ stream: RandomStream, index: UInt32) -> Double {
    if index & ~(Self.size - 1) != first {
      fillUniform(stream, from: index & ~(Self.size - 1))
    }
    return values[Int(index % Self.size)]
  }
}

extension SampleWindow {
  // MARK: Making variates

  @usableFromInline
  mutating func fill(
    _ law: Sampler, _ pieces: UnsafePointer<QuantileTable.Piece>, _ stream: RandomStream,
    from index: UInt32
  ) {
    fill(stream, from: index) { law.sample(word: $0, pieces) }
  }

  @usableFromInline
  mutating func fillUniform(_ stream: RandomStream, from index: UInt32) {
    fill(stream, from: index, Draws.uniform(word:))
  }

  @inline(__always)
  private mutating func fill(
    _ stream: RandomStream, from index: UInt32, _ value: (UInt64) -> Double
  ) {
    first = index
    for pair in 0..<Self.size / 2 {
      let (even, odd) = stream.words(counter: 0, pair: index / 2 &+ pair)
      values[Int(pair) &* 2] = value(even)
      values[Int(pair) &* 2 &+ 1] = value(odd)
    }
  }
}
