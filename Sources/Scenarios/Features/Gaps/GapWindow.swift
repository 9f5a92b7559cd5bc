import Files
import Models

extension StrategyKind {
  static let gapWindow = StrategyKind(
    "gap-window", GapWindowKeys(), "Remembers gaps, and asks again with every push.",
    traits: [.showsPushes, .asks]
  ) { section in
    .gapWindow(
      repeatLimit: section.repeatLimit, window: section.window, collapse: section.collapse,
      wait: section.wait, sharedCursor: section.sharedCursor)
  }
}

private final class GapWindowKeys: KeyGroup {
  let repeatLimit = repeatLimitKey
  let window = Key(
    "window", .integer(in: 1...1_000_000), 1000, "The number of positions that it remembers.", "R8"
  ).limits
  let collapse = collapseKey
  let wait = Key(span: "wait", "Wait before a re-request.", "R5.5")
  let sharedCursor = sharedCursorKey
}
