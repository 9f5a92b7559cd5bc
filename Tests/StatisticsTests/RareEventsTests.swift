import Foundation
import Statistics
import TestSupport
import Testing

/// The events that controls leave allow exact limits of a Poisson count.
@Suite("Few events left by controls")
struct RareEventsTests {
  /// 20 replications of 50 owed, in which a control counts every loss.
  private static func exact(extra: [Double]) -> (RatioSample, ControlVariates) {
    let counts = (0..<20).map { Double($0 % 4) }
    let sample = RatioSample(
      numerators: zip(counts, extra).map { $0 + $1 },
      denominators: [Double](repeating: 50, count: 20))
    return (sample, ControlVariates([counts.map { $0 - 1.5 }]))
  }

  /// Garwood's upper limit of 0 events at 95 % is 3.688879 (published), of 1 event 5.571643.
  @Test("Without an event left the interval reaches 3.69 of the owed to either side")
  func none() throws {
    let (sample, controls) = Self.exact(extra: [Double](repeating: 0, count: 20))
    let estimate = try unwrap(
      sample.estimate(confidence: 0.95, shareTrials: 20, controls: controls))
    expect(isClose(estimate.mean, 0.03, 1e-12))
    expect(isClose(estimate.high, 0.03 + 3.688879 / 1000, 1e-8))
    expect(isClose(estimate.low, 0.03 - 3.688879 / 1000, 1e-8))
    expect(estimate.method, equals: .garwood)
  }

  @Test("An event that is left counts as one, as far as the fit does not explain it")
  func one() throws {
    let extra = (0..<20).map { $0 == 5 ? 1.0 : 0 }
    let (sample, controls) = Self.exact(extra: extra)
    let estimate = try unwrap(
      sample.estimate(confidence: 0.95, shareTrials: 20, controls: controls))
    let reach = 1000 * (try unwrap(estimate.high) - estimate.mean)
    // For 0.9 to 1 event the reach is 5.57 - 1 = 4.57 at most, 3.69 at least.
    expect(reach > 4.3 && reach < 4.6, "\(reach)")
    let middle = (try unwrap(estimate.high) + unwrap(estimate.low)) / 2
    expect(isClose(middle, estimate.mean, 1e-12))
  }

  /// 24 of 8785 are missed in each of 30 replications, and in one of them one more. Most resamples
  /// differ in nothing, and what rounding leaves of their squares is no spread. Garwood's reach
  /// beyond one event is 5.57 - 1; no interval is twice as long.
  @Test("A single event among equal replications does not make the interval endless")
  func spike() throws {
    let resampling = Resampling(count: 999) { number, indices in
      var random = SplitMix64(state: UInt64(number) &+ 5)
      for place in indices.indices { indices[place] = UInt32(random.below(indices.count)) }
    }
    var random = SplitMix64(state: 6)
    let control = (0..<30).map { _ in 0.01 * random.normal() }
    let sample = RatioSample(
      numerators: (0..<30).map { $0 == 16 ? 8760 : 8761 },
      denominators: [Double](repeating: 8785, count: 30))
    let estimate = try unwrap(
      sample.estimate(
        confidence: 0.95, shareTrials: 30, resampling: resampling,
        controls: ControlVariates([control])))
    let owed = 30 * 8785.0
    let (low, high) = (try unwrap(estimate.low), try unwrap(estimate.high))
    expect(estimate.mean - low < 2 * 4.57 / owed, "\(low)")
    expect(high - estimate.mean < 2 * 4.57 / owed, "\(high)")
  }

  @Test("Many events that are left have Student's interval")
  func many() throws {
    let extra = (0..<20).map { Double(($0 * 7) % 20) }
    let (sample, controls) = Self.exact(extra: extra)
    let estimate = try unwrap(
      sample.estimate(confidence: 0.95, shareTrials: 20, controls: controls))
    expect(estimate.method, equals: .student)
  }

  @Test("What is no share has no events to count")
  func noShare() throws {
    let (sample, controls) = Self.exact(extra: [Double](repeating: 0, count: 20))
    let estimate = try unwrap(sample.estimate(confidence: 0.95, controls: controls))
    expect(estimate.method, equals: .student)
    try expect(unwrap(estimate.high) - unwrap(estimate.low) < 1e-6)
  }

  /// In 12 of 20 replications the controls leave 0.1 more than in the others: 12 times 0.04 above
  /// the mean, 0.48 events by their sum and 0.0192 by their squares. Garwood's reach is 3.688879
  /// beyond no event and 9.348404/2 - 0.5 = 4.174202 beyond half an event (published quantiles of
  /// 2 and 3 degrees of freedom), and nearly straight between them.
  @Test("Fractions of events are none where means are sums of chances")
  func fractions() throws {
    let (sample, controls) = Self.exact(extra: (0..<20).map { $0 / 4 % 2 == 0 ? 0.1 : 0 })
    let chances = ControlVariates(controls.values, means: .chances)
    let reaches = try [controls, chances].map {
      let found = try unwrap(sample.estimate(confidence: 0.95, shareTrials: 20, controls: $0))
      return 1000 * (try unwrap(found.high) - found.mean)
    }
    expect(abs(reaches[0] - 4.155) < 0.02 && abs(reaches[1] - 3.708) < 0.005, "\(reaches)")
  }

  /// The second control is the first one but for a draw that the sample hardly has, whose mean it
  /// cannot have by chance.
  @Test("Of sums of chances, one that contradicts the sample goes alone")
  func contradiction() throws {
    let (sample, controls) = Self.exact(extra: [Double](repeating: 0, count: 20))
    let first = controls.values[0]
    let second = first.indices.map { first[$0] + ($0 == 3 ? 0.011 : 0.01) }
    let estimate = { (values: [[Double]], means: ControlVariates.Means) in
      try unwrap(
        sample.estimate(
          confidence: 0.95, shareTrials: 20, controls: ControlVariates(values, means: means)))
    }
    let alone = try estimate([first], .chances)
    try expect(estimate([first, second], .chances), equals: alone)
    expect(alone.method, equals: .garwood)
    try expect(estimate([first, second], .tables).plain == nil)
  }

  /// Controls that explain all: the standard error is the share of the value, 3 of 100, that their
  /// means are known to.
  @Test("The standard error is at least what the means of controls are known to")
  func resolution() throws {
    let (sample, controls) = Self.exact(extra: [Double](repeating: 0, count: 20))
    let exact = ControlVariates(controls.values, means: .chances)
    let found = try [controls, exact].map {
      try unwrap(unwrap(sample.estimate(confidence: 0.95, controls: $0)).standardError)
    }
    expect(isClose(found[0], 0.03 * 1e-7, 1e-12))
    expect(isClose(found[1], 0.03 * 1e-9, 1e-12))
  }

  /// A difference of d with no event left: 0 is left out from 2·P(N = 0 | d·1000) = 2·exp(-d·1000).
  @Test("The p value of a difference is that of a count", arguments: [1.0, 2, 5, 12])
  func pValue(events: Double) throws {
    let (sample, controls) = Self.exact(extra: [Double](repeating: 0, count: 20))
    // The two differ by half of the control, and by so many events in all.
    let shifted = RatioSample(
      numerators: sample.numerators.map { 1.5 * $0 - 0.75 - events / 20 },
      denominators: sample.denominators)
    let difference = try unwrap(
      sample.difference(
        from: shifted, confidence: 0.95, ifZero: .share(trials: 20), controls: controls))
    expect(isClose(1000 * difference.difference, events, 1e-9))
    try expect(
      isClose(unwrap(difference.pValue), min(1, 2 * exp(-events)), 1e-6 * exp(-events)),
      "\(events): \(difference.pValue ?? -1)")
    let excludesZero = try unwrap(difference.low) > 0
    try expect(excludesZero == (unwrap(difference.pValue) <= 0.05))
  }

  @Test("Where the plain interval is Garwood's, the one with controls is no shorter")
  func plainIsGarwood() throws {
    var random = SplitMix64(state: 3)
    let resampling = Resampling(count: 500) { number, indices in
      var random = SplitMix64(state: UInt64(number) &+ 5)
      for place in indices.indices { indices[place] = UInt32(random.below(indices.count)) }
    }
    let losses = (0..<30).map { $0 == 4 ? 40.0 : 0 }
    let sample = RatioSample(
      numerators: losses, denominators: [Double](repeating: 50, count: 30))
    let noise = ControlVariates([(0..<30).map { _ in Double(random.below(9)) - 4 }])
    let plain = try unwrap(
      sample.estimate(confidence: 0.95, shareTrials: 30, resampling: resampling))
    let moved = try unwrap(
      sample.estimate(confidence: 0.95, shareTrials: 30, resampling: resampling, controls: noise))
    expect(plain.method, equals: .garwood)
    let above = (try unwrap(plain.high) - plain.mean, try unwrap(moved.high) - moved.mean)
    expect(above.1 >= above.0 - 1e-12, "\(above)")
  }
}
