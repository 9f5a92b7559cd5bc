/// Hours of the week, such as from 22:00 to 7:00 on every day; local time, where 0 is Monday 00:00
/// (model.md R1.3).
public struct WeeklyHours: Sendable, Equatable {
  /// A span of time that begins on some days of the week.
  public struct Window: Sendable {
    /// The beginning after midnight, below a day.
    public let from: SimTime
    /// The end after midnight, at most a day; not after `from`: on the next day.
    public let to: SimTime
    /// On which it begins: 0 is Monday.
    public let days: [Int]

    /// - Precondition: The times and days lie in their ranges; `from` and `to` differ.
    public init(from: SimTime, to: SimTime, days: [Int] = [0, 1, 2, 3, 4, 5, 6]) {
      precondition(.zero <= from && from < .day && .zero <= to && to <= .day && from != to)
      precondition(days.allSatisfy { 0 <= $0 && $0 < 7 }, "a week has seven days")
      (self.from, self.to, self.days) = (from, to, days)
    }
  }

  fileprivate static let week = 7 * SimTime.day.microseconds

  /// The spans since the week's start [µs]: ascending, without common moments, none the beginning
  /// of another one. Only the last may pass the week's end.
  fileprivate let spans: [Range<Int64>]

  private init(spans: [Range<Int64>]) { self.spans = spans }

  /// The hours of all windows; they may overlap.
  public init(_ windows: [Window]) {
    let pieces = windows.flatMap { window in
      window.days.flatMap { Self.pieces(window, onDay: $0) }
    }
    spans = Self.joined(pieces.sorted { $0.lowerBound < $1.lowerBound })
  }
}

extension WeeklyHours {
  // MARK: Asking

  /// The end of the span of hours that contains `time`; nil: none does. A span includes its start,
  /// but not its end. `never`: the hours cover the whole week.
  public func end(at time: SimTime) -> SimTime? {
    Table.spans(self).withUnsafeBufferPointer { spans in
      Table(spans: spans, isWholeWeek: isWholeWeek).end(at: time)
    }
  }

  /// The hours cover the whole week.
  public var isWholeWeek: Bool { share == 1 }

  /// The share of the week that the hours cover.
  public var share: Double {
    Double(spans.reduce(0) { $0 + $1.upperBound - $1.lowerBound }) / Double(Self.week)
  }
}

extension WeeklyHours {
  /// All other hours of the week.
  public var rest: WeeklyHours {
    guard let first = spans.first, let last = spans.last else {
      return WeeklyHours(spans: [0..<Self.week])
    }
    var rest = zip(spans, spans.dropFirst()).map { $0.upperBound..<$1.lowerBound }
    // From the last of them to the first one of the next week.
    let (start, end) = (last.upperBound, first.lowerBound + Self.week)
    if start < Self.week, start < end {
      rest.append(start..<end)
    } else if start < end {
      rest.insert(start - Self.week..<first.lowerBound, at: 0)
    }
    return WeeklyHours(spans: rest)
  }
}

extension WeeklyHours {
  /// Those of the spans, as a whole, that have some of the night, from 0:00 to 6:00.
  package var nights: WeeklyHours {
    let day = SimTime.day.microseconds
    return WeeklyHours(
      spans: spans.filter { span in
        let midnight = (span.lowerBound / day + 1) * day
        return span.lowerBound % day < day / 4 || midnight < span.upperBound
      })
  }
}

extension WeeklyHours {
  /// The same hours, to be asked again and again.
  package struct Table {
    fileprivate struct Span: BitwiseCopyable {
      let start, end: Int64
    }

    /// It is the same as ``WeeklyHours/spans``.
    private let spans: UnsafeBufferPointer<Span>
    private let isWholeWeek: Bool

    /// - Parameter arena: Keeps the table.
    package init(_ hours: WeeklyHours, _ arena: inout PlanArena) {
      self.init(spans: arena.table(Self.spans(hours)), isWholeWeek: hours.isWholeWeek)
    }

    fileprivate init(spans: UnsafeBufferPointer<Span>, isWholeWeek: Bool) {
      (self.spans, self.isWholeWeek) = (spans, isWholeWeek)
    }

    fileprivate static func spans(_ hours: WeeklyHours) -> [Span] {
      hours.spans.map { Span(start: $0.lowerBound, end: $0.upperBound) }
    }

    /// It is the same as ``WeeklyHours/end(at:)``.
    package func end(at time: SimTime) -> SimTime? {
      guard let last = spans.last else { return nil }
      let place = time.microseconds % WeeklyHours.week
      if isWholeWeek { return .never }
      let nextWeek = place + WeeklyHours.week
      if nextWeek < last.end { return time + SimTime(microseconds: last.end - nextWeek) }
      for span in spans where place < span.end {
        guard span.start <= place else { return nil }
        return time + SimTime(microseconds: span.end - place)
      }
      return nil
    }
  }
}

extension WeeklyHours {
  // MARK: Making

  /// A window of one day, cut where the week ends.
  private static func pieces(_ window: Window, onDay day: Int) -> [Range<Int64>] {
    let midnight = Int64(day) * SimTime.day.microseconds
    let start = midnight + window.from.microseconds
    let isNextDay = window.to < window.from
    let end = midnight + window.to.microseconds + (isNextDay ? SimTime.day.microseconds : 0)
    return end <= week ? [start..<end] : [start..<week, 0..<end - week]
  }

  /// Makes one of what overlaps or touches, over the week's end too.
  private static func joined(_ pieces: [Range<Int64>]) -> [Range<Int64>] {
    var spans: [Range<Int64>] = []
    for piece in pieces {
      if let last = spans.last, piece.lowerBound <= last.upperBound {
        spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, piece.upperBound)
      } else {
        spans.append(piece)
      }
    }
    if spans.count > 1, spans[0].lowerBound == 0, spans[spans.count - 1].upperBound == week {
      let first = spans.removeFirst()
      spans[spans.count - 1] = spans[spans.count - 1].lowerBound..<week + first.upperBound
    }
    return spans
  }
}
