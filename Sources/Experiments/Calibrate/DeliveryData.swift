import Files
import Statistics

/// FCM's aggregated delivery data as figures to calibrate to: for each day the number of messages
/// that FCM has accepted, and what became of them in percent.
///
/// Source: Firebase Cloud Messaging Data API, `androidDeliveryData`
/// (docs/sources.md, "FCM Aggregated Delivery Data").
struct DeliveryData {
  /// What FCM counts, and which metric of a scenario counts the same; nil: none does.
  ///
  /// The model has no phone that is stopped for good, and does not count why a message was late.
  static let counterparts: [(name: String, metric: String?)] = [
    ("delivered", "deliverability"), ("pending", nil), ("collapsed", "service/overwritten"),
    ("droppedTooManyPendingMessages", "service/dropped-all"), ("droppedAppForceStopped", nil),
    ("droppedDeviceInactive", nil), ("droppedTtlExpired", "service/expired"),
    ("deliveredNoDelay", "timeliness"), ("delayedDeviceOffline", nil), ("delayedDeviceDoze", nil),
    ("delayedMessageThrottled", nil),
    ("delayedUserStopped", nil),
  ]

  /// By name of what is counted: the share of each day.
  private var shares: [String: [Double]] = [:]
  /// Accepted messages of each day.
  private var accepted: [Double] = []

  /// Reads the answer of the API (JSON).
  ///
  /// - Throws: ``InputError``: 66 for a file that cannot be read, 65 with line and column for what
  ///   is wrong in it.
  init(_ path: String) throws(InputError) {
    let bytes = try InputFile.contents(path: path, displayName: path, named: .user)
    let tree = try ConfigNode.parse(yaml: bytes, file: path)
    let sink = DiagnosticSink()
    guard let days = tree["androidDeliveryData"]?.elements, days.count >= Self.daysMin else {
      throw InputError(
        ExitCode.dataError,
        "\(path): found no androidDeliveryData with \(Self.daysMin) days; allowed: the answer of "
          + "the FCM Data API (deliveryData.list), a day each")
    }
    for day in days { add(ValueReader(day, path: "androidDeliveryData", sink: sink)) }
    try sink.throwIfAny()
  }

  /// Days differ, and what they differ by is the error.
  private static let daysMin = 5

  private mutating func add(_ day: ValueReader) {
    guard let data = day.node["data"] else { return day.report(allowed: "a map with data") }
    let count = data["countMessagesAccepted"]?.scalarText.flatMap(Units.number)
    guard let count, count > 0, count.isFinite else {
      return day.report(allowed: "a day with data.countMessagesAccepted above 0")
    }
    accepted.append(count)
    let outcomes = data["messageOutcomePercents"]
    let delays = data["deliveryPerformancePercents"]
    for (name, _) in Self.counterparts {
      guard let node = outcomes?[name] ?? delays?[name] else { continue }
      guard let percent = node.scalarText.flatMap(Units.number), 0...100 ~= percent else {
        ValueReader(node, path: name, sink: day.sink).report(allowed: "a number from 0 to 100")
        continue
      }
      shares[name, default: []].append(percent / 100)
    }
  }
}

extension DeliveryData {
  /// The figures that a scenario has too, weighted by the messages of each day.
  func targets(strategy: String, _ scenario: Scenario) -> [CalibrationTarget] {
    Self.counterparts.compactMap { name, metric in
      guard let shares = shares[name], shares.count == accepted.count,
        let metric = Metric.observable.first(where: { $0.name == metric }),
        metric.isModelled(scenario)
      else { return nil }
      let sample = RatioSample(
        numerators: zip(shares, accepted).map { $0 * $1 }, denominators: accepted)
      guard let value = sample.ratio, let error = sample.standardError, error > 0 else {
        return nil
      }
      return CalibrationTarget(
        metric: metric.name, strategy: strategy, group: nil, value: value, standardError: error)
    }
  }

  /// What the file has, and the scenario does not count.
  func unused(_ targets: [CalibrationTarget]) -> [String] {
    let used = targets.map(\.metric)
    return Self.counterparts.filter { name, metric in
      shares[name] != nil && !(metric.map(used.contains) ?? false)
    }.map(\.name)
  }
}
