/// The stream of the wait for late pushes.
enum GapStream: UInt8, Streams {
  /// The index is the trigger, the copy the send.
  case wait = 64
}
