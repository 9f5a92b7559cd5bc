/// A number for each ``Counter``. They are in place, so that counting costs no more than a field
/// for each of them: an array would ask for its owner every time.
struct Counts: Sendable {
  private typealias Eight = (
    UInt128, UInt128, UInt128, UInt128, UInt128, UInt128, UInt128, UInt128
  )
  private static let zeros: Eight = (0, 0, 0, 0, 0, 0, 0, 0)

  private var numbers = (
    zeros, zeros, zeros, zeros, zeros, zeros, zeros, zeros, zeros, zeros
  )
}

extension Counts {
  /// The number of counters that there may be.
  static let room = MemoryLayout<Counts>.size / MemoryLayout<UInt128>.size

  /// - Precondition: There is room for all counters.
  subscript(counter: some CounterCode) -> UInt128 {
    withUnsafeBytes(of: numbers) { $0.load(fromByteOffset: Self.offset(counter), as: UInt128.self) }
  }

  @inline(__always)
  mutating func add(_ number: UInt128, to counter: some CounterCode) {
    withUnsafeMutableBytes(of: &numbers) { bytes in
      let offset = Self.offset(counter)
      // No run adds so many numbers of 64 bits that this overflows.
      let sum = bytes.load(fromByteOffset: offset, as: UInt128.self) &+ number
      bytes.storeBytes(of: sum, toByteOffset: offset, as: UInt128.self)
    }
  }

  mutating func add(_ other: Counts) {
    for counter in Counter.allCases { add(other[counter], to: counter) }
  }

  @inline(__always)
  private static func offset(_ counter: some CounterCode) -> Int {
    let offset = counter.place * MemoryLayout<UInt128>.size
    precondition(offset < MemoryLayout<Counts>.size, "there is room for all counters")
    return offset
  }
}

extension Counts: Equatable {
  static func == (left: Counts, right: Counts) -> Bool {
    Counter.allCases.allSatisfy { left[$0] == right[$0] }
  }
}
