// Goals, in order: closed forms; nothing that the simulation could share.
//
// Source: waiting times of a Poisson process; for a limited memory a renewal argument: from each
// annoyance on, the next one ends it if it comes before the first is forgotten.

import Foundation
internal import Statistics

/// A user who is annoyed by chance, at a constant rate, and leaves at a number of annoyances
/// (model.md R10.1).
public struct Patience: Sendable {
  /// The rate of annoyances **[1/s]**, above 0: alerts at a rate, each with a probability.
  public let rate: Double
  /// At so many the user leaves, at least 1.
  public let limit: Int

  /// - Precondition: A rate above 0, a limit of at least 1.
  public init(rate: Double, limit: Int) {
    precondition(rate > 0 && rate.isFinite, "annoyances come at a rate above 0")
    precondition(limit >= 1, "nobody leaves without an annoyance")
    (self.rate, self.limit) = (rate, limit)
  }
}

extension Patience {
  /// The share of users who have left by a moment **[s]** after the start, where nothing is
  /// forgotten: the distribution function of a sum of `limit` exponential gaps, a gamma law.
  public func leftBy(_ time: Double) -> Double {
    1 - Gamma.survival(time, shape: Double(limit), scale: 1 / rate)
  }

  /// The average time that users stay **[s]**, where annoyances are forgotten after `memory`
  /// **[s]** and two end it: the first comes after 1/rate; then the number of gaps until one is
  /// shorter than the memory is geometric, and Wald's identity gives their sum.
  ///
  /// - Precondition: The limit is 2.
  public func meanStay(memory: Double) -> Double {
    precondition(limit == 2, "of two annoyances")
    return (1 + 1 / -expm1(-rate * memory)) / rate
  }
}
