import Foundation

/// A small generator for these tests, independent of the simulator's: Steele, Lea and Flood's
/// SplitMix64.
struct SplitMix64 {
  var state: UInt64

  mutating func word() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }

  /// Uniform on (0, 1).
  mutating func uniform() -> Double {
    (Double(word() &>> 12) + 0.5) * 0x1p-52
  }

  /// Standard normal (Box and Muller).
  mutating func normal() -> Double {
    let radius = (-2 * log(uniform())).squareRoot()
    return radius * cos(2 * Double.pi * uniform())
  }
}

/// Whether `value` is within `tolerance` of `expected`, relative to it where it is above 1.
func isClose(_ value: Double?, _ expected: Double, _ tolerance: Double = 1e-12) -> Bool {
  guard let value else { return false }
  return abs(value - expected) <= tolerance * max(1, abs(expected))
}
