package import DeliverySim
import Models

/// Users who have had enough of alerts (R10.1), and whom the app has disappointed.
package struct SimpleTemper: Sendable {
  package var useful = 0.0
  package var late = 0.0
  package var redundant = 0.0
  package var duplicate = 0.0
  package var usefulFor = SimTime.never
  package var memory = SimTime.never
  package var patience = 1
  package var quietly = 0.0
  package var alertsOff = 0.0
  package var leaves = 0.0
  /// The probability that a message found too late disappoints, the number of disappointments that
  /// users put up with, and their reactions.
  package var missed = 0.0
  package var trust = 1
  package var opensLess = 0.0
  package var factor = 1.0
  package var distrustLeaves = 0.0
}

/// The news that an alert tells.
enum SimpleNews { case news, redundant, duplicate }

/// The user's act about it.
enum SimpleAct { case quietly, alertsOff, leaves, opensLess }

/// The user of one device.
struct SimpleUser {
  var isQuiet = false
  /// The notices that have come silently and were not noticed yet, and how often the app has
  /// cleared the centre.
  var silent: [SimpleNotice] = []
  var clearings = 0
  var hasAlertsOff = false
  /// The number on the app's icon (R6.4).
  var badge = 0
  /// Those that are remembered.
  var annoyances: [SimTime] = []
  /// The alerts of each message.
  var alerts: [Int: Int] = [:]
  /// The number of times that patience was at an end.
  var ends = 0
  /// Those that count for trust, how often that was at an end, and which openings are left.
  var disappointments = 0
  var trustEnds = 0
  var openingShare = 1.0
  /// The time when the user has uninstalled the app; never: not yet. The provider knows.
  var left = SimTime.never
  var isKnownToHaveLeft = false
}

extension SimpleDevice {
  // MARK: Alerts (R10.1)

  mutating func alert(_ message: Int, _ news: SimpleNews) {
    if user.isQuiet, !app.isOpen { return }
    counts.interruptions += 1
    guard let temper = rules.temper else { return }
    let isLate = now > accounts[message].created.advanced(bySpan: temper.usefulFor)
    let share =
      switch news {
      case .news: isLate ? temper.late : temper.useful
      case .redundant: temper.redundant
      case .duplicate: temper.duplicate
      }
    let number = user.alerts[message, default: 0]
    user.alerts[message] = number + 1
    if luck.annoys(message, alert: number, share) { bear(temper) }
  }

  private mutating func bear(_ temper: SimpleTemper) {
    user.annoyances.removeAll { now - $0 >= temper.memory }
    user.annoyances.append(now)
    if user.annoyances.count < temper.patience { return }
    user.annoyances = []
    let place = luck.act(user.ends)
    user.ends += 1
    if place < temper.leaves {
      schedule(.acts(.leaves), at: now)
    } else if place < temper.leaves + temper.alertsOff {
      schedule(.acts(.alertsOff), at: now)
    } else if place < temper.leaves + temper.alertsOff + temper.quietly {
      schedule(.acts(.quietly), at: now)
    }
  }

  mutating func act(_ act: SimpleAct) {
    guard !hasLeft else { return }
    switch act {
    case .quietly: (user.isQuiet, counts.optOuts) = (true, 1)
    case .alertsOff: (user.hasAlertsOff, counts.optOuts) = (true, 1)
    case .leaves: leave()
    case .opensLess: user.openingShare *= rules.temper?.factor ?? 1
    }
  }
}

extension SimpleLuck {
  // MARK: Chance

  func disappoints(_ message: Int, _ share: Double) -> Bool {
    happens(share, 116, push(message, 0))
  }

  /// Where an act lies among all, the n-th time that trust is at an end.
  func distrust(_ end: Int) -> Double {
    var draws = source.stream(purpose: 117, device: device).draws(index: UInt32(end))
    return draws.uniform()
  }

  /// Whether the n-th alert of a message annoys.
  func annoys(_ message: Int, alert: Int, _ share: Double) -> Bool {
    let push = SimplePush(messages: message...message, copy: alert, sent: .zero)
    return happens(share, 113, push)
  }

  /// Where an act lies among all, the n-th time that patience is at an end.
  func act(_ end: Int) -> Double {
    var draws = source.stream(purpose: 115, device: device).draws(index: UInt32(end))
    return draws.uniform()
  }
}
