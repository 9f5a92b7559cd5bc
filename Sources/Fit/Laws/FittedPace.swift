import Foundation
import Statistics

/// The speed at which spans of a log were used up in each hour of the week (model.md R1.9).
package struct FittedPace: Sendable {
  /// The largest p value at which a pace is proposed.
  package static let level = 1e-4
  private static let roundsMax = 30
  /// The largest change of a weight that is no change.
  private static let precision = 1e-3
  /// The most hours in all spans; of more, every n-th span is looked at.
  private static let hoursMax = 1e6

  /// 168 weights of mean 1, as the scenario writes them; they begin as ``WeeklyShape/hours``.
  package let hours: [Double]
  /// The number of hours with a weight of their own: 168, or 48 (those of workdays and of
  /// weekends), or 24.
  package let cells: Int
  /// The p-value of the test that every hour is alike.
  package let pValue: Double
  /// The lengths of spans that ended, at pace 1 **[s]**, ascending.
  let lengths: [Double]
}

extension FittedPace {
  /// - Returns: nil where the log is too small to tell, or every hour may well be like the others.
  init?(_ all: [HourSpan], isCalendar: Bool) {
    let spans = Self.sample(all)
    guard let cells = Self.cells(spans, isCalendar) else { return nil }
    var weights = [Double](repeating: 1, count: 168)
    let first = EndsByCell(spans, weights, cells)
    // Spans of one length may end at some hours only: there is nothing to compare with.
    guard first.expected.allSatisfy({ $0 > 0 }) else { return nil }
    let pValue = ChiSquare.upperTail(
      first.chiSquare, degreesOfFreedom: Double(first.expected.count - 1))
    guard pValue < Self.level else { return nil }
    for _ in 0..<Self.roundsMax {
      let ratios = EndsByCell(spans, weights, cells).ratios
      let changed = weights.indices.map { weights[$0] * ratios[cells[$0]] }
      let mean = changed.reduce(0, +) / 168
      let next = changed.map { $0 / mean }
      let change = zip(next, weights).reduce(0) { max($0, abs($1.0 / $1.1 - 1)) }
      weights = next
      if change < Self.precision { break }
    }
    let written = weights.map { FitNumber.rounded($0, 3) }
    (hours, self.cells, self.pValue) = (written, first.expected.count, pValue)
    lengths = Self.lengths(all, at: written)
  }

  private init(_ pace: FittedPace, of spans: [HourSpan]) {
    (hours, cells, pValue) = (pace.hours, pace.cells, pace.pValue)
    lengths = Self.lengths(spans, at: pace.hours)
  }

  /// The same weights, with the lengths of other spans.
  func of(_ spans: [HourSpan]) -> FittedPace { FittedPace(self, of: spans) }

  private static func lengths(_ spans: [HourSpan], at hours: [Double]) -> [Double] {
    spans.filter(\.hasEnded).map { $0.length(at: hours) }.ascending()
  }

  private static func sample(_ spans: [HourSpan]) -> [HourSpan] {
    let hours = spans.reduce(0) { $0 + ($1.end - $1.start) / 3600 + 1 }
    let step = max(1, Int((hours / hoursMax).rounded(.up)))
    return stride(from: 0, to: spans.count, by: step).map { spans[$0] }
  }

  /// The cell of each hour: the finest division for which the log is large enough.
  private static func cells(_ spans: [HourSpan], _ isCalendar: Bool) -> [Int]? {
    var exposure = [Double](repeating: 0, count: 168)
    for span in spans { span.forEachHour { exposure[$0] += $1 } }
    let ends = Double(spans.count(where: \.hasEnded))
    return HourCells.finest(ends, exposure, isCalendar: isCalendar)
  }

  /// The proposal rests on this.
  package var words: String {
    let p = pValue < 1e-10 ? "< 1e-10" : "= \(FitNumber.text(pValue, 2))"
    return "chi-square test, \(cells) cells, p \(p)"
  }

  /// The same weights, where the week begins `hours` later.
  func weights(from first: Int) -> [Double] { (0..<168).map { hours[($0 + first) % 168] } }
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
  ///   - weights: The weights by hour of the week, above 0.
  ///   - cells: The cells by hour of the week.
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

  /// The ratios of ends to expected ends; half an end more, so that none is 0.
  var ratios: [Double] { zip(observed, expected).map { ($0 + 0.5) / ($1 + 0.5) } }
}
