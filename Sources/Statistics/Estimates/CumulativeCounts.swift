/// Cells that are not empty, and how many values lie below each: the form in which
/// ``CellCounts`` are searched.
struct CumulativeCounts: Sendable, Equatable {
  /// Those of the cells, ascending.
  private var numbers: [UInt32] = []
  /// The values below each cell, then all of them.
  private var belowCells: [UInt64] = [0]

  init(_ counts: CellCounts) {
    // There is one for each replication, so they take no more memory than they need.
    numbers.reserveCapacity(counts.cellCount)
    belowCells.reserveCapacity(counts.cellCount + 1)
    for (cell, count) in counts { add(cell: cell, count: count) }
  }

  /// All values together.
  init(sumOf parts: [CellCounts]) {
    var sums: [UInt64] = []
    for part in parts {
      for (cell, count) in part {
        if cell >= sums.count {
          sums.append(contentsOf: repeatElement(0, count: cell + 1 - sums.count))
        }
        sums[cell] += count
      }
    }
    for (cell, count) in sums.enumerated() where count > 0 { add(cell: cell, count: count) }
  }

  private mutating func add(cell: Int, count: UInt64) {
    numbers.append(UInt32(cell))
    belowCells.append(belowCells[belowCells.count - 1] + count)
  }
}

extension CumulativeCounts {
  /// The number of cells that are not empty.
  var cellCount: Int { numbers.count }

  var total: UInt64 { belowCells[cellCount] }

  func cell(_ place: Int) -> Int { Int(numbers[place]) }

  /// The values below the cell at `place`.
  func below(_ place: Int) -> UInt64 { belowCells[place] }

  /// The values in the cell at `place`.
  func count(_ place: Int) -> UInt64 { belowCells[place + 1] - belowCells[place] }

  /// The first place up to which `rank` values lie; nil: there are not so many.
  func place(ofRank rank: UInt64) -> Int? {
    let place = firstPlace { belowCells[$0 + 1] >= rank }
    return place < cellCount ? place : nil
  }

  /// The values below a cell and in it, whether or not it is empty.
  func counts(ofCell cell: Int) -> (below: UInt64, inside: UInt64) {
    let place = firstPlace { numbers[$0] >= cell }
    let isHere = place < cellCount && numbers[place] == cell
    return (belowCells[place], isHere ? count(place) : 0)
  }

  /// The first place at which `holds` is true, which stays true from there on; the number of cells
  /// when there is none.
  private func firstPlace(_ holds: (Int) -> Bool) -> Int {
    var (first, end) = (0, cellCount)
    while first < end {
      let middle = (first + end) / 2
      if holds(middle) { end = middle } else { first = middle + 1 }
    }
    return first
  }
}
