/// Variates of one stream, generated sixteen at a time. In ascending order, each costs a fraction
/// of a single variate, since blocks of random words are shared and the processor works on several
/// at once.
///
/// A buffer holds variates of a law, numbers that are uniform between 0 and 1, or spans in whole
/// microseconds: one of these, by the function that is called.
///
/// It holds the last block of them, or all that it has generated: a later request for the
/// same ones, such as for the same device under another strategy, then needs no sampling.
///
/// Goals, in this order: the very variates that the stream's draws give one by one; speed in
/// ascending order. Only one copy and attempt 0 are held; others are rare.
@frozen
public struct VariateBuffer: ~Copyable {
  /// The number of variates that are generated together: a block begins at a multiple of it.
  @inlinable public static var blockSize: Int { PoissonClock.blockSize }

  @usableFromInline static var size: UInt32 { UInt32(blockSize) }

  /// A number of variates whose memory can still be doubled.
  private static var keptLimit: UInt32 { 1 << 31 }

  /// Allocated when something is first asked for: most devices never need most of their buffers.
  @usableFromInline var values: UnsafeMutablePointer<Double>
  @usableFromInline var capacity: UInt32 = 0
  /// The index of the first value; a multiple of the size.
  @usableFromInline var first: UInt32 = 0
  @usableFromInline var count: UInt32 = 0
  @usableFromInline let keepsAll: Bool
  /// A block of spans that take no time.
  @usableFromInline let zeros = Self.zeroSpans

  /// Empty.
  ///
  /// - Parameter keepsAll: Holds every variate up to the largest index asked for, 8 bytes each;
  ///   indices are then below 2^31, which is checked in every build.
  public init(keepsAll: Bool = false) {
    // Read only where `count`, and so `capacity`, is above 0.
    values = UnsafeMutablePointer(bitPattern: MemoryLayout<Double>.alignment).unsafelyUnwrapped
    self.keepsAll = keepsAll
  }

  deinit {
    if capacity > 0 { values.deallocate() }
  }
}

extension VariateBuffer {
  /// Forgets everything: the next stream may be another one.
  @inlinable
  public mutating func removeAll() {
    count = 0
  }

  /// A variate of a law.
  ///
  /// - Parameters:
  ///   - law: The same one at each call since the last ``removeAll()``.
  ///   - stream: The same one, too; looked at only when the buffer is filled.
  ///   - index: The number of the variate in the stream.
  ///   - copy: The same one at each call since the last ``removeAll()``.
  @inlinable @inline(__always)
  public mutating func sample(
    _ law: Sampler, _ stream: @autoclosure () -> RandomStream, index: UInt32, copy: UInt8 = 0
  ) -> Double {
    if index &- first < count { return values[Int(index &- first)] }
    guard let pieces = law.pieces else {
      return sampleWithoutTable(law, stream(), index: index, copy: copy)
    }
    fill(law, pieces, stream(), upTo: index, copy: copy)
    return values[Int(index &- first)]
  }

  /// A number that is uniform between 0 and 1: ``Draws/uniform()``.
  ///
  /// - Parameters:
  ///   - stream: The same one at each call since the last ``removeAll()``.
  ///   - index: The number of the variate in the stream.
  ///   - copy: The same one at each call since the last ``removeAll()``.
  @inlinable @inline(__always)
  public mutating func uniform(
    _ stream: @autoclosure () -> RandomStream, index: UInt32, copy: UInt8 = 0
  ) -> Double {
    if index &- first >= count { fillUniform(stream(), upTo: index, copy: copy) }
    return values[Int(index &- first)]
  }

  /// A variate of a law [s] as a span: `SimTime(seconds:)`.
  ///
  /// - Parameters: The same as in ``sample(_:_:index:copy:)``.
  @inlinable @inline(__always)
  public mutating func span(
    _ law: Sampler, _ stream: @autoclosure () -> RandomStream, index: UInt32, copy: UInt8 = 0
  ) -> SimTime {
    if index &- first < count { return spans[Int(index &- first)] }
    return makeSpan(law, stream(), index: index, copy: copy)
  }

  // MARK: To the end of a block

  /// The variates of the indices from `index` up to the end of their block. They stay there
  /// until the buffer is asked for an index that it does not hold.
  ///
  /// - Precondition: The law has a table of quantiles.
  @inlinable @inline(__always)
  public mutating func samples(
    _ law: Sampler, _ stream: @autoclosure () -> RandomStream, from index: UInt32
  ) -> UnsafePointer<Double> {
    if index &- first >= count {
      guard let pieces = law.pieces else { preconditionFailure("the law has no table") }
      fill(law, pieces, stream(), upTo: index, copy: 0)
    }
    return UnsafePointer(values + Int(index &- first))
  }

  /// The spans of the indices from `index` up to the end of their block. They stay there until
  /// the buffer is asked for an index that it does not hold.
  @inlinable @inline(__always)
  public mutating func spans(
    _ law: Sampler, _ stream: @autoclosure () -> RandomStream, from index: UInt32
  ) -> UnsafePointer<SimTime> {
    if law.isZero { return zeros }
    if index &- first >= count { fillSpans(law, stream(), upTo: index, copy: 0) }
    return UnsafePointer(spans + Int(index &- first))
  }

  /// The same of ``uniform(_:index:copy:)``.
  @inlinable @inline(__always)
  public mutating func uniforms(
    _ stream: @autoclosure () -> RandomStream, from index: UInt32
  ) -> UnsafePointer<Double> {
    if index &- first >= count { fillUniform(stream(), upTo: index, copy: 0) }
    return UnsafePointer(values + Int(index &- first))
  }

  // MARK: By chance

  /// Whether something happens with the given probability: ``Draws/happens(_:)``.
  ///
  /// - Parameters:
  ///   - probability: Any; it may change from call to call.
  ///   - stream: The same one at each call since the last ``removeAll()``.
  ///   - index: The number of the variate in the stream.
  @inlinable @inline(__always)
  public mutating func happens(
    _ probability: Probability, _ stream: @autoclosure () -> RandomStream, index: UInt32
  ) -> Bool {
    probability.value > 0
      && (probability.value >= 1 || uniform(stream(), index: index) < probability.value)
  }
}

extension VariateBuffer {
  // MARK: Making variates

  /// A variate that is no cheaper in company: made ahead only where it will be asked for again.
  @usableFromInline @inline(never)
  mutating func sampleWithoutTable(
    _ law: Sampler, _ stream: RandomStream, index: UInt32, copy: UInt8
  ) -> Double {
    guard keepsAll, !law.isConstant else {
      return law.sample(stream.draws(index: index, copy: Int(copy)))
    }
    precondition(index < Self.keptLimit, "too many variates are kept")
    first = 0
    reserve(max(index &+ 1, Self.size))
    while count <= index {
      values[Int(count)] = law.sample(stream.draws(index: count, copy: Int(copy)))
      count &+= 1
    }
    return values[Int(index)]
  }

  @usableFromInline
  mutating func fill(
    _ law: Sampler, _ pieces: UnsafePointer<QuantileTable.Piece>, _ stream: RandomStream,
    upTo index: UInt32, copy: UInt8
  ) {
    fill(upTo: index, copy: copy) { block, counter, first in
      let isFilled = stream.fill(block, pieces, scale: law.scale, counter: counter, index: first)
      if !isFilled { Self.fill(block, law, pieces, stream, counter: counter, from: first) }
    }
  }

  /// Where a variate lies in a tail, the block is made one by one: apart, so that the usual way
  /// stays short.
  @inline(never)
  private static func fill(
    _ block: UnsafeMutablePointer<Double>, _ law: Sampler,
    _ pieces: UnsafePointer<QuantileTable.Piece>, _ stream: RandomStream, counter: UInt32,
    from first: UInt32
  ) {
    stream.fill(block, counter: counter, index: first)
    for place in 0..<Int(size) {
      block[place] = law.sample(word: block[place].bitPattern, pieces)
    }
  }

  @usableFromInline nonisolated(unsafe) static let zeroSpans: UnsafePointer<SimTime> = {
    let spans = UnsafeMutablePointer<SimTime>.allocate(capacity: Int(size))
    spans.initialize(repeating: .zero, count: Int(size))
    return UnsafePointer(spans)
  }()

  /// The values, where they are spans.
  @usableFromInline @inline(__always)
  var spans: UnsafeMutablePointer<SimTime> {
    UnsafeMutableRawPointer(values).assumingMemoryBound(to: SimTime.self)
  }

  @usableFromInline @inline(never)
  mutating func makeSpan(
    _ law: Sampler, _ stream: RandomStream, index: UInt32, copy: UInt8
  ) -> SimTime {
    guard law.pieces != nil || law.isUniform || keepsAll && !law.isConstant else {
      return SimTime(seconds: law.sample(stream.draws(index: index, copy: Int(copy))))
    }
    fillSpans(law, stream, upTo: index, copy: copy)
    return spans[Int(index &- first)]
  }

  @usableFromInline @inline(never)
  mutating func fillSpans(
    _ law: Sampler, _ stream: RandomStream, upTo index: UInt32, copy: UInt8
  ) {
    fill(upTo: index, copy: copy) { block, counter, first in
      let spans = UnsafeMutableRawPointer(block).assumingMemoryBound(to: SimTime.self)
      if law.isUniform {
        stream.fill(block, counter: counter, index: first)
        for place in 0..<Int(Self.size) {
          spans[place] = SimTime(seconds: law.sample(word: block[place].bitPattern))
        }
        return
      }
      let isFilled = law.pieces.map {
        stream.fill(spans: spans, $0, scale: law.scale, counter: counter, index: first)
      }
      if isFilled != true { Self.fill(spans, law, stream, from: first, copy: copy) }
    }
  }

  /// Spans one by one: of a law without a table, or where one lies in its tail.
  @inline(never)
  private static func fill(
    _ spans: UnsafeMutablePointer<SimTime>, _ law: Sampler, _ stream: RandomStream,
    from first: UInt32, copy: UInt8
  ) {
    if law.isConstant {
      return spans.update(repeating: SimTime(seconds: law.scale), count: Int(size))
    }
    for place in 0..<size {
      let draws = stream.draws(index: first &+ place, copy: Int(copy))
      spans[Int(place)] = SimTime(seconds: law.sample(draws))
    }
  }

  @usableFromInline
  mutating func fillUniform(_ stream: RandomStream, upTo index: UInt32, copy: UInt8) {
    fill(upTo: index, copy: copy) { block, counter, first in
      stream.fill(block, counter: counter, index: first)
      for place in 0..<Int(Self.size) {
        block[place] = Draws.uniform(word: block[place].bitPattern)
      }
    }
  }

  /// - Parameter make: Writes the block of variates that starts at an index.
  @inline(__always)
  private mutating func fill(
    upTo index: UInt32, copy: UInt8,
    _ make: (_ block: UnsafeMutablePointer<Double>, _ counter: UInt32, _ index: UInt32) -> Void
  ) {
    let counter = RandomStream.counter(copy: Int(copy), attempt: 0)
    let end = (index | (Self.size &- 1)) &+ 1
    if keepsAll {
      precondition(index < Self.keptLimit, "too many variates are kept")
      first = 0
      reserve(end)
    } else {
      (first, count) = (end &- Self.size, 0)
      reserve(Self.size)
    }
    while count < end &- first {
      make(values + Int(count), counter, first &+ count)
      count &+= Self.size
    }
    checkInvariants()
  }

  /// Whole blocks, from the first one if all are kept. Checked after every change when the package
  /// is built with `-DCHECK_INVARIANTS`; else empty.
  private func checkInvariants() {
    #if CHECK_INVARIANTS
      precondition(first % Self.size == 0 && (first == 0 || !keepsAll), "not a block's beginning")
      precondition(count <= capacity && (capacity == 0 || count > 0), "more than there is room for")
    #endif
  }

  private mutating func reserve(_ needed: UInt32) {
    guard needed > capacity else { return }
    let larger = max(needed, capacity * 2)
    let moved = UnsafeMutablePointer<Double>.allocate(capacity: Int(larger))
    if capacity > 0 {
      moved.update(from: values, count: Int(count))
      values.deallocate()
    }
    (values, capacity) = (moved, larger)
  }
}
