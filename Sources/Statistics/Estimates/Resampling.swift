import Synchronization

/// The replications that each bootstrap resample draws.
///
/// The random numbers come from outside, so that intervals are as reproducible as the simulation:
/// the same numbers serve every metric, every strategy and every difference, and are drawn once for
/// all of them.
public struct Resampling: Sendable {
  /// The number of resamples.
  public let count: Int
  private let fill: @Sendable (_ number: Int, _ indices: inout [UInt32]) -> Void
  private let kept = Kept()

  /// - Parameters:
  ///   - count: at least 100.
  ///   - fill: puts resample `number` (from 0) into `indices`: each one uniform in
  ///     0 ..< `indices.count`; the same numbers whenever it is asked.
  public init(
    count: Int = Self.countStandard,
    fill: @escaping @Sendable (_ number: Int, _ indices: inout [UInt32]) -> Void
  ) {
    precondition(count >= 100, "a bootstrap needs at least 100 resamples")
    self.count = count
    self.fill = fill
  }

  /// The number of resamples in docs/explanation/statistics.md, "Intervals".
  public static let countStandard = 2000
}

extension Resampling {
  // MARK: Draws of each replication

  /// The resamples of the size that was asked for last, one after the other.
  private final class Kept: Sendable {
    let resamples = Mutex<(size: Int, multiplicities: [UInt8])>((0, []))
  }

  /// Beyond so many bytes each resample is drawn whenever it is asked for.
  private static let byteCountMax = 1 << 26

  /// Calls `body` with each resample of `size` replications, in order: how often it draws each of
  /// them, and zeros up to a multiple of ``lanes``.
  func forEach(size: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let padded = Self.padded(size)
    guard padded * count <= Self.byteCountMax else {
      var (indices, one) = ([UInt32](repeating: 0, count: size), [UInt8]())
      for number in 0..<count {
        one.removeAll(keepingCapacity: true)
        append(number, &indices, to: &one)
        one.withUnsafeBufferPointer(body)
      }
      return
    }
    let all = multiplicities(size: size)
    all.withUnsafeBufferPointer { all in
      for first in stride(from: 0, to: all.count, by: padded) {
        body(UnsafeBufferPointer(rebasing: all[first..<first + padded]))
      }
    }
  }

  private func multiplicities(size: Int) -> [UInt8] {
    kept.resamples.withLock { kept in
      if kept.size == size { return kept.multiplicities }
      var (indices, all) = ([UInt32](repeating: 0, count: size), [UInt8]())
      all.reserveCapacity(count * Self.padded(size))
      for number in 0..<count { append(number, &indices, to: &all) }
      kept = (size, all)
      return all
    }
  }

  /// - Precondition: No replication is drawn more than 255 times, which chance does not do: for
  ///   more than 255 replications the probability is below 10⁻⁵⁰⁰.
  private func append(_ number: Int, _ indices: inout [UInt32], to all: inout [UInt8]) {
    fill(number, &indices)
    let first = all.count
    all.append(contentsOf: repeatElement(0, count: Self.padded(indices.count)))
    all.withUnsafeMutableBufferPointer { all in
      for index in indices { all[first + Int(index)] += 1 }
    }
  }

  /// So many numbers are added up side by side.
  static let lanes = 8

  static func padded(_ size: Int) -> Int { (size + lanes - 1) / lanes * lanes }
}
