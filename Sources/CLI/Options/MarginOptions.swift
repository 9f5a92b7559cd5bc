import ArgumentParser
import Files
import Results

/// `--margin`: the same for every command that compares results with a baseline.
struct MarginOptions: ParsableArguments {
  @Option(
    name: .customLong("margin"), parsing: .singleValue,
    help: ArgumentHelp(
      """
      Let a metric be worse by this: 0.2pp (points of a share), an amount in its unit, or \
      5%rel (of the baseline); default: 0.1pp for shares, else 5%rel, at least 10 ms or 0.001; \
      repeatable.
      """, valueName: "metric=x"))
  var margins: [String] = []

  /// - Throws: `InputError` (64) for what is no margin.
  func parsed() throws(InputError) -> Margins { try Margins(margins) }
}
