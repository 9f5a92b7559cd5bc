import DeliverySim
import Models

/// Figures of spans, each worked out once: design points share laws and recordings.
struct KnownSpans {
  /// Looked up only; the laws live as long as their experiment.
  private var ofLaws: [ObjectIdentifier: SpanFigures] = [:]
  private var recorded: (streams: [[Range<SimTime>]], figures: SpanFigures?) = ([], nil)

  mutating func callAsFunction(_ law: Distribution) -> SpanFigures {
    if let known = ofLaws[ObjectIdentifier(law)] { return known }
    let figures = SpanFigures(law)
    ofLaws[ObjectIdentifier(law)] = figures
    return figures
  }

  /// - Returns: nil when nothing is recorded.
  mutating func callAsFunction(_ trace: AbsenceTrace) -> SpanFigures? {
    // Quick where both are one list, as they mostly are.
    guard recorded.streams != trace.streams else { return recorded.figures }
    let lengths = trace.streams.flatMap { $0.map { ($0.upperBound - $0.lowerBound).seconds } }
    recorded = (trace.streams, SpanFigures(recorded: lengths))
    return recorded.figures
  }
}
