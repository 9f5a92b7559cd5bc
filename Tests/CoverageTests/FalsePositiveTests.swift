import DeliverySim
import Foundation
import Statistics
import TestSupport
import Testing

/// These tests count how often strategies that are equal in distribution are called different.
///
/// False-alarm probability: 1e-6 for the suite, shared equally among its 11 statistical
/// expectations (exact binomial tail). The seed is fixed, so a pass stays a pass.
@Suite("False positives")
struct FalsePositiveTests {
  private static let alpha = 1e-6 / 11
  /// The share of p-values that may be at most 0.05.
  private static let allowed = 0.05
  private static let replications = 40

  /// The own noise of a strategy's replication value, on top of the noise that all have in common.
  enum Noise: String, CaseIterable, Sendable {
    case normal
    case lognormal = "lognormal, sigma 0.5"
    case oneLoss = "1 loss expected in all"
    case twoLosses = "2 losses expected in all"
    case fiveLosses = "5 losses expected in all"

    fileprivate var number: Int { 110 + (Self.allCases.firstIndex(of: self) ?? 0) }

    fileprivate var lossesExpected: Double {
      switch self {
      case .normal, .lognormal: 0
      case .oneLoss: 1
      case .twoLosses: 2
      case .fiveLosses: 5
      }
    }
  }

  @Test("Two copies of a strategy: a difference of exactly 0 and p = 1", arguments: Noise.allCases)
  func copies(noise: Noise) throws {
    for repetition in 0..<20 {
      let samples = samples(noise, 1, repetition: repetition)
      let resampling = Repetitions.resampling(case: noise.number, repetition: repetition)
      let result = try unwrap(
        samples[0].difference(
          from: samples[0], confidence: 0.95, ifZero: .exact, resampling: resampling))
      expect(result.difference == 0 && result.standardError == 0 && result.pValue == 1)
      expect(result.low == 0 && result.high == 0)
    }
  }

  @Test("Equal strategies are called different in at most 5 % of runs", arguments: Noise.allCases)
  func pairs(noise: Noise) throws {
    let wrong = try count(noise, strategies: 2) { samples, resampling in
      let result = try unwrap(
        samples[1].difference(
          from: samples[0], confidence: 0.95, ifZero: .exact, resampling: resampling))
      return try unwrap(result.pValue) <= 0.05
    }
    expectRare(wrong, "\(noise.rawValue): p at most 0.05")
  }

  @Test("Among four equal strategies Holm's p is rarely small", arguments: Noise.allCases)
  func family(noise: Noise) throws {
    let wrong = try count(noise, strategies: 5) { samples, resampling in
      let pValues = try samples.dropFirst().map { sample in
        let result = sample.difference(
          from: samples[0], confidence: 0.95, ifZero: .exact, familySize: 4, resampling: resampling)
        return try unwrap(result?.pValue)
      }
      return holm(pValues).contains { $0 <= 0.05 }
    }
    expectRare(wrong, "\(noise.rawValue): any of four with Holm's p at most 0.05")
  }

  @Test("Bonferroni's intervals hold all four differences together")
  func joint() throws {
    let wrong = try count(.normal, strategies: 5) { samples, resampling in
      try samples.dropFirst().contains { sample in
        let result = try unwrap(
          sample.difference(
            from: samples[0], confidence: 0.95, ifZero: .exact, familySize: 4,
            resampling: resampling))
        return try unwrap(result.lowAll) > 0 || (try unwrap(result.highAll)) < 0
      }
    }
    expectRare(wrong, "normal: any of four intervals misses")
  }

  /// The same test finds a family whose p values are not adjusted.
  @Test("Unadjusted, one of four is small too often")
  func unadjusted() throws {
    let wrong = try count(.normal, strategies: 5) { samples, resampling in
      try samples.dropFirst().contains { sample in
        let result = sample.difference(
          from: samples[0], confidence: 0.95, ifZero: .exact, resampling: resampling)
        return try unwrap(result?.pValue) <= 0.05
      }
    }
    let p = Binomial.upperTail(wrong, trials: Repetitions.count, probability: 0.05)
    print("normal, any of four with p at most 0.05, unadjusted: \(share(wrong))")
    expect(p < 1e-3)
  }
}

// MARK: - Samples

extension FalsePositiveTests {
  private func expectRare(_ wrong: Int, _ what: String) {
    let p = Binomial.upperTail(wrong, trials: Repetitions.count, probability: Self.allowed)
    let limit = String(format: "%.0f %%", 100 * Self.allowed)
    print("false positives, \(what): allowed \(limit), observed \(share(wrong))")
    expect(p >= Self.alpha, "\(what)")
  }

  private func share(_ wrong: Int) -> String {
    let share = Double(wrong) / Double(Repetitions.count)
    let error = (share * (1 - share) / Double(Repetitions.count)).squareRoot()
    return String(format: "%.1f %% (standard error %.1f)", 100 * share, 100 * error)
  }

  /// The number of repetitions in which `isWrong`.
  private func count(
    _ noise: Noise, strategies: Int, _ isWrong: ([RatioSample], Resampling) throws -> Bool
  ) rethrows -> Int {
    try (0..<Repetitions.count).count { repetition in
      try isWrong(
        samples(noise, strategies, repetition: repetition),
        Repetitions.resampling(case: noise.number, repetition: repetition))
    }
  }

  /// Strategies that are equal in distribution: common noise three times as strong as their own.
  private func samples(_ noise: Noise, _ strategies: Int, repetition: Int) -> [RatioSample] {
    let lost = CountLaw.poisson(mean: noise.lossesExpected / Double(Self.replications))
    let skewed = law(.lognormal(logMedian: 0, sigma: 0.5))
    var values = [[Double]](repeating: [], count: strategies)
    for replication in 0..<Self.replications {
      var draws = Repetitions.draws(
        case: noise.number, repetition: repetition, replication: replication)
      let common = 10 + 3 * draws.normal()
      for strategy in 0..<strategies {
        switch noise {
        case .normal: values[strategy].append(common + draws.normal())
        case .lognormal: values[strategy].append(common + skewed.sample(&draws))
        // Counts: what is common is a count as well, and equal differences are exactly 0.
        default: values[strategy].append(common.rounded() + lost.sample(&draws))
        }
      }
    }
    return values.map(RatioSample.init(values:))
  }
}
