/// The stream of polls.
enum PollStream: UInt8, Streams {
  /// The index is the stage.
  case start = 89
}
