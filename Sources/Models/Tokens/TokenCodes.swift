/// The streams of tokens.
enum TokenStream: UInt8, Streams {
  /// The index is the change, from 1, or 0.
  case start = 99
  case span = 100
  case uninstall = 101
}

/// The token changes.
enum TokenEventKind: UInt8, EventKinds {
  /// The app is installed anew, or on another device.
  case changes = 28

  var isOnDevice: Bool { true }
}
