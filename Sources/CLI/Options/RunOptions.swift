import Answers
import ArgumentParser
import Files
import Foundation
import Results
import Runs
import Scenarios
import Terminal

/// How a scenario is run: the same for every command that writes results.
struct RunOptions: ParsableArguments {
  @Option(
    name: [.customShort("j"), .long], parsing: .unconditional,
    help: "How many threads simulate (default: one per core).")
  var threads: Int?

  @Flag(help: "Replace the results of an earlier run.")
  var force = false

  @Flag(
    name: .shortAndLong,
    help: "Print only errors, and the table if --format is csv, json or markdown.")
  var quiet = false

  @Option(help: "How progress is shown.")
  var progress = ProgressMode.auto

  @Option(help: "How the results are printed; csv and json have unrounded numbers.")
  var format = TableFormat.text

  @Flag(
    help: "Continue an interrupted run, or extend a finished one to more replications.")
  var resume = false

  @Flag(help: "Keep no units beside the results: then --resume cannot extend the run.")
  var discardUnits = false

  /// Runs an experiment, writes its results, and prints what it comes to.
  ///
  /// - Parameters:
  ///   - strategies: Only these; empty: all.
  ///   - folder: Where the results go.
  /// - Throws: `InputError`, `BooksError`, and the exit code of the verdict.
  func run(
    _ experiment: Experiment, strategies: [String] = [], shard: Shard? = nil,
    into folder: String
  ) async throws {
    let runner = try Runner(
      experiment, strategies: strategies, shard: shard, threads: try threadCount(threads))
    try experiment.checkMemory(threads: try threadCount(threads))
    if folder.isEmpty { throw InputError(Files.ExitCode.usage, "--out: a folder is needed") }
    let place = RunSession.Place(path: folder, force: force, resumes: resume)
    if resume, let code = try runner.exitCodeIfFinished(in: place) {
      if !quiet {
        Console.note("\(place.path)/: this run is already finished\(Self.words(code))")
      }
      throw ArgumentParser.ExitCode(code)
    }
    let interruption = Interruption(Self.howToGoOn)
    let session = try RunSession(runner, place)
    if !quiet {
      for note in experiment.warnings.map({ "warning: \($0)" }) + session.notes {
        Console.remark(note)
      }
    }
    let results = try await run(session, interruption)
    // A table in a format of its own is an answer that somebody has asked for.
    if !quiet || format != .text { try report(results) }
    if !quiet { Console.note("results: \(session.path)/") }
    try end(results.answer, quiet: quiet || format != .text)
  }

  private func run(
    _ session: RunSession, _ interruption: Interruption
  ) async throws -> PreparedResults {
    let clock = ContinuousClock()
    let start = clock.now
    let meter = ProgressMeter(quiet ? .none : progress)
    do {
      let experiment = try await session.run { meter.show($0) }.experiment
      let wallTime = (clock.now - start) / .seconds(1)
      meter.finish(wallTime)
      let results = try session.prepare()
      try interruption.finish {
        try session.finish(
          results, words: { AnswerWords($0, experiment) }, wallTime: wallTime,
          keepsUnits: !discardUnits)
      }
      return results
    } catch let error as InputError where session.isKept {
      Console.clearLine()
      Console.note(Self.howToGoOn)
      throw error
    }
  }

  private func report(_ results: PreparedResults) throws {
    let paint = format == .text ? Console.paint : .none
    guard let summary = Summary(results, paint: paint) else {
      return Console.note("this is one shard: merge joins all of them")
    }
    if !quiet { for warning in summary.warnings { Console.warn(warning) } }
    switch format {
    case .text: try Console.print(summary.lines)
    case .csv: try Console.print(summary.records.csvLines)
    case .json: try Console.print(summary.records.jsonLines)
    case .markdown: try Console.print(summary.markdownLines)
    }
  }

  /// Of a finished run that ends with this exit code.
  private static func words(_ code: Int32) -> String {
    switch code {
    case Files.ExitCode.failed: "; an expectation failed"
    case Files.ExitCode.inconclusive:
      "; an expectation or a choice is undecided, or the precision was not reached"
    default: ""
    }
  }

  private static var howToGoOn: String {
    "finished units are kept; to continue: \(resumeCommand)"
  }

  /// What the user types to go on: this very command with `--resume`.
  private static var resumeCommand: String {
    // Behind "--" words are names.
    let typed = CommandLine.arguments
    let words = typed.prefix(1) + Spelling(Array(typed.dropFirst())).words
    let options = words.prefix { $0 != "--" }.filter { $0 != "--force" && $0 != "--resume" }
    let names = words.drop { $0 != "--" }
    return (options + ["--resume"] + names).map(ShellWord.quoted).joined(separator: " ")
  }
}

/// Ends a command with what its results come to, and says so where nothing else was printed.
func end(_ answer: Answer?, quiet: Bool) throws {
  guard let answer else { return }
  if quiet, let line = answer.line { Console.note(line) }
  try endWith(answer.exitCode)
}

/// `--format`: how a table is printed.
enum TableFormat: String, ExpressibleByArgument, CaseIterable {
  case text, csv, json, markdown
}
