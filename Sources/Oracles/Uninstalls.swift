// Goals, in order: closed forms; nothing that the simulation could share.
//
// Source: an exponential life, integrated over a window.

import Foundation

/// Users who uninstall the app for good at a rate, from time 0 on (model.md R2.10).
public struct Uninstalls: Sendable {
  /// The rate of each user **[1/s]**, above 0.
  public let rate: Double

  /// - Precondition: A rate above 0.
  public init(rate: Double) {
    precondition(rate > 0 && rate.isFinite, "a rate of uninstalls is above 0")
    self.rate = rate
  }
}

extension Uninstalls {
  /// The average time that a device has the app between two moments **[s]**: the integral of
  /// e^(-ut).
  ///
  /// The messages owed in that time, where they are created at a rate, are the rate times that.
  public func installedTime(from start: Double, to end: Double) -> Double {
    (exp(-rate * start) - exp(-rate * end)) / rate
  }
}
