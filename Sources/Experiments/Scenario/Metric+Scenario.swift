import Files

extension Metric {
  // MARK: As scenarios name them

  /// What amounts of a metric are written in.
  enum Unit {
    case share, seconds, number
  }

  var unit: Unit { isShare ? .share : name.hasSuffix("_s") ? .seconds : .number }

  /// The key without which the metric is not modelled; nil: it always is.
  var neededKey: String? {
    switch name {
    case "awareness_in_time", "timeliness": "workload.useful_for"
    case "payload_bytes_per_notification": "workload.payload"
    case "resend_timeouts_per_device_day", "resend_wait_mean_s": "provider.resend.capacity"
    case "reachable_deliverability": "device.denied or device.alerts_off"
    case "seen_in_time": "user and workload.useful_for"
    case "taps_per_device_day": "user"
    case "redundant_interruptions_per_device_day":
      "app, user, or a strategy whose extension shares its cursor"
    case "degraded_share": "extension.decorates"
    case "observed_deliverability": "telemetry"
    case "app_openings_per_device_day": "app"
    case "opt_outs_per_1000_devices", "uninstalls_per_1000_devices", "reachable_share_at_end":
      "user.reactions"
    case "escalations_per_notification", "needless_escalation_share",
      "escalation_cost_per_1000_notifications":
      "a strategy that escalates"
    case "app_fetches_per_device_day": "app, or a strategy that fetches"
    default: nil
    }
  }

  /// Reports a metric that a scenario does not model.
  func check(
    isModelledBy scenario: Scenario, _ report: (_ found: String, _ allowed: String) -> Void
  ) {
    guard !isModelled(scenario) else { return }
    let names = Metric.all.filter { $0.isModelled(scenario) }.map(\.name)
    let need = neededKey.map { ", which needs \($0)" } ?? ", which is not modelled here"
    report("\(name)\(need)", names.joined(separator: ", "))
  }
}

extension Metric.Unit {
  /// An amount in this unit: `0.001` or `0.1%`, `90` or `90s` or `1.5m`, `0.2`.
  func amount(_ text: String) -> Double? {
    switch self {
    case .share: Units.probability(text)
    case .seconds: Units.number(text) ?? Units.duration(text).map { Double($0) / 1e6 }
    case .number: Units.number(text)
    }
  }

  /// - Parameter range: Such as " above 0".
  func allowed(_ range: String = "") -> String {
    switch self {
    case .share: "a share\(range), such as 0.001 or 0.1%"
    case .seconds: "a time\(range), such as 90s or 1.5m, or a number of seconds"
    case .number: "a number\(range)"
    }
  }
}

extension ScalarFormat<String> {
  /// The name of a metric.
  static var metric: Self { .choice(Metric.all.map(\.name)) }
}
