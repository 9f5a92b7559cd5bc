import ArgumentParser
import Files
import Results
import Terminal

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compare results with a baseline: pass, fail or inconclusive for each metric.",
    usage: "deliverysim check <directory> --baseline <directory> [<options>]",
    discussion: """
      Only the worse direction can fail: a metric fails when the whole interval of
      its difference is beyond the margin, passes when the whole interval is
      within, and is inconclusive otherwise. Runs with the same seed are compared
      replication by replication, even if the scenario has changed; runs with
      another seed are independent. Code that has not changed passes exactly, with
      any number of replications. Without --metric, the metric that leads and
      pushes_per_notification are judged. Exit code 0: all pass; 1: some fail;
      3: none fails, but some are inconclusive. More: \(Manual.regression).

      Examples:
        deliverysim check /tmp/now --baseline results/mail-queue
        deliverysim check runs/new --baseline runs/old \\
          --metric deliverability --strategy gap-recovery \\
          --margin deliverability=0.2pp
        deliverysim check runs/new --baseline runs/old --all \\
          --margin latency_p99_s=10%rel --margin latency_p50_s=250ms
        deliverysim check runs/new --baseline runs/old --junit check.xml
      """)

  @Argument(help: "The results directory to check.", completion: .directory)
  var directory: String

  @Option(
    help: ArgumentHelp("Compare with these results.", valueName: "directory"),
    completion: .directory)
  var baseline: String

  @Option(
    name: .customLong("metric"), parsing: .singleValue,
    help: ArgumentHelp(
      "Check this metric instead of the standard ones (all: every one); repeatable.",
      valueName: "name"))
  var metrics: [String] = []

  @OptionGroup var margins: MarginOptions

  @Option(
    name: .customLong("strategy"), parsing: .singleValue,
    help: ArgumentHelp("Check only this strategy; repeatable.", valueName: "name"))
  var strategies: [String] = []

  @Flag(
    help: "Also show the metrics that pass; those of --metric are always shown.")
  var all = false

  @Option(
    help: "Choose how verdicts are printed; csv and json have all metrics, unrounded.")
  var format = TableFormat.text

  @Option(
    help: ArgumentHelp("Also write the verdicts to this file, as JUnit XML.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  func run() async throws {
    try await withExitCodes {
      let margins = try margins.parsed()
      let file = try junit.map { try OutputFile($0, replacing: "<?xml") }
      let check = try RegressionCheck.make(
        directory, baseline: baseline, margins: margins,
        selection: CheckSelection(metrics: metrics, strategies: strategies))
      for warning in check.warnings { Console.warn(warning) }
      try Console.print(lines(check))
      if let file {
        try file.append(JUnitReport(check).text)
        try file.commit()
      }
      try endWith(check.verdict.exitCode)
    }
  }

  private func lines(_ check: RegressionCheck) -> [String] {
    let paint = format == .text ? Console.paint : .none
    let isNamed = !metrics.isEmpty && !metrics.contains(CheckSelection.everything)
    let text = CheckText(check, all: all || isNamed, paint: paint)
    if format == .text { return text.lines }
    for name in check.missing { Console.note("inconclusive: \(name): in the baseline only") }
    return switch format {
    case .text, .markdown: text.markdownLines
    case .csv: check.records.csvLines
    case .json: check.records.jsonLines
    }
  }
}
