// Goals, in order: exact where the transform is closed, ten digits elsewhere; one formula for link
// loss and expiry together.
//
// Source: model.md R9. The derivations are with the functions.

import Foundation

/// A push service that stores one notification per device, the newest, while the device is away.
///
/// Poisson arrivals, a device that alternates online (mean U, any law) and offline (law D), no
/// latency, independent loss on the link before the service, no other loss.
public struct NewestOnly: Sendable {
  /// λ **[1/s]**, above 0.
  public let arrivalRate: Double
  /// U **[s]**, at least 0.
  public let onlineMean: Double
  /// The law of D; a constant 0 is a device that is always online.
  public let offline: OfflineLaw
  /// p, the probability that a push never reaches the service, in 0...1.
  public let linkLoss: Double
  /// μ **[1/s]**, at least 0: Poisson pushes that carry no message and compete for the same slot.
  public let extraRate: Double

  /// - Precondition: each parameter in its range, and U + E[D] above 0 and finite.
  public init(
    arrivalRate: Double, onlineMean: Double, offline: OfflineLaw, linkLoss: Double = 0,
    extraRate: Double = 0
  ) {
    precondition(arrivalRate > 0 && arrivalRate.isFinite, "the arrival rate is above 0")
    precondition(onlineMean >= 0 && onlineMean.isFinite, "the online mean is at least 0")
    precondition(offline.isValid, "the offline law has a parameter out of range")
    precondition(linkLoss >= 0 && linkLoss <= 1, "a probability is in 0 ... 1")
    precondition(extraRate >= 0 && extraRate.isFinite, "a rate is at least 0")
    precondition(onlineMean + offline.mean > 0, "a cycle takes time")
    self.arrivalRate = arrivalRate
    self.onlineMean = onlineMean
    self.offline = offline
    self.linkLoss = linkLoss
    self.extraRate = extraRate
  }
}

// MARK: - Answers

extension NewestOnly {
  /// The share of the owed notifications that are shown.
  ///
  /// (λ'U + S(x)) / (λ(U + E[D])), where λ' = λ(1-p) and S(x) = ∫₀ˣ λ'e^(-λ't) P(D > t) dt is the
  /// probability that an offline period ends with a live notification in the slot; 1 - D*(λ') when
  /// nothing expires.
  ///
  /// Derivation: link loss thins the Poisson arrivals to rate λ', so all else sees λ' for λ. Those
  /// of the online time are shown. The slot holds the last arrival of the offline period; looking
  /// back from the return it is of age A ~ Exp(λ'), exists when A < D and lives when A < x, so
  /// S(x) = P(A < min(D, x)) = E[1 - e^(-λ' min(D, x))]. Renewal reward gives the share. With extra
  /// pushes of rate μ the slot sees λ' + μ(1-p), and its last arrival is a message with probability
  /// λ/(λ + μ), whenever it came.
  ///
  /// - Parameter expiration: x **[s]**, from sending, at least 0; infinite: nothing expires.
  /// - Throws: `IntegrationError` of module Statistics, where an integral has no closed form.
  ///
  /// Source: model.md R9.
  public func deliverability(expiration: Double = .infinity) throws -> Double {
    let messages = arrivalRate / (arrivalRate + extraRate)
    let shown =
      try arrivalRate * (1 - linkLoss) * onlineMean
      + messages * storedPerCycle(expiration: expiration)
    return shown / (arrivalRate * (onlineMean + offline.mean))
  }

  /// The mean delay **[s]** of a notification that is shown from the slot; nil when none ever is.
  ///
  /// E[A | A < min(D, x)] = ∫₀ˣ tλ'e^(-λ't) P(D > t) dt / S(x), with A, λ' and S as in
  /// ``deliverability(expiration:)``. Exponential D, no expiry: 1/(λ' + 1/E[D]).
  ///
  /// - Parameter expiration: x **[s]**, at least 0; infinite: nothing expires.
  /// - Throws: `IntegrationError` of module Statistics.
  ///
  /// Source: model.md R9.
  public func meanDelayOfStored(expiration: Double = .infinity) throws -> Double? {
    let stored = try slotIntegral(expiration) { _ in 1 }
    return stored > 0 ? try slotIntegral(expiration) { $0 } / stored : nil
  }
}

// MARK: - The slot

extension NewestOnly {
  /// λ' = (λ + μ)(1-p) **[1/s]**.
  private var acceptedRate: Double { (arrivalRate + extraRate) * (1 - linkLoss) }

  /// S(x).
  private func storedPerCycle(expiration: Double) throws -> Double {
    try expiration == .infinity
      ? 1 - offline.laplaceTransform(acceptedRate) : slotIntegral(expiration) { _ in 1 }
  }

  /// ∫₀ˣ h(t) λ'e^(-λ't) P(D > t) dt.
  private func slotIntegral(
    _ expiration: Double, _ h: (Double) -> Double
  ) throws -> Double {
    precondition(expiration >= 0, "an expiration is at least 0")
    let rate = acceptedRate
    return try offline.integral(upTo: expiration, decay: rate) { t in
      h(t) * rate * exp(-rate * t)
    }
  }
}
