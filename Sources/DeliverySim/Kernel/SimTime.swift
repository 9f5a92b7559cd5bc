/// A moment or a span of simulated time: a whole number of microseconds.
///
/// Integers make equal times exactly equal, so the order of events never depends on rounding. Times
/// are compared, added and subtracted; they meet floating point only where a law is sampled and
/// where results are estimated.
///
/// - Range: 0 to ``latest`` (about 71 years) wherever a time is scheduled; differences may be
///   negative.
public struct SimTime: Sendable, Hashable {
  /// Microseconds.
  public let microseconds: Int64

  /// - Parameter microseconds: It may be negative for a difference.
  @inlinable
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }
}

extension SimTime {
  // MARK: Constants

  // Computed, so that other modules see the number instead of asking for it.
  /// It is the start of a run, or a span of no length.
  @inlinable public static var zero: SimTime { SimTime(microseconds: 0) }
  /// It has 1,000,000 microseconds.
  @inlinable public static var second: SimTime { SimTime(microseconds: 1_000_000) }
  /// It has 60 seconds.
  @inlinable public static var minute: SimTime { SimTime(microseconds: 60_000_000) }
  /// It has 3,600 seconds.
  @inlinable public static var hour: SimTime { SimTime(microseconds: 3_600_000_000) }
  /// It has 86,400 seconds.
  @inlinable public static var day: SimTime { SimTime(microseconds: 86_400_000_000) }

  /// The number of bits that a scheduled time takes in an event's key.
  @inlinable
  public static var bitWidth: Int { 52 }

  /// The latest time a run may reach, 2^51 µs. One more bit stays free, so that a sum of two times
  /// never overflows the key.
  @inlinable
  public static var latest: SimTime { SimTime(microseconds: 1 << 51) }

  /// Later than everything a run can reach: "never".
  @inlinable
  public static var never: SimTime { SimTime(microseconds: .max) }
}

extension SimTime {
  // MARK: Floating point

  /// The nearest whole microsecond, held inside 0 ... ``latest``; infinity and NaN become
  /// ``latest``.
  ///
  /// - Parameter seconds: A span [s].
  @inlinable @inline(__always)
  public init(seconds: Double) {
    let scaled = seconds * 1e6
    guard scaled < 2_251_799_813_685_248 else {
      self = .latest
      return
    }
    // Not `rounded()`, which calls the C library.
    self.init(microseconds: scaled > 0 ? Int64(scaled + 0.5) : 0)
  }

  /// The span in seconds, rounded to the nearest double.
  @inlinable
  public var seconds: Double { Double(microseconds) / 1e6 }
}

extension SimTime: Comparable {
  // MARK: Arithmetic

  @inlinable
  public static func < (left: SimTime, right: SimTime) -> Bool {
    left.microseconds < right.microseconds
  }

  /// It traps when the sum does not fit 64 bits.
  @inlinable
  public static func + (left: SimTime, right: SimTime) -> SimTime {
    SimTime(microseconds: left.microseconds + right.microseconds)
  }

  /// It traps when the difference does not fit 64 bits, and may be negative.
  @inlinable
  public static func - (left: SimTime, right: SimTime) -> SimTime {
    SimTime(microseconds: left.microseconds - right.microseconds)
  }

  /// The sum, or ``never`` when one of the two is ``never``.
  ///
  /// - Parameter span: The time to add, at least 0.
  @inlinable
  public func advanced(bySpan span: SimTime) -> SimTime {
    let (sum, overflow) = microseconds.addingReportingOverflow(span.microseconds)
    return overflow ? .never : SimTime(microseconds: sum)
  }
}
