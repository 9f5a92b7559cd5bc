public import DeliverySim

/// The number of times that each delay occurred: to three digits, and exactly by the bins of
/// ``LatencyBins``.
///
/// Goals, in this order: integers, so that parts add up in any order; a few instructions for each
/// delay; quantiles to 0.1 %. Delays below 2,048 µs have a cell each; above, every power of two is
/// cut into 1,024 cells (the layout of G. Tene's HDR histogram).
public struct LatencyCounts: Sendable, Equatable {
  private static let digits = 10
  /// The number of cells up to the latest time.
  public static let cellCount = cell(of: UInt64(SimTime.latest.microseconds)) + 1

  private var cells = [UInt64](repeating: 0, count: cellCount)
  /// The counts by ``LatencyBins``.
  public private(set) var bins = [UInt64](repeating: 0, count: LatencyBins.count)
  /// The sum of all delays [µs].
  public private(set) var sum: UInt128 = 0

  /// The counts without any delay.
  public init() {}
}

extension LatencyCounts {
  // MARK: Cells

  fileprivate static func cell(of delay: UInt64) -> Int {
    // The lowest 2^11 delays have the same width, as if one bit more were always set.
    let shift = UInt64.bitWidth - 1 - digits - (delay | 1 << digits).leadingZeroBitCount
    return shift &<< digits &+ Int(delay &>> UInt64(shift))
  }

  /// The smallest delay of a cell [µs].
  static func low(ofCell cell: Int) -> UInt64 {
    let shift = max(0, (cell >> digits) - 1)
    return UInt64(cell - shift << digits) << UInt64(shift)
  }
}

extension LatencyCounts {
  // MARK: Counting

  /// Counts delays for as long as a device is closed.
  struct Recorder: ~Copyable {
    fileprivate let cells: UnsafeMutablePointer<UInt64>
    fileprivate let bins: UnsafeMutablePointer<UInt64>
    fileprivate let edges: UnsafePointer<LatencyBins.Edge>
    fileprivate var sum: UInt128 = 0

    /// - Precondition: The delay lies in 0 ... `SimTime.latest`.
    mutating func add(_ delay: SimTime) {
      precondition(delay >= .zero && delay <= .latest, "no delay of a run")
      add(UInt64(bitPattern: delay.microseconds))
    }

    /// - Parameters:
    ///   - start: The start of the delay, from 0 to `SimTime.latest`.
    ///   - end: Not before it; never: there is no delay.
    /// - Returns: Whether there is one.
    mutating func add(from start: SimTime, to end: SimTime) -> Bool {
      let delay = UInt64(bitPattern: end.microseconds &- start.microseconds)
      guard delay <= UInt64(SimTime.latest.microseconds) else {
        precondition(end == .never, "no delay of a run")
        return false
      }
      add(delay)
      return true
    }

    private mutating func add(_ delay: UInt64) {
      let cell = LatencyCounts.cell(of: delay)
      cells[cell] &+= 1
      bins[edges[cell &>> LatencyBins.cellBits].bin(of: delay)] &+= 1
      sum &+= UInt128(delay)
    }
  }

  /// Lends out a recorder: whether the counts are shared is asked once, not at each delay.
  mutating func record(_ body: (inout Recorder) -> Void) {
    let sum = cells.withUnsafeMutableBufferPointer { cells in
      bins.withUnsafeMutableBufferPointer { bins in
        guard let cells = cells.baseAddress, let bins = bins.baseAddress else {
          preconditionFailure("there are always cells and bins")
        }
        var recorder = Recorder(cells: cells, bins: bins, edges: LatencyBins.edgesByCell)
        body(&recorder)
        return recorder.sum
      }
    }
    self.sum += sum
  }

  /// - Precondition: The delay lies in 0 ... `SimTime.latest`.
  public mutating func add(_ delay: SimTime) {
    record { $0.add(delay) }
  }

  /// Adds what was counted elsewhere.
  public mutating func add(_ other: LatencyCounts) {
    // No count reaches 2^64; unchecked, the processor adds several at once.
    for cell in cells.indices { cells[cell] &+= other.cells[cell] }
    for bin in bins.indices { bins[bin] &+= other.bins[bin] }
    sum += other.sum
  }
}

extension LatencyCounts {
  // MARK: Looking

  /// Calls `body` with each cell that is not empty, ascending, and its count.
  public func forEachCell(_ body: (_ cell: Int, _ count: UInt64) -> Void) {
    for (cell, count) in cells.enumerated() where count > 0 { body(cell, count) }
  }

  /// The shortest and the longest delay of a cell; they are the same below 2,048 µs.
  public static func bounds(ofCell cell: Int) -> (low: SimTime, high: SimTime) {
    (
      SimTime(microseconds: Int64(low(ofCell: cell))),
      SimTime(microseconds: Int64(low(ofCell: cell + 1)) - 1)
    )
  }
}

extension LatencyCounts {
  // MARK: Quantiles

  /// The delays of some ranks (1: the shortest), to 0.1 % and never too short; nil for a rank
  /// beyond the number of delays.
  ///
  /// - Complexity: One walk through the cells, however many ranks.
  public func quantiles(ranks: [UInt64]) -> [SimTime?] {
    var found = [SimTime?](repeating: nil, count: ranks.count)
    var open = ranks.indices.filter { ranks[$0] >= 1 }.sorted { ranks[$0] > ranks[$1] }
    var count: UInt64 = 0
    for (cell, more) in cells.enumerated() where more > 0 {
      count += more
      while let place = open.last, ranks[place] <= count {
        found[place] = SimTime(microseconds: Int64(Self.low(ofCell: cell + 1)) - 1)
        open.removeLast()
      }
      if open.isEmpty { break }
    }
    return found
  }
}
