import Fit
package import Scenarios

/// The preset that fits a log, where nobody has named one.
package enum AppGuess {
  /// So many messages a day and device, or more, are those of a messenger; of a mail app.
  private static let (messengerMin, mailMin) = (15.0, 2.0)

  /// - Parameter perDay: Messages a day and device; nil: unknown.
  package static func preset(perDay: Double?) -> Preset {
    guard let perDay else { return .messenger }
    return perDay >= messengerMin ? .messenger : perDay >= mailMin ? .mail : .marketing
  }
}
