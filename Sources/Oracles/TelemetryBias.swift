// Goals, in order: closed forms; nothing that the simulation could share.
//
// Source: derived below from model.md R7; the Poisson process has independent increments.

import Foundation

/// The estimate from receipts that wait for the app to be opened (model.md R7.2), in the cohort of
/// device-days with an opening on the same or the next day. Always online; the app is opened at a
/// constant rate; pushes come at uniform times of day, each lost with the same probability.
public struct TelemetryBias: Sendable {
  /// µ: openings of the app **[1/d]**, above 0.
  public let openingRate: Double
  /// p: the share of pushes that never arrive.
  public let loss: Double

  /// - Precondition: each parameter in its range.
  public init(openingRate: Double, loss: Double = 0) {
    precondition(openingRate > 0 && openingRate.isFinite, "a rate is above 0")
    precondition(loss >= 0 && loss <= 1, "a share is between 0 and 1")
    (self.openingRate, self.loss) = (openingRate, loss)
  }
}

extension TelemetryBias {
  /// The share of device-days in the cohort: 1 - e^(-2µ).
  public var cohortShare: Double { -expm1(-2 * openingRate) }

  /// The observed deliverability of the cohort.
  ///
  /// Derivation: a push that arrives at time t of its day is known of when the app is opened
  /// between t and the end of the next day, 2 - t days later; that also puts the day into the
  /// cohort. The probability of that over a day is 1 - ∫₀¹ e^(-µ(2 - t)) dt =
  /// 1 - (e^(-µ) - e^(-2µ))/µ. It is divided by the cohort's share, and multiplied by 1 - p.
  public var observed: Double {
    let known = 1 - (exp(-openingRate) - exp(-2 * openingRate)) / openingRate
    return (1 - loss) * known / cohortShare
  }

  /// The true share in the same device-days: 1 - p, since pushes know nothing of openings.
  public var truth: Double { 1 - loss }

  /// Observed minus true deliverability.
  public var bias: Double { observed - truth }
}
