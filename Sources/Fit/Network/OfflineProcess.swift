package import DeliverySim
import Foundation
package import Models

/// When devices are offline in a replay.
package struct OfflineProcess: Sendable {
  package let name: String
  /// Online and offline spans in words.
  package let words: String
  package let onOff: OnOffProcess
  /// From the start of the window on.
  package var paces = Paces()
}

extension OfflineProcess {
  /// What stands in a scenario for online spans that no log tells of.
  package static let assumedOnline = "{exponential: {mean: 1d}}"
  package static let assumedOffline = "{lognormal: {median: 1h, sigma: 0.6}}"

  /// Three everyday processes, for logs without intervals: an outage like those of disco-outages
  /// once a day, nights, and many short gaps.
  package static let standard: [OfflineProcess] = [
    make(
      "an outage a day", "lognormal(3592 s, 0.616) after 24 h on average",
      online: .exponential(mean: 86_400), offline: .lognormal(logMedian: log(3592), sigma: 0.616)),
    make(
      "nights", "lognormal(6 h, 0.5) after 18 h on average",
      online: .exponential(mean: 64_800), offline: .lognormal(logMedian: log(21_600), sigma: 0.5)),
    make(
      "short and often", "lognormal(300 s, 1.0) after 1 h on average",
      online: .exponential(mean: 3600), offline: .lognormal(logMedian: log(300), sigma: 1)),
  ].compactMap { $0 }

  /// The process of fitted intervals, with what is assumed where they say nothing.
  static func fitted(_ network: FittedNetwork) -> OfflineProcess? {
    let assumedOffline = Distribution.Law.lognormal(logMedian: log(3600), sigma: 0.6)
    let online = network.online.map { try? $0.distribution() }
    let offline = network.offline.map { try? $0.distribution() }
    guard let up = online ?? (try? Distribution(.exponential(mean: 86_400))),
      let down = offline ?? (try? Distribution(assumedOffline)),
      let onOff = OnOffProcess(up: up, down: down)
    else { return nil }
    let whose = network.pauses == nil ? "assumed" : "fitted"
    return OfflineProcess(
      name: "fitted",
      words: network.log.areOnline
        ? "online fitted, offline \(whose)" : "offline fitted, online \(whose)",
      onOff: onOff, paces: paces(network))
  }

  /// To the hour in which the window starts.
  private static func paces(_ network: FittedNetwork) -> Paces {
    let first = Int(network.log.window.secondsIntoWeek / 3600)
    return Paces(
      online: network.onlinePace.flatMap { WeeklyPace(hours: $0.weights(from: first)) },
      offline: network.offlinePace.flatMap { WeeklyPace(hours: $0.weights(from: first)) })
  }

  private static func make(
    _ name: String, _ words: String, online: Distribution.Law, offline: Distribution.Law
  ) -> OfflineProcess? {
    guard let up = try? Distribution(online), let down = try? Distribution(offline) else {
      return nil
    }
    return OnOffProcess(up: up, down: down).map {
      OfflineProcess(name: name, words: words, onOff: $0)
    }
  }
}
