/// The streams of the population.
enum WorldStream: UInt8, Streams {
  /// The index is 0.
  case group = 120
}
