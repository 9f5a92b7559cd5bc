import ArgumentParser
import Files
import Results
import Search
import Terminal

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Turn results into one HTML page and pictures.",
    usage: "deliverysim report <directory> [<options>]",
    discussion: """
      The page needs no network; the pictures lie beside it as SVG and PNG. Charts
      are drawn by Python, in an environment that make report-env makes once.
      How to read each chart: \(Manual.report).

      With --baseline the page has the verdicts of check below its answer: how each
      metric differs from the baseline's, and what has changed in the scenario.

      Examples:
        deliverysim report runs/mail-queue
        deliverysim report runs/new --baseline runs/old
        deliverysim report results/trap --out /tmp/trap --design-point 2
      """)

  @Argument(help: "The results directory to draw.", completion: .directory)
  var directory: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the page and pictures here (default: report, in the results).",
      valueName: "folder"), completion: .directory)
  var out: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Draw charts that show a single design point for this one (default: the one where strategies \
      differ most).
      """, valueName: "number"))
  var designPoint: Int?

  @Option(
    help: ArgumentHelp(
      "Compare with these results, like check, and draw the verdicts.", valueName: "directory"),
    completion: .directory)
  var baseline: String?

  @OptionGroup var margins: MarginOptions

  @Flag(help: "Replace files even if no earlier report wrote them.")
  var force = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func run() async throws {
    try await withExitCodes {
      if out == "" { throw InputError(Files.ExitCode.usage, "--out: a folder is needed") }
      let isAnalysis = Sensitivity.lies(in: directory)
      let directory = isAnalysis ? directory : try checked()
      let comparison = try comparison(isAnalysis: isAnalysis)
      let program = try PythonProgram.find(.report)
      let folder = out ?? "\(directory)/report"
      try program.draw(
        directory, to: folder, comparison: comparison, point: designPoint, force: force,
        quiet: quiet)
    }
  }

  /// - Returns: The check against the baseline; nil without one.
  private func comparison(isAnalysis: Bool) throws -> CheckDocument? {
    guard let baseline else {
      guard margins.margins.isEmpty else { throw usage("--margin: needs --baseline") }
      return nil
    }
    if isAnalysis {
      throw usage("--baseline: \(directory) is an analysis; allowed: results of run")
    }
    return CheckDocument(
      try RegressionCheck.make(directory, baseline: baseline, margins: margins.parsed()))
  }

  private func usage(_ message: String) -> InputError {
    InputError(Files.ExitCode.usage, message)
  }

  /// - Returns: The directory of a run, whose files are as it has written them.
  private func checked() throws -> String {
    let manifest = try StoredManifest.read(directory)
    try manifest.checkFiles()
    try manifest.checkTables()
    return manifest.directory
  }
}
