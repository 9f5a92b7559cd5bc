/// An intensity that repeats every week: 168 hour weights from Monday 00:00, scaled to mean 1.
public struct WeeklyProfile: Sendable {
  fileprivate static let hours = 168
  fileprivate static let week = 604_800.0

  /// The integral of the weights [s] up to each hour's start; the last one is the whole week.
  fileprivate let cumulative: [Double]

  /// - Returns: nil unless there are 168 finite weights of at least 0, one of them above 0.
  public init?(hours: [Double]) {
    let total = hours.reduce(0, +)
    guard hours.count == Self.hours, hours.allSatisfy({ $0 >= 0 }), total > 0, total.isFinite else {
      return nil
    }
    var sums = [0.0]
    for weight in hours { sums.append(sums[sums.count - 1] + weight / total * Self.week) }
    cumulative = sums
  }
}

extension WeeklyProfile {
  /// The same profile, to be asked.
  package struct Table {
    /// It is the same as ``WeeklyProfile/cumulative``.
    private let cumulative: UnsafeBufferPointer<Double>
    /// The hours at which to look first, for as many equal parts of the integral as there are
    /// hours: never after the part's beginning.
    private let firstHours: UnsafeBufferPointer<Int>
    private let partsPerSecond: Double

    /// - Parameter arena: Keeps the table.
    package init(_ profile: WeeklyProfile, _ arena: inout PlanArena) {
      let sums = profile.cumulative
      let part = sums[WeeklyProfile.hours] / Double(WeeklyProfile.hours)
      partsPerSecond = 1 / part
      cumulative = arena.table(sums)
      // One part earlier, since a part's number is rounded.
      firstHours = arena.table(
        (0..<WeeklyProfile.hours).map { number in
          sums.dropFirst().firstIndex { $0 > part * Double(number - 1) }.map { $0 - 1 } ?? 0
        })
    }

    /// The time [s] at which the integral of the intensity reaches `amount` [s]: the inverse of the
    /// cumulative intensity, so that unit-rate times keep their order and a changed rate keeps them
    /// coupled.
    package func time(ofCumulative amount: Double) -> Double {
      guard amount.isFinite else { return .infinity }
      let weekTotal = cumulative[WeeklyProfile.hours]
      let weeks = wholePart(amount / weekTotal)
      let rest = amount - weeks * weekTotal
      // The first hour that ends above `rest`, so that hours of weight 0 are skipped.
      let last = WeeklyProfile.hours - 1
      // The rest of a huge amount is rounding, of any size.
      var hour = firstHours[Int(min(Double(last), max(0, rest * partsPerSecond)))]
      while hour < last, cumulative[hour + 1] <= rest { hour += 1 }
      let inHour = cumulative[hour + 1] - cumulative[hour]
      let share = inHour > 0 ? min(1, (rest - cumulative[hour]) / inHour) : 1
      return weeks * WeeklyProfile.week + (Double(hour) + share) * 3600
    }

    /// The integral of the intensity [s] up to a time [s] of at least 0.
    package func cumulative(at time: Double) -> Double {
      let weeks = wholePart(time / WeeklyProfile.week)
      let hours = (time - weeks * WeeklyProfile.week) / 3600
      // The rest of a huge time is rounding, of any size.
      let hour = Int(min(Double(WeeklyProfile.hours - 1), max(0, hours)))
      let inHour = cumulative[hour + 1] - cumulative[hour]
      return weeks * cumulative[WeeklyProfile.hours] + cumulative[hour]
        + (hours - Double(hour)) * inHour
    }

    /// The whole part of a number that is not negative, without the C library, where that can be.
    private func wholePart(_ value: Double) -> Double {
      value < 0x1p52 ? Double(Int64(value)) : value
    }
  }
}
