import Files
package import Fit

/// The logs tell this, and it is used so.
package struct StartEvidence: Sendable {
  package let input: FitInput
  /// Fitted laws; nil where receipts tell the absences, so that no law is needed.
  package let report: FitReport?
  /// The receipts tell this; nil: there are none.
  package let receipts: ReceiptPairs?
  /// The log's own messages and absences, replayed; nil: they are not known together.
  package let replay: PairReplay?
  /// Days on which something hits many devices; nil: there are none.
  let commonDays: CommonDays?

  /// The source of the absences.
  package enum Source: Sendable {
    /// A log of them.
    case log
    /// The receipts.
    case receipts
    /// No log: the preset.
    case preset
  }

  package var source: Source {
    if input.intervals != nil { return .log }
    return receipts == nil ? .preset : .receipts
  }

  /// The paths that the log tells, or the beginnings of them.
  var known: [String] {
    (source == .preset ? [] : ["network"]) + (receipts == nil ? [] : ["provider.link"])
  }

  /// The scenario plays the log: its own messages and absences.
  package var playsLog: Bool { source == .receipts || report?.playsLog ?? false }
}

extension StartEvidence {
  /// Reads the logs, and replays or fits what is in them.
  ///
  /// - Parameters:
  ///   - files: The logs, at least one.
  ///   - options: The options for reading them.
  ///   - threads: The number of threads, at least 1.
  ///   - report: Is told what is being done.
  /// - Throws: The errors of `FitReport/make(_:_:threads:report:)`.
  package static func read(
    _ files: [String], _ options: FitOptions, threads: Int, report: (FitStage) -> Void
  ) async throws -> StartEvidence {
    var options = options
    options.readsReceipts = true
    let input = try FitInput(files, options, report: report)
    try checkDevices(input)
    let receipts = input.receiptPairs
    guard input.intervals == nil, let receipts else {
      let found = try await FitReport.make(input, options, threads: threads, report: report)
      return StartEvidence(
        input: input, report: found, receipts: receipts, replay: found.pairs,
        commonDays: common(found.pairs))
    }
    // Receipts show only absences that hold a message: those of others say nothing.
    let replay = try await PairReplay(
      receipts.pairs, options, threads: threads, triesOthers: false)
    return StartEvidence(
      input: input, report: nil, receipts: receipts, replay: replay, commonDays: common(replay))
  }

  private static func common(_ replay: PairReplay?) -> CommonDays? {
    replay?.commonDays.flatMap { $0.matter ? $0 : nil }
  }

  /// All messages of a server as those of one device would be another world.
  private static func checkDevices(_ input: FitInput) throws(InputError) {
    guard let log = input.arrivals, !log.hasDevices else { return }
    throw InputError(
      ExitCode.dataError,
      "\(log.files[0]): found no column of devices; allowed: --column device=COLUMN; the log of "
        + "one phone needs a column with the same name in each row")
  }
}
