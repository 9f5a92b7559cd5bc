import DeliverySim
import Foundation

/// The bins of `latency.csv`: edges 0, 10^(k/20) ms for k = 0 ... 199, infinity.
public enum LatencyBins {
  /// The number of bins.
  public static let count = 201

  /// The lower edges [µs], rounded up: a whole number of microseconds lies in the bin it would lie
  /// in exactly.
  private static let edges: [Int64] =
    [0] + (0..<200).map { Int64((pow(10, Double($0) / 20) * 1000).rounded(.up)) }

  /// For each number of significant bits, the bin of the smallest such number.
  private static let firstBin: [Int] = (0...63).map { bits in
    let smallest = bits == 0 ? 0 : Int64(1) << (bits - 1)
    return (edges.firstIndex { $0 > smallest } ?? count) - 1
  }

  /// The bin of a delay.
  ///
  /// - Precondition: The delay is not negative.
  static func bin(of delay: SimTime) -> Int {
    let value = delay.microseconds
    let edges = edges
    var bin = firstBin[Int64.bitWidth - value.leadingZeroBitCount]
    while bin + 1 < count, edges[bin + 1] <= value { bin += 1 }
    return bin
  }

  /// The lower edge of a bin [s].
  public static func low(_ bin: Int) -> Double {
    bin == 0 ? 0 : pow(10, Double(bin - 1) / 20) / 1000
  }

  /// The upper edge of a bin [s].
  public static func high(_ bin: Int) -> Double {
    bin == count - 1 ? .infinity : pow(10, Double(bin) / 20) / 1000
  }
}
