/// The values of one replication, counted in the cells of a scale.
///
/// There is one for each replication of each strategy, so it is packed: for every cell that is not
/// empty its distance from the last one and its count, seven bits to a byte. A million delays take
/// some ten kilobytes.
public struct CellCounts: Sendable, Equatable {
  private var bytes: [UInt8] = []
  /// The first cell that may follow.
  private var next = 0
  /// The number of values.
  public private(set) var total: UInt64 = 0

  /// Of no values.
  public init() {}
}

extension CellCounts {
  /// Counts values in a cell beyond all others.
  ///
  /// - Precondition: `cell` is beyond the last one, `count` above 0, and the total below 2^64.
  public mutating func append(cell: Int, count: UInt64) {
    precondition(cell >= next && count > 0, "cells come in ascending order, and are not empty")
    append(UInt64(cell - next))
    append(count)
    next = cell + 1
    total += count
  }

  private mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest &>>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Calls `body` with each cell that is not empty, ascending, and its count.
  public func forEach(_ body: (_ cell: Int, _ count: UInt64) -> Void) {
    var (place, cell) = (0, 0)
    while place < bytes.count {
      cell += Int(number(at: &place))
      body(cell, number(at: &place))
      cell += 1
    }
  }

  private func number(at place: inout Int) -> UInt64 {
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
