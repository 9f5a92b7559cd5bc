import Answers
import ArgumentParser
import Files
import Fit
import Foundation
import Models
import Results
import Runs
import Scenarios
import Start
import Terminal

struct StartCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "From your log to an answer: which strategy would serve your users, and how sure.",
    discussion: """
      Reads logs: when messages were sent, and when they were received or when
      devices were away. Says what the log lost, compares a plain push, a push queue
      and a fetching extension on it, and says what the answer rests on. Writes a
      folder with the scenario, which runs as it is, the results and a report.
      More: \(Manual.yourLog).

      Examples:
        deliverysim start log.csv
        deliverysim start messages.csv absences.csv --app mail --out first
        deliverysim start log.csv --column received=delivered_at \\
          --time-zone Europe/Berlin
      """)

  @Argument(
    help: "Logs of messages, receipts and absences; also packed (gzip).",
    completion: .file(extensions: ["csv", "tsv", "txt", "log", "gz"]))
  var files: [String]

  @Option(
    help: """
      Take what the log does not tell from this preset: mail, messenger, marketing or android \
      (default: by the number of messages).
      """)
  var app: Preset?

  @Option(name: .shortAndLong, help: "Write all files into this folder.", completion: .directory)
  var out = "start"

  @Flag(help: "Replace files that exist.")
  var force = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(help: "Write no report.")
  var noReport = false

  @OptionGroup var reading: LogReadingOptions

  @OptionGroup var part: LogPartOptions

  @OptionGroup var clock: ReceiptClockOptions

  @Option(parsing: .unconditional, help: "Draw the random numbers by this seed.")
  var seed: UInt64 = 1

  @Option(
    parsing: .unconditional,
    help: "Draw this many sets of uncertain inputs.")
  var inputDraws = 20

  @Option(
    name: [.customShort("j"), .long], parsing: .unconditional,
    help: "Use this many threads (default: one per core).")
  var threads: Int?

  func run() async throws {
    try await withExitCodes {
      let options = try fitOptions()
      guard !out.isEmpty else { throw usage("--out: a folder is needed") }
      guard InputDraws.countRange.contains(inputDraws) else {
        let range = InputDraws.countRange
        throw usage(
          "--input-draws: found \(inputDraws); allowed: \(range.lowerBound) to "
            + "\(range.upperBound)")
      }
      let count = try threadCount(threads)
      let folder = try StartFolder(out, logs: files, force: force)
      let evidence = try await read(options, threads: count)
      let text = StartText(evidence, preset(evidence), isNamed: app != nil)
      if !quiet { for note in text.notes { Console.remark("note: \(note)") } }
      if !quiet { try Console.print(text.log) }
      try endWith(text.exitCode)
      try await answer(evidence, text, folder, threads: count)
      try endWith(text.exitCodeOfAnswer)
    }
  }

  private func read(_ options: FitOptions, threads count: Int) async throws -> StartEvidence {
    let meter = ReadingMeter()
    defer { if !quiet { meter.finish() } }
    do {
      return try await StartEvidence.read(files, options, threads: count) { stage in
        if !quiet { meter.show(stage) }
      }
    } catch let limit as LimitExceeded {
      throw InputError(limit, "replay of the log")
    }
  }

  private func answer(
    _ evidence: StartEvidence, _ text: StartText, _ folder: StartFolder, threads count: Int
  ) async throws {
    let start = try StartScenario(evidence, preset(evidence), seed: seed)
    let experiment = try folder.write(start, draws: inputDraws)
    let simulated = SimulatedResults(
      quiet: quiet, progress: .auto, keepsUnits: false,
      howToGoOn: "the scenario is kept: deliverysim run \(ShellWord.quoted(folder.scenarioPath))")
    let results = try await simulated.make(
      try Runner(experiment, threads: count),
      RunSession.Place(path: folder.results, force: force, resumes: false)
    ).results
    if !quiet, let summary = Summary(results, paint: Console.paint), let answer = results.answer {
      try Console.print([""] + summary.brief + [""] + text.premises(answer, start))
    }
    let page = report(folder)
    guard !quiet else { return }
    try Console.print(
      [""] + [page].compactMap { $0 } + next(folder, hasInputs: experiment.inputDraws != nil)
        + withoutLosses(folder, text))
  }

  /// The page needs Python; an answer does not.
  private func report(_ folder: StartFolder) -> String? {
    guard !noReport else { return nil }
    if !quiet { Console.note("drawing the report ...") }
    let problem: String?
    do throws(InputError) {
      problem = try PythonProgram.find(.report)
        .drawn(folder.results, to: folder.report, force: force)
    } catch {
      problem = error.description
    }
    guard let problem else { return "Pictures: \(folder.report)/report.html." }
    Console.remark("no report: \(problem.replacing("error: ", with: ""))")
    return nil
  }

  private func next(_ folder: StartFolder, hasInputs: Bool) -> [String] {
    let inputs = hasInputs ? " --inputs \(ShellWord.quoted(folder.inputsPath))" : ""
    return [
      "Results: \(folder.results)/. Change the scenario, and run it again:",
      "  deliverysim run \(ShellWord.quoted(folder.scenarioPath))\(inputs)",
    ]
  }

  private func withoutLosses(_ folder: StartFolder, _ text: StartText) -> [String] {
    guard let setting = text.withoutLosses else { return [] }
    return [
      "If no push was lost on its way, but receipts were:",
      "  deliverysim run \(ShellWord.quoted(folder.scenarioPath)) \(setting) "
        + "--out \(ShellWord.quoted(folder.withoutLosses))",
    ]
  }

  private func preset(_ evidence: StartEvidence) -> Preset {
    app ?? AppGuess.preset(perDay: evidence.input.arrivals?.ratePerDay)
  }

  private func fitOptions() throws -> FitOptions {
    var options = try FitOptions(reading, part)
    (options.seed, options.name) = (seed, "my")
    options.clock = try ReceiptClock.option(clock.clockOffset)
    return options
  }

  private func usage(_ message: String) -> InputError {
    InputError(Files.ExitCode.usage, message)
  }
}
