// Goals, in order: closed forms; nothing that the simulation could share.
//
// Source: model.md R8; Poisson arrivals seen backwards from the end of the run.

import Foundation

/// An extension that asks the server for everything new with each push that reaches it (model.md
/// R8), at once and without failures: only what nobody asks for before the end is missing.
public struct ExtensionFetch: Sendable {
  /// λ: of messages [1/s].
  public let rate: Double
  /// T: of the run [s].
  public let duration: Double

  /// - Precondition: a rate and a duration above 0.
  public init(rate: Double, duration: Double) {
    precondition(rate > 0 && duration > 0, "messages come at a rate, in a time")
    (self.rate, self.duration) = (rate, duration)
  }
}

extension ExtensionFetch {
  /// The share lost by a device that is always online: a message that is made s before the end is
  /// lost if its own push is, and no later one arrives, which is e^(-λ(1-p)s).
  ///
  /// - Parameter linkLoss: p, of each push; from 0 to below 1.
  public func lost(linkLoss: Double) -> Double {
    precondition((0..<1).contains(linkLoss), "some pushes arrive")
    let arrivals = rate * (1 - linkLoss) * duration
    return linkLoss * (1 - exp(-arrivals)) / arrivals
  }

  /// The share pending of a device that is away at times, where no push is lost: the messages of an
  /// absence that lasts at the end, of which the newest is stored and will ask for the others. The
  /// time since its start is exponential, and at most T.
  ///
  /// - Parameters:
  ///   - online: The mean span online [s], exponential.
  ///   - offline: The same offline.
  public func pending(online: Double, offline: Double) -> Double {
    precondition(online > 0 && offline > 0, "spans take time")
    let away = offline / (online + offline)
    return away * offline * (1 - exp(-duration / offline)) / duration
  }
}
