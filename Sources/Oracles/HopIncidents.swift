// Goals, in order: closed forms; nothing that the simulation could share.
//
// Source: D. R. Cox, "Renewal Theory" (1962), chapter 7: the alternating renewal process in
// equilibrium. Two states with exponential spans are the two-state Markov chain.

import Foundation

/// A hop that is down, or lossy, for a while again and again, in equilibrium (model.md R2.6);
/// messages come independently of it.
public struct HopIncidents: Sendable {
  /// E: from the end of an incident to the start of the next one **[s]**, above 0.
  public let everyMean: Double
  /// L: an incident **[s]**, above 0.
  public let lastMean: Double

  /// - Precondition: each parameter in its range.
  public init(everyMean: Double, lastMean: Double) {
    precondition(everyMean > 0 && everyMean.isFinite, "the mean of every is above 0")
    precondition(lastMean > 0 && lastMean.isFinite, "the mean of last is above 0")
    self.everyMean = everyMean
    self.lastMean = lastMean
  }
}

extension HopIncidents {
  /// The share of the time that is in an incident, L/(E + L), whatever the laws.
  public var downShare: Double { lastMean / (everyMean + lastMean) }

  /// The share of messages lost, sent once and never again: `loss` of those in an incident.
  public func lost(loss: Double = 1) -> Double { downShare * loss }

  /// The share lost when a send that finds the hop down is tried again after each of the waits
  /// **[s]** in turn. It is right for exponential laws only.
  ///
  /// Derivation: it is lost when the hop is down at the send and at each retry. By the Markov
  /// property that is the down share times, for each wait w, P(down after w | down) =
  /// d + (1 - d)·e^(-(1/E + 1/L)w) with d the down share.
  public func lost(afterWaits waits: [Double]) -> Double {
    let rate = 1 / everyMean + 1 / lastMean
    return waits.reduce(downShare) { $0 * (downShare + (1 - downShare) * exp(-rate * $1)) }
  }
}
