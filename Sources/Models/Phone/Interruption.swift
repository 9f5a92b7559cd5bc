/// An alert that was drawn.
struct Interruption: Sendable {
  /// The news that it tells.
  enum News: Sendable {
    case news
    /// The user has the message already.
    case redundant
    /// A summary, all of whose messages the user has already.
    case knownSummary
    /// The message is shown a second time beside the first one.
    case duplicate
    /// There is no message.
    case none
  }

  /// Nil: it is about none, or about several.
  let message: UInt32?
  let news: News
}
