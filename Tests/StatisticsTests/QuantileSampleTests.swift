import Foundation
import Statistics
import TestSupport
import Testing

/// Quantiles of all replications together. Cells are one unit wide: cell c holds c ... c+1.
@Suite("Pooled quantile")
struct QuantileSampleTests {
  private func counts(_ cells: [Int: UInt64]) -> CellCounts {
    var counts = CellCounts()
    for (cell, count) in cells.sorted(by: { $0.key < $1.key }) {
      counts.add(cell: cell, count: count)
    }
    return counts
  }

  private func sample(_ parts: [[Int: UInt64]], totals: [UInt64]? = nil) -> QuantileSample {
    let counts = parts.map(counts)
    return QuantileSample(PooledCounts(counts), totals: totals ?? counts.map(\.total)) {
      (Double($0), Double($0 + 1))
    }
  }

  private let intervals = QuantileIntervals(confidence: 0.95, shareTrials: 4, resampling: nil)

  @Test(
    "Packed counts come back as they went in", arguments: [1, 127, 128, 16_384, UInt64.max / 4])
  func packing(count: UInt64) {
    let cells: [Int: UInt64] = [0: count, 1: 1, 300: count, 100_000: 2]
    var found: [Int: UInt64] = [:]
    for (cell, count) in counts(cells) { found[cell] = count }
    expect(found, equals: cells)
    expect(counts(cells).total, equals: 2 * count + 3)
  }

  /// 10 values in cell 0 and 30 in cell 4: rank 20 is the tenth of the 30.
  @Test("The value of rank ⌈qN⌉ of all together, not the mean of the replications' own")
  func pooled() throws {
    let sample = sample([[0: 10], [4: 30]])
    expect(sample.estimate(0.5, intervals)?.mean, equals: 4 + 10.0 / 30)
    expect(sample.estimate(0.25, intervals)?.mean, equals: 1)
    expect(sample.estimate(0.125, intervals)?.mean, equals: 0.5)
  }

  @Test("What is not counted is infinite; nothing at all has no quantile")
  func infinite() throws {
    let sample = sample([[0: 10], [0: 10], [0: 9]], totals: [10, 10, 10])
    let beyond = try unwrap(sample.estimate(0.99, intervals))
    expect(beyond.mean == .infinity && beyond.high == .infinity && beyond.standardError == nil)
    let within = try unwrap(sample.estimate(0.5, intervals))
    expect(within.mean == 15.0 / 29 && (within.high ?? .infinity).isFinite)
    expect(self.sample([[:], [:]]).estimate(0.5, intervals) == nil)
  }

  @Test("A single replication has no interval; replications that agree have a point")
  func degenerate() throws {
    let one = try unwrap(sample([[3: 4]]).estimate(0.5, intervals))
    expect(one.mean == 3.5 && one.low == nil && one.method == nil)
    let many = QuantileIntervals(confidence: 0.95, shareTrials: 1_000_000, resampling: nil)
    let same = try unwrap(sample([[3: 4], [3: 4], [3: 4]]).estimate(0.5, many))
    expect(isClose(same.low, 3.5, 1e-5) && isClose(same.high, 3.5, 1e-5))
    expect(same.method, equals: .resampled)
    // Few trials leave open what lies beyond: all that was seen is no bound of the rest.
    let few = try unwrap(sample([[3: 4], [3: 4], [3: 4]]).estimate(0.5, intervals))
    expect(few.low == 3 && few.high == .infinity)
  }

  /// The interval holds exactly the x at which the interval of the share of values up to x holds q:
  /// by another path, a walk over a fine grid of x.
  @Test("The interval is that of the share, turned around", arguments: [0.2, 0.5, 0.8])
  func inversion(q: Double) throws {
    var generator = SplitMix64(state: 11)
    let parts = (0..<12).map { _ in
      Dictionary(
        uniqueKeysWithValues: (0..<20).map { ($0, 1 + UInt64(generator.uniform() * 30)) })
    }
    let estimate = try unwrap(sample(parts).estimate(q, intervals))
    let held = try stride(from: 0.0, to: 20, by: 1e-3).filter { x in
      let upTo = parts.map { part in
        part.reduce(0.0) { $0 + Double($1.value) * min(1, max(0, x - Double($1.key))) }
      }
      let totals = parts.map { Double($0.values.reduce(0, +)) }
      let share = try unwrap(
        RatioSample(numerators: upTo, denominators: totals).estimate(confidence: 0.95))
      return (share.low ?? 1) <= q && q <= (share.high ?? 0)
    }
    // Bounds are interpolated inside a cell: they bend a little there, a twentieth of it at most.
    expect(abs((estimate.low ?? 0) - (held.first ?? .nan)) < 0.05)
    expect(abs((estimate.high ?? 0) - (held.last ?? .nan)) < 0.05)
  }

  @Test("Shifted by a constant, the difference is that constant and nothing is uncertain")
  func constantDifference() throws {
    let parts: [[Int: UInt64]] = (1...8).map { [$0: 5, 10 + $0: 5, 30: 1] }
    let shifted = parts.map { part in
      Dictionary(uniqueKeysWithValues: part.map { ($0.key + 7, $0.value) })
    }
    let result = try unwrap(
      sample(shifted).difference(0.4, from: sample(parts), intervals, ifZero: .unknown))
    expect(isClose(result.difference, 7, 1e-12))
    expect(isClose(result.low, 7, 1e-4) && isClose(result.high, 7, 1e-4))
  }

  /// The numbers are by hand: 10,000 values to a unit, even, in ten replications. In one of them
  /// `moved` values lie far below in the second sample, as one event, whose exact limit is
  /// χ²(0.975; 4) / 2 events.
  @Test("Where values that only one has are rare, the next ones bound the difference")
  func rareDifference() throws {
    let even = (0..<10).map { _ in
      Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, UInt64(1000)) })
    }
    let limit = ChiSquare.quantile(0.975, degreesOfFreedom: 4) / 2 - 1
    for moved in [1, 40] {
      var other = even
      (other[3][9], other[3][0]) = (UInt64(1000 - moved), UInt64(1000 + moved))
      let result = try unwrap(
        sample(even).difference(0.5, from: sample(other), intervals, ifZero: .unknown))
      let (difference, reach) = (Double(moved) * 1e-4, limit * Double(moved) * 1e-4)
      expect(isClose(result.difference, difference, 1e-9))
      expect(isClose(result.high, difference + reach, 0.02 * reach), "\(moved): \(result)")
      expect(isClose(result.low, difference - reach, 0.02 * reach), "\(moved): \(result)")
      try expect(unwrap(result.pValue) > 0.05)
    }
  }

  @Test(
    "Rare differences have the same interval the other way round",
    arguments: [
      [0, 1, 1, 1, 1, 2, 3, 5, 10, 10], [1, 1, 1, 1, 1, 2, 2, 4, 10, 10],
      [0, 0, 0, 0, 0, 1, 1, 1, 1, 20], [0, 0, 0, 0, 0, 0, 0, 0, 2, 1],
    ])
  func rareSymmetry(_ moved: [Int]) throws {
    let even = (0..<10).map { _ in
      Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, UInt64(1000)) })
    }
    let other = zip(even, moved).map { part, count in
      part.merging([9: UInt64(1000 - count), 0: UInt64(1000 + count)]) { $1 }
    }
    let (one, two) = (sample(even), sample(other))
    let forth = try unwrap(one.difference(0.5, from: two, intervals, ifZero: .unknown))
    let back = try unwrap(two.difference(0.5, from: one, intervals, ifZero: .unknown))
    expect(isClose(forth.low, -(try unwrap(back.high)), 1e-9))
    expect(isClose(forth.high, -(try unwrap(back.low)), 1e-9))
    expect(isClose(forth.pValue, try unwrap(back.pValue), 1e-9))
  }

  /// All delays are a second longer: no more messages would make that less sure.
  @Test("Three replications that differ in all values are no rare difference")
  func denseDifference() throws {
    let parts: [[Int: UInt64]] = (1...3).map { [4: 100 + $0, 9: 100] }
    let longer = parts.map { part in
      Dictionary(uniqueKeysWithValues: part.map { ($0.key + 1, $0.value) })
    }
    let many = QuantileIntervals(confidence: 0.95, shareTrials: 1_000_000, resampling: nil)
    let result = try unwrap(
      sample(longer).difference(0.4, from: sample(parts), many, ifZero: .unknown))
    expect(isClose(result.low, 1, 1e-4) && isClose(result.high, 1, 1e-4))
  }

  /// The numbers are by hand: 500 values of 1 and 500 of 3 in a replication, without width; in one
  /// of ten another 3.
  /// 3. One value moves the median from 3 to 1, so that the difference may be 0, and often is.
  @Test("Where one value moves a quantile by all of the difference, p says so")
  func atoms() throws {
    func sample(_ parts: [[Int: UInt64]]) -> QuantileSample {
      let counts = parts.map(self.counts)
      return QuantileSample(PooledCounts(counts), totals: counts.map(\.total)) {
        (Double($0), Double($0))
      }
    }
    let even = (0..<10).map { _ in [1: UInt64(500), 3: 500] }
    let here = sample([[1: 499, 3: 501]] + even.dropFirst())
    let result = try unwrap(
      here.difference(0.5, from: sample(even), intervals, ifZero: .unknown))
    expect(result.difference == 2 && (result.low ?? 1) <= 0, "\(result)")
    try expect(unwrap(result.pValue) > 0.2, "\(result)")
  }

  /// None was seen up to the median, though the samples differ beyond it: 3.69 values of 100,000.
  @Test("Where no such value was seen, there may be some")
  func unseenDifference() throws {
    let even = (0..<10).map { _ in
      Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, UInt64(1000)) })
    }
    var other = even
    (other[3][9], other[3][8]) = (990, 1010)
    let result = try unwrap(
      sample(even).difference(0.5, from: sample(other), intervals, ifZero: .unknown))
    expect(result.difference == 0 && result.pValue == 1)
    let reach = -log(0.025) * 1e-4
    expect(isClose(result.high, reach, 0.02 * reach) && isClose(result.low, -reach, 0.02 * reach))
  }

  @Test("Antisymmetric, and wider for a family")
  func symmetry() throws {
    var generator = SplitMix64(state: 5)
    let (a, b) = (0..<2).map { _ in
      sample((0..<10).map { _ in [Int(generator.uniform() * 9): 3, 20: 1, 12: 2] })
    }.pair
    let forth = try unwrap(a.difference(0.5, from: b, intervals, ifZero: .unknown, familySize: 4))
    let back = try unwrap(b.difference(0.5, from: a, intervals, ifZero: .unknown, familySize: 4))
    expect(isClose(forth.difference, -back.difference))
    let width = try unwrap(forth.high) - (try unwrap(forth.low))
    expect(isClose(forth.low, -(try unwrap(back.high)), 1e-6 * width))
    let (low, lowAll) = (try unwrap(forth.low), try unwrap(forth.lowAll))
    let (high, highAll) = (try unwrap(forth.high), try unwrap(forth.highAll))
    expect(lowAll <= low && highAll >= high)
    let p = try unwrap(forth.pValue)
    expect((p <= 0.05), equals: (low > 0 || high < 0))
  }

  /// By hand: where the other one is a point, the difference has the ends of this one, shifted.
  @Test("A quantile without an interval's width shifts the other's ends, and p agrees with them")
  func againstAPoint() throws {
    let many = QuantileIntervals(confidence: 0.95, shareTrials: 1_000_000, resampling: nil)
    let point = sample((0..<12).map { _ in [0: 1_000_000] })
    let wide = sample((0..<12).map { [Int($0) % 4: 30, 9: 1 + UInt64($0)] })
    let (here, there) = (
      try unwrap(wide.estimate(0.5, many)), try unwrap(point.estimate(0.5, many))
    )
    for (one, other, sign) in [(wide, point, 1.0), (point, wide, -1.0)] {
      let result = try unwrap(one.difference(0.5, from: other, many, ifZero: .unknown))
      let ends = [sign * (here.low! - there.mean), sign * (here.high! - there.mean)].sorted()
      expect(isClose(result.low, ends[0], 1e-3) && isClose(result.high, ends[1], 1e-3))
      let excludesZero = try unwrap(result.low) > 0 || (try unwrap(result.high)) < 0
      try expect(unwrap(result.pValue) <= 0.05, equals: excludesZero)
    }
  }

  @Test("An end that is infinite makes that end of the difference infinite")
  func infiniteEnd() throws {
    // Two trials leave the upper end of both open; a million do not.
    let few = QuantileIntervals(confidence: 0.95, shareTrials: 2, resampling: nil)
    let (one, other) = (sample([[0: 4, 3: 1], [0: 4, 2: 1]]), sample([[1: 5000], [1: 5000]]))
    let both = try unwrap(one.difference(0.9, from: other, few, ifZero: .unknown))
    expect(both.low == -.infinity && both.high == .infinity)
    let many = QuantileIntervals(confidence: 0.95, shareTrials: 1_000_000, resampling: nil)
    // No replication stands out, which would leave the next one open.
    let same = sample([[0: 4000, 3: 1000], [0: 4000, 3: 1000]])
    let upper = try unwrap(same.difference(0.9, from: other, many, ifZero: .unknown))
    expect((upper.high ?? .infinity).isFinite && (upper.low ?? -.infinity).isFinite)
  }

  @Test("Against an infinite quantile the difference is infinite, with the ends at their worst")
  func againstInfinity() throws {
    let many = QuantileIntervals(confidence: 0.95, shareTrials: 1_000_000, resampling: nil)
    let finite = sample([[0: 10, 1: 10], [0: 12, 1: 8], [0: 9, 1: 11]])
    let infinite = sample([[0: 1], [0: 1], [0: 2]], totals: [1000, 1000, 1000])
    let result = try unwrap(infinite.difference(0.5, from: finite, many, ifZero: .unknown))
    expect(result.difference == .infinity && result.low == .infinity && result.high == .infinity)
    expect(result.pValue, equals: nil)
    let back = try unwrap(finite.difference(0.5, from: infinite, many, ifZero: .unknown))
    expect(back.difference == -.infinity && back.high == -.infinity)
    expect(infinite.difference(0.5, from: infinite, many, ifZero: .unknown) == nil)
    // One policy, twice: it is as late as itself.
    let same = try unwrap(infinite.difference(0.5, from: infinite, many, ifZero: .exact))
    expect(same.difference == 0 && same.low == 0 && same.high == 0)
  }

  @Test("Agreement in every replication: only one policy makes it certain")
  func agreement() throws {
    let sample = sample([[1: 2], [2: 2], [3: 1]])
    let same = try unwrap(sample.difference(0.5, from: sample, intervals, ifZero: .exact))
    expect(same.low == 0 && same.high == 0 && same.pValue == 1)
    let others = try unwrap(sample.difference(0.5, from: sample, intervals, ifZero: .unknown))
    expect(others.difference == 0 && others.low == nil && others.high == nil)
  }
}

extension Array {
  fileprivate var pair: (Element, Element) { (self[0], self[1]) }
}
