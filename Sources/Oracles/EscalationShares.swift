// Goals, in order: closed forms; nothing that the simulation could share.
//
// Source: independent messages, of which each has a push and a receipt of its own; the sum of two
// exponential times is a hypoexponential law.

import Foundation

/// The shares of messages that go out by a second channel where every message has one push and one
/// receipt, and no message touches another one (model.md R11.1).
public struct EscalationShares: Sendable {
  /// The probability that a push arrives, and that a receipt does.
  public let arrives: Double
  /// It is the probability that a receipt arrives.
  public let receiptArrives: Double
  /// The mean latency of the push and of the receipt, both exponential **[s]**; above 0, and not
  /// the same.
  public let latency: Double
  /// The mean time of the receipt [s]; it is above 0 and differs from ``latency``.
  public let receiptLatency: Double
  /// The time from a message's creation to the second channel **[s]**, at least 0.
  public let after: Double

  /// - Precondition: Probabilities; mean latencies above 0 that differ; a time of at least 0.
  public init(
    arrives: Double, receiptArrives: Double, latency: Double, receiptLatency: Double, after: Double
  ) {
    precondition((0...1).contains(arrives) && (0...1).contains(receiptArrives), "probabilities")
    precondition(latency > 0 && receiptLatency > 0 && latency != receiptLatency, "two means")
    precondition(after >= 0, "nothing goes out before it is made")
    (self.arrives, self.receiptArrives) = (arrives, receiptArrives)
    (self.latency, self.receiptLatency, self.after) = (latency, receiptLatency, after)
  }
}

extension EscalationShares {
  /// The share of due messages that are confirmed in time.
  public var confirmed: Double {
    let late =
      (latency * exp(-after / latency) - receiptLatency * exp(-after / receiptLatency))
      / (latency - receiptLatency)
    return arrives * receiptArrives * (1 - late)
  }

  /// The share of due messages that go out by the second channel.
  public var escalated: Double { 1 - confirmed }

  /// The share of due messages that go out although the user had them.
  public var needless: Double { arrives * -expm1(-after / latency) - confirmed }

  /// The share of due messages that only the second channel brings, if it delivers so many.
  public func brought(delivery: Double) -> Double { (1 - arrives) * delivery }
}
