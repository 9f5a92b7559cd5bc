import DeliverySim
import Files
import Models

/// A story in the trace-event format that ui.perfetto.dev opens: a track for each station along the
/// path, what happens to a message as the steps of its flow, what else happens as instants, what
/// lasts as slices. Two strategies are two processes of one trace.
///
/// Source: "Trace Event Format" (Google, 2016): complete events `X` with `dur`, instants `i`,
/// flows `s`, `t`, `f`, metadata `M`; times in microseconds.
package struct StoryTrace {
  private let processes: [TraceProcess]

  /// Simulates the device again from the seed.
  ///
  /// - Parameters:
  ///   - experiment: Where the device is.
  ///   - explanation: Which device or message, under which strategy.
  ///   - other: The strategy to compare with; nil: none.
  /// - Throws: As ``Explanation/lines(_:)``, and ``StrategyComparison``.
  package init(
    _ explanation: Explanation, with other: String? = nil, _ experiment: Experiment
  ) throws {
    let traces = try explanation.traces(with: other, experiment)
    processes = traces.enumerated().map { TraceProcess($0.element, number: $0.offset + 1) }
  }
}

extension StoryTrace {
  /// The document: an event takes a line.
  package var lines: [String] {
    let events = processes.flatMap(\.events)
    let rows = events.enumerated().map { place, event in
      "    \(event.jsonLine())\(place == events.count - 1 ? "" : ",")"
    }
    return ["{", "  \"displayTimeUnit\": \"ms\",", "  \"traceEvents\": ["] + rows + ["  ]", "}"]
  }
}
