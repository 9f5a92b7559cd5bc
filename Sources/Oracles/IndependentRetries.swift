// Goals, in order: closed forms; nothing that the simulation could share.
//
// Source: the geometric law, cut off.

import Foundation

/// A device that is always online; each message is sent until it is acknowledged (model.md R8),
/// each send and each acknowledgement is lost independently, and nothing takes time.
public struct IndependentRetries: Sendable {
  /// p: of each send, on the way to the device.
  public let linkLoss: Double
  /// f: of each acknowledgement.
  public let acknowledgementLoss: Double
  /// a: how often a message is sent again at most.
  public let attempts: Int

  /// - Precondition: losses from 0 to 1; `attempts` at least 0.
  public init(linkLoss: Double, acknowledgementLoss: Double = 0, attempts: Int) {
    precondition((0...1).contains(linkLoss), "linkLoss is a probability")
    precondition((0...1).contains(acknowledgementLoss), "acknowledgementLoss is a probability")
    precondition(attempts >= 0, "attempts is a count")
    self.linkLoss = linkLoss
    self.acknowledgementLoss = acknowledgementLoss
    self.attempts = attempts
  }
}

extension IndependentRetries {
  /// The share shown: 1 - p^(a+1), since only the loss of all a + 1 sends keeps a message away, and
  /// until one of them arrives there is no acknowledgement.
  public var shown: Double { 1 - pow(linkLoss, Double(attempts + 1)) }

  /// Pushes for each notification: Σₙ₌₀^a (1-s)ⁿ with s = (1-p)(1-f), the share of sends that are
  /// acknowledged. The send after n others happens when none of them was.
  public var pushes: Double {
    let success = (1 - linkLoss) * (1 - acknowledgementLoss)
    guard success > 0 else { return Double(attempts + 1) }
    return (1 - pow(1 - success, Double(attempts + 1))) / success
  }

  /// Second, third ... showings for each notification: all arrivals but the first. Whether a send
  /// takes place depends on the ones before it, so 1 - p of all pushes arrive.
  public var duplicates: Double { (1 - linkLoss) * pushes - shown }
}
