package import Files
import Foundation
import Scenarios

/// A figure that no log tells: it is the preset's, and how far it may be off is a guess.
package struct Assumption: Sendable {
  package let path: String
  package let scale: InputParameter.Scale
  /// The standard deviation on the scale.
  package let spread: Double
  /// It would tell the figure.
  package let wouldTell: String
}

extension Assumption {
  /// Half or twice as much, with 95 %.
  private static let twofold = log(2) / 1.96
  /// A quarter or four times as much.
  private static let fourfold = log(4) / 1.96

  /// All of them, those that usually matter most first.
  package static let all: [Assumption] = [
    Assumption(
      path: "network.offline.weibull.scale", scale: .log, spread: fourfold,
      wouldTell: "a log of absences, or receipts"),
    Assumption(
      path: "network.online.exponential.mean", scale: .log, spread: fourfold,
      wouldTell: "a log of absences, or receipts"),
    Assumption(
      path: "network.device_pace.lognormal.sigma", scale: .log, spread: twofold,
      wouldTell: "a log of absences, or receipts"),
    Assumption(
      path: "app.opens.weekly.rate", scale: .log, spread: twofold,
      wouldTell: "a log of when the app is opened"),
    Assumption(
      path: "app.opens.poisson.rate", scale: .log, spread: twofold,
      wouldTell: "a log of when the app is opened"),
    Assumption(
      path: "user.pickups.weekly.rate", scale: .log, spread: twofold,
      wouldTell: "the screen times of some users"),
    Assumption(
      path: "user.sees.lognormal.median", scale: .log, spread: fourfold,
      wouldTell: "when alerts are tapped (column opened)"),
    Assumption(
      path: "device.presentation.share", scale: .logit, spread: fourfold,
      wouldTell: "a survey of users"),
    Assumption(
      path: "provider.link.loss", scale: .logit, spread: fourfold,
      wouldTell: "the times of receipts"),
    Assumption(
      path: "device.denied", scale: .logit, spread: twofold,
      wouldTell: "the app, which knows its permissions"),
    Assumption(
      path: "device.alerts_off", scale: .logit, spread: twofold,
      wouldTell: "the app, which knows its permissions"),
    Assumption(
      path: "provider.resend.failure", scale: .logit, spread: twofold,
      wouldTell: "the server's log of requests"),
    Assumption(
      path: "app.kills.users", scale: .logit, spread: twofold,
      wouldTell: "a survey of users"),
  ]

  /// The scenario has figures for so many of them, at most.
  private static let countMax = 10

  /// Those that are guesses in a scenario, with the figures that it has.
  ///
  /// - Parameters:
  ///   - tree: The scenario with defaults filled in.
  ///   - known: Paths, or the beginnings of paths, that the log tells.
  package static func estimates(
    in tree: ConfigNode, besides known: [String]
  ) -> [(parameter: InputParameter, variance: Double)] {
    all.compactMap { assumption in
      guard !isKnown(assumption.path, known),
        let input = try? Varied(assumption.path, in: tree),
        let value = assumption.scale.value(input.value), value.isFinite
      else { return nil }
      let parameter = InputParameter(
        assumption.path, assumption.scale, input.unit, estimate: value)
      return (parameter, assumption.spread * assumption.spread)
    }.prefix(countMax).map { $0 }
  }

  /// This would tell the figure at a path better.
  ///
  /// - Parameter known: The same as for ``estimates(in:besides:)``.
  static func wouldTell(_ path: String, besides known: [String]) -> String {
    guard !isKnown(path, known), let found = all.first(where: { $0.path == path }) else {
      return "a longer log, or one of more devices"
    }
    return found.wouldTell
  }

  private static func isKnown(_ path: String, _ known: [String]) -> Bool {
    known.contains { "\(path).".hasPrefix("\($0).") }
  }
}
