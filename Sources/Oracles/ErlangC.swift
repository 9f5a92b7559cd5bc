// Goals, in order: closed forms; no overflow for any number of servers; nothing that the simulation
// could share.
//
// Sources: A. K. Erlang, "Solution of some problems in the theory of probabilities of significance
// in automatic telephone exchanges" (1917), for patient customers; D. Y. Barrer, "Queuing with
// impatient customers and ordered service", Operations Research 5 (1957), for those who leave after
// a fixed time.

import Foundation

/// M/M/c: Poisson requests, exponential service, equal servers, one queue, first come first served
/// (model.md R2.5); who has waited for the time-out leaves unserved.
public struct ErlangC: Sendable {
  /// c: this many servers share the queue.
  public let servers: Int
  /// λ: requests **[1/s]**, above 0.
  public let rate: Double
  /// 1/μ: how long a server needs for one **[s]**, above 0.
  public let serviceMean: Double
  /// τ: how long a request waits **[s]**; infinite: as long as it takes.
  public let timeout: Double

  /// - Precondition: each parameter in its range; without a time-out the servers can do the work.
  public init(servers: Int, rate: Double, serviceMean: Double, timeout: Double = .infinity) {
    precondition(servers > 0 && rate > 0 && serviceMean > 0 && timeout >= 0, "all above 0")
    precondition(
      timeout.isFinite || rate * serviceMean < Double(servers), "too much to do for ever")
    self.servers = servers
    self.rate = rate
    self.serviceMean = serviceMean
    self.timeout = timeout
  }
}

extension ErlangC {
  /// Erlang B for n servers: the share lost where nobody waits. The recursion
  /// B(0) = 1, B(k) = aB(k-1) / (k + aB(k-1)), which never leaves 0 ... 1.
  private func blocking(_ n: Int) -> Double {
    let load = rate * serviceMean
    return (0..<n).reduce(1) { before, k in
      load * before / (Double(k + 1) + load * before)
    }
  }

  /// δ = cμ - λ: how fast a queue shrinks on average **[1/s]**.
  private var drain: Double { Double(servers) / serviceMean - rate }

  /// ∫ xⁿe^(-δx) dx over 0 ... τ, for n = 0 or 1.
  private func integral(power: Int) -> Double {
    guard timeout.isFinite else { return power == 0 ? 1 / drain : 1 / (drain * drain) }
    let z = drain * timeout
    // The next terms of the series are z⁴ times smaller.
    if abs(z) < 1e-3 {
      return power == 0
        ? timeout * (1 - z / 2 + z * z / 6 - z * z * z / 24)
        : timeout * timeout * (0.5 - z / 3 + z * z / 8 - z * z * z / 30)
    }
    return power == 0 ? -expm1(-z) / drain : (-expm1(-z) - z * exp(-z)) / (drain * drain)
  }

  /// P(a request would have to wait longer than τ), relative to P(all servers but one are busy).
  ///
  /// Derivation: let V be what a request that arrives now would have to wait for a server. Up to τ
  /// all requests join, and V has the density λπ(c-1)e^(-δx); beyond, none does, and the density
  /// falls as e^(-cμx).
  private var beyond: Double {
    guard timeout.isFinite else { return 0 }
    return rate * serviceMean / Double(servers) * exp(-drain * timeout)
  }

  /// Turns a weight relative to π(c-1) into a probability. Fewer than c are busy with weight
  /// 1/B(c-1).
  private func share(_ weight: Double) -> Double {
    let busy = blocking(servers - 1)
    return busy * weight / (1 + busy * (rate * integral(power: 0) + beyond))
  }

  /// P(wait > 0). Without a time-out this is Erlang C.
  public var waits: Double { share(rate * integral(power: 0) + beyond) }

  /// The share that leaves unserved.
  public var timesOut: Double { share(beyond) }

  /// The mean wait of all requests **[s]**; those who leave have waited for the time-out.
  public var meanWait: Double {
    share(rate * integral(power: 1) + (timeout.isFinite ? timeout * beyond : 0))
  }
}
