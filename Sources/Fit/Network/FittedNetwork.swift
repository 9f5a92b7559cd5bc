package import Files

/// The offline and online spans that were fitted to intervals.
package struct FittedNetwork: Sendable {
  /// Fewer spans between intervals are no basis for a law.
  private static let pausesMin = 5

  package let log: IntervalLog
  /// Of the intervals as they are; at pace 1 where they have one.
  package let lengths: FittedSpan
  /// Of what lies between them; nil where the log does not say.
  package let pauses: FittedSpan?
  /// nil where devices are offline independently, or the log does not say.
  package let common: CommonOutages?
  /// By hour of the week; nil where every hour may be like the others.
  private let lengthsPace: FittedPace?
  private let pausesPace: FittedPace?
}

extension FittedNetwork {
  /// - Throws: `InputError` (65) when no law of a scenario fits the lengths.
  package init(_ log: IntervalLog) throws(InputError) {
    let window = log.window
    // A shorter one does not show every hour.
    let isLong = window.length >= 604_800
    let pace = isLong ? FittedPace(log.spans.intervals, isCalendar: window.isCalendar) : nil
    guard let lengths = FittedSpan(pace?.lengths ?? log.lengths) else {
      throw InputError(
        ExitCode.dataError,
        [
          Diagnostic(
            at: SourceLocation(file: log.files[0]), .message("no law fits these intervals"),
            allowed: "intervals from 1us to 36500d; is the unit right (--unit)?")
        ])
    }
    self.log = log
    common = CommonOutages(log.absences, length: window.length)
    self.lengths = lengths
    lengthsPace = pace
    pausesPace = isLong ? FittedPace(log.spans.pauses, isCalendar: window.isCalendar) : nil
    let between = pausesPace?.lengths ?? log.pauses
    pauses = between.count >= Self.pausesMin ? FittedSpan(between) : nil
  }

  package var offline: FittedSpan? { log.areOnline ? pauses : lengths }

  package var online: FittedSpan? { log.areOnline ? lengths : pauses }

  package var offlinePace: FittedPace? { log.areOnline ? pausesPace : lengthsPace }

  package var onlinePace: FittedPace? { log.areOnline ? lengthsPace : pausesPace }

  package var offlineYAML: String { offline?.yaml ?? OfflineProcess.assumedOffline }

  package var onlineYAML: String { online?.yaml ?? OfflineProcess.assumedOnline }
}
