import DeliverySim
import Files
package import Scenarios
import Vocabulary

/// A device's or a message's story as a page of its own: swim lanes, and below them sentences; two
/// strategies stand one above the other, on the same axis of time.
package struct StoryPage {
  private let traces: [DeviceTrace]
  private let stories: [StoryLanes]
  private let axis: TimeAxis
  /// Where the second strategy first differs from the first one.
  private let difference: (time: SimTime, words: String)?

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
    traces = try explanation.traces(with: other, experiment)
    stories = traces.map { StoryLanes($0) }
    axis = TimeAxis(stories)
    difference = traces.count > 1 ? StrategyComparison(traces[0], traces[1]).difference : nil
  }
}

extension StoryPage {
  /// The document.
  package var lines: [String] {
    head + ["<body>", "<h1>\(title)</h1>"] + differenceLines
      + zip(traces, stories).flatMap { section($0, $1) } + ["</body>", "</html>"]
  }

  private var title: String {
    let strategies = traces.map(\.explanation.strategy).joined(separator: " and ")
    return Markup.encoded(traces[0].heading(of: strategies).joined(separator: " "))
  }

  private var head: [String] {
    [
      "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
      "<meta http-equiv=\"Content-Security-Policy\" "
        + "content=\"default-src 'none'; style-src 'unsafe-inline'\">",
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
      "<title>\(title)</title>", "<style>", PageStyle.text, "</style>", "</head>",
    ]
  }

  private var differenceLines: [String] {
    guard traces.count > 1 else { return [] }
    guard let difference else { return ["<p>No difference: the events are the same.</p>"] }
    return [
      "<p class=\"mark\">The first difference (dashed line): "
        + "\(HumanText.second(difference.time)). \(Markup.encoded(difference.words))</p>"
    ]
  }
}

extension StoryPage {
  // MARK: A story

  private func section(_ told: DeviceTrace, _ story: StoryLanes) -> [String] {
    let name = Markup.encoded(told.explanation.strategy)
    let drawing = LaneDrawing(story, axis, difference: difference?.time)
    let box = "<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"Lanes of \(name)\">"
    // Of one strategy, the heading of the page has said it.
    let heading = traces.count > 1 ? ["<h2>\(name)</h2>"] : []
    return ["<section>"] + heading + [box] + drawing.names
      + drawing.lines(title: "Swim lanes: what happened under \(name)")
      + ["</div>"] + legend(story) + ending(told) + events(told) + ["</section>"]
  }

  private func legend(_ story: StoryLanes) -> [String] {
    let kinds = Set(story.spans.map(\.kind))
    let bars = PageStyle.kinds.filter { kinds.contains($0.0) }.map {
      "<li><span class=\"\($0.0)\">\($0.1)</span></li>"
    }
    let points =
      "<li>× a push ends; large dot: the user is told. Rest the pointer on what has no text.</li>"
    return ["<ul class=\"legend\">"] + bars + [points, "</ul>"]
  }

  /// The message's fate in sentences, or those of all messages as a table.
  private func ending(_ told: DeviceTrace) -> [String] {
    if let message = told.explanation.message {
      return ["<p>\(Markup.encoded(OutcomeExplanation(told, message: message).text))</p>"]
    }
    return details("The fate of each message", told.ending)
  }

  private func events(_ told: DeviceTrace) -> [String] {
    let records = told.records
    return details("All \(records.count) events", records.map { told.text.line($0) })
  }

  private func details(_ summary: String, _ lines: [String]) -> [String] {
    let text = lines.map { Markup.encoded($0) }.joined(separator: "\n")
    return ["<details><summary>\(summary)</summary>", "<pre>\(text)</pre>", "</details>"]
  }
}
