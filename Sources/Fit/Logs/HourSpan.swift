/// A span of a log in the hours of its week.
struct HourSpan: Sendable {
  /// Since the start of a week **[s]**; `end` is after `start`.
  let start, end: Double
  /// False: the log ends first.
  let hasEnded: Bool
}

extension HourSpan {
  /// Calls `body` with each hour of the week that the span touches, in order, and for how long
  /// **[s]**.
  func forEachHour(_ body: (_ hour: Int, _ length: Double) -> Void) {
    var (time, hour) = (start, Int(start / 3600))
    while time < end {
      let next = min(end, Double(hour + 1) * 3600)
      body(hour % 168, next - time)
      (time, hour) = (next, hour + 1)
    }
  }

  /// How long it would take at pace 1 **[s]**.
  func length(at weights: [Double]) -> Double {
    var length = 0.0
    forEachHour { length += weights[$0] * $1 }
    return length
  }
}

/// The ends of spans by cell of hours, and how many there would be if the weights were right:
/// whatever the law of the spans is, it is estimated from all of them alike (Nelson and Aalen).
///
/// Given those at risk at each length, the ends fall on the cells by chance: their variances are at
/// most those of a multinomial law, so the chi-square test is on the safe side.
struct EndsByCell {
  private(set) var observed: [Double]
  private(set) var expected: [Double]

  /// - Parameters:
  ///   - weights: By hour of the week, above 0.
  ///   - cells: By hour of the week.
  init(_ spans: [HourSpan], _ weights: [Double], _ cells: [Int]) {
    let zeros = [Double](repeating: 0, count: (cells.max() ?? 0) + 1)
    (observed, expected) = (zeros, zeros)
    let lengths = spans.map { $0.length(at: weights) }
    let hazard = CumulativeHazard(lengths, hasEnded: spans.map(\.hasEnded))
    for span in spans {
      var (age, before, last) = (0.0, 0.0, 0)
      span.forEachHour { hour, length in
        age += weights[hour] * length
        let now = hazard.upTo(age)
        expected[cells[hour]] += now - before
        (before, last) = (now, cells[hour])
      }
      if span.hasEnded { observed[last] += 1 }
    }
  }

  var chiSquare: Double {
    zip(observed, expected).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) / $1.1 }
  }

  /// How much faster than assumed; half an end more, so that none is 0.
  var ratios: [Double] { zip(observed, expected).map { ($0 + 0.5) / ($1 + 0.5) } }
}

/// The estimate of Nelson and Aalen: at each length at which spans end, the share of those at risk.
private struct CumulativeHazard {
  /// Of the spans that ended, ascending.
  private let ends: [Double]
  /// One more than ``ends``, from 0.
  private let sums: [Double]

  init(_ lengths: [Double], hasEnded: [Bool]) {
    let all = lengths.sorted()
    ends = zip(lengths, hasEnded).filter(\.1).map(\.0).sorted()
    var (sums, shorter) = ([0.0], 0)
    for end in ends {
      while all[shorter] < end { shorter += 1 }
      sums.append(sums[sums.count - 1] + 1 / Double(all.count - shorter))
    }
    self.sums = sums
  }

  /// Of ends up to this length, itself included.
  func upTo(_ length: Double) -> Double {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= length { low = middle + 1 } else { high = middle }
    }
    return sums[low]
  }
}
