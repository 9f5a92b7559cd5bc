import DeliverySim

/// An intensity that repeats every week: 168 hour weights from Monday 00:00, scaled to mean 1.
public struct WeeklyProfile: Sendable {
  private static let week = 604_800.0

  /// The integral of the weights [s] up to each hour's start; the last one is the whole week.
  private let cumulative: [Double]

  /// - Returns: nil unless there are 168 finite weights of at least 0, one of them above 0.
  public init?(hours: [Double]) {
    let total = hours.reduce(0, +)
    guard hours.count == 168, hours.allSatisfy({ $0 >= 0 }), total > 0, total.isFinite else {
      return nil
    }
    var sums = [0.0]
    for weight in hours { sums.append(sums[sums.count - 1] + weight / total * Self.week) }
    cumulative = sums
  }

  /// The time [s] at which the integral of the intensity reaches `amount` [s]: the inverse of the
  /// cumulative intensity, so that unit-rate times keep their order and a changed rate keeps them
  /// coupled.
  public func time(ofCumulative amount: Double) -> Double {
    guard amount.isFinite else { return .infinity }
    let weekTotal = cumulative[168]
    let weeks = (amount / weekTotal).rounded(.down)
    let rest = amount - weeks * weekTotal
    // The first hour that ends above `rest`, so that hours of weight 0 are skipped.
    var low = 0
    var high = 167
    while low < high {
      let middle = (low + high) / 2
      if cumulative[middle + 1] > rest { high = middle } else { low = middle + 1 }
    }
    let inHour = cumulative[low + 1] - cumulative[low]
    let share = inHour > 0 ? min(1, (rest - cumulative[low]) / inHour) : 1
    return weeks * Self.week + (Double(low) + share) * 3600
  }
}
