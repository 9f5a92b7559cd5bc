import ArgumentParser
import Search

/// These ranges are searched by `best`.
struct RangeOptions: ParsableArguments {
  @Option(
    name: .customLong("range"), parsing: .singleValue,
    help: ArgumentHelp(
      """
      Search this number from a to b; on a log scale with :log, or if b > 10a; repeatable.
      """, valueName: "path=a..b[:log]"))
  var ranges: [String] = []

  @Option(
    help: ArgumentHelp(
      "With --range: search for this strategy (needed if no path has one).",
      valueName: "name"))
  var strategy: String?

  @Option(
    parsing: .unconditional,
    help: """
      With --range: simulate this many points (default: \(Optimisation.Question.pointsUnasked)), \
      with \(Optimisation.Question.replicationsUnasked) replications each, or --replications.
      """)
  var points: Int?

  @Option(
    parsing: .unconditional,
    help: """
      With --range: let this many points compete at the end (default: \
      \(Optimisation.Question.finalistsUnasked)).
      """)
  var finalists: Int?

  /// The options that only a search has, those that are there.
  var given: [String] {
    [("--points", points), ("--finalists", finalists)].filter { $0.1 != nil }.map(\.0)
  }
}
