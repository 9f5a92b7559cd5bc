/// The reason why a notification comes without an alert (model.md R4.2, R10.1, R11.4); the numbers
/// are part of the fingerprint.
public enum Silence: Int64, Sendable, CaseIterable {
  /// Quiet hours, a spell of quiet, or the scheduled summary.
  case schedule
  /// The message's own level.
  case passive
  /// The user has had the app's alerts silenced.
  case muted
  /// The app is on trial.
  case onTrial
}

extension Silence: CustomStringConvertible {
  /// The text as a part of a sentence.
  public var description: String {
    switch self {
    case .schedule: "the device is quiet"
    case .passive: "the message is passive"
    case .muted: "the user has silenced the app"
    case .onTrial: "the app is on trial"
    }
  }
}
