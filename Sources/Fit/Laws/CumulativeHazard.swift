/// The estimate of Nelson and Aalen: at each length at which spans end, the share of those at risk.
struct CumulativeHazard {
  /// The lengths of spans that ended, ascending.
  private let ends: [Double]
  /// One more than ``ends``, from 0.
  private let sums: [Double]

  init(_ lengths: [Double], hasEnded: [Bool]) {
    let all = lengths.ascending()
    ends = zip(lengths, hasEnded).filter(\.1).map(\.0).ascending()
    var (sums, shorter) = ([0.0], 0)
    for end in ends {
      while all[shorter] < end { shorter += 1 }
      sums.append(sums[sums.count - 1] + 1 / Double(all.count - shorter))
    }
    self.sums = sums
  }

  /// The hazard of ends up to this length, itself included.
  func upTo(_ length: Double) -> Double {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= length { low = middle + 1 } else { high = middle }
    }
    return sums[low]
  }
}
