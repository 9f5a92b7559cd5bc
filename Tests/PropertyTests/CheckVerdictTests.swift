import Files
import Foundation
import Results
import TestSupport
import Testing
import Vocabulary

/// The verdict of one metric, and what several make together.
@Suite struct CheckVerdictTests {
  /// Every interval on a grid against every margin: the words of docs/how-to/regression.md, point
  /// by point.
  @Test func theWholeIntervalDecides() {
    let grid = stride(from: -3.0, through: 3, by: 0.5)
    for low in grid {
      for high in grid where high >= low {
        for margin in grid where margin >= 0 {
          let points = grid.filter { low <= $0 && $0 <= high }
          let expected: CheckVerdict =
            points.allSatisfy { $0 <= margin }
            ? .pass : points.allSatisfy { $0 > margin } ? .fail : .inconclusive
          let verdict = CheckVerdict.of(worseningFrom: low, to: high, margin: margin)
          expect(verdict, equals: expected, "\(low) ... \(high), margin \(margin)")
        }
      }
    }
  }

  /// In margins, 0 is the baseline, and more is worse.
  @Test(
    arguments: [
      (-0.5, -0.75, -0.375, Metric.Direction.higher, 0.25, [1.5, 2, 3]),
      (-0.5, -1, 0.25, .lower, 0.25, [-4, -2, 1]),
      (-0.5, -1, .infinity, .lower, 0.25, [-4, -2, .infinity]),
      (.infinity, 1, .infinity, .lower, 0.25, [4, .infinity, .infinity]),
      (.infinity, -.infinity, .infinity, .lower, 0.25, nil), (-0.5, -0.75, -0.375, .higher, 0, nil),
      (-0.5, -0.75, -0.375, .higher, .infinity, nil),
    ] as [(Double, Double, Double, Metric.Direction, Double, [Double]?)])
  func worseIsToldInMargins(
    moved: Double, low: Double, high: Double, better: Metric.Direction, limit: Double,
    told: [Double]?
  ) {
    expect(MetricCheck.worsening(moved, (low, high), better, limit), equals: told)
  }

  @Test func equalValuesAreTheSameWhereNoReplicationDiffers() {
    expect(MetricCheck.isSame(0.9, 0.9, (0, 0)))
    expect(MetricCheck.isSame(0.9, 0.9, nil) && MetricCheck.isSame(nil, nil, nil))
    expect(!MetricCheck.isSame(0.9, 0.9, (-0.001, 0.001)))
    expect(!MetricCheck.isSame(nil, 0.9, nil) && !MetricCheck.isSame(0.8, 0.9, (0, 0)))
  }

  @Test func aFailComesBeforeInconclusive() {
    expect([CheckVerdict]().worst, equals: .pass)
    for first in CheckVerdict.allCases {
      for second in CheckVerdict.allCases {
        let verdicts = [first, second]
        let expected: CheckVerdict =
          verdicts.contains(.fail)
          ? .fail : verdicts.contains(.inconclusive) ? .inconclusive : .pass
        expect(verdicts.worst, equals: expected)
      }
    }
    expect(CheckVerdict.worstFirst.map(\.exitCode), equals: [1, 3, 0])
  }

  @Test(
    arguments: [
      (0.99123, 5, "0.99123"), (-0.0, 3, "0"), (1671.4, 3, "1671"), (-99.96, 3, "-100"),
      (0.0000123, 3, "1.23e-05"), (123_456_789, 4, "1.235e+08"), (0.5, 4, "0.5"),
      (12.3456, 4, "12.35"),
    ])
  func numbersAreShort(value: Double, count: Int, text: String) {
    expect(HumanText.digits(value, count), equals: text)
  }
}
