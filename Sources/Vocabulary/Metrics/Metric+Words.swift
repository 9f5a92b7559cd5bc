extension Metric {
  // MARK: Values

  /// A value of a metric is this.
  package enum Measure: Sendable {
    /// A part of these.
    case share(of: Whole)
    case seconds
    /// So many for each of these; `amount`: what is counted, where it is no plain number.
    case rate(per: Base, amount: String = "")
  }

  /// A share is a part of this.
  package enum Whole: String, Sendable {
    case owed = "owed notifications"
    /// Those that were shown, or that telemetry may have a receipt for.
    case notifications
    case devices
    case escalations
    /// They have been accepted by the push service.
    case pushes = "accepted pushes"
    case storedPushes = "pushes stored for devices that were away"
  }

  package enum Base: String, Sendable {
    case notification = "per notification"
    case deviceDay = "per device-day"
    case thousandDevices = "per 1000 devices"
    case thousandNotifications = "per 1000 notifications"
  }

  /// The number says how soon a reader is shown a metric.
  package enum Prominence: Int, Sendable {
    /// The metric is in every table of strategies.
    case always = 1
    /// Also as a curve along a sweep.
    case often
    /// Only in a table that has room.
    case atTimes
  }

  /// Amounts of a metric are written in this.
  package enum Unit: String {
    case share, seconds, number
  }

  package var unit: Unit {
    switch measure {
    case .share: .share
    case .seconds: .seconds
    case .rate: .number
    }
  }

  package var isShare: Bool { unit == .share }
}

extension Metric {
  // MARK: Words

  /// These words stand after "show" or a value: "shown", "pushes per notification".
  package var words: String {
    guard case .rate(let base, _) = measure else { return what }
    let isLong = what.split(separator: " ").count > 2
    return what + (isLong ? ", " : " ") + base.words
  }

  /// These words stand beside an axis: "owed notifications shown".
  package var axis: String {
    switch measure {
    case .share(of: .owed), .share(of: .notifications), .share(of: .pushes),
      .share(of: .storedPushes):
      "\(wholeWords) \(what)"
    case .share(of: .devices), .share(of: .escalations), .seconds, .rate: words
    }
  }

  /// These words stand beside its unit.
  package var label: String { unit == .number ? what : axis }

  /// The unit, over a column of numbers.
  package var unitWords: String {
    switch measure {
    case .share: "share"
    case .seconds: "s"
    case .rate(let base, let amount): amount.isEmpty ? base.rawValue : "\(amount) \(base.rawValue)"
    }
  }

  /// It is a share of these; empty where it is none.
  package var wholeWords: String {
    if case .share(let whole) = measure { whole.rawValue } else { "" }
  }
}

extension Metric.Base {
  fileprivate var words: String {
    self == .deviceDay ? "per device and day" : rawValue
  }
}
