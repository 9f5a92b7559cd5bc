import Files
import Statistics

/// A team's own receipts as figures to calibrate to: a row for each push, with when it was sent and
/// when its receipt says that it had arrived.
struct Receipts {
  /// Of each device: the delay of each push [s]; infinite without a receipt.
  private let delays: [[Double]]

  /// Reads `sent,received,device`; `received` is empty where there is no receipt.
  ///
  /// - Throws: ``InputError``: 66 for a file that cannot be read, 65 with line for what is wrong in
  ///   it.
  init(_ path: String) throws(InputError) {
    try CalibrationTarget.checkHas(
      ["sent", "received", "device"], TableReader.header(path: path, displayName: path), path)
    let table = try TableReader.read(
      path: path, displayName: path, numbers: ["sent"], optionalNumbers: ["received"],
      texts: ["device"], spans: (start: "sent", end: "received"))
    var delays = [[Double]](repeating: [], count: table.texts[0].names.count)
    for row in 0..<table.rowCount {
      let delay = table.optionalNumbers[0][row].map { $0 - table.numbers[0][row] }
      delays[table.texts[0].ids[row]].append(delay ?? .infinity)
    }
    try self.init(delays: delays, path)
  }

  /// - Parameters:
  ///   - delays: By device, as ``delays``.
  ///   - path: For messages.
  /// - Throws: ``InputError`` (65) for too few devices.
  init(delays: [[Double]], _ path: String) throws(InputError) {
    guard delays.count >= Self.devicesMin else {
      throw InputError(
        ExitCode.dataError,
        "\(path): receipts of \(HumanText.count(delays.count, "device")); "
          + "allowed: at least \(Self.devicesMin), because devices differ")
    }
    self.delays = delays
  }

  private static let devicesMin = 10

  /// The share with a receipt, and the delays of those.
  ///
  /// - Parameters:
  ///   - share: The metric that the share is one of; nil: with a telemetry model, receipts are what
  ///     it says they are; without one, each showing has one.
  ///   - strategy: In force when they were sent.
  /// - Returns: The figures, and those without an error, which say nothing.
  func targets(
    _ share: String? = nil, strategy: String, _ scenario: Scenario
  ) -> (found: [CalibrationTarget], constant: [String]) {
    let isMeasured = Metric.named("observed_deliverability").isModelled(scenario)
    let share = share ?? (isMeasured ? "observed_deliverability" : "deliverability")
    let all = ClusteredSample(delays)
    let received = ClusteredSample(delays.map { $0.filter(\.isFinite) })
    let figures =
      [(share, all.share { $0.isFinite })]
      + [("latency_p50_s", 0.5), ("latency_p90_s", 0.9), ("latency_p99_s", 0.99)].map {
        ($0.0, received.quantile($0.1))
      }
    var (found, constant) = ([CalibrationTarget](), [String]())
    for case (let metric, let figure?) in figures {
      guard figure.standardError > 0 else {
        constant.append(metric)
        continue
      }
      found.append(
        CalibrationTarget(
          metric: metric, strategy: strategy, group: nil, value: figure.value,
          standardError: figure.standardError, samples: delays.count))
    }
    return (found, constant)
  }
}
