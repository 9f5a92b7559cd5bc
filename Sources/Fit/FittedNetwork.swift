package import Files

/// The offline and online spans that were fitted to intervals.
package struct FittedNetwork: Sendable {
  /// Fewer spans between intervals are no basis for a law.
  private static let pausesMin = 5

  package let log: IntervalLog
  /// Of the intervals as they are.
  package let lengths: FittedSpan
  /// Of what lies between them; nil where the log does not say.
  package let pauses: FittedSpan?
}

extension FittedNetwork {
  /// - Throws: ``InputError`` (65) when no law of a scenario fits the lengths.
  package init(_ log: IntervalLog) throws(InputError) {
    guard let lengths = FittedSpan(log.lengths) else {
      throw InputError(
        ExitCode.dataError,
        [
          Diagnostic(
            at: SourceLocation(file: log.files[0]), .message("no law fits these intervals"),
            allowed: "intervals from 1us to 36500d; is the unit right (--unit)?")
        ])
    }
    self.log = log
    self.lengths = lengths
    pauses = log.pauses.count >= Self.pausesMin ? FittedSpan(log.pauses) : nil
  }

  package var offline: FittedSpan? { log.areOnline ? pauses : lengths }

  package var online: FittedSpan? { log.areOnline ? lengths : pauses }

  package var offlineYAML: String { offline?.yaml ?? OfflineProcess.assumedOffline }

  package var onlineYAML: String { online?.yaml ?? OfflineProcess.assumedOnline }
}
