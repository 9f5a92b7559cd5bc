import ArgumentParser
import Search

/// These ranges are searched by `best`.
struct RangeOptions: ParsableArguments {
  @Option(
    name: .customLong("range"), parsing: .singleValue,
    help: ArgumentHelp(
      """
      Search this number from a to b; a..b:log on a log scale, as if b > 10a; repeatable.
      """, valueName: "path=a..b"))
  var ranges: [String] = []

  @Option(
    help: ArgumentHelp(
      "With --range: vary the numbers of this strategy.",
      valueName: "name"))
  var strategy: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --range: try n points (default: \(Optimisation.Question.pointsUnasked)).",
      valueName: "n"))
  var points: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --range: let the n best compete (default: \(Optimisation.Question.finalistsUnasked)).",
      valueName: "n"))
  var finalists: Int?

  /// The options that only a search has, those that are there.
  var given: [String] {
    [("--points", points), ("--finalists", finalists)].filter { $0.1 != nil }.map(\.0)
  }
}
