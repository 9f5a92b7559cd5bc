import Foundation

/// The spread of a log's traffic over the hours of a week.
package struct WeeklyShape: Sendable {
  private static let week = 604_800.0

  /// 168 weights of mean 1; from Monday 00:00 UTC, or from the window's start in a log whose times
  /// have no weekday.
  package let hours: [Double]
  /// The window's start, since the week's **[s]**.
  let phase: Double
  /// The number of hours with a weight of their own.
  let cells: Int
  /// The integral of the weights up to each hour's start **[s]**.
  private let cumulative: [Double]
}

extension WeeklyShape {
  /// Messages per hour of the week, over how long the window has that hour.
  ///
  /// - Returns: nil for a window shorter than a week, which does not show every hour.
  init?(_ log: ArrivalLog) {
    self.init(log.streams, log.window) { _, _ in Array(0..<168) }
  }

  /// The same of the starts of bursts. Where they are few, hours of several days share a weight.
  ///
  /// - Parameter starts: The starts since the window's start **[s]**, by device.
  /// - Returns: nil for a window shorter than a week, and for too few bursts.
  init?(ofBursts starts: [[Double]], _ window: LogWindow) {
    self.init(starts, window) { count, exposure in
      HourCells.finest(count, exposure, isCalendar: window.isCalendar)
    }
  }

  private init?(
    _ streams: [[Double]], _ window: LogWindow, _ cells: (Double, [Double]) -> [Int]?
  ) {
    guard window.length >= Self.week else { return nil }
    let phase = window.secondsIntoWeek
    var counts = [Double](repeating: 0, count: 168)
    for stream in streams {
      for time in stream { counts[Self.hour(phase + time)] += 1 }
    }
    let exposure = counts.indices.map { Self.exposure($0, phase, window.length) }
    guard let cells = cells(counts.reduce(0, +), exposure) else { return nil }
    let (events, spans) = (HourCells.sums(counts, cells), HourCells.sums(exposure, cells))
    let rates = cells.map { events[$0] / spans[$0] }
    let mean = rates.reduce(0, +) / 168
    let weights = rates.map { FitNumber.rounded($0 / mean, 3) }
    let written = weights.reduce(0, +) / 168
    let hours = weights.map { $0 / written }
    self.phase = phase
    self.cells = events.count
    self.hours = hours
    cumulative = hours.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1 * 3600) }
  }

  private static func hour(_ secondsIntoWeek: Double) -> Int {
    let rest = secondsIntoWeek.truncatingRemainder(dividingBy: week)
    return min(167, Int(rest / 3600))
  }

  /// The time of a window in an hour of the week **[s]**.
  private static func exposure(_ hour: Int, _ phase: Double, _ length: Double) -> Double {
    func upTo(_ moment: Double) -> Double {
      let weeks = (moment / week).rounded(.down)
      let rest = moment - weeks * week
      return weeks * 3600 + min(3600, max(0, rest - Double(hour) * 3600))
    }
    return upTo(phase + length) - upTo(phase)
  }
}

extension WeeklyShape {
  /// The weight of a moment of the window.
  func weight(_ time: Double) -> Double { hours[Self.hour(phase + time)] }

  /// The integral of the weights from the window's start to a moment of it **[s]**.
  func integral(_ time: Double) -> Double { total(phase + time) - total(phase) }

  /// The mean weight of the moments at which something happens at this pace.
  var weightOfEvents: Double { hours.reduce(0) { $0 + $1 * $1 } / 168 }

  private func total(_ moment: Double) -> Double {
    let weeks = (moment / Self.week).rounded(.down)
    let rest = moment - weeks * Self.week
    let hour = min(167, Int(rest / 3600))
    let inHour = hours[hour] * (rest - Double(hour) * 3600)
    return weeks * cumulative[168] + cumulative[hour] + inHour
  }

  /// The quietest four hours of the day, and their share of the traffic.
  package var quiet: (hour: Int, share: Double) {
    let day: [Double] = (0..<24).map { hour in
      (0..<7).reduce(0.0) { sum, day in sum + hours[day * 24 + hour] }
    }
    let total = day.reduce(0, +)
    let sums: [Double] = (0..<24).map { start in
      (0..<4).reduce(0.0) { sum, hour in sum + day[(start + hour) % 24] }
    }
    let best = sums.indices.min { sums[$0] < sums[$1] } ?? 0
    return (best, sums[best] / total)
  }
}
