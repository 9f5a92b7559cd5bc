import Foundation

/// A small generator for tests, independent of the simulator's: Steele, Lea and Flood's SplitMix64.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }

  package mutating func word() -> UInt64 { next() }

  /// A whole number below `count`.
  package mutating func below(_ count: Int) -> Int {
    Int(word().multipliedFullWidth(by: UInt64(count)).high)
  }

  /// Uniform on (0, 1).
  package mutating func uniform() -> Double {
    (Double(word() &>> 12) + 0.5) * 0x1p-52
  }

  /// Standard normal (Box and Muller).
  package mutating func normal() -> Double {
    let radius = (-2 * log(uniform())).squareRoot()
    return radius * cos(2 * Double.pi * uniform())
  }
}
