/// How a key may vary between the design points of an experiment: the one answer for `sweep`, its
/// samples, `--range`, `--unknown`, `--inputs` and `--pin`.
package enum Variation: Int, Sendable, Comparable {
  /// By lists of values, and as a number that is drawn, searched or estimated: an input of the
  /// model.
  case freely
  /// By lists of values alone: it says how much is simulated, not what.
  case byList
  /// Not itself, but the keys below it may freely.
  case below
  /// Results of different values could not stand in one table.
  case never

  package static func < (left: Variation, right: Variation) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What of a run depends on a key.
package enum Reach: Sendable {
  /// What happens to devices.
  case events
  /// Not the events: how many replications there are, what is estimated of them, what it is called.
  case results
  /// Only what is said of results: a run can be continued with other words.
  case words
}

extension Variation {
  /// How what a path leads to may vary: no more than any key on the way.
  package init(ofPath path: String) {
    let names = path.split(separator: ".", omittingEmptySubsequences: false)
    guard !names.contains("") else {
      self = .never
      return
    }
    let keys = KeyFacts.along(path)
    let isWhole = keys.count == names.count
    self = keys.map(\.variation).max() ?? .freely
    if self == .below { self = isWhole && keys.last?.variation == .below ? .never : .freely }
  }

  /// Whether a list of values may stand for it.
  package var allowsLists: Bool { self <= .byList }
  /// Whether it may be drawn, searched or estimated.
  package var allowsNumbers: Bool { self == .freely }
}
