package import Models

/// A way to end: fate, cause and repair together.
package struct Ending {
  package let fate: Fate
  package let cause: Cause
  package let repair: Repair

  package static let all: [Ending] = Fate.allCases.flatMap { fate in
    Cause.allCases.flatMap { cause in
      Repair.allCases.map { Ending(fate: fate, cause: cause, repair: $0) }
    }
  }

  /// The place in `Tally/fates`.
  package var index: Int { Tally.fateIndex(fate, cause, repair) }

  package var isPlain: Bool { cause == .none && repair == .none }

  /// Fate, stage, cause and repair; what is shown or pending has only the first.
  package var names: [String] {
    guard fate != .shown, fate != .pending else { return [fate.name, "", "", ""] }
    return [fate.name, cause.stage?.rawValue ?? "", cause.name, repair.name]
  }

  /// Stage and cause together, as `service/overwritten`; empty when nothing was destroyed.
  package var place: String { cause.stage.map { "\($0.rawValue)/\(cause.name)" } ?? "" }
}

extension Ending {
  package init(_ outcome: DeviceStory.Outcome) {
    self.init(fate: outcome.fate, cause: outcome.cause, repair: outcome.repair)
  }
}
