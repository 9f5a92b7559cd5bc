extension [Double] {
  /// Below, the library's way is as fast.
  private static let countMin = 1 << 14
  private static let digitBits = 11

  /// The values in ascending order.
  func ascending() -> [Double] {
    var copy = self
    copy.sortAscending()
    return copy
  }

  /// Sorts them by their bits, the lowest digit first, which for millions of values takes a third
  /// of the time that comparisons take.
  ///
  /// - Precondition: no NaN.
  /// - Complexity: O(n) time, and memory for as many values.
  mutating func sortAscending() {
    guard count >= Self.countMin else { return sort() }
    withUnsafeMutableBufferPointer { values in
      let other = UnsafeMutableBufferPointer<Double>.allocate(capacity: values.count)
      defer { other.deallocate() }
      _ = other.initialize(from: values)
      var (from, to) = (values, other)
      for shift in stride(from: 0, to: 64, by: Self.digitBits)
      where Self.sort(from, to, by: UInt64(shift)) {
        swap(&from, &to)
      }
      if from.baseAddress != values.baseAddress { _ = values.update(from: from) }
    }
  }

  /// A number whose order is that of the values: negative ones are turned round.
  private static func rank(_ value: Double) -> UInt64 {
    let bits = value.bitPattern
    return bits ^ (bits >> 63 == 0 ? 1 << 63 : .max)
  }

  /// Moves values to the places that one digit gives them.
  ///
  /// - Returns: false where all have the same digit, so that nothing was moved.
  private static func sort(
    _ from: UnsafeMutableBufferPointer<Double>, _ to: UnsafeMutableBufferPointer<Double>,
    by shift: UInt64
  ) -> Bool {
    let mask = UInt64(1) << UInt64(digitBits) - 1
    var places = [Int](repeating: 0, count: 1 << digitBits)
    for value in from { places[Int(rank(value) >> shift & mask)] += 1 }
    if places.contains(from.count) { return false }
    var next = 0
    for digit in places.indices { (places[digit], next) = (next, next + places[digit]) }
    for value in from {
      let digit = Int(rank(value) >> shift & mask)
      to[places[digit]] = value
      places[digit] += 1
    }
    return true
  }
}
