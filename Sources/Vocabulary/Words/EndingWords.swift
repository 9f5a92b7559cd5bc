package import Models

// Words for the ways and places in which notifications end, for people: as the parts of a table or
// a chart. Stories tell the same in sentences (`Stories/CauseWords`).

extension Fate {
  /// Words, what a chart says below a name that does not say it, and how its bars look.
  private var row: (words: String, meaning: String, look: FateLook?) {
    switch self {
    case .shown: (name, "", nil)
    case .summarised: (name, "a summary gives only their number", look("#e69f00", hatch: "/"))
    case .synced:
      ("fetched by the app", "the app fetched them when it ran", look("#56b4e9", hatch: "|"))
    case .escalated: (name, "only the second channel brought them", look("#009e73", hatch: "x"))
    case .pending: ("still on its way", "", look("#999999", hatch: "-"))
    case .lost: (name, "", look("#d55e00", hatch: ""))
    }
  }

  private func look(_ colour: String, hatch: String) -> FateLook {
    FateLook(fate: self, colour: colour, hatch: hatch)
  }

  package var words: String { row.words }

  /// Below a chart that names it; empty: the name says it.
  package var meaning: String { row.meaning }

  /// Nil: it has no bar.
  fileprivate var look: FateLook? { row.look }
}

/// The bars of a fate look so.
package struct FateLook: Sendable {
  package let fate: Fate
  package let colour: String
  /// A stroke such as matplotlib's; empty: none.
  package let hatch: String

  /// All looks, in the order in which bars are stacked; a shown message has none.
  package static let all = Fate.unshown.compactMap(\.look)
}

extension Stage {
  package var words: String {
    switch self {
    case .server: "server to provider"
    case .provider, .device, .extension: rawValue
    case .link: "provider to push service"
    case .service: "push service"
    }
  }
}

extension Cause {
  package var words: String {
    self == .serviceExtension(.replaced) ? "replaced by a summary" : name.replacing("-", with: " ")
  }
}

extension Repair {
  package var words: String { name.replacing("-", with: " ") }
}
