import DeliverySim
import Models

/// When a device's own spans online and offline begin (R1.6, R1.9): from their draws, and by trial
/// of moments instead of a table.
struct SimpleNetwork {
  /// The pace by hour of the week; multiples of 1/4, so that all sums are exact. Nil: 1 in every
  /// hour.
  let onlinePace: [Double]?
  let offlinePace: [Double]?
  /// Each as probable as the others: online spans are divided by one of them, over their mean.
  let devicePaces: [Double]

  /// The moments before the end at which the device comes online or goes offline, time 0 first.
  func changes(
    _ process: OnOffProcess, _ source: RandomSource, device: Int, end: SimTime
  ) -> [(time: SimTime, isOnline: Bool)] {
    let pace = pace(source, device: device)
    let laws = (up: process.up, down: process.down)
    var (isUp, span) = start(laws, source.stream(purpose: 48, device: device), pace)
    var (now, changes) = (SimTime.zero, [(time: SimTime, isOnline: Bool)]())
    while now < end {
      changes.append((now, isUp))
      now = moment(after: span, from: now, isUp ? onlinePace : offlinePace)
      isUp.toggle()
      // The n-th span online and the n-th one offline have the same index.
      var draws = source.stream(purpose: isUp ? 49 : 50, device: device)
        .draws(index: UInt32((changes.count - 1) / 2))
      span = (isUp ? laws.up : laws.down).sampleTime(&draws)
      if isUp { span = divided(span, by: pace) }
    }
    return changes
  }

  /// Devices lie evenly: each is the fractional part of √35227 further than the one before.
  private func pace(_ source: RandomSource, device: Int) -> Double {
    var start = source.stream(purpose: 47, device: 1 << 32 - 1).draws(index: 0)
    let root = 35_227.0.squareRoot()
    let sum = start.uniform() + (root - root.rounded(.down)) * Double(device)
    let place = Int((sum - sum.rounded(.down)) * Double(devicePaces.count))
    return devicePaces[place] * Double(devicePaces.count) / devicePaces.reduce(0, +)
  }

  /// Online with the share of time that the device's own spans make.
  private func start(
    _ laws: (up: Distribution, down: Distribution), _ stream: RandomStream, _ pace: Double
  ) -> (isUp: Bool, span: SimTime) {
    var (choice, rest) = (stream.draws(index: 0), stream.draws(index: 1))
    let online = laws.up.mean / pace
    guard choice.uniform() < online / (online + laws.down.mean) else {
      return (false, SimTime(seconds: laws.down.sampleResidual(&rest)))
    }
    return (true, SimTime(seconds: laws.up.sampleResidual(&rest) / pace))
  }

  private func divided(_ span: SimTime, by pace: Double) -> SimTime {
    pace == 1 ? span : SimTime(seconds: span.seconds / pace)
  }

  /// The moment when a span is used up, to the nearest microsecond.
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
