public import DeliverySim

// Quotas of the clock: so many pushes for a device a day, an hour or a minute (model.md R3.13).

extension PushService {
  /// So many pushes for one device in a period of the clock; what comes beyond is refused for good.
  public struct Quota: Sendable, Equatable {
    /// A day, an hour or a minute of the clock.
    public enum Period: String, Sendable, CaseIterable { case day, hour, minute }

    /// The pushes that are taken in one period.
    public var count: Int
    /// It is a period of the local clock.
    public var period: Period
    /// So long after the beginning of a day, hour or minute a period begins.
    public var resets: SimTime
    /// These messages are taken whatever was taken before, and do not count.
    public var exempt: Probability

    /// - Precondition: `count` is positive; `resets` lies within a period.
    public init(
      count: Int, per period: Period, resets: SimTime = .zero, exempt: Probability = .zero
    ) {
      precondition(count > 0, "a quota takes something")
      precondition((SimTime.zero..<period.length).contains(resets), "a period begins within one")
      (self.count, self.period, self.resets, self.exempt) = (count, period, resets, exempt)
    }
  }
}

extension PushService.Quota.Period {
  /// It is one of a day, an hour or a minute.
  public var length: SimTime {
    switch self {
    case .day: .day
    case .hour: .hour
    case .minute: .minute
    }
  }
}

/// The pushes of one device that a quota has taken.
struct QuotaUse {
  /// The period that runs, from the start of the run; -1: none has begun.
  private var period: Int64 = -1
  private var count = 0
}

extension QuotaUse {
  /// Whether the quota takes one more now.
  mutating func hasRoom(in quota: PushService.Quota, at time: SimTime) -> Bool {
    let length = quota.period.length.microseconds
    // The first one has begun before the run.
    let period = (time.microseconds - quota.resets.microseconds + length) / length
    if period != self.period { (self.period, count) = (period, 0) }
    return count < quota.count
  }

  mutating func take() { count += 1 }
}

extension PushServiceStation {
  /// Whether a quota has no room for a push. It counts in each of them, or in none. The same
  /// messages are exempt in all their copies; a push without a message never is.
  @inline(never)
  mutating func exceedsQuota(_ push: Push, _ turn: borrowing Turn) -> Bool {
    let quotas = plan.quotas
    if quotaUses.isEmpty { quotaUses = Array(repeating: QuotaUse(), count: quotas.count) }
    precondition(quotaUses.count == quotas.count, "a device keeps its push service")
    var counting: [Int] = []
    for (place, quota) in quotas.enumerated() {
      if quota.exempt.value > 0, push.carriesMessage {
        var chance = turn.draws(PushServiceStream.quotaExempt, push.message, UInt16(place))
        if chance.happens(quota.exempt) { continue }
      }
      guard quotaUses[place].hasRoom(in: quota, at: turn.now) else { return true }
      counting.append(place)
    }
    for place in counting { quotaUses[place].take() }
    return false
  }
}
