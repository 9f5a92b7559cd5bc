import Files
import Scenarios
import Statistics
import Vocabulary

/// A team's own receipts as figures to calibrate to: a row for each push, with when it was sent and
/// when its receipt says that it had arrived.
struct Receipts {
  /// The delays of each device's pushes [s]; infinite without a receipt.
  private let delays: [[Double]]
  /// Notes say what was found out about the file, and what was left out of it.
  private(set) var notes: [String] = []

  /// Reads a row for each push; what it was received at is empty where there is no receipt.
  ///
  /// - Throws: `InputError`: 66 for a file that cannot be read, 65 with line for what is wrong in
  ///   it.
  init(_ path: String, _ columns: ReceiptColumns = ReceiptColumns()) throws(InputError) {
    let head = try LogHead(path: path, displayName: path, columns.reading)
    let names = try columns.names(in: head)
    let table = try LogReader.read(
      head,
      LogRequest(times: [names.sent], optionalTimes: [names.received], texts: [names.device]))
    let found = try ReceiptTimes(table, names, columns.unit).delays(columns.clock)
    var delays = [[Double]](repeating: [], count: table.texts[0].names.count)
    for (device, delay) in zip(table.texts[0].ids, found.values) { delays[device].append(delay) }
    try self.init(delays: delays, path)
    notes = [head.note(names.roles)] + table.notes + found.notes
  }

  /// - Parameters:
  ///   - delays: The delays by device, written like ``delays``.
  ///   - path: The path that messages name.
  /// - Throws: `InputError` (65) for too few devices.
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
  ///   - strategy: The strategy in force when they were sent.
  /// - Returns: The figures; those without an error, which say nothing; and quantiles at a jump of
  ///   the delays, whose error says little.
  func targets(
    _ share: String? = nil, strategy: String, _ scenario: Scenario
  ) -> (found: [CalibrationTarget], constant: [String], jumps: [String]) {
    let isMeasured = Metric.named("observed_deliverability").isModelled(scenario)
    let share = share ?? (isMeasured ? "observed_deliverability" : "deliverability")
    let all = ClusteredSample(delays)
    let received = ClusteredSample(delays.map { $0.filter(\.isFinite) })
    let figures =
      [(share, all.share { $0.isFinite }, true)]
      + [("latency_p50_s", 0.5), ("latency_p90_s", 0.9), ("latency_p99_s", 0.99)].map {
        ($0.0, received.quantile($0.1), received.isSmooth(at: $0.1))
      }
    var (found, constant, jumps) = ([CalibrationTarget](), [String](), [String]())
    for case (let metric, let figure?, let isSmooth) in figures {
      guard figure.standardError > 0 else {
        constant.append(metric)
        continue
      }
      guard isSmooth else {
        jumps.append(metric)
        continue
      }
      found.append(
        CalibrationTarget(
          metric: metric, strategy: strategy, group: nil, value: figure.value,
          standardError: figure.standardError, samples: delays.count))
    }
    return (found, constant, jumps)
  }
}
