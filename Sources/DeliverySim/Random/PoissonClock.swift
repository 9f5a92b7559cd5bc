import CVariates

/// When the events of a Poisson process happen: how much unit-rate time has passed, divided by the
/// rate.
@frozen
public struct PoissonClock: Sendable {
  /// The number of events that ``next(_:into:)`` makes.
  @inlinable public static var blockSize: Int { 16 }

  /// [1/s].
  public let rate: Double
  @usableFromInline var unitTime = 0.0

  /// - Parameter rate: [1/s], at least 0.
  @inlinable
  public init(rate: Double) {
    self.rate = rate
  }

  /// The next event.
  ///
  /// - Parameter unit: A variate of mean 1.
  /// - Returns: The time when it happens [s]; infinite at rate 0.
  @inlinable
  public mutating func next(_ unit: Double) -> Double {
    unitTime += unit
    return unitTime / rate
  }

  /// The next sixteen events.
  ///
  /// - Parameters:
  ///   - units: Sixteen variates of mean 1.
  ///   - times: Room for sixteen times; may be where the units are.
  public mutating func next(
    _ units: UnsafePointer<Double>, into times: UnsafeMutablePointer<SimTime>
  ) {
    let times = UnsafeMutableRawPointer(times).assumingMemoryBound(to: Int64.self)
    variates_poisson(units, rate, &unitTime, times)
  }
}
