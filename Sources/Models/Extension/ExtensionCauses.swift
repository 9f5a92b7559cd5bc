/// The extension does not show a push.
public enum ExtensionCause: UInt8, Causes {
  /// The extension showed a summary in the place of the arriving notification.
  case replaced = 5
  /// A run of the extension crashed; nothing was shown.
  case crashed = 19

  package var row: Cause.Row {
    switch self {
    case .replaced: .init(.extension, "replaced")
    case .crashed: .init(.extension, "crashed")
    }
  }
}

extension Cause {
  /// The extension does not show a push.
  public static func serviceExtension(_ cause: ExtensionCause) -> Self { Self(cause) }
}
