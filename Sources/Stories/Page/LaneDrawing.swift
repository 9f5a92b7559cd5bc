import DeliverySim
import Files
import Vocabulary

/// The swim lanes of a story as SVG: bars, points, the way of the message, and texts where there is
/// room; everything else is said when the pointer rests on it.
struct LaneDrawing {
  private let story: StoryLanes
  private let axis: TimeAxis
  private let lanes: [Lane]
  /// Where another strategy's story begins to differ.
  private let difference: SimTime?
  private let height: Double

  private struct Lane {
    let lane: StoryLane
    let layout: LaneLayout
    let top: Double
    let height: Double

    /// Where its points lie.
    var line: Double { top + 14 + Double(layout.barRows) * LaneDrawing.barHeight }
  }

  private static let axisHeight = 24.0
  private static let barHeight = 20.0
  private static let textHeight = 16.0

  init(_ story: StoryLanes, _ axis: TimeAxis, difference: SimTime?) {
    (self.story, self.axis, self.difference) = (story, axis, difference)
    var lanes: [Lane] = []
    var top = Self.axisHeight
    for lane in StoryLane.allCases {
      let layout = LaneLayout(lane, story, axis)
      let height =
        28 + Double(layout.barRows) * Self.barHeight + Double(layout.textRows) * Self.textHeight
      lanes.append(Lane(lane: lane, layout: layout, top: top, height: height))
      top += height
    }
    self.lanes = lanes
    height = top
  }
}

extension LaneDrawing {
  // MARK: The parts

  private static let namesWidth = 160.0

  /// The names of the lanes, as a drawing of its own that stays while the other one is scrolled.
  var names: [String] {
    [Self.opening("names", Self.namesWidth, height, "The swim lanes")]
      + lanes.map { lane in
        let line = lane.top + 18
        return Self.text(8, line, lane.lane.title, "name")
      } + ["</svg>"]
  }

  /// - Parameter title: What it shows.
  func lines(title: String) -> [String] {
    var lines = [Self.opening("lanes", axis.width, height, title)]
    for (place, lane) in self.lanes.enumerated() {
      lines.append(
        Self.rect(0, lane.top, axis.width, lane.height, place % 2 == 0 ? "lane" : "lane other"))
    }
    lines += axis.ticks.flatMap(tick)
    lines += self.lanes.flatMap { lane in lane.layout.bars.flatMap { bar($0, lane) } }
    lines += way + mark
    lines += self.lanes.flatMap { lane in lane.layout.points.flatMap { point($0, lane) } }
    return lines + ["</svg>"]
  }

  private func tick(_ tick: TimeAxis.Tick) -> [String] {
    [
      Self.line(tick.place, Self.axisHeight, tick.place, height, "tick"),
      Self.text(tick.place + 3, 16, tick.text, "time"),
    ]
  }

  private var mark: [String] {
    guard let difference else { return [] }
    let place = axis.place(difference)
    return [Self.line(place, Self.axisHeight, place, height, "difference")]
  }

  /// From each event of the message to the next one.
  private var way: [String] {
    let places = story.events.filter(\.isOwn).compactMap { event -> String? in
      lanes.first { $0.lane == event.lane }.map {
        "\(Self.number(axis.place(event.time))),\(Self.number($0.line))"
      }
    }
    guard places.count > 1 else { return [] }
    return ["<polyline class=\"way\" points=\"\(places.joined(separator: " "))\"/>"]
  }
}

extension LaneDrawing {
  // MARK: Bars and points

  private func bar(_ bar: LaneLayout.Bar, _ lane: Lane) -> [String] {
    let top = lane.top + 4 + Double(bar.row) * Self.barHeight
    let width = bar.right - bar.left
    let box = Self.rect(bar.left, top, width, Self.barHeight - 3, "bar \(bar.kind)")
    let words = bar.spans[0].text
    let group = ["<g>", "<title>\(Markup.encoded(title(bar)))</title>", box]
    let fits = Double(words.count) * LaneLayout.letterWidth + 8 <= width
    return group + (fits ? [Self.text(bar.left + 4, top + 13, words, "inside")] : []) + ["</g>"]
  }

  private func title(_ bar: LaneLayout.Bar) -> String {
    let span = bar.spans[0].span
    let end = bar.spans.map(\.span.upperBound).max() ?? span.upperBound
    let times = bar.spans.count > 1 ? ", \(bar.spans.count) times" : ""
    return "\(bar.spans[0].text)\(times): \(HumanText.second(span.lowerBound)) to "
      + "\(HumanText.second(end)) (\(HumanText.span((end - span.lowerBound).seconds)))"
  }

  private func point(_ point: LaneLayout.Point, _ lane: Lane) -> [String] {
    let (left, line) = (point.place, lane.line)
    var lines = ["<g>", "<title>\(Markup.encoded(title(point)))</title>"]
    if !point.texts.isEmpty {
      let bottom = line + Double(point.row + point.texts.count) * Self.textHeight
      lines.append(Self.line(left, line, left, bottom, "lead"))
    }
    lines.append(symbol(point, line))
    for (place, words) in point.texts.enumerated() {
      let base = line + 17 + Double(point.row + place) * Self.textHeight
      lines.append(Self.text(left + 4, base, words, "event"))
    }
    return lines + ["</g>"]
  }

  private static let titleMax = 20

  private func title(_ point: LaneLayout.Point) -> String {
    let lines = point.events.prefix(Self.titleMax).map {
      "\(HumanText.moment($0.time)): \($0.text)"
    }
    let rest = point.events.count - lines.count
    return (lines + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "\n")
  }

  /// A cross where a push ends, a large dot where the user is told, else a small one.
  private func symbol(_ point: LaneLayout.Point, _ line: Double) -> String {
    let kinds = point.events.map(\.kind)
    let (left, top) = (Self.number(point.place), Self.number(line))
    if kinds.contains(where: { $0.hasPrefix("destroyed-") }) {
      return "<path class=\"end\" d=\"M\(left) \(top)m-5-5l10 10m0-10l-10 10\"/>"
    }
    let isTold = kinds.contains { Self.tellingKinds.contains($0) }
    let isOwn = point.events.contains(where: \.isOwn)
    let name = isTold ? "told" : isOwn ? "own" : "dot"
    return "<circle class=\"\(name)\" cx=\"\(left)\" cy=\"\(top)\" r=\"\(isTold ? 6 : 4)\"/>"
  }

  private static let tellingKinds = ["shown", "summary", "synced", "escalation-arrived"]
}

extension LaneDrawing {
  // MARK: SVG

  private static func opening(
    _ name: String, _ width: Double, _ height: Double, _ title: String
  ) -> String {
    let (width, height) = (number(width), number(height))
    return "<svg class=\"\(name)\" role=\"img\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\"><title>\(Markup.encoded(title))</title>"
  }

  private static func rect(
    _ left: Double, _ top: Double, _ width: Double, _ height: Double, _ name: String
  ) -> String {
    "<rect class=\"\(name)\" x=\"\(number(left))\" y=\"\(number(top))\" "
      + "width=\"\(number(width))\" height=\"\(number(height))\"/>"
  }

  private static func line(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, _ name: String
  ) -> String {
    "<line class=\"\(name)\" x1=\"\(number(left))\" y1=\"\(number(top))\" "
      + "x2=\"\(number(right))\" y2=\"\(number(bottom))\"/>"
  }

  private static func text(
    _ left: Double, _ base: Double, _ words: String, _ name: String
  ) -> String {
    "<text class=\"\(name)\" x=\"\(number(left))\" y=\"\(number(base))\">"
      + "\(Markup.encoded(words))</text>"
  }

  /// With one decimal, as precise as a screen.
  private static func number(_ value: Double) -> String {
    let text = HumanText.fixed(value, 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
