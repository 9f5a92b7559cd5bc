// Goals, in order: exact; few steps. The sum alternates, so it is good for small buckets and loads.
//
// Source: O. Brun and J.-M. Garcia, "Analytical solution of finite capacity M/D/1 queues", Journal
// of Applied Probability 37 (2000).

import Foundation

/// A bucket that holds B tokens and gets one more every T until it is full; Poisson arrivals at
/// rate λ take one each, or are turned away where there is none.
public struct TokenBucket: Sendable {
  /// B, at least 1 and at most 50: the alternating sum keeps its digits.
  public let burst: Int
  /// ρ = λT, above 0 and at most 2.
  public let load: Double

  /// - Precondition: each parameter in its range.
  public init(burst: Int, load: Double) {
    precondition((1...50).contains(burst), "a bucket holds 1 to 50")
    precondition(load > 0 && load <= 2, "a load is above 0 and at most 2")
    self.burst = burst
    self.load = load
  }
}

extension TokenBucket {
  /// The share of arrivals that are turned away: 1 - b/(1 + ρb), with
  /// b = Σₖ₌₀^(B-1) (-1)ᵏ/k! (B-1-k)ᵏ ρᵏ e^((B-1-k)ρ).
  ///
  /// Derivation: what is missing in the bucket, in time of refilling, is the work in a queue with
  /// service times T; an arrival finds a token when at most (B-1)T is missing, that is when fewer
  /// than B customers are there. So the share is the blocking probability of M/D/1/B.
  public var refused: Double {
    let last = burst - 1
    var sum = 0.0
    var factorial = 1.0
    for k in 0...last {
      if k > 0 { factorial *= Double(k) }
      let rest = Double(last - k)
      let power = k == 0 ? 1 : pow(-rest * load, Double(k))
      sum += power / factorial * exp(rest * load)
    }
    return 1 - sum / (1 + load * sum)
  }
}
