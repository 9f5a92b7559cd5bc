import DeliverySim

/// Where the bars, points and texts of a swim lane lie.
struct LaneLayout {
  /// What lasts, a row of its own for what overlaps.
  private(set) var bars: [Bar] = []
  /// What happens; what lies on one spot is one point.
  private(set) var points: [Point] = []
  private(set) var barRows = 0
  private(set) var textRows = 0

  struct Bar {
    let spans: [StoryLanes.Span]
    let row: Int
    let left: Double
    var right: Double

    var kind: String { spans[0].kind }
  }

  struct Point {
    let place: Double
    var events: [StoryLanes.Event]
    /// Texts below the point, from this row on; fewer than events where there is no room.
    var row = 0
    var texts: [String] = []
  }

  private static let barRowsMax = 4
  /// What a letter takes at the size of the page's small text [px], rather more than less.
  static let letterWidth = 6.6

  init(_ lane: StoryLane, _ story: StoryLanes, _ axis: TimeAxis) {
    place(story.spans.filter { $0.lane == lane }, axis)
    gather(story.events.filter { $0.lane == lane }, axis)
    // A device has too much to tell for all of it to be read at once.
    placeTexts(rows: story.isOfMessage ? 8 : 3)
  }
}

extension LaneLayout {
  // MARK: Bars

  private mutating func place(_ spans: [StoryLanes.Span], _ axis: TimeAxis) {
    let inOrder = spans.enumerated().sorted {
      ($0.element.span.lowerBound, $0.offset) < ($1.element.span.lowerBound, $1.offset)
    }.map(\.element)
    /// By row, the place of its last bar.
    var last: [Int] = []
    for span in inOrder {
      let left = axis.place(span.span.lowerBound)
      let right = max(axis.place(span.span.upperBound), left + 1.5)
      if let row = last.indices.first(where: { touches(bars[last[$0]], span, left) }) {
        let old = bars[last[row]]
        bars[last[row]] = Bar(
          spans: old.spans + [span], row: row, left: old.left, right: max(old.right, right))
        continue
      }
      let free = last.firstIndex { bars[$0].right <= left }
      let row = free ?? min(last.count, Self.barRowsMax - 1)
      if row == last.count { last.append(bars.count) } else { last[row] = bars.count }
      bars.append(Bar(spans: [span], row: row, left: left, right: right))
    }
    barRows = last.count
  }

  /// The gap between them could not be seen.
  private func touches(_ bar: Bar, _ span: StoryLanes.Span, _ left: Double) -> Bool {
    bar.kind == span.kind && bar.kind != "stored" && left - bar.right < 0.5
  }

  // MARK: Points

  private static let pointWidth = 5.0

  private mutating func gather(_ events: [StoryLanes.Event], _ axis: TimeAxis) {
    for event in events {
      let place = axis.place(event.time)
      if let last = points.last, place - last.place < Self.pointWidth {
        points[points.count - 1].events.append(event)
      } else {
        points.append(Point(place: place, events: [event]))
      }
    }
  }

  // MARK: Texts

  /// From right to left, so that the line from a point down to its texts crosses no other text.
  private mutating func placeTexts(rows rowsMax: Int) {
    /// By row, how far to the right a text may reach.
    var rooms = Array(repeating: Double.infinity, count: rowsMax)
    for index in points.indices.reversed() {
      let left = points[index].place
      let texts = points[index].events.map { Self.shortened($0.text) }
      let fit = rooms.indices.lazy.map { ($0, Self.cut(texts, to: rowsMax - $0)) }
        .first { left + Self.width($0.1) <= rooms[$0.0] }
      guard let (first, shown) = fit else { continue }
      (points[index].row, points[index].texts) = (first, shown)
      let last = first + shown.count
      // The line down to the texts takes the rows above them too.
      for row in 0..<last { rooms[row] = min(rooms[row], left - 4) }
      textRows = max(textRows, last)
    }
  }

  private static let textMax = 44

  private static func shortened(_ text: String) -> String {
    text.count <= textMax ? text : text.prefix(textMax - 1) + "…"
  }

  /// Not more than there are rows; the last one says how many more there are.
  private static func cut(_ texts: [String], to count: Int) -> [String] {
    guard texts.count > count else { return texts }
    return texts.prefix(count - 1) + ["\(texts[count - 1]) (+\(texts.count - count))"]
  }

  private static func width(_ texts: [String]) -> Double {
    Double(texts.map(\.count).max() ?? 0) * letterWidth + 12
  }
}
