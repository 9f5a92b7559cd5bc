/// The speed at which spans of time are used up, by the hour of the local week: 168 weights from
/// Monday 00:00 (model.md R1.9). A span that begins at t ends when the integral of the pace from t
/// on has reached its length: at pace 2 it is over in half the time, at pace 0 it waits for the
/// next hour.
public struct WeeklyPace: Sendable, Equatable {
  fileprivate static let hours = 168

  /// At least 0; 1 is the pace of the clock.
  public let weights: [Double]

  /// - Returns: nil unless there are 168 finite weights of at least 0, one of them above 0.
  public init?(hours weights: [Double]) {
    let isPossible = weights.allSatisfy { $0 >= 0 && $0.isFinite } && weights.contains { $0 > 0 }
    guard weights.count == Self.hours, isPossible else { return nil }
    self.weights = weights
  }

  /// The same shape with a mean of 1.
  package var scaled: WeeklyPace {
    let factor = Double(Self.hours) / weights.reduce(0, +)
    return WeeklyPace(hours: weights.map { $0 * factor }) ?? self
  }
}

extension WeeklyPace {
  /// The same pace, to be asked again and again.
  package struct Table {
    private static let hour = SimTime.hour.microseconds
    private static let week = 168 * hour

    private let weights: UnsafeBufferPointer<Double>
    /// The integral over a week [µs].
    private let ofWeek: Double

    /// - Parameter arena: Keeps the table.
    package init(_ pace: WeeklyPace, _ arena: inout PlanArena) {
      weights = arena.table(pace.weights)
      ofWeek = pace.weights.reduce(0) { $0 + $1 * Double(Self.hour) }
    }

    /// The time when a span is used up: the first such moment, to the nearest microsecond. This is
    /// `start` + `span` at pace 1.
    ///
    /// - Returns: A time at most ``SimTime/latest`` after `start`.
    package func end(of span: SimTime, from start: SimTime) -> SimTime {
      var rest = Double(span.microseconds)
      guard rest > 0 else { return start }
      // At most a week is left, and something of it: a span that ends with an hour does not wait
      // for the next hour that has a weight.
      let weeks = rest > ofWeek ? (rest / ofWeek).rounded(.up) - 1 : 0
      guard weeks < Double(SimTime.latest.microseconds / Self.week) else { return start + .latest }
      if weeks > 0 { rest -= weeks * ofWeek }
      let place = start.microseconds % Self.week
      var (hour, left) = (Int(place / Self.hour), Self.hour - place % Self.hour)
      var passed = Int64(weeks) * Self.week
      while true {
        let needed = rest / weights[hour] + 0.5
        if needed < Double(left + 1) {
          return start + min(.latest, SimTime(microseconds: passed + Int64(needed)))
        }
        rest -= weights[hour] * Double(left)
        passed += left
        (hour, left) = ((hour + 1) % WeeklyPace.hours, Self.hour)
      }
    }
  }
}
