import Files

/// All that `fit` found out about a log.
package struct FitReport: Sendable {
  package let options: FitOptions
  package let input: FitInput
  package let arrivals: FittedArrivals?
  package let network: FittedNetwork?
  package let replay: LossReplay?
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
    let input = try FitInput(files, options, report: report)
    report(.fitting(values: input.valueCount))
    let network = try input.intervals.map { log throws(InputError) in try FittedNetwork(log) }
    let arrivals = input.arrivals.map { FittedArrivals($0, gap: options.gap) }
    var replay: LossReplay?
    if let log = input.arrivals, let best = arrivals?.best {
      let fitted = network.flatMap { OfflineProcess.fitted($0) }
      replay = try await LossReplay.make(
        log, best, fitted.map { [$0] } ?? OfflineProcess.standard, options, threads: threads,
        report: report)
    }
    return FitReport(
      options: options, input: input, arrivals: arrivals, network: network, replay: replay)
  }
}
