import CGSL
import DeliverySim
import Foundation
import TestSupport
import Testing

/// A law with a table, and GSL's inverse functions of it.
private struct TabledLaw: Sendable, CustomTestStringConvertible {
  let law: Distribution
  /// The quantile that is exceeded, or undercut, with a probability.
  let long: @Sendable (Double) -> Double
  let short: @Sendable (Double) -> Double
  let testDescription: String

  init(
    _ law: Distribution.Law, _ long: @escaping @Sendable (Double) -> Double,
    _ short: @escaping @Sendable (Double) -> Double
  ) {
    self.law = TestSupport.law(law)
    (self.long, self.short) = (long, short)
    testDescription = "\(law)"
  }

  static func exponential(_ mean: Double) -> TabledLaw {
    TabledLaw(
      .exponential(mean: mean), { gsl_cdf_exponential_Qinv($0, mean) },
      { gsl_cdf_exponential_Pinv($0, mean) })
  }

  static func lognormal(_ logMedian: Double, _ sigma: Double) -> TabledLaw {
    TabledLaw(
      .lognormal(logMedian: logMedian, sigma: sigma),
      { gsl_cdf_lognormal_Qinv($0, logMedian, sigma) },
      { gsl_cdf_lognormal_Pinv($0, logMedian, sigma) })
  }

  static func weibull(_ scale: Double, _ shape: Double) -> TabledLaw {
    TabledLaw(
      .weibull(scale: scale, shape: shape), { gsl_cdf_weibull_Qinv($0, scale, shape) },
      { gsl_cdf_weibull_Pinv($0, scale, shape) })
  }

  /// Common parameters, and some for which pieces would not do: those must be right as well.
  static let all: [TabledLaw] =
    [0.3, 2160, 1e-9, 1e300].map(exponential)
    + [(-1.2, 0.6), (0, 0.05), (5, 1), (2, 1.8), (0, 4), (0, 20)].map { lognormal($0.0, $0.1) }
    + [(1200, 0.7), (1, 0.3), (3, 0.5), (2, 1), (1, 2), (5, 12), (1, 1e4), (1, 0.02)]
    .map { weibull($0.0, $0.1) }

  /// By the word's bits: the top bit names the end, the rest counts from it.
  func expected(_ word: UInt64) -> Double {
    let isShort = word >> 63 == 1
    let distance = Double((isShort ? ~word : word) >> 12) + 0.5
    return isShort ? short(distance * 0x1p-52) : long(distance * 0x1p-52)
  }
}

@Suite("Quantiles from tables against GSL")
struct QuantileTests {
  /// Words all over, and on both sides of every power of two from both ends, where pieces meet.
  private static let words: [UInt64] = {
    var random = SplitMix64(state: 11)
    var words = (0..<20_000).map { _ in random.word() }
    for power in 12..<63 {
      for part in 0..<32 as Range<UInt64> {
        let edge = 1 << UInt64(power) + part << UInt64(max(0, power - 5))
        for word in [edge - 4096, edge - 1, edge, edge + 1, edge + 4096] { words += [word, ~word] }
      }
    }
    return words + [0, .max, .max / 2, .max / 2 + 1]
  }()

  /// The tolerance is the one that a faster sampler is allowed.
  @Test("To 1e-6 of every quantile", arguments: TabledLaw.all)
  private func agree(law: TabledLaw) {
    var worst = 0.0
    var worstWord: UInt64 = 0
    for word in Self.words {
      var draws = Draws(stuckAt: word)
      let (value, expected) = (law.law.sample(&draws), min(law.expected(word), 1.7e308))
      let error = expected == 0 ? value : abs(value / expected - 1)
      if !(error <= worst) { (worst, worstWord) = (error, word) }
    }
    print("quantiles of \(law.testDescription): worst relative error \(worst)")
    expect(worst < 1e-6, "word \(worstWord)")
  }

  /// A changed parameter keeps the coupling: the order of variates is that of their words, but for
  /// the last digits where two pieces meet.
  @Test("Longer spans for smaller words", arguments: TabledLaw.all)
  private func monotone(law: TabledLaw) {
    var last = Double.infinity
    for word in Self.words.sorted() {
      var draws = Draws(stuckAt: word)
      let value = law.law.sample(&draws)
      expect(value <= last * (1 + 1e-12), "word \(word)")
      last = value
    }
  }
}

@Suite("Samplers and windows give the same variates")
struct SamplerTests {
  private static let laws =
    ContinuousLaw.all.map(\.law) + DiscreteLaw.all.map(\.law)
    + [.zero, TestSupport.law(.uniform(min: 0, max: 0)), TestSupport.law(.constant(value: 3))]

  private static func stream(_ device: Int) -> RandomStream {
    RandomSource(seed: 4, replication: 2).stream(purpose: 7, device: device)
  }

  @Test("A sampler gives the law's own variates")
  func samplers() {
    var arena = PlanArena()
    for (place, law) in Self.laws.enumerated() {
      let sampler = arena.sampler(law)
      expect(sampler.isZero, equals: law.isZero)
      for index in 0..<1000 as Range<UInt32> {
        let draws = Self.stream(place).draws(index: index, copy: Int(index % 3))
        var same = draws
        expect(sampler.sample(draws), equals: law.sample(&same))
      }
    }
  }

  private static let copies: [UInt8] = [0, 3, 255]

  @Test("A window gives the stream's variates, in any order of asking")
  func windows() {
    var arena = PlanArena()
    var random = SplitMix64(state: 6)
    var window = VariateBuffer()
    for (place, law) in Self.laws.enumerated() {
      let (sampler, stream) = (arena.sampler(law), Self.stream(place))
      let copy = Self.copies[place % 3]
      window.removeAll()
      for step in 0..<400 as Range<UInt32> {
        let index = step < 200 ? step : random.below(2) == 0 ? 400 : .max
        let near = index &- UInt32(random.below(12))
        var draws = stream.draws(index: near, copy: Int(copy))
        expect(window.sample(sampler, stream, index: near, copy: copy), equals: law.sample(&draws))
      }
    }
  }

  @Test("A window that keeps all it made gives the same, asked twice")
  func kept() {
    var arena = PlanArena()
    var random = SplitMix64(state: 7)
    var window = VariateBuffer(keepsAll: true)
    for (place, law) in Self.laws.enumerated() {
      let (sampler, stream) = (arena.sampler(law), Self.stream(place))
      let copy = Self.copies[place % 3]
      window.removeAll()
      let indices = (0..<200 as Range<UInt32>).map { step in
        step < 100 ? step : UInt32(random.below(3000))
      }
      for index in indices + indices.reversed() {
        var draws = stream.draws(index: index, copy: Int(copy))
        expect(window.sample(sampler, stream, index: index, copy: copy), equals: law.sample(&draws))
      }
    }
  }

  @Test("A window of uniform numbers too, the last index included")
  func uniform() {
    for copy in Self.copies {
      var window = VariateBuffer()
      for index in [0, 1, 7, 8, 3, 100, .max, .max - 8, 5] as [UInt32] {
        var draws = Self.stream(1).draws(index: index, copy: Int(copy))
        expect(window.uniform(Self.stream(1), index: index, copy: copy), equals: draws.uniform())
      }
    }
  }

  @Test("A window that is emptied serves another stream")
  func emptied() {
    var window = VariateBuffer()
    _ = window.uniform(Self.stream(1), index: 3)
    window.removeAll()
    var draws = Self.stream(2).draws(index: 3)
    expect(window.uniform(Self.stream(2), index: 3), equals: draws.uniform())
  }
}

@Suite("Tables of quantiles")
struct TableCacheTests {
  private func lognormal(_ logMedian: Double, _ sigma: Double) -> Distribution {
    law(.lognormal(logMedian: logMedian, sigma: sigma))
  }

  @Test("Laws of equal shape share a table")
  func sharing() {
    expect(lognormal(0, 0.51).sharesTable(with: lognormal(3, 0.51)))
    expect(!lognormal(0, 0.51).sharesTable(with: lognormal(0, 0.52)))
    expect(law(.exponential(mean: 1)).sharesTable(with: law(.exponential(mean: 9))))
    expect(!law(.gamma(mean: 1, shape: 2)).sharesTable(with: law(.gamma(mean: 1, shape: 2))))
  }

  /// Other tests may hold some dozens at the same time.
  @Test("Tables that no law uses any more are given back, those in use are kept")
  func purge() {
    let kept = lognormal(0, 0.777)
    for step in 0..<1000 { _ = lognormal(0, 1 + Double(step) / 5000) }
    expect(TableCache.count < 400)
    expect(kept.sharesTable(with: lognormal(1, 0.777)))
  }
}
