package import Statistics

/// Messages cut into bursts: a gap longer than a threshold ends one.
package struct BurstSplit: Sendable {
  /// **[s]**
  package let threshold: Double
  /// Gaps inside bursts **[s]**, ascending.
  package private(set) var within: [Double] = []
  /// From a burst's last message to the first of the next **[s]**, ascending.
  package private(set) var between: [Double] = []
  /// The times from a burst's first message to the first of the next **[s]**, ascending.
  package private(set) var starts: [Double] = []
  /// Messages of each burst, cut by the window or not.
  package private(set) var sizes = CountDistribution()

  package init(_ streams: [[Double]], threshold: Double) {
    self.threshold = threshold
    for stream in streams { split(stream) }
    within.sortAscending()
    between.sortAscending()
    starts.sortAscending()
  }

  private mutating func split(_ stream: [Double]) {
    guard var last = stream.first else { return }
    var (first, size) = (last, 1)
    for time in stream.dropFirst() {
      let gap = time - last
      if gap > threshold {
        between.append(gap)
        starts.append(time - first)
        sizes.add(value: size)
        (first, size) = (time, 1)
      } else {
        within.append(gap)
        size += 1
      }
      last = time
    }
    sizes.add(value: size)
  }
}

extension BurstSplit {
  /// When bursts start, since the window's start **[s]**, by device.
  func firsts(_ streams: [[Double]]) -> [[Double]] {
    streams.filter { !$0.isEmpty }.map { stream in
      stream.prefix(1)
        + zip(stream, stream.dropFirst()).compactMap { $1 - $0 > threshold ? $1 : nil }
    }
  }

  /// The times from the end of a burst to the start of the next, at pace 1 **[s]**, ascending.
  ///
  /// - Parameter pace: nil: that of the clock.
  func between(_ streams: [[Double]], at pace: WeeklyShape?) -> [Double] {
    guard let pace else { return between }
    return streams.flatMap { stream in
      zip(stream, stream.dropFirst()).compactMap { last, time in
        time - last > threshold ? pace.integral(time) - pace.integral(last) : nil
      }
    }.ascending()
  }

  package var meanSize: Double { Double(sizes.sum) / Double(max(1, sizes.total)) }

  /// The share of messages in bursts of two or more.
  package var burstShare: Double {
    let alone = sizes.units.count > 1 ? sizes.units[1] : 0
    return 1 - Double(alone) / Double(max(1, sizes.sum))
  }

  /// Gaps of one device, of either kind.
  package var gapCount: Int { within.count + between.count }

  /// Standard deviation over mean of all gaps; nil without gaps.
  package var coefficientOfVariation: Double? {
    let gaps = within + between
    let mean = gaps.reduce(0, +) / Double(max(1, gaps.count))
    guard mean > 0 else { return nil }
    let square = gaps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(gaps.count)
    return square.squareRoot() / mean
  }

  /// All gaps have ranks: those within lie below those between.
  package var medianGap: Double? {
    let rank = Int(CountDistribution.rank(0.5, of: UInt64(gapCount))) - 1
    guard gapCount > 0 else { return nil }
    return rank < within.count ? within[rank] : between[rank - within.count]
  }

  /// The smallest gap above 0: how finely the log tells times apart **[s]**.
  var resolution: Double {
    within.first { $0 > 0 } ?? between.first ?? 1
  }
}
