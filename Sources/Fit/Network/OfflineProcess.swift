package import DeliverySim
import Foundation
package import Models

/// A model of the times when devices are offline in a replay.
package struct OfflineProcess: Sendable {
  package let name: String
  /// Online and offline spans in words.
  package let words: String
  package let onOff: OnOffProcess
  /// From the start of the window on.
  package var paces = Paces()
  /// nil: all devices are alike.
  var devicePace: Distribution?
}

extension OfflineProcess {
  /// The online spans that a scenario gets where no log tells of them.
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
  ///
  /// - Parameter first: The hour of the week with which time 0 begins.
  static func fitted(_ laws: SpanLaws, from first: Int) -> OfflineProcess? {
    let assumedOffline = Distribution.Law.lognormal(logMedian: log(3600), sigma: 0.6)
    let online = laws.online.map { try? $0.distribution() }
    let offline = laws.offline.map { try? $0.distribution() }
    guard let up = online ?? (try? Distribution(.exponential(mean: 86_400))),
      let down = offline ?? (try? Distribution(assumedOffline)),
      let onOff = OnOffProcess(up: up, down: down)
    else { return nil }
    let whose = laws.pauses == nil ? "assumed" : "fitted"
    func pace(_ fit: FittedPace?) -> WeeklyPace? {
      fit.flatMap { WeeklyPace(hours: $0.weights(from: first)) }
    }
    return OfflineProcess(
      name: "fitted",
      words: laws.areOnline ? "online fitted, offline \(whose)" : "offline fitted, online \(whose)",
      onOff: onOff,
      paces: Paces(online: pace(laws.paces.online), offline: pace(laws.paces.offline)),
      devicePace: laws.devicePace.flatMap {
        try? Distribution(.gamma(mean: 1, shape: $0.shape))
      })
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
