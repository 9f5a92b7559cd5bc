import DeliverySim
import Files
import Statistics

extension FitReport {
  /// A distance that anybody sees in a plot.
  private static let distanceMax = 0.2

  /// The differences between the proposed laws and the log in quantities that loss depends on:
  /// their means, the time offline, and the loss itself.
  var lawNotes: [String] {
    let spans = [("offline", network?.offline), ("online", network?.online)]
      .flatMap { name, fit in fit.map { Self.notes(on: $0, name) } ?? [] }
    return spans + cutOff + timeOffline + messageDistance + messageLaw
  }

  private static func notes(on fit: FittedSpan, _ name: String) -> [String] {
    guard let best = fit.candidates.first else { return [] }
    var notes: [String] = []
    if isOff(best.law.mean, fit.mean) {
      notes.append(
        "the law of \(name) spans has a mean of \(HumanText.span(best.law.mean)), the log "
          + "\(HumanText.span(fit.mean)): loss follows the mean and the long spans")
    }
    if best.distance > distanceMax {
      notes.append(
        "the law of \(name) spans is far from the log: a KS distance of "
          + text(best.distance))
    }
    return notes
  }

  /// At paces the share of the laws alone is not that of the scenario.
  private var timeOffline: [String] {
    guard let network, network.offlinePace == nil, network.onlinePace == nil,
      network.devicePace == nil, let process = OfflineProcess.fitted(network.laws, from: 0),
      network.pauses != nil
    else { return [] }
    let (up, down) = (process.onOff.up.mean, process.onOff.down.mean)
    let (law, own) = (down / (up + down), network.log.offlineShare)
    guard Self.isOff(law, own) else { return [] }
    return [
      "by the laws, devices are offline for \(HumanText.percent(law)) of the time, in the log for "
        + "\(HumanText.percent(own))"
    ]
  }

  /// Long intervals are cut off more often, so those that are left are too short.
  private var cutOff: [String] {
    guard let log = network?.log, log.cutCount > 0 else { return [] }
    let ended = Double(log.lengths.count)
    let own = log.lengths.reduce(0, +) / ended
    let whole = own + log.cutTime / ended
    guard Self.isOff(own, whole) else { return [] }
    return [
      "with the time of the intervals that were cut off, the mean is \(HumanText.span(whole)) and "
        + "not \(HumanText.span(own)): the laws are too short for this log"
    ]
  }

  private var messageDistance: [String] {
    guard let distance = arrivals?.best.distance, distance > Self.distanceMax else { return [] }
    return ["the law of messages is far from the log: a KS distance of \(Self.text(distance))"]
  }

  private static func text(_ distance: Double) -> String { HumanText.fixed(distance, 2) }

  /// The messages' law loses another share under the same times offline.
  private var messageLaw: [String] {
    guard let rows = replay?.rows else { return [] }
    return rows.compactMap { row in
      guard let fitted = row.fitted?.mean, Self.differs(fitted, from: row.real.mean) else {
        return nil
      }
      return "with the same times offline (\(row.process.name)) the law of messages loses "
        + "\(HumanText.percent(fitted)), the log's own messages \(HumanText.percent(row.real.mean))"
    }
  }

  private static func isOff(_ law: Double, _ log: Double) -> Bool {
    abs(law - log) > LossDifference.partMax * log
  }
}

extension IntervalLog {
  /// The share of the recording that its devices were offline.
  var offlineShare: Double {
    let length = end - window.start
    guard length > 0, !absences.isEmpty else { return 0 }
    let offline = absences.joined().reduce(0) { $0 + max(0, min($1.end, length) - $1.start) }
    return offline / (length * Double(absences.count))
  }
}

extension Unpaired {
  /// The reason and its consequence.
  package var words: String {
    let rest = ", so what the log itself lost is not known, and messages meet random times offline"
    return switch self {
    case .clocks: "messages and intervals have no time in common" + rest
    case .columns: "only one of messages and intervals has a column of devices" + rest
    case .places: "intervals overlap and have no column of devices" + rest
    case .names(let common, let count):
      "\(common) of the intervals' \(count) devices got messages: the names differ" + rest
    }
  }
}
