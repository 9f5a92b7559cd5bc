import Foundation
import Statistics

/// The paces at which devices leave: a law of numbers, by which their online spans are divided
/// (model.md R1.6).
package struct FittedDevicePace: Sendable {
  /// The largest p value at which a law is proposed.
  package static let level = 1e-4
  /// Devices that leave seldom are tested together, as so many expected ends at least.
  private static let endsMin = 10.0
  /// A law with a larger shape has a standard deviation below a tenth of the mean: no difference.
  private static let shapeMax = 100.0
  private static let rounds = 4

  /// The shape of the gamma law, whose mean is 1.
  package let shape: Double
  /// The p value of the test that all devices are alike.
  package let pValue: Double
  /// Devices with a span online.
  package let deviceCount: Int
  /// The lengths of spans that ended, as a device of number 1 would have them **[s]**, ascending.
  let lengths: [Double]
}

extension FittedDevicePace {
  /// - Parameters:
  ///   - spans: Online.
  ///   - hours: Their pace by hour of the week; nil: that of the clock.
  /// - Returns: nil where the log is too small to tell, or devices may well be alike.
  init?(_ spans: [HourSpan], hours: [Double]?) {
    let lengths = spans.map { span in hours.map { span.length(at: $0) } ?? span.end - span.start }
    guard let pValue = Self.pValue(spans, lengths), pValue < Self.level,
      let found = Self.law(spans, lengths), found.shape <= Self.shapeMax
    else { return nil }
    self.pValue = pValue
    shape = FitNumber.rounded(found.shape, 4)
    deviceCount = Set(spans.map(\.device)).count
    self.lengths = found.lengths
  }

  /// The p-value of the test on a log of times offline or online; nil: there are too few.
  package static func pValue(_ log: IntervalLog) -> Double? {
    let spans = log.areOnline ? log.spans.intervals : log.spans.pauses
    return pValue(spans, spans.map { $0.end - $0.start })
  }

  package var yaml: String { "{gamma: {mean: 1, shape: \(FitNumber.text(shape))}}" }

  /// The proposal rests on this.
  package var words: String {
    let p = pValue < 1e-10 ? "< 1e-10" : "= \(FitNumber.text(pValue, 2))"
    return "test of overdispersion, \(deviceCount) devices, p \(p)"
  }
}

extension FittedDevicePace {
  // MARK: The test

  /// The p-value of the score test for a mixture: whether ends differ from the number expected of
  /// each device by more than chance. Ends less expected ends are a martingale, whatever the law of
  /// the spans is, so that the sum of their squares less the ends has mean 0.
  ///
  /// Source: D. Commenges, P. K. Andersen, "Score test of homogeneity for survival data", Lifetime
  /// Data Analysis 1 (1995).
  private static func pValue(_ spans: [HourSpan], _ lengths: [Double]) -> Double? {
    let groups = groups(spans, lengths)
    guard groups.count >= 2 else { return nil }
    let squares = groups.reduce(0) { $0 + $1.expected * $1.expected }
    let fourths = groups.reduce(0) { $0 + pow($1.expected, 4) }
    let total = groups.reduce(0) { $0 + $1.expected }
    // The hazard is that of the same devices, which takes away one degree of freedom.
    let score = groups.reduce(squares / total) { sum, group in
      sum + (group.ends - group.expected) * (group.ends - group.expected) - group.ends
    }
    // The formula for equal groups, for which this is a chi-square test.
    let freedom = squares * squares / fourths - 1
    let statistic = freedom + score / (2 * squares).squareRoot() * (2 * freedom).squareRoot()
    guard freedom > 0 else { return nil }
    return ChiSquare.upperTail(max(0, statistic), degreesOfFreedom: freedom)
  }

  private typealias Group = (ends: Double, expected: Double)

  /// They are of one device, or of several that follow each other.
  private static func groups(_ spans: [HourSpan], _ lengths: [Double]) -> [Group] {
    let hazard = CumulativeHazard(lengths, hasEnded: spans.map(\.hasEnded))
    var groups: [Group] = []
    var (open, device): (Group, Int32) = ((0, 0), spans.first?.device ?? 0)
    for (span, length) in zip(spans, lengths) {
      if span.device != device, open.expected >= endsMin {
        groups.append(open)
        open = (0, 0)
      }
      device = span.device
      open.ends += span.hasEnded ? 1 : 0
      open.expected += hazard.upTo(length)
    }
    if open.expected >= endsMin || groups.isEmpty { return groups + [open] }
    groups[groups.count - 1].ends += open.ends
    groups[groups.count - 1].expected += open.expected
    return groups
  }

  // MARK: The law

  /// The gamma law of the devices' rates, by the ends in the time that each was online. Ends of
  /// spans that vary more or less than exponential ones tell less or more: they count as so many
  /// ends of exponential spans as have the same error.
  private static func law(
    _ spans: [HourSpan], _ lengths: [Double]
  ) -> (shape: Double, lengths: [Double])? {
    let count = Int(spans.map(\.device).max() ?? 0) + 1
    var (ends, times) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
    for (span, length) in zip(spans, lengths) {
      ends[Int(span.device)] += span.hasEnded ? 1 : 0
      times[Int(span.device)] += length
    }
    let seen = (0..<count).filter { times[$0] > 0 }
    var (dispersion, found): (Double, (shape: Double, lengths: [Double])?) = (1, nil)
    for _ in 0..<rounds {
      let (counts, exposures) = (
        seen.map { ends[$0] / dispersion }, seen.map { times[$0] / dispersion }
      )
      guard let law = GammaRates.fit(counts, exposures: exposures) else { return nil }
      // Each device's own number, as far as its ends tell it.
      let numbers = (0..<count).map { device in
        (law.shape + ends[device] / dispersion)
          / (law.shape + law.mean * times[device] / dispersion)
      }
      let ended = zip(spans, lengths).filter(\.0.hasEnded).map { numbers[Int($0.device)] * $1 }
      found = (law.shape, ended.ascending())
      dispersion = max(0.05, squaredVariation(ended))
    }
    return found
  }

  /// Variance over squared mean.
  private static func squaredVariation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    return square / (mean * mean)
  }
}
