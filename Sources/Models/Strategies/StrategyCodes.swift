/// The stream of schedules.
enum StrategyStream: UInt8, Streams {
  /// The index is the stage - 1.
  case adoption = 65
}
