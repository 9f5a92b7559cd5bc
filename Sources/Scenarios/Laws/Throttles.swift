import DeliverySim
import Files
import Models

final class ThrottleKeys: KeyGroup {
  static let shape: String? = "@throttle"
  let burst = Key(
    "burst", .integer(in: 1...1000), or: "see above", "The number that may come at once.", "R4.6"
  ).limits
  let refill = Key(
    "refill", .time, or: "see above", "Time until one more, at most 30d; 0s: no limit.", "R4.6")
}

func readThrottle(_ section: Section<ThrottleKeys>, _ standard: Throttle) -> Throttle {
  let (burst, refill) = (section.burst(standard.burst), section.refill(standard.refill))
  return throttle(burst, refill, section, \.refill) ?? standard
}

/// - Returns: nil after an error.
func throttle<Keys, Value>(
  _ burst: Int, _ refill: SimTime, _ section: Section<Keys>, _ key: KeyPath<Keys, Key<Value>>
) -> Throttle? {
  guard refill <= Throttle.refillMax else {
    section.report(key, allowed: "a duration of at most 30d; 0s: no throttle")
    return nil
  }
  return Throttle(burst: burst, refill: refill)
}
