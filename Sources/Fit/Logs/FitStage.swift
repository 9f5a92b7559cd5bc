package import Files

/// The next step of `fit`, for a user who waits for it.
package enum FitStage: Sendable, Equatable {
  case reading(file: String)
  /// The progress of reading rows.
  case rows(LogProgress)
  case fitting(values: Int)
  /// Both traffics and the law under one process, the `number`-th of `count`.
  case replaying(messages: Int, number: Int, of: Int)

  /// Below, a stage takes less than a second.
  private static let valuesMin = 200_000

  /// The text for people; nil where the stage is over before it is read.
  package var words: String? {
    switch self {
    case .reading(let file): "reading \(Diagnostic.excerpt(file)) ..."
    case .rows: nil
    case .fitting(let values):
      values < Self.valuesMin
        ? nil : "fitting laws to \(HumanText.count(UInt64(values))) values ..."
    case .replaying(let messages, let number, let count):
      "replaying \(HumanText.count(UInt64(messages))) messages"
        + (count > 1 ? ", \(number) of \(count)" : "") + " ..."
    }
  }
}
