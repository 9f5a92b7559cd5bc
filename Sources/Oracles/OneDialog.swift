// Goals, in order: closed forms; nothing that the simulation could share.
//
// Source: for one look, the memoryless property of a Poisson process; for spells, the
// renewal-reward theorem.

import Foundation

/// An alert is a dialog on the screen: a slot of one look (model.md R12.5). The next alert replaces
/// it, and starts a look of its own.
public struct OneDialog: Sendable {
  /// The rate of alerts **[1/s]**, at least 0: a Poisson process.
  public let rate: Double

  /// - Precondition: A rate of at least 0.
  public init(rate: Double) {
    precondition(rate >= 0 && rate.isFinite, "alerts come at a rate")
    self.rate = rate
  }
}

extension OneDialog {
  /// The share of alerts that are looked at, where a look comes a constant time **[s]** after its
  /// alert: those that no other follows by then.
  public func shareSeen(after look: Double) -> Double { exp(-rate * look) }

  /// The same where that time is exponential, with a mean **[s]**: the Laplace transform of its
  /// law.
  public func shareSeen(afterMean mean: Double) -> Double { 1 / (1 + rate * mean) }
}

/// Spells of quiet of each device's own (model.md R12.1).
public struct QuietSpells: Sendable {
  /// The mean time between two, and that of one **[s]**.
  public let between, length: Double

  /// - Precondition: Both are above 0.
  public init(between: Double, length: Double) {
    precondition(between > 0 && length > 0, "spells come and go")
    (self.between, self.length) = (between, length)
  }

  /// The share of time, and so of Poisson arrivals, that is quiet.
  public var share: Double { length / (between + length) }

  /// The average time that an alert in a spell waits for its end **[s]**, if spells are
  /// exponential.
  public var meanWait: Double { length }
}
