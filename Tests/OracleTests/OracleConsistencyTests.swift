import Foundation
import Oracles
import Statistics
import TestSupport
import Testing

/// The closed forms against each other: transforms against integrals, limits against what is known
/// there.
@Suite("Closed forms agree with each other")
struct OracleConsistencyTests {
  private static let rates = [1e-6, 1e-4, 40.0 / 86_400, 0.01, 1]

  private func isClose(_ value: Double, _ expected: Double, _ tolerance: Double = 1e-8) -> Bool {
    abs(value - expected) <= tolerance * max(1, abs(expected))
  }

  @Test("The mean is the integral of the survival function", arguments: OfflineLaw.samples)
  func mean(law: OfflineLaw) throws {
    expect(isClose(try integral(law) { law.survival($0) }, law.mean))
  }

  @Test("The transform is the expectation of its definition", arguments: OfflineLaw.samples)
  func transform(law: OfflineLaw) throws {
    for s in Self.rates {
      let expected = try expectation(law) { exp(-s * $0) }
      expect(isClose(try law.laplaceTransform(s), expected), "rate \(s)")
    }
    expect(isClose(try law.laplaceTransform(0), 1))
  }

  @Test("A late expiration is none, an expiration of 0 leaves the online time")
  func expirationLimits() throws {
    for law in OfflineLaw.samples {
      for rate in Self.rates {
        let oracle = NewestOnly(arrivalRate: rate, onlineMean: 500, offline: law)
        let never = try oracle.deliverability()
        expect(isClose(try oracle.deliverability(expiration: 1e12), never))
        let online = 500 / (500 + law.mean)
        expect(isClose(try oracle.deliverability(expiration: 0), online, 1e-12))
        let growing = try [1, 100, 1e4].map { try oracle.deliverability(expiration: $0) }
        expect(zip([online] + growing, growing + [never + 1e-9]).allSatisfy { $0 <= $1 })
      }
    }
  }

  @Test("Exponential offline times: loss f·q, delay 1/(λ + 1/E[D])")
  func exponential() throws {
    let (rate, online, offline) = (0.002, 700.0, 300.0)
    let oracle = NewestOnly(
      arrivalRate: rate, onlineMean: online, offline: .exponential(mean: offline))
    let (share, q) = (offline / (online + offline), rate / (rate + 1 / offline))
    expect(isClose(try oracle.deliverability(), 1 - share * q, 1e-12))
    let delay = try unwrap(try oracle.meanDelayOfStored())
    expect(isClose(delay, 1 / (rate + 1 / offline), 1e-9))
  }

  @Test("A repeat limit without end shows everything; one of 0 shows those that arrived alone")
  func repeatLimits() throws {
    let (rate, online) = (0.001, 500.0)
    for law in OfflineLaw.samples {
      let shown = { (limit: Int) in
        try GapRecovery(
          arrivalRate: rate, onlineMean: online, offline: law, repeatLimit: limit
        ).shown()
      }
      expect(isClose(try shown(100_000), 1, 1e-6))
      let alone = try expectation(law) { rate * $0 * exp(-rate * $0) }
      expect(isClose(try shown(0), (rate * online + alone) / (rate * (online + law.mean))))
      let growing = try [0, 1, 2, 5, 20, 100].map(shown)
      expect(zip(growing, growing.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  /// The other way: the queue that departures leave behind, state by state.
  @Test("A token bucket turns away what an embedded chain says")
  func tokenBucket() {
    for (burst, load) in [(1, 0.3), (2, 0.7), (3, 1.2), (7, 0.9), (20, 1.1), (20, 0.5)] {
      let oracle = TokenBucket(burst: burst, load: load)
      // P(n) of n = 0 ... B-1 left behind, up to a factor: balance of each state from below.
      let arrivals = { (count: Int) in
        exp(Double(count) * log(load) - load - lgamma(Double(count) + 1))
      }
      var left = [1.0]
      for state in 0..<burst - 1 {
        let others = left.indices.dropFirst().reduce(left[0] * arrivals(state)) { sum, from in
          sum + left[from] * arrivals(state + 1 - from)
        }
        left.append((left[state] - others) / arrivals(0))
      }
      let empty = left[0] / left.reduce(0, +)
      expect(isClose(oracle.refused, 1 - 1 / (empty + load), 1e-7), "B = \(burst), \(load)")
    }
    expect(isClose(TokenBucket(burst: 1, load: 0.5).refused, 0.5 / 1.5, 1e-12))
  }

  /// Three ways through the code, closed sum, negative binomial and integral, to one law.
  @Test("Laws that are exponential in disguise give the exponential's answers")
  func disguises() throws {
    let mean = 1234.0
    let disguises: [OfflineLaw] = [
      .gamma(mean: mean, shape: 1), .weibull(scale: mean, shape: 1),
      .hyperexponential(weights: [1, 2], means: [mean, mean]),
    ]
    for limit in [0, 1, 3, 20] {
      let shown = { (law: OfflineLaw) in
        try GapRecovery(
          arrivalRate: 0.003, onlineMean: 99, offline: law, repeatLimit: limit
        ).shown()
      }
      let expected = try shown(.exponential(mean: mean))
      for law in disguises { expect(isClose(try shown(law), expected), "\(law) \(limit)") }
    }
    for law in disguises {
      let oracle = NewestOnly(arrivalRate: 0.003, onlineMean: 99, offline: law, linkLoss: 0.2)
      let plain = NewestOnly(
        arrivalRate: 0.003, onlineMean: 99, offline: .exponential(mean: mean), linkLoss: 0.2)
      for end in [10, 1000, Double.infinity] {
        let expected = try plain.deliverability(expiration: end)
        expect(isClose(try oracle.deliverability(expiration: end), expected), "\(law)")
      }
    }
  }

  @Test("Always online: link loss is all there is")
  func alwaysOnline() throws {
    let oracle = NewestOnly(
      arrivalRate: 1, onlineMean: 5, offline: .constant(value: 0), linkLoss: 0.25)
    expect(isClose(try oracle.deliverability(), 0.75, 1e-12))
    expect(try oracle.meanDelayOfStored() == nil)
    expect(KeepAll(linkLoss: 0.25).deliverability, equals: 0.75)
  }

  @Test("Bounded stores: exponential sums of R9, limits, and an order that holds for every law")
  func boundedStores() throws {
    let (rate, online, mean) = (0.003, 700.0, 900.0)
    let q = rate / (rate + 1 / mean)
    let cycle = rate * (online + mean)
    let store = BoundedStore(
      arrivalRate: rate, onlineMean: online, offline: .exponential(mean: mean))
    for capacity in [1, 2, 3, 10, 100] {
      let counts = (0...capacity).map { Double($0) }
      let discarding = counts.reduce(0) { $0 + $1 * (1 - q) * pow(q, $1) }
      let queue = counts.dropFirst().reduce(0) { $0 + pow(q, $1) }
      let expected = [discarding, queue].map { (rate * online + $0) / cycle }
      expect(isClose(try store.shownOfDiscarding(capacity: capacity), expected[0], 1e-10))
      expect(isClose(try store.shownOfQueue(capacity: capacity), expected[1]))
    }
    for law in OfflineLaw.samples {
      let store = BoundedStore(arrivalRate: rate, onlineMean: online, offline: law)
      let none = store.shownWithoutStore
      expect(isClose(try store.shown(expiration: 0), none, 1e-12))
      expect(isClose(try store.shown(expiration: .infinity), 1))
      // A queue of one keeps as many as a slot: one of each period that has any.
      let slot = NewestOnly(arrivalRate: rate, onlineMean: online, offline: law)
      expect(isClose(try store.shownOfQueue(capacity: 1), try slot.deliverability()))
      expect(isClose(try store.shownOfQueue(capacity: 100_000), 1, 1e-6))
      for capacity in [1, 3, 20] {
        let queue = try store.shownOfQueue(capacity: capacity)
        expect(try none <= store.shownOfDiscarding(capacity: capacity))
        expect(try store.shownOfDiscarding(capacity: capacity) <= queue + 1e-9)
      }
    }
  }

  /// R5.3, step by step: 6 returns before 7, so only a first push or a gap saves the position.
  @Test("The listing, played push by push, asks once per two pushes after the first")
  func listing() {
    var (saved, requests) = (0, 0)
    expect(AsPrinted.requests(pushes: 0), equals: 0)
    for position in 1...1000 {
      if saved == 0 {
        saved = position
      } else if position - saved - 1 > 0 {
        (saved, requests) = (position, requests + 1)
      }
      expect(AsPrinted.requests(pushes: position), equals: requests)
    }
  }
}

// MARK: - Expectations from the definition

extension OracleConsistencyTests {
  /// ∫₀^∞ f(t) dt in units of the law's mean, from singular ends to long tails.
  private func integral(_ law: OfflineLaw, _ f: (Double) -> Double) throws -> Double {
    if case .constant(let value) = law { return try Integration.over(0...value) { f($0) } }
    let unit = law.mean
    let pieces = try [(0.0, 1e-3), (1e-3, 1), (1, 10), (10, 100)].map { low, high in
      try Integration.over(low...high, absoluteError: 1e-14) { f($0 * unit) * unit }
    }
    return try pieces.reduce(0, +)
      + Integration.overHalfLine(from: 100, absoluteError: 1e-14) { f($0 * unit) * unit }
  }

  /// E[g(D)], with D as a function of a standard variable: no survival function, no transform.
  private func expectation(_ law: OfflineLaw, _ g: (Double) -> Double) throws -> Double {
    switch law {
    case .constant(let value): return g(value)
    case .exponential(let mean): return try overExponential { g(mean * $0) }
    case .weibull(let scale, let shape):
      return try overExponential { g(scale * pow($0, 1 / shape)) }
    case .lognormal(let median, let sigma):
      return try Integration.over(-12...12, absoluteError: 1e-14) { z in
        g(median * exp(sigma * z)) * exp(-z * z / 2) / (2 * Double.pi).squareRoot()
      }
    case .gamma(let mean, let shape):
      // x = u^(1/shape) takes the singularity of the density at 0 away.
      let scale = mean / shape
      return try Integration.overHalfLine(from: 0, absoluteError: 1e-14) { u in
        let x = pow(u, 1 / shape)
        return g(scale * x) * exp(-x) / tgamma(shape + 1)
      }
    case .hyperexponential(let weights, let means):
      let parts = try means.map { mean in try overExponential { g(mean * $0) } }
      return zip(weights, parts).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
    }
  }

  private func overExponential(_ g: (Double) -> Double) throws -> Double {
    try [(0.0, 1e-6), (1e-6, 1e-3), (1e-3, 1), (1, 50)].reduce(0) { sum, piece in
      try sum + Integration.over(piece.0...piece.1, absoluteError: 1e-14) { g($0) * exp(-$0) }
    }
  }
}
