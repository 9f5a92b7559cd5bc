import ArgumentParser
import Experiments
import Files

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compare results with a baseline: pass, fail or inconclusive for each metric.",
    usage: "deliverysim check <directory> --baseline <directory> [<options>]",
    discussion: """
      Only the worse direction can fail: a metric fails when the whole interval of
      its difference is beyond the margin, passes when the whole interval is
      within, and is inconclusive else. The same seed and scenario are compared
      replication by replication, so a few replications suffice for code that has
      not changed. Exit code 0: all pass; 1: some fail; 3: some are inconclusive.

      Examples:
        deliverysim check /tmp/now --baseline experiments/mail-queue/results
        deliverysim check results/new --baseline results/old --all \\
          --margin deliverability=0.0005 --margin latency_p99_s=10%
        deliverysim check results/new --baseline results/old --junit check.xml
      """)

  @Argument(help: "The results directory to check.", completion: .directory)
  var directory: String

  @Option(
    help: ArgumentHelp("The results to compare with.", valueName: "directory"),
    completion: .directory)
  var baseline: String

  @Option(
    name: .customLong("margin"), parsing: .singleValue,
    help: ArgumentHelp(
      """
      How much worse a metric may be, in its unit or in % of the baseline (default: 0.001 for \
      shares, 5% else); repeatable.
      """, valueName: "metric=x"))
  var margins: [String] = []

  @Option(
    help: ArgumentHelp("Write the verdicts as JUnit XML too.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  @Flag(help: "Show every metric, not only those that do not pass.")
  var all = false

  func run() async throws {
    try await withExitCodes {
      let margins = try Margins(margins)
      let file = try junit.map { try OutputFile($0, replacing: "<?xml") }
      let check = try RegressionCheck.make(directory, baseline: baseline, margins: margins)
      for warning in check.warnings { Terminal.note("warning: \(warning)") }
      try Terminal.print(CheckText(check, all: all).lines)
      if let file {
        try file.append(JUnitReport(check).text)
        try file.commit()
      }
      try endWith(check.verdict.exitCode)
    }
  }
}
