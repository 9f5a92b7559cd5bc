// Goals, in order: a closed form; nothing that the simulation could share.
//
// Source: the busy share of a queue with infinitely many servers: visits overlap as its customers
// do (L. Takács, "Introduction to the Theory of Queues", 1962, chapter 3).

import Foundation

/// An app that holds a connection of its own while it runs (model.md R11.2).
public struct OwnConnection: Sendable {
  /// The rate of openings **[1/s]**, a Poisson process.
  public let openings: Double
  /// The length of each visit, and for how long the app runs on **[s]**.
  public let visit, background: Double

  /// - Precondition: None is negative.
  public init(openings: Double, visit: Double, background: Double) {
    precondition(min(openings, visit, background) >= 0, "rates and times are not negative")
    (self.openings, self.visit, self.background) = (openings, visit, background)
  }
}

extension OwnConnection {
  /// The share of time that the app runs, and so of Poisson arrivals that come over the connection
  /// where the network is always there: those that some opening has come not too long before.
  public var share: Double { -expm1(-openings * (visit + background)) }
}
