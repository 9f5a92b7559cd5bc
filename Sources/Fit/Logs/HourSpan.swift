/// A span of a log in the hours of its week.
struct HourSpan: Sendable {
  /// Since the start of a week **[s]**; `end` is after `start`.
  let start, end: Double
  /// False: the log ends first.
  let hasEnded: Bool
  /// The device of the span, from 0; a small number, as logs have millions of spans.
  let device: Int32
}

extension HourSpan {
  /// The part before a moment of the same clock; nil: there is none.
  func before(_ moment: Double) -> HourSpan? {
    guard start < moment else { return nil }
    return end <= moment
      ? self : HourSpan(start: start, end: moment, hasEnded: false, device: device)
  }

  /// Calls `body` with each hour of the week that the span touches, in order, and for how long
  /// **[s]**.
  func forEachHour(_ body: (_ hour: Int, _ length: Double) -> Void) {
    var (time, hour) = (start, Int(start / 3600))
    while time < end {
      let next = min(end, Double(hour + 1) * 3600)
      body(hour % 168, next - time)
      (time, hour) = (next, hour + 1)
    }
  }

  /// Its length at pace 1 **[s]**.
  func length(at weights: [Double]) -> Double {
    var length = 0.0
    forEachHour { length += weights[$0] * $1 }
    return length
  }
}
