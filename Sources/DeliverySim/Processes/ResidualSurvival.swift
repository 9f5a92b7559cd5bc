/// The probability, at a moment of an on-off process in equilibrium, that it is down and stays down
/// for another span x: (1 - A) · S(x), with A the share of time that it is up and S the survival of
/// the residual life of a down span.
///
/// A table of 32-bit fractions, read with integers alone, so that sums of it are as exact as
/// counts. Its points lie 256 to an octave; between them it is straight: wrong by about a millionth
/// where the law is smooth, by a thousandth next to a value with a probability of its own.
///
/// Source: D. R. Cox, "Renewal Theory" (1962), chapter 7.
public final class ResidualSurvival: Sendable {
  /// By octave, then place in it, from 2^`firstOctave` µs on; the last one ends the last octave.
  @usableFromInline nonisolated(unsafe) let values: UnsafePointer<UInt32>
  @usableFromInline let atZero: UInt64
  @usableFromInline let firstOctave: Int
  /// From there on it is 0: most spans between messages are that long.
  public let vanishing: SimTime

  /// - Parameters:
  ///   - process: Its spans are in seconds.
  ///   - spanMax: The longest span that is asked for.
  public init(_ process: OnOffProcess, spanMax: SimTime) {
    let limited = LimitedMean(process.down)
    let (mean, downShare) = (process.down.mean, 1 - process.upShare)
    let fraction = { (microseconds: Double) in
      let probability = downShare * (1 - limited(microseconds / 1e6) / mean)
      return UInt32(max(0, min(0x1p32 - 1, (probability * 0x1p32).rounded())))
    }
    let last = 63 - max(1, spanMax.microseconds).leadingZeroBitCount
    // The line from 0 is as good for shorter spans.
    let first = min(last, Int(max(1, mean * 1e6 * 0x1p-16).exponent))
    let places = 1 << Self.placeBits
    let table = (0...(last + 1 - first) * places).map { place in
      let start = Double(sign: .plus, exponent: first + place / places, significand: 1)
      return fraction(start * (1 + Double(place % places) / Double(places)))
    }
    let values = UnsafeMutablePointer<UInt32>.allocate(capacity: table.count)
    values.initialize(from: table, count: table.count)
    self.values = UnsafePointer(values)
    (atZero, firstOctave) = (UInt64(fraction(0)), first)
    let end = table.firstIndex(of: 0).map { place in
      Double(sign: .plus, exponent: first + place / places, significand: 1)
        * (1 + Double(place % places) / Double(places))
    }
    vanishing = end.map { SimTime(microseconds: Int64($0.rounded(.up))) } ?? .never
  }

  deinit { values.deallocate() }

  /// The number of bits of a span that are looked up; those below lie between two points.
  @inlinable static var placeBits: Int { 8 }
}

extension ResidualSurvival {
  /// - Parameter span: x, from 0 to the longest that was announced.
  /// - Returns: The probability in units of 2^-32.
  @inlinable @inline(__always)
  public func callAsFunction(_ span: SimTime) -> UInt64 {
    guard span < vanishing else { return 0 }
    let span = UInt64(bitPattern: span.microseconds)
    guard span &>> firstOctave > 0 else {
      return atZero &- ((atZero &- UInt64(values[0])) &* span) &>> firstOctave
    }
    let zeros = span.leadingZeroBitCount
    let fraction = (span &<< zeros) &<< 1
    let octave = 63 &- zeros &- firstOctave
    let place =
      octave &<< Self.placeBits | Int(truncatingIfNeeded: fraction &>> (64 - Self.placeBits))
    let between = (fraction &<< Self.placeBits) &>> 32
    let (left, right) = (UInt64(values[place]), UInt64(values[place &+ 1]))
    return left &- ((left &- right) &* between) &>> 32
  }
}
