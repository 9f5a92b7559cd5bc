package import Files
import Models
package import Scenarios

extension Calibration {
  /// The source of observed figures.
  package enum Observed: Sendable {
    /// A file of `metric,value,std_error`.
    case figures(String)
    /// A file of `sent,received,device`, or of columns that mean the same.
    case receipts(String, ReceiptColumns = ReceiptColumns())
    /// FCM's aggregated delivery data, or its export of single messages to BigQuery; the clock is
    /// that of deliveries.
    case fcm(String, ReceiptClock = ReceiptClock())
    /// The export of Apple's console.
    case apns(String)

    /// The user has chosen the figures.
    fileprivate var isChosen: Bool {
      if case .figures = self { true } else { false }
    }
  }

  /// - Parameters:
  ///   - unknown: Paths.
  ///   - strategy: The one in force; nil: the baseline.
  /// - Throws: `InputError`: 64 for unknowns and strategies that the scenario does not have, 65
  ///   and 66 for the file.
  package init(
    _ experiment: Experiment, _ observed: Observed, unknown: [String], strategy: String?,
    threads: Int
  ) throws(InputError) {
    let base = experiment.base
    let strategy = try Self.known(strategy, base)
    var (targets, unused) = ([CalibrationTarget](), [String]())
    switch observed {
    case .figures(let path): targets = try Self.chosen(path, base, strategy: strategy)
    case .receipts(let path, let columns):
      let receipts = try Receipts(path, columns)
      let figures = receipts.targets(strategy: strategy, base)
      (targets, unused) = (figures.found, receipts.notes)
      unused += Self.constant(figures.constant) + Self.jumps(figures.jumps)
    case .fcm(let path, let clock) where DeliveryEvents.isOne(path):
      let events = try DeliveryEvents(path, clock)
      let showsAll = Self.showsAll(experiment, unknown: unknown)
      (targets, unused) = try Self.messages(events, base, strategy: strategy, showsAll: showsAll)
    case .fcm(let path, _):
      let showsAll = Self.showsAll(experiment, unknown: unknown)
      (targets, unused) = try Self.days(path, base, strategy: strategy, showsAll: showsAll)
    case .apns(let path):
      let figures = try ConsoleExport(path).targets(strategy: strategy, base)
      targets = figures.found.filter { !$0.isRare }
      unused = figures.notes + Self.rare(figures.found)
    }
    guard !targets.isEmpty else {
      throw InputError(
        ExitCode.dataError,
        (["the observed data have no figure with an error above 0 that the scenario has, too"]
          + unused).joined(separator: "; "))
    }
    try self.init(experiment, targets, unknown: unknown, threads: threads)
    self.unused = unused
    isAutomatic = !observed.isChosen
  }

  /// The figures that the user has chosen.
  private static func chosen(
    _ path: String, _ base: Scenario, strategy: String
  ) throws(InputError) -> [CalibrationTarget] {
    let targets = try CalibrationTarget.read(path, base, strategy: strategy)
    for target in targets where target.metric == reached {
      try checkPushesOnce(target.strategy, base, for: reached)
    }
    return targets
  }

  private static func known(
    _ strategy: String?, _ base: Scenario
  ) throws(InputError) -> String {
    if let strategy, !base.strategies.contains(where: { $0.name == strategy }) {
      throw .unknownName("--strategy", strategy, among: base.strategies.map(\.name))
    }
    return strategy ?? base.baseline
  }

  /// The figures of FCM's days, and notes on what is not used.
  private static func days(
    _ path: String, _ base: Scenario, strategy: String, showsAll: Bool
  ) throws(InputError) -> ([CalibrationTarget], [String]) {
    try checkPushesOnce(strategy, base)
    let figures = try DeliveryData(path).targets(strategy: strategy, base, showsAll: showsAll)
    return (
      figures.found.filter { !$0.isRare },
      uncounted(figures.uncounted) + figures.notes + rare(figures.found)
        + constant(figures.constant)
    )
  }

  /// The figures of FCM's single messages, and notes on what is not used.
  ///
  /// Their delays are until a device is reached, those of a scenario until a message is shown.
  private static func messages(
    _ events: DeliveryEvents, _ base: Scenario, strategy: String, showsAll: Bool
  ) throws(InputError) -> ([CalibrationTarget], [String]) {
    try checkPushesOnce(strategy, base)
    let figures = events.receipts.targets(reached, strategy: strategy, base)
    let found = figures.found.filter { showsAll || $0.metric == reached }.map(\.ofAccepted)
    let delays = figures.found.map(\.metric).filter { !showsAll && $0 != reached }
    let notes = events.notes + uncounted(events.unused + delays)
    return (found, notes + constant(figures.constant) + jumps(figures.jumps))
  }

  private static let reached = "reached_share"

  private static func jumps(_ names: [String]) -> [String] {
    names.isEmpty
      ? []
      : [
        "at a jump of the delays, so its error says little, and not used: "
          + names.joined(separator: ", ")
      ]
  }

  private static func rare(_ targets: [CalibrationTarget]) -> [String] {
    let names = targets.filter(\.isRare).map(\.metric)
    return names.isEmpty
      ? [] : ["so rare that its error says little, and not used: \(names.joined(separator: ", "))"]
  }

  private static func uncounted(_ names: [String]) -> [String] {
    names.isEmpty
      ? [] : ["no metric counts the same, so not used: \(names.joined(separator: ", "))"]
  }

  private static func constant(_ names: [String]) -> [String] {
    names.isEmpty
      ? []
      : ["the same throughout, so without an error and not used: \(names.joined(separator: ", "))"]
  }
}
