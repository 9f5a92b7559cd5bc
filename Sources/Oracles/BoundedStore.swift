// Goals, in order: one derivation for all stores; the sums of GapRecovery where they are the same.
//
// Source: model.md R9 for the one that discards all; the others are derived with the functions.

internal import Statistics

/// Push services that store pushes for a device that is away, up to a number or up to an age.
///
/// Poisson arrivals, a device that alternates online (mean U, any law) and offline (law D), no
/// latency, no other loss, one push per message.
public struct BoundedStore: Sendable {
  /// λ **[1/s]**, above 0.
  public let arrivalRate: Double
  /// U **[s]**, at least 0.
  public let onlineMean: Double
  /// The law of D.
  public let offline: OfflineLaw

  /// - Precondition: each parameter in its range, and U + E[D] above 0 and finite.
  public init(arrivalRate: Double, onlineMean: Double, offline: OfflineLaw) {
    precondition(arrivalRate > 0 && arrivalRate.isFinite, "the arrival rate is above 0")
    precondition(onlineMean >= 0 && onlineMean.isFinite, "the online mean is at least 0")
    precondition(offline.isValid, "the offline law has a parameter out of range")
    precondition(onlineMean + offline.mean > 0, "a cycle takes time")
    self.arrivalRate = arrivalRate
    self.onlineMean = onlineMean
    self.offline = offline
  }
}

extension BoundedStore {
  /// The share shown when nothing is stored (`wns-toast`): U / (U + E[D]), the share of arrivals
  /// that meet the device online.
  public var shownWithoutStore: Double { onlineMean / (onlineMean + offline.mean) }

  /// The share shown when everything is stored until it expires (`web-push`):
  /// (U + ∫₀ˣ P(D > t) dt) / (U + E[D]).
  ///
  /// Derivation: an arrival of an offline period is shown when less than x of the period is left.
  /// So λE[min(D, x)] of them are, on average.
  ///
  /// - Parameter expiration: x **[s]**, at least 0.
  /// - Throws: `IntegrationError` of module Statistics.
  public func shown(expiration: Double) throws -> Double {
    let alive = try offline.integral(upTo: expiration, decay: 0) { _ in 1 }
    return (onlineMean + alive) / (onlineMean + offline.mean)
  }

  /// The share shown when up to c are stored and the rest is dropped (`mqtt`):
  /// (λU + E[min(N, c)]) / (λ(U + E[D])), N the arrivals in an offline period.
  ///
  /// Derivation: E[min(N, c)] = Σⱼ₌₁^c P(N ≥ j), and N ≥ j means that the j-th arrival, of density
  /// λe^(-λt)(λt)^(j-1)/(j-1)!, comes before D. The densities of j = 1 ... c add up to λ times the
  /// regularised upper incomplete gamma function Q(c, λt). Exponential D: Σⱼ₌₁^c qʲ.
  ///
  /// - Parameter capacity: c, at least 1.
  /// - Throws: `IntegrationError` of module Statistics.
  public func shownOfQueue(capacity: Int) throws -> Double {
    try shownOfNewest(capacity: capacity)
  }

  /// The share shown when the newest c are stored, until they expire (`apns`):
  /// (U + ∫₀ˣ P(D > t)·Q(c, λt) dt) / (U + E[D]); without an expiration what a queue of c shows.
  ///
  /// Derivation: an arrival of an offline period is shown when t < x of the period is left, and
  /// fewer than c arrive in it, which has the probability Q(c, λt). It makes no difference that
  /// stored pushes expire: fewer than c later ones fit whatever lies before them.
  ///
  /// - Parameters:
  ///   - capacity: c, at least 1.
  ///   - expiration: x **[s]**, at least 0; infinite: nothing expires.
  /// - Throws: `IntegrationError` of module Statistics.
  ///
  /// Source: model.md R3.11.
  public func shownOfNewest(capacity: Int, expiration: Double = .infinity) throws -> Double {
    precondition(capacity >= 1, "a capacity is at least 1")
    let (rate, most) = (arrivalRate, Double(capacity))
    let stored = try offline.integral(upTo: expiration, decay: rate / most) { t in
      Gamma.survival(rate * t, shape: most, scale: 1)
    }
    return (onlineMean + stored) / (onlineMean + offline.mean)
  }

  /// The share shown when only the newest is stored and carries the k before it (`digest`):
  /// (λU + E[min(N, k + 1)]) / (λ(U + E[D])), what a queue of k + 1 shows.
  ///
  /// Derivation: of N arrivals in an offline period max(0, N - 1 - k) are in no push that survives.
  ///
  /// - Parameter items: k, at least 0.
  /// - Throws: `IntegrationError` of module Statistics.
  ///
  /// Source: model.md R8.
  public func shownOfDigest(items: Int) throws -> Double {
    try shownOfQueue(capacity: items + 1)
  }

  /// The share shown when the arrival that finds c stored discards all and itself, and nothing is
  /// stored afterwards (`fcm`): (λU + Σₙ₌₁^c n·P(N = n)) / (λ(U + E[D])).
  ///
  /// Derivation: an offline period of at most c arrivals shows all of them, a longer one none: the
  /// periods that gap recovery repairs with a limit of c - 1.
  ///
  /// - Parameter capacity: c, at least 1.
  /// - Throws: `IntegrationError` of module Statistics, for lognormal and Weibull laws only.
  ///
  /// Source: model.md R9.
  public func shownOfDiscarding(capacity: Int) throws -> Double {
    precondition(capacity >= 1, "a capacity is at least 1")
    return try GapRecovery(
      arrivalRate: arrivalRate, onlineMean: onlineMean, offline: offline,
      repeatLimit: capacity - 1
    ).shown()
  }

  /// The share that a sync fetches instead (`fcm`): the rest, since nothing else is lost.
  ///
  /// - Throws: as ``shownOfDiscarding(capacity:)``.
  public func syncedOfDiscarding(capacity: Int) throws -> Double {
    try 1 - shownOfDiscarding(capacity: capacity)
  }
}
