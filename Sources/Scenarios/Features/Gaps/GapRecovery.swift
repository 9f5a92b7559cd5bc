import Files
import Models

extension StrategyKind {
  static let gapRecovery = StrategyKind(
    "gap-recovery", GapRecoveryKeys(),
    "Numbers pushes; the extension asks for what is missing.", traits: [.showsPushes, .asks]
  ) { section in
    .gapRecovery(
      GapRecovery(
        repeatLimit: section.repeatLimit, collapse: section.collapse,
        asPrinted: section.asPrinted, wait: section.wait, sharedCursor: section.sharedCursor))
  }
}

private final class GapRecoveryKeys: KeyGroup {
  let repeatLimit = repeatLimitKey
  let collapse = collapseKey
  let asPrinted = Key("as_printed", .bool, false, "The article's listing verbatim.", "R5.3")
  let wait = Key(span: "wait", "Wait before a re-request.", "R5.5")
  let sharedCursor = sharedCursorKey
}

// MARK: - Keys of all that recover gaps

let repeatLimitKey = Key(
  "repeat_limit", .integer(in: 0...1_000_000), 20, "More missing become a summary.", "R5.1"
).limits

let sharedCursorKey = Key(
  "shared_cursor", .bool, unsaid: false, "Messages that the app has fetched are not asked for.",
  "R5.8")

/// The strategies that send something twice have it.
let collapseKey = Key(
  "collapse", .bool, true, "Repeats have their original's collapse id.", "R6.1")
