import DeliverySim

/// Positions that are asked for: those of a gap, or all that have been missed.
struct MissingPositions: Sendable {
  var holes: [UInt32] = []
  var gap: Range<UInt32> = 0..<0
}

extension MissingPositions: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { holes.count + gap.count }

  subscript(place: Int) -> UInt32 {
    place < holes.count ? holes[place] : gap.lowerBound + UInt32(place - holes.count)
  }
}

/// The positions that have been missed and have not arrived.
///
/// - Complexity: To find a position takes O(log n); to add a newest one or take away an oldest one
///   O(1), amortised; to change what lies between moves the rest.
package struct Holes: Sendable {
  /// Ascending. A slice, since the oldest are taken away first.
  private var positions: ArraySlice<UInt32> = []

  package init() {}
}

extension Holes {
  package var isEmpty: Bool { positions.isEmpty }

  package func contains(before position: UInt32) -> Bool {
    positions.first.map { $0 < position } ?? false
  }

  /// Those below a position.
  package func before(_ position: UInt32) -> [UInt32] { Array(positions[..<place(of: position)]) }

  package mutating func add(_ missed: Range<UInt32>) {
    guard let last = positions.last, last >= missed.lowerBound else {
      positions += missed
      return
    }
    // Runs that race find some of them again (R5.6).
    positions.replaceSubrange(places(of: missed), with: missed)
  }

  /// A position has arrived, or will never come.
  package mutating func fill(_ position: UInt32) {
    // Most are newer than all holes.
    if let last = positions.last, position <= last { remove(position) }
  }

  private mutating func remove(_ position: UInt32) {
    let place = place(of: position)
    guard positions[place] == position else { return }
    if place == positions.startIndex {
      positions.removeFirst()
    } else {
      positions.remove(at: place)
    }
  }

  package mutating func remove(_ missed: Range<UInt32>) {
    // Removing an empty range costs as much as removing something.
    guard contains(before: missed.upperBound) else { return }
    positions.removeSubrange(places(of: missed))
  }

  package mutating func remove(before oldest: UInt32) {
    positions = positions[place(of: oldest)...]
  }

  package mutating func removeAll() { positions.removeAll(keepingCapacity: true) }

  /// The place of the first one that is not below a position.
  private func place(of position: UInt32) -> Int {
    var (start, end) = (positions.startIndex, positions.endIndex)
    while start < end {
      let middle = (start + end) / 2
      if positions[middle] < position { start = middle + 1 } else { end = middle }
    }
    return start
  }

  private func places(of missed: Range<UInt32>) -> Range<Int> {
    place(of: missed.lowerBound)..<place(of: missed.upperBound)
  }
}
