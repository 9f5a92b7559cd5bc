import Models

/// A way to end: fate, cause and repair together.
struct Ending {
  let fate: Fate
  let cause: Cause
  let repair: Repair

  static let all: [Ending] = Fate.allCases.flatMap { fate in
    Cause.allCases.flatMap { cause in
      Repair.allCases.map { Ending(fate: fate, cause: cause, repair: $0) }
    }
  }

  /// The place in ``Tally/fates``.
  var index: Int { Tally.fateIndex(fate, cause, repair) }

  var isPlain: Bool { cause == .none && repair == .none }

  /// Fate, stage, cause and repair; what is shown or pending has only the first.
  var names: [String] {
    guard fate != .shown, fate != .pending else { return [fate.name, "", "", ""] }
    return [fate.name, cause.stage?.rawValue ?? "", cause.name, repair.name]
  }

  /// Stage and cause together, as `service/overwritten`; empty when nothing was destroyed.
  var place: String { cause.stage.map { "\($0.rawValue)/\(cause.name)" } ?? "" }
}
