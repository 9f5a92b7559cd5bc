import DeliverySim
import Foundation

/// The bins of `latency.csv`: edges 0, 10^(k/20) ms for k = 0 ... 199, infinity.
public enum LatencyBins {
  /// The number of bins.
  public static let count = 201

  /// The lower edge of a bin [s].
  public static func low(_ bin: Int) -> Double {
    bin == 0 ? 0 : pow(10, Double(bin - 1) / 20) / 1000
  }

  /// The upper edge of a bin [s].
  public static func high(_ bin: Int) -> Double {
    bin == count - 1 ? .infinity : pow(10, Double(bin) / 20) / 1000
  }
}

extension LatencyBins {
  // MARK: Finding a bin

  /// The lower edges [µs], rounded up: a whole number of microseconds lies in the bin it would lie
  /// in exactly.
  private static let edges: [UInt64] =
    [0] + (0..<200).map { UInt64((pow(10, Double($0) / 20) * 1000).rounded(.up)) }

  /// The only edge inside a stretch of delays.
  struct Edge {
    let binBelow: Int32
    let edge: UInt64

    func bin(of delay: UInt64) -> Int { Int(binBelow) &+ (delay >= edge ? 1 : 0) }
  }

  /// So many bits of a cell's number in ``LatencyCounts`` tell delays of one stretch apart. A
  /// stretch is short enough to have one edge at most: 1/16 of a power of two, where the next edge
  /// is 12 % farther.
  static let cellBits = 6

  /// The edges, by stretch. Lives for ever.
  nonisolated(unsafe) static let edgesByCell: UnsafePointer<Edge> = {
    let stretches = (LatencyCounts.cellCount - 1) >> cellBits + 1
    let table = UnsafeMutablePointer<Edge>.allocate(capacity: stretches)
    for stretch in 0..<stretches {
      let start = LatencyCounts.low(ofCell: stretch << cellBits)
      let binBelow = (edges.firstIndex { $0 > start } ?? count) - 1
      let edge = binBelow + 1 < count ? edges[binBelow + 1] : .max
      (table + stretch).initialize(to: Edge(binBelow: Int32(binBelow), edge: edge))
    }
    return UnsafePointer(table)
  }()
}
