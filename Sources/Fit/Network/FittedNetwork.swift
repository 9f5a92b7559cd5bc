package import Files

/// The offline and online spans that were fitted to intervals.
package struct FittedNetwork: Sendable {
  package let log: IntervalLog
  /// nil where devices are offline independently, or the log does not say.
  package let common: CommonOutages?
  /// All the paces that a test finds in the log, whether the proposal has them or not.
  let found: HourPaces
  /// The laws that are proposed.
  let laws: SpanLaws
}

extension FittedNetwork {
  /// Has all the paces that are found, and laws by their AIC.
  ///
  /// - Throws: `InputError` (65) when no law of a scenario fits the lengths.
  package init(_ log: IntervalLog) throws(InputError) {
    let sample = SpanSample(log)
    let found = HourPaces(sample)
    guard let laws = SpanLaws(sample, found) else {
      throw InputError(
        ExitCode.dataError,
        [
          Diagnostic(
            at: SourceLocation(file: log.files[0]), .message("no law fits these intervals"),
            allowed: "intervals from 1us to 36500d; is the unit right (--unit)?")
        ])
    }
    self.log = log
    self.found = found
    self.laws = laws
    common = CommonOutages(log.absences, length: log.window.length)
  }

  /// The same log with these laws.
  func proposing(_ laws: SpanLaws) -> FittedNetwork {
    FittedNetwork(log: log, common: common, found: found, laws: laws)
  }

  /// The law of the intervals as they are; at pace 1 where they have one.
  package var lengths: FittedSpan { laws.lengths }

  /// The law of what lies between them; nil where the log does not say.
  package var pauses: FittedSpan? { laws.pauses }

  package var offline: FittedSpan? { laws.offline }

  package var online: FittedSpan? { laws.online }

  package var offlinePace: FittedPace? { laws.paces.offline }

  package var onlinePace: FittedPace? { laws.paces.online }

  /// nil where devices may well be alike.
  package var devicePace: FittedDevicePace? { laws.devicePace }

  package var offlineYAML: String { offline?.yaml ?? OfflineProcess.assumedOffline }

  package var onlineYAML: String { online?.yaml ?? OfflineProcess.assumedOnline }
}
