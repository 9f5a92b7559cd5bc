import DeliverySim
import Files
import Vocabulary

/// From times to places of a drawing, the same for all stories on a page.
struct TimeAxis {
  let start: SimTime
  let end: SimTime
  /// Of the drawing [px], margins included.
  let width: Double

  private static let margin = 12.0
  /// Room for the texts of the last events.
  private static let endMargin = 310.0
  private static let widths = 1050.0...12_000.0
  /// For each event, beyond those that fit the least width.
  private static let widthPerEvent = 6.0

  /// A page is as wide as its busiest story needs, up to a bound.
  init(_ stories: [StoryLanes]) {
    let start = stories.map(\.start).min() ?? .zero
    let end = stories.map(\.end).max() ?? .zero
    // What happens all at once still needs a line to lie on.
    self.start = start
    self.end = max(end, start + .second)
    let count = stories.map(\.events.count).max() ?? 0
    let wanted = Double(count) * Self.widthPerEvent
    width = min(max(Self.widths.lowerBound, wanted), Self.widths.upperBound)
  }
}

extension TimeAxis {
  private var length: Double { (end - start).seconds }

  /// The place of a moment [px]; what is outside lies at the ends.
  func place(_ time: SimTime) -> Double {
    let share = (time - start).seconds / length
    return Self.margin + min(max(share, 0), 1) * (width - Self.margin - Self.endMargin)
  }

  // MARK: Ticks

  /// A line across the lanes.
  struct Tick {
    let place: Double
    let text: String
  }

  /// At round times, far enough from each other for their texts.
  var ticks: [Tick] {
    let room = width - Self.margin - Self.endMargin
    let step = Self.steps.first { $0 / length * room >= Self.tickRoom } ?? Self.steps.last ?? 1
    let (first, last) = (Int64((start.seconds / step).rounded(.up)), Int64(end.seconds / step))
    guard first <= last else { return [] }
    return (first...last).map { number in
      let time = SimTime(seconds: Double(number) * step)
      return Tick(place: place(time), text: Self.text(time, step))
    }
  }

  private static let tickRoom = 120.0
  private static let steps: [Double] = [
    0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 10_800, 21_600, 43_200,
    86_400, 172_800, 604_800, 1_209_600, 2_419_200, 7_257_600, 31_449_600,
  ]

  private static func text(_ time: SimTime, _ step: Double) -> String {
    // Without the seconds, and without the clock, where these are all the same.
    if step >= 86_400 { return String(HumanText.clock(time).dropLast(9)) }
    if step >= 60 { return String(HumanText.clock(time).dropLast(3)) }
    return step >= 1 ? HumanText.clock(time) : HumanText.clockWithTenths(time)
  }
}
