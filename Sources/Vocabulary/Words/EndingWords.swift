package import Models

// Where and how notifications end, for people: as the parts of a table or a chart. Stories tell the
// same in sentences (`Stories/CauseWords`).

extension Fate {
  package var words: String {
    switch self {
    case .shown, .summarised, .escalated, .lost: name
    case .synced: "fetched by the app"
    case .pending: "still on its way"
    }
  }

  /// Below a chart that names it; empty: the name says it.
  package var meaning: String {
    switch self {
    case .summarised: "a summary gives only their number"
    case .synced: "the app fetched them when it ran"
    case .escalated: "only the second channel brought them"
    case .shown, .pending, .lost: ""
    }
  }
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
