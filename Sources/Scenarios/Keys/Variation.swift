/// The variation of a key between the design points of an experiment: the one answer for `sweep`,
/// its samples, `--range`, `--unknown`, `--inputs` and `--pin`.
package enum Variation: Int, Sendable, Comparable {
  /// It is an input of the model: it varies by lists of values, and as a number that is drawn,
  /// searched or estimated.
  case freely
  /// It varies by lists of values alone: it says how much is simulated, not what.
  case byList
  /// It does not vary itself, but the keys below it vary freely.
  case below
  /// Results of different values could not stand in one table.
  case never

  package static func < (left: Variation, right: Variation) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The part of a run that depends on a key.
package enum Reach: Sendable {
  /// The events of devices depend on it.
  case events
  /// The events do not, but the number of replications, what is estimated of them, or a name does.
  case results
  /// Only words about results do: a run can be continued with other words.
  case words
}

extension Variation {
  /// Whether a list of values may stand for it.
  package var allowsLists: Bool { self <= .byList }
}
