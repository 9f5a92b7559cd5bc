import DeliverySim
import Foundation
import Models
import TestSupport
import Testing

@Suite("Counts of delays")
struct LatencyCountsTests {
  /// The delays go from microseconds to decades, evenly over the powers, and around every edge of a
  /// bin.
  private static let delays: [Int64] = {
    var random = SplitMix64(state: 2)
    var delays: [Int64] = (0..<3000) + [SimTime.latest.microseconds]
    for _ in 0..<20_000 { delays.append(Int64(random.word() >> UInt64(13 + random.below(51)))) }
    for bin in 1..<LatencyBins.count {
      let edge = Int64(LatencyBins.low(bin) * 1e6)
      delays += (-2...2).map { edge + $0 }
    }
    return delays
  }()

  private static var counts: LatencyCounts {
    var counts = LatencyCounts()
    for delay in delays { counts.add(SimTime(microseconds: delay)) }
    return counts
  }

  @Test("Each delay lies in the bin whose edges enclose it")
  func bins() {
    var expected = [UInt64](repeating: 0, count: LatencyBins.count)
    for delay in Self.delays {
      // In milliseconds, edge k is 10^((k-1)/20); no whole microsecond lies on an edge but powers
      // of ten, which are exact.
      let bin = (1..<LatencyBins.count).last { Double(delay) >= LatencyBins.low($0) * 1e6 } ?? 0
      expected[bin] += 1
    }
    expect(Self.counts.bins, equals: expected)
    expect(Self.counts.sum, equals: Self.delays.reduce(0) { $0 + UInt128($1) })
  }

  @Test("Quantiles are those of the sorted delays, to 0.1 % and never too short")
  func quantiles() {
    let sorted = Self.delays.sorted()
    let ranks = (1...sorted.count).filter { $0 % 97 == 0 || $0 == 1 || $0 == sorted.count }
    let found = Self.counts.quantiles(ranks: ranks.map(UInt64.init))
    for (rank, quantile) in zip(ranks, found) {
      let exact = sorted[rank - 1]
      let value = quantile?.microseconds ?? -1
      expect(value >= exact && Double(value) <= Double(exact) * (1 + 0x1p-10))
    }
    expect(Self.counts.quantiles(ranks: [0, UInt64(sorted.count + 1)]), equals: [nil, nil])
  }

  @Test("Parts add up")
  func parts() {
    var (one, other) = (LatencyCounts(), LatencyCounts())
    for (place, delay) in Self.delays.enumerated() {
      if place % 3 == 0 {
        one.add(SimTime(microseconds: delay))
      } else {
        other.add(SimTime(microseconds: delay))
      }
    }
    one.add(other)
    expect(one.bins == Self.counts.bins && one.sum == Self.counts.sum)
    expect(
      one.quantiles(ranks: [500, 20_000]), equals: Self.counts.quantiles(ranks: [500, 20_000]))
  }

  @Test("What is no delay is refused")
  func refused() async {
    await #expect(processExitsWith: .failure) {
      var counts = LatencyCounts()
      counts.add(SimTime(microseconds: -1))
    }
  }
}
