import Answers
import Scenarios
import TestSupport
import Testing

/// The testing library has expectations of its own.
private typealias Relation = Scenarios.Expectation.Relation

/// Verdicts of all intervals around all bounds, against a definition by points.
@Suite struct VerdictTests {
  static let numbers: [Double] = [-2, -1, 0, 1, 2]

  /// Whether a true value would be as expected.
  private func isFine(_ value: Double, _ relation: Relation, _ bound: Double) -> Bool {
    switch relation {
    case .atLeast: value >= bound
    case .above: value > bound
    case .atMost: value <= bound
    case .below: value < bound
    }
  }

  /// A closed interval holds its ends, and what is between them: with bounds on the grid, the ends
  /// and the middles between neighbours stand for all of it.
  @Test(arguments: Relation.allCases)
  fileprivate func aVerdictIsWhatAllPointsOfTheIntervalSay(relation: Relation) {
    var counts: [Verdict: Int] = [:]
    for low in Self.numbers {
      for high in Self.numbers where high >= low {
        for bound in Self.numbers {
          let points = stride(from: low, through: high, by: 0.5)
          let fine = points.map { isFine($0, relation, bound) }
          let expected: Verdict =
            fine.allSatisfy { $0 } ? .holds : fine.contains(true) ? .inconclusive : .fails
          let seen = Verdict(low: low, high: high, relation, bound)
          expect(seen, equals: expected, "[\(low), \(high)] \(relation.rawValue) \(bound)")
          counts[seen, default: 0] += 1
        }
      }
    }
    // 15 intervals x 5 bounds, and each verdict among them.
    expect(counts.values.reduce(0, +) == 75 && counts.count == 3)
  }

  /// The edges, written down by hand: an interval that ends at the bound.
  @Test(
    arguments: [
      (.atLeast, .holds, .inconclusive, .holds), (.above, .inconclusive, .fails, .fails),
      (.atMost, .inconclusive, .holds, .holds), (.below, .fails, .inconclusive, .fails),
    ] as [(Relation, Verdict, Verdict, Verdict)])
  fileprivate func theBoundItself(
    relation: Relation, above: Verdict, below: Verdict, point: Verdict
  ) {
    expect(Verdict(low: 1, high: 2, relation, 1), equals: above)
    expect(Verdict(low: 0, high: 1, relation, 1), equals: below)
    expect(Verdict(low: 1, high: 1, relation, 1), equals: point)
  }

  @Test(arguments: Relation.allCases)
  fileprivate func withoutAnIntervalNothingIsConcluded(relation: Relation) {
    for bound in Self.numbers + [.infinity, -.infinity] {
      expect(Verdict(low: nil, high: nil, relation, bound), equals: .inconclusive)
      expect(Verdict(low: .nan, high: .nan, relation, bound), equals: .inconclusive)
    }
  }

  @Test func oneEndMayBeEnough() {
    expect(Verdict(low: 2, high: nil, .atLeast, 1), equals: .holds)
    expect(Verdict(low: 0, high: nil, .atLeast, 1), equals: .inconclusive)
    expect(Verdict(low: nil, high: 0, .atLeast, 1), equals: .fails)
    expect(Verdict(low: nil, high: 0, .atMost, 1), equals: .holds)
    expect(Verdict(low: 2, high: nil, .atMost, 1), equals: .fails)
    expect(Verdict(low: 2, high: .infinity, .above, 1), equals: .holds)
    expect(Verdict(low: -.infinity, high: .infinity, .above, 1), equals: .inconclusive)
  }

  @Test(arguments: Relation.allCases)
  fileprivate func turningEverythingRoundChangesNothing(relation: Relation) {
    for low in Self.numbers {
      for high in Self.numbers where high >= low {
        for bound in Self.numbers {
          let straight = Verdict(low: low, high: high, relation, bound)
          let turned = Verdict(low: -high, high: -low, relation.mirrored, -bound)
          expect(straight, equals: turned, "[\(low), \(high)] \(relation.rawValue) \(bound)")
        }
      }
    }
  }
}
