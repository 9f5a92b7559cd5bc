/// Estimates of a scenario's inputs, and how uncertain they are: what `inputs.json` holds.
///
/// Each estimate is a number on a scale where its error is nearly normal, such as the logarithm of
/// a time in seconds.
package struct InputEstimates: Sendable, Equatable {
  package let parameters: [InputParameter]
  /// The covariance of the estimates, by parameter; symmetric and positive definite.
  package let covariance: [[Double]]
  /// The users of a trace are a sample, too: each vector has another one (bootstrap).
  package let drawsUsers: Bool

  /// - Precondition: There is at least one parameter, and a row and a column for each.
  package init(
    _ parameters: [InputParameter], covariance: [[Double]], drawsUsers: Bool = false
  ) {
    precondition(
      !parameters.isEmpty && covariance.count == parameters.count
        && covariance.allSatisfy { $0.count == parameters.count },
      "a row and a column for each parameter")
    self.parameters = parameters
    self.covariance = covariance
    self.drawsUsers = drawsUsers
  }

  /// The choice of users has this name beside the paths of parameters.
  package static let users = "users"

  /// All that is drawn, by name: the parameters, then the users where they are drawn.
  package var names: [String] { parameters.map(\.path) + (drawsUsers ? [Self.users] : []) }

  /// Shares of the uncertainty are worked out for all subsets of them.
  package static let countMax = 16
}

/// One input that was estimated.
package struct InputParameter: Sendable, Equatable {
  /// The scale on which an estimate's error is nearly normal.
  package enum Scale: String, Sendable, CaseIterable {
    /// The natural logarithm, of what is above 0.
    case log
    /// ln(p / (1 - p)), of a share p.
    case logit
    /// The number itself.
    case linear
  }

  /// The path in the scenario, such as `network.offline.weibull.scale`. A number is a place in a
  /// list, from 0.
  package let path: String
  package let scale: Scale
  /// One of ``NumberUnit/ofFiles``.
  package let unit: NumberUnit
  /// The estimate on `scale`.
  package let estimate: Double
  /// The number of values that it was estimated from; nil: unknown.
  package let sample: Int?

  package init(
    _ path: String, _ scale: Scale, _ unit: NumberUnit, estimate: Double, sample: Int? = nil
  ) {
    (self.path, self.scale, self.unit) = (path, scale, unit.ofFile)
    (self.estimate, self.sample) = (estimate, sample)
  }
}
