import DeliverySim
import Foundation
import TestSupport

/// The cases of the table. A case's place decides its random numbers: add new ones at the end.
enum CoverageTable {
  static let cases: [CoverageCase] =
    normalLike + rare + lognormal + paired + stopping + unclaimed + [pairedRare(total: 0.5)]
    + controlled + watched

  /// Notifications in a replication, where a case has a fixed number of them.
  static let size = 1000

  // MARK: Normal-like

  private static let normalLike: [CoverageCase] =
    [30, 40, 100].flatMap { n in
      [
        normal(.fixed(n)),
        share("share of 0.9", probability: 0.9, n, .normalLike),
      ]
    } + [quantile, varyingDenominators]

  static func normal(_ size: CoverageCase.Size) -> CoverageCase {
    CoverageCase(name: "normal", truth: 10, size: size, claim: .normalLike) { draws in
      Observation(x: 10 + draws.normal())
    }
  }

  /// Rank 90 of 100 exponential delays; its expectation is 1/11 + 1/12 + ... + 1/100.
  private static let quantile = CoverageCase(
    name: "quantile (p90 of 100 exponential delays)",
    truth: (11...100).reduce(0) { $0 + 1 / Double($1) }, size: .fixed(40), claim: .normalLike
  ) { draws in
    let delays = (0..<100).map { _ in -log(draws.uniform()) }.sorted()
    return Observation(x: delays[89])
  }

  private static let varyingDenominators = CoverageCase(
    name: "ratio, denominators 500-1500", truth: 0.9, size: .fixed(40), claim: .normalLike
  ) { draws in
    let y = 500 + 1000 * draws.uniform()
    return Observation(x: y * (0.9 + 0.02 * draws.normal()), y: y)
  }

  // MARK: Rare losses

  private static let rare: [CoverageCase] =
    [1, 2, 3.1, 5, 10, 20].map { rare(total: $0, 40) } + [1, 5].map { rare(total: $0, 30) }
    + [1, 5].map { rare(total: $0, 100) } + [rareNearOne, rareVarying]

  /// - Parameter total: expected in all replications together.
  static func rare(total: Double, _ n: Int) -> CoverageCase {
    let name = "rare losses, \(total.formatted()) expected in all"
    return share(name, probability: total / Double(n * size), n, .skewed)
  }

  private static func share(
    _ name: String, probability: Double, _ n: Int, _ claim: CoverageCase.Claim
  ) -> CoverageCase {
    let law = CountLaw.binomial(trials: size, probability: probability)
    return CoverageCase(
      name: name, truth: probability, size: .fixed(n), claim: claim, trials: size
    ) { Observation(x: law.sample(&$0), y: Double(size)) }
  }

  private static let rareNearOne: CoverageCase = {
    let law = CountLaw.binomial(trials: size, probability: 3.0 / Double(40 * size))
    return CoverageCase(
      name: "share near 1, 3 losses expected in all", truth: 1 - 3.0 / Double(40 * size),
      size: .fixed(40), claim: .skewed, trials: size
    ) { Observation(x: Double(size) - law.sample(&$0), y: Double(size)) }
  }()

  /// Events at a constant rate in exposures that vary.
  private static let rareVarying: CoverageCase = {
    let exposure = law(.lognormal(logMedian: 0, sigma: 0.5))
    return CoverageCase(
      name: "rare losses, 0.25 per exposure, exposures lognormal 0.5", truth: 0.25,
      size: .fixed(40), claim: .skewed
    ) { draws in
      let y = exposure.sample(&draws)
      return Observation(x: poisson(mean: 0.25 * y, &draws), y: y)
    }
  }()

  /// A Poisson variate by products of uniform numbers.
  private static func poisson(mean: Double, _ draws: inout Draws) -> Double {
    var (count, product) = (0.0, draws.uniform())
    while product > exp(-mean) {
      count += 1
      product *= draws.uniform()
    }
    return count
  }
}

// MARK: - Skewed values

extension CoverageTable {
  private static let lognormal: [CoverageCase] = [30, 40, 100].map {
    lognormal(sigma: 0.5, .fixed($0), .skewed)
  }

  private static func lognormal(
    sigma: Double, _ size: CoverageCase.Size, _ claim: CoverageCase.Claim
  ) -> CoverageCase {
    let values = law(.lognormal(logMedian: 0, sigma: sigma))
    return CoverageCase(
      name: "lognormal, sigma \(sigma.formatted())", truth: exp(sigma * sigma / 2), size: size,
      claim: claim
    ) { Observation(x: values.sample(&$0)) }
  }
}

// MARK: - Paired differences

extension CoverageTable {
  private static let paired = [
    pairedNormal(.fixed(40)), pairedRare(total: 5), pairedLognormal, pairedRatios,
  ]

  private static func pairedNormal(_ size: CoverageCase.Size) -> CoverageCase {
    CoverageCase(
      name: "difference, normal", truth: 0.5, size: size, claim: .normalLike, isPaired: true
    ) { draws in
      let common = 10 + 3 * draws.normal()
      return Observation(x: common + 0.5 + draws.normal(), otherX: common + draws.normal())
    }
  }

  /// One strategy loses what the other one does, and, rarely, something more.
  ///
  /// - Parameter total: The mean number that it loses more in all replications together.
  private static func pairedRare(total: Double) -> CoverageCase {
    let common = CountLaw.binomial(trials: size, probability: 0.05)
    let more = CountLaw.poisson(mean: total / 40)
    return CoverageCase(
      name: "difference, \(total.formatted()) losses expected in all",
      truth: total / 40 / Double(size), size: .fixed(40), claim: .skewed, trials: size,
      isPaired: true
    ) { draws in
      let lost = common.sample(&draws)
      return Observation(
        x: lost + more.sample(&draws), y: Double(size), otherX: lost, otherY: Double(size))
    }
  }

  private static let pairedLognormal: CoverageCase = {
    let excess = law(.lognormal(logMedian: 0, sigma: 0.5))
    return CoverageCase(
      name: "difference, lognormal, sigma 0.5", truth: exp(0.125), size: .fixed(40),
      claim: .skewed, isPaired: true
    ) { draws in
      let common = 10 + 3 * draws.normal()
      return Observation(x: common + excess.sample(&draws), otherX: common)
    }
  }()

  private static let pairedRatios = CoverageCase(
    name: "difference of ratios with different denominators", truth: 0.05, size: .fixed(40),
    claim: .normalLike, isPaired: true
  ) { draws in
    let common = 500 + 1000 * draws.uniform()
    let (y, otherY) = (common + 50 * draws.uniform(), common)
    let noise = 0.02 * draws.normal()
    return Observation(
      x: y * (0.9 + noise + 0.01 * draws.normal()), y: y,
      otherX: otherY * (0.85 + noise + 0.01 * draws.normal()), otherY: otherY)
  }
}

// MARK: - Stopping

extension CoverageTable {
  private static let stopping: [CoverageCase] =
    [0.35, 0.25, 0.2].map { normal(.until(halfWidth: $0)) }
    + [0.3, 0.2, 0.15].map {
      lognormal(sigma: 0.5, .until(halfWidth: $0 * exp(0.125)), .skewed)
    }
    + [(0.2, 0.2), (0.2, 0.15), (0.5, 0.3), (0.1, 0.1)].map(rareUntil)
    + [pairedNormal(.until(halfWidth: 0.3))]

  /// - Parameter perReplication: losses expected in a replication; half-width in the same unit.
  private static func rareUntil(perReplication: Double, halfWidth: Double) -> CoverageCase {
    let probability = perReplication / Double(size)
    let law = CountLaw.binomial(trials: size, probability: probability)
    return CoverageCase(
      name: "rare losses, \(perReplication.formatted()) per replication", truth: probability,
      size: .until(halfWidth: halfWidth / Double(size)), claim: .skewed, trials: size
    ) { Observation(x: law.sample(&$0), y: Double(size)) }
  }
}

extension CoverageTable {
  /// The same where somebody sees each look: twelve cases.
  static let watched: [CoverageCase] =
    (stopping + controlled.filter { $0.size.halfWidth != nil }.prefix(1)).compactMap(\.watched)
}

extension CoverageCase {
  /// Nil: the number of replications is fixed.
  fileprivate var watched: CoverageCase? {
    size.halfWidth.map { halfWidth in
      CoverageCase(
        name: name, truth: truth, size: .watched(halfWidth: halfWidth), claim: .watched,
        trials: trials, isPaired: isPaired, draw: draw)
    }
  }
}

// MARK: - Not claimed

extension CoverageTable {
  private static let unclaimed: [CoverageCase] =
    [30, 40, 60, 100].map { lognormal(sigma: 1, .fixed($0), .nothing) }
    + [0.6, 0.4, 0.3].map { lognormal(sigma: 1, .until(halfWidth: $0 * exp(0.5)), .nothing) }
    + [5, 20, 100].map { clustered(total: $0, 40) }

  /// Losses that come in clusters: their variance is 9 times that of independent ones.
  private static func clustered(total: Double, _ n: Int) -> CoverageCase {
    let mean = total / Double(n)
    let law = CountLaw.negativeBinomial(mean: mean, designEffect: 9)
    return CoverageCase(
      name: "clustered losses, \(total.formatted()) expected in all", truth: mean / Double(size),
      size: .fixed(n), claim: .nothing, trials: 1
    ) { Observation(x: law.sample(&$0), y: Double(size)) }
  }
}
