import Files
import Statistics

/// All that `fit` found out about a log.
package struct FitReport: Sendable {
  package let options: FitOptions
  package let input: FitInput
  package let arrivals: FittedArrivals?
  package let network: FittedNetwork?
  package let replay: LossReplay?
  /// The log's own losses; nil where messages and absences cannot be put together.
  package let pairs: PairReplay?
  /// The reason why there are no pairs; nil: there are, or only one kind of log.
  package let unpaired: Unpaired?
  /// The laws of the log's first half say this of its second one; nil: there are no messages.
  package let forecast: Forecast?
}

extension FitReport {
  /// Reads, fits and replays.
  ///
  /// - Parameters:
  ///   - files: at least one.
  ///   - options: how they are read and fitted.
  ///   - threads: at least 1.
  ///   - report: is told what is being done, before it is done.
  /// - Throws: `InputError`: 66 for missing files, 65 for what is wrong in them;
  ///   `LimitExceeded` when a device of the replay does.
  package static func make(
    _ files: [String], _ options: FitOptions, threads: Int, report: (FitStage) -> Void = { _ in }
  ) async throws -> FitReport {
    try await make(
      FitInput(files, options, report: report), options, threads: threads, report: report)
  }

  /// The same of logs that were read.
  ///
  /// - Parameter input: The data that were read with these options.
  package static func make(
    _ input: FitInput, _ options: FitOptions, threads: Int, report: (FitStage) -> Void = { _ in }
  ) async throws -> FitReport {
    report(.fitting(values: input.valueCount))
    // One after the other: both at once would need a third more memory.
    var network = try input.intervals.map { log throws(InputError) in try FittedNetwork(log) }
    var arrivals = input.arrivals.map { FittedArrivals($0, gap: options.gap) }
    let (found, unpaired) = Self.pairs(input)
    var (pairs, replay, forecast): (PairReplay?, LossReplay?, Forecast?) = (nil, nil, nil)
    if let found { pairs = try await PairReplay(found, options, threads: threads) }
    if let log = input.arrivals, let fits = arrivals {
      network = try await network?.withPacesThatMatter(to: log, options, threads: threads)
      let tried = try await Forecast(log, fits, network, found, options, threads: threads)
      network = network.map { tried.choosing($0) }
      let chosen = tried.choosing(fits)
      (arrivals, forecast) = (chosen, tried)
      let fitted = network.flatMap {
        OfflineProcess.fitted($0.laws, from: log.hourOfWeek(beside: $0.log))
      }
      replay = try await LossReplay.make(
        log, chosen.best, fitted.map { [$0] } ?? OfflineProcess.standard, options,
        threads: threads, report: report)
    }
    return FitReport(
      options: options, input: input, arrivals: arrivals, network: network, replay: replay,
      pairs: pairs, unpaired: unpaired, forecast: forecast)
  }

  private static func pairs(_ input: FitInput) -> (LogPairs?, Unpaired?) {
    guard let arrivals = input.arrivals, let intervals = input.intervals else { return (nil, nil) }
    do {
      return (try LogPairs(arrivals, intervals), nil)
    } catch {
      return (nil, error)
    }
  }
}

extension FitReport {
  // MARK: Law or log

  /// A law loses another share than the log.
  static func differs(_ law: Double, from log: Double) -> Bool {
    LossDifference.matters(law, from: log)
  }

  /// The share that the scenario's laws lose; nil: they are not replayed.
  package var lawShare: Double? { replay?.rows.first?.fitted?.mean }

  /// The laws lose another share than the log itself, so the scenario plays the log.
  package var playsLog: Bool {
    guard let pairs else { return false }
    return lawShare.map { Self.differs($0, from: pairs.share) } ?? true
  }

  /// The share of messages that the scenario's plain pushes lose.
  var scenarioShare: Double? { playsLog ? pairs?.lostShare : lawShare }
}
