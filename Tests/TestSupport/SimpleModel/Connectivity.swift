import DeliverySim
import Models

/// When a device's own spans online and offline begin (R1.6, R1.9): from their draws, and by trial
/// of moments instead of a table.
struct SimpleNetwork {
  /// By hour of the week; multiples of 1/4, so that all sums are exact. Nil: 1 in every hour.
  let onlinePace: [Double]?
  let offlinePace: [Double]?

  /// The moments before the end at which the device comes online or goes offline, time 0 first.
  func changes(
    _ process: OnOffProcess, _ source: RandomSource, device: Int, end: SimTime
  ) -> [(time: SimTime, isOnline: Bool)] {
    let streams = OnOffProcess.Streams(
      start: source.stream(purpose: 48, device: device),
      up: source.stream(purpose: 49, device: device),
      down: source.stream(purpose: 50, device: device))
    var (state, span) = process.start(streams)
    var (now, changes) = (SimTime.zero, [(time: SimTime, isOnline: Bool)]())
    while now < end {
      changes.append((now, state.isUp))
      now = moment(after: span, from: now, state.isUp ? onlinePace : offlinePace)
      span = state.flip(process, streams)
    }
    return changes
  }

  /// When a span is used up, to the nearest microsecond.
  private func moment(after span: SimTime, from start: SimTime, _ pace: [Double]?) -> SimTime {
    guard let pace else { return start + span }
    let length = Double(span.microseconds)
    let from = start.microseconds
    var (low, high) = (from, from + 1)
    while Self.integral(pace, from, high) < length { high = from + 2 * (high - from) }
    // The first microsecond at which all is used up.
    while low < high {
      let middle = low + (high - low) / 2
      if Self.integral(pace, from, middle) < length { low = middle + 1 } else { high = middle }
    }
    guard low > from else { return start }
    let before = Self.integral(pace, from, low - 1)
    let atHalf = before + (Self.integral(pace, from, low) - before) / 2
    return SimTime(microseconds: atHalf > length ? low - 1 : low)
  }

  /// [µs]
  private static func integral(_ pace: [Double], _ from: Int64, _ to: Int64) -> Double {
    let hour = SimTime.hour.microseconds
    var (sum, time) = (0.0, from)
    while time < to {
      let next = min(to, (time / hour + 1) * hour)
      sum += pace[Int(time / hour % 168)] * Double(next - time)
      time = next
    }
    return sum
  }
}
