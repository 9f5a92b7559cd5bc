/// Divisions of the week into cells of hours that count as alike.
enum HourCells {
  /// Each cell expects so many events at least: fewer say little, and a test would not hold.
  private static let eventsMin = 10.0

  /// The cell of each hour of the week: the finest division for which there are enough events. A
  /// cell is an hour of the week; else an hour of the workdays or of the weekends, or of the day.
  ///
  /// - Parameters:
  ///   - events: The number of events.
  ///   - exposure: The time for which they could happen in each hour of the week.
  ///   - isCalendar: Whether the hours have weekdays.
  /// - Returns: nil where there are too few for any.
  static func finest(_ events: Double, _ exposure: [Double], isCalendar: Bool) -> [Int]? {
    let rate = events / max(1e-9, exposure.reduce(0, +))
    let weekends = isCalendar ? [(0..<168).map { $0 < 120 ? $0 % 24 : 24 + $0 % 24 }] : []
    return ([Array(0..<168)] + weekends + [(0..<168).map { $0 % 24 }]).first { cells in
      sums(exposure, cells).allSatisfy { rate * $0 >= eventsMin }
    }
  }

  /// The sums by cell.
  static func sums(_ hours: [Double], _ cells: [Int]) -> [Double] {
    hours.indices.reduce(into: [Double](repeating: 0, count: (cells.max() ?? 0) + 1)) {
      $0[cells[$1]] += hours[$1]
    }
  }
}
