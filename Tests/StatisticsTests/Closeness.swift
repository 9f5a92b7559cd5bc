/// Whether `value` is within `tolerance` of `expected`, relative to it where it is above 1.
func isClose(_ value: Double?, _ expected: Double, _ tolerance: Double = 1e-12) -> Bool {
  guard let value else { return false }
  return abs(value - expected) <= tolerance * max(1, abs(expected))
}
