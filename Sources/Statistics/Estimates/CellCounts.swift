/// The values of one replication, counted in the cells of a scale.
///
/// There is one for each replication of each strategy, so it is packed: for every cell that is not
/// empty its distance from the last one and its count, seven bits to a byte. A million delays take
/// some ten kilobytes.
public struct CellCounts: Sendable, Equatable {
  private var bytes: [UInt8] = []
  /// The first cell that may follow.
  private var next = 0
  /// The number of cells that are not empty.
  private(set) var cellCount = 0
  /// The number of values.
  public private(set) var total: UInt64 = 0

  /// No value at all.
  public init() {}
}

extension CellCounts {
  /// Counts values in a cell beyond all others.
  ///
  /// - Precondition: `cell` is beyond the last one and below 2^32, `count` above 0, and the total
  ///   below 2^64.
  public mutating func add(cell: Int, count: UInt64) {
    precondition(
      cell >= next && cell <= UInt32.max && count > 0,
      "cells come in ascending order, below 2^32, and are not empty")
    append(UInt64(cell - next))
    append(count)
    next = cell + 1
    cellCount += 1
    total += count
  }

  @inline(__always)
  private mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest &>>= 7
    }
    bytes.append(UInt8(rest))
  }
}

extension CellCounts: Sequence {
  /// Reads the cells that are not empty, ascending, with their counts.
  public struct Iterator: IteratorProtocol {
    fileprivate let bytes: [UInt8]
    private var place = 0
    private var nextCell = 0

    fileprivate init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next cell and its count; nil at the end.
    public mutating func next() -> (cell: Int, count: UInt64)? {
      guard place < bytes.count else { return nil }
      let cell = nextCell + Int(number())
      nextCell = cell + 1
      return (cell, number())
    }

    private mutating func number() -> UInt64 {
      var (number, shift): (UInt64, UInt64) = (0, 0)
      while true {
        let byte = bytes[place]
        place += 1
        number |= UInt64(byte & 0x7F) &<< shift
        if byte < 0x80 { return number }
        shift += 7
      }
    }
  }

  /// All cells from the first one.
  public func makeIterator() -> Iterator { Iterator(bytes) }
}
