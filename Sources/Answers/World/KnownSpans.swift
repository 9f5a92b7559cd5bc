import DeliverySim
import Models

/// Figures of spans, each worked out once: design points share laws and recordings.
package struct KnownSpans {
  /// Looked up only; the laws live as long as their experiment.
  private var ofLaws: [ObjectIdentifier: SpanFigures] = [:]
  private var recorded: Recorded?

  private struct Recorded {
    let streams: [[Range<SimTime>]]
    let part: Range<SimTime>
    let figures: SpanFigures?
  }

  package init() {}

  mutating func callAsFunction(_ law: Distribution) -> SpanFigures {
    if let known = ofLaws[ObjectIdentifier(law)] { return known }
    let figures = SpanFigures(law)
    ofLaws[ObjectIdentifier(law)] = figures
    return figures
  }

  /// The figures of the absences that a part of the recording meets, each as a whole.
  ///
  /// - Returns: nil when there are none.
  mutating func callAsFunction(_ trace: AbsenceTrace, in part: Range<SimTime>) -> SpanFigures? {
    // Quick where both are one list, as they mostly are.
    if let recorded, recorded.part == part, recorded.streams == trace.streams {
      return recorded.figures
    }
    let lengths = trace.streams.joined().filter { $0.overlaps(part) }
      .map { ($0.upperBound - $0.lowerBound).seconds }
    let figures = SpanFigures(recorded: lengths)
    recorded = Recorded(streams: trace.streams, part: part, figures: figures)
    return figures
  }
}

/// The lengths of spans of one kind [s].
package struct SpanFigures: Equatable {
  package let mean: Double
  package let median: Double
  /// One in a hundred is longer.
  package let p99: Double

  init(_ law: Distribution) {
    mean = law.mean
    median = law.quantile(exceededBy: 0.5)
    p99 = law.quantile(exceededBy: 0.01)
  }

  /// The figures of recorded spans; the quantiles have the ranks ⌈n/2⌉ and ⌈0.99 n⌉.
  ///
  /// - Returns: nil when there are none.
  init?(recorded spans: [Double]) {
    guard !spans.isEmpty else { return nil }
    let sorted = spans.sorted()
    mean = sorted.reduce(0, +) / Double(sorted.count)
    median = sorted[(sorted.count - 1) / 2]
    p99 = sorted[(99 * sorted.count - 1) / 100]
  }
}
