import Foundation
import Statistics
import TestSupport
import Testing

/// Bootstrap-t on random samples, against the definition worked out the long way: each resample is
/// a ``RatioSample`` of its own.
@Suite("Bootstrap-t on random samples")
struct BootstrapRandomTests {
  private static func resampling(_ seed: UInt64) -> Resampling {
    Resampling(count: 400) { number, indices in
      var generator = SplitMix64(state: seed &* 1000 &+ UInt64(number))
      for place in indices.indices { indices[place] = UInt32(generator.below(indices.count)) }
    }
  }

  private static func indices(_ number: Int, _ size: Int, _ seed: UInt64) -> [Int] {
    var generator = SplitMix64(state: seed &* 1000 &+ UInt64(number))
    return (0..<size).map { _ in generator.below(size) }
  }

  /// Skewed; every third sample is a plain mean.
  private static func sample(_ seed: UInt64) -> RatioSample {
    var generator = SplitMix64(state: seed)
    let n = 8 + generator.below(40)
    let denominators = (0..<n).map { _ in seed % 3 == 0 ? 1 : 0.5 + generator.uniform() }
    let numerators = denominators.map { $0 * (exp(generator.normal()) - 1.5) }
    return RatioSample(numerators: numerators, denominators: denominators)
  }

  /// t* of all resamples, ascending.
  private static func ratios(_ sample: RatioSample, _ seed: UInt64) throws -> [Double] {
    let center = try unwrap(sample.ratio)
    return try (0..<400).map { number in
      let drawn = indices(number, sample.count, seed)
      let resample = RatioSample(
        numerators: drawn.map { sample.numerators[$0] },
        denominators: drawn.map { sample.denominators[$0] })
      return (try unwrap(resample.ratio) - center) / (try unwrap(resample.standardError))
    }.sorted()
  }

  @Test("Ends and p value are those of the definition", arguments: 1...40)
  func definition(number: Int) throws {
    let seed = UInt64(number)
    let sample = Self.sample(seed)
    let resampling = Self.resampling(seed)
    let estimate = try unwrap(sample.estimate(confidence: 0.9, resampling: resampling))
    guard estimate.method == .bootstrapT else { return }
    let ratios = try Self.ratios(sample, seed)
    let standardError = try unwrap(estimate.standardError)
    // ⌊0.05 · 401⌋ = 20
    let student = StudentT.quantile(0.95, degreesOfFreedom: Double(sample.count - 1))
    let (above, below) = (max(student, -ratios[19]), max(student, ratios[380]))
    expect(isClose(estimate.high, estimate.mean + above * standardError, 1e-9))
    expect(isClose(estimate.low, estimate.mean - below * standardError, 1e-9))
    let zeros = RatioSample(
      numerators: [Double](repeating: 0, count: sample.count), denominators: sample.denominators)
    let result = sample.difference(
      from: zeros, confidence: 0.9, ifZero: .exact, resampling: resampling)
    let p = Self.pValue(estimate.mean / standardError, ratios, sample.count)
    expect(isClose(result?.pValue, p, 1e-9))
  }

  /// The p-value by counting, and no smaller than Student's.
  private static func pValue(_ t: Double, _ ratios: [Double], _ n: Int) -> Double {
    let rarer = min(ratios.count { $0 >= t }, ratios.count { $0 <= t })
    let student = StudentT.twoSidedP(t, degreesOfFreedom: Double(n - 1))
    return max(student, min(1, 2 * Double(rarer + 1) / 401))
  }

  @Test("Most of these samples are skewed")
  func power() {
    let methods = (1...40).map { number in
      Self.sample(UInt64(number)).estimate(
        confidence: 0.9, resampling: Self.resampling(UInt64(number)))?.method
    }
    expect(methods.count { $0 == .bootstrapT } >= 20)
  }

  /// Shifted so that 0 comes to lie near one of the ends; every fourth sample is rare events.
  @Test("p is at most 1 - confidence exactly when the interval leaves 0 out", arguments: 1...60)
  func inversion(number: Int) throws {
    var generator = SplitMix64(state: UInt64(number))
    let n = 10 + generator.below(40)
    let values = (0..<n).map { _ in
      number % 4 == 0 ? (generator.uniform() < 0.05 ? 1 : 0) : exp(1.5 * generator.normal())
    }
    let resampling = Self.resampling(UInt64(number))
    for step in 0...40 {
      let shift = values.max().map { $0 * (Double(step) - 5) / 30 } ?? 0
      let a = RatioSample(values: values.map { $0 - shift })
      let zeros = RatioSample(values: [Double](repeating: 0, count: n))
      for confidence in [0.8, 0.95] {
        let result = try unwrap(
          a.difference(from: zeros, confidence: confidence, ifZero: .exact, resampling: resampling))
        let (low, high) = (try unwrap(result.low), try unwrap(result.high))
        let isOutside = low > 0 || high < 0
        let p = try unwrap(result.pValue)
        expect(isOutside, equals: (p <= 1 - confidence), "\(result), confidence \(confidence)")
      }
    }
  }
}

// MARK: - Rare events

/// Where many resamples have no event at all, their t* is infinite, and the far end is Garwood's
/// for a Poisson count: upper limit χ²(1-tail, 2(k+1))/2 events. With tail 0.025 the published
/// limits are 5.5716 for 1 event and 7.2247 for 2.
@Suite("Ends of rare events")
struct RareEventTests {
  private let resampling = Resampling { number, indices in
    var generator = SplitMix64(state: UInt64(number))
    for place in indices.indices { indices[place] = UInt32(generator.below(indices.count)) }
  }

  private func sample(events: [Double], _ n: Int, size: Double = 1000) -> RatioSample {
    RatioSample(
      numerators: events + [Double](repeating: 0, count: n - events.count),
      denominators: [Double](repeating: size, count: n))
  }

  @Test("One event in all has the exact Poisson upper limit", arguments: [30, 40, 200])
  func oneEvent(n: Int) throws {
    let estimate = try unwrap(
      sample(events: [1], n).estimate(
        confidence: 0.95, shareTrials: n * 1000, resampling: resampling))
    let share = 1 / Double(n * 1000)
    expect(estimate.method, equals: .garwood)
    expect(isClose(try unwrap(estimate.high) / share, 5.5716, 1e-5), "\(estimate)")
    expect(try unwrap(estimate.low) <= share)
  }

  /// Two replications with an event have k = R²/SE² = 2(n-1)/(n-2): nearly 2 events.
  @Test("Two events: the limit of a count of k = R²/SE² events")
  func twoEvents() throws {
    let estimate = try unwrap(
      sample(events: [1, 1], 40).estimate(
        confidence: 0.95, shareTrials: 40_000, resampling: resampling))
    let k = 2.0 * 39 / 38
    let limit = ChiSquare.quantile(0.975, degreesOfFreedom: 2 * (k + 1)) / 2
    expect(isClose(try unwrap(estimate.high) * 40_000, 2 * limit / k, 1e-9))
    expect(abs(limit / k - 7.2247 / 2) < 0.06)
  }

  @Test("A cluster of losses counts as one event")
  func cluster() throws {
    let estimate = try unwrap(
      sample(events: [9], 40).estimate(
        confidence: 0.95, shareTrials: 40, resampling: resampling))
    expect(isClose(try unwrap(estimate.high) * 40_000 / 9, 5.5716, 1e-5))
  }

  @Test("A share near 1 has the same interval, turned around")
  func nearOne() throws {
    let full = RatioSample(
      numerators: [999] + [Double](repeating: 1000, count: 39),
      denominators: [Double](repeating: 1000, count: 40))
    let estimate = try unwrap(
      full.estimate(confidence: 0.95, shareTrials: 40_000, resampling: resampling))
    let low = try unwrap(estimate.low)
    expect(isClose((1 - low) * 40_000, 5.5716, 1e-5), "\(estimate)")
  }

  @Test("Losses in many replications have finite ends of their own")
  func manyEvents() throws {
    let estimate = try unwrap(
      sample(events: [1, 1, 2, 1, 3, 1, 1, 1], 40).estimate(
        confidence: 0.95, shareTrials: 40_000, resampling: resampling))
    expect(estimate.method, equals: .bootstrapT)
    expect(try unwrap(estimate.high).isFinite && (try unwrap(estimate.low)).isFinite)
  }

  /// One strategy has all devices without loss but for one device in one replication, the other
  /// one none ever: a difference of nearly 1. A third of the resamples have no spread, and yet
  /// there is no doubt.
  @Test("A rare exception from a large difference leaves no doubt", arguments: [1.0, -1])
  func largeDifference(sign: Double) throws {
    let values = [0.999] + [Double](repeating: 1, count: 39)
    let a = RatioSample(values: values.map { $0 * sign })
    let zeros = RatioSample(values: [Double](repeating: 0, count: 40))
    let result = try unwrap(
      a.difference(
        from: zeros, confidence: 0.95, ifZero: .exact, familySize: 10, resampling: resampling))
    expect(result.method, equals: .garwood)
    expect(try unwrap(result.low) * (try unwrap(result.high)) > 0)
    expect(try unwrap(result.pValue) < 1e-6, "\(result)")
  }

  /// The far end's p by hand: one exception, k = 1; 0 lies c = 1 + estimate/spike events away from
  /// the value that 39 of 40 share. P(a Poisson mean that large shows at most 1) = e^-c (1 + c).
  @Test("The far end's p value is that of the Poisson law")
  func farEnd() throws {
    let shared = 0.2
    let values = [shared - 1] + [Double](repeating: shared, count: 39)
    let zeros = RatioSample(values: [Double](repeating: 0, count: 40))
    let result = try unwrap(
      RatioSample(values: values).difference(
        from: zeros, confidence: 0.95, ifZero: .exact, resampling: resampling))
    let c = shared * 40
    expect(isClose(result.pValue, 2 * exp(-c) * (1 + c), 1e-9), "\(result)")
    expect(isClose(result.low, shared - 5.5716 / 40, 1e-5))
  }
}
