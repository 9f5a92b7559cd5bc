import Answers
import ArgumentParser
import Files
import Foundation
import Results
import Runs
import Scenarios
import Terminal

/// The settings of a run: the same for every command that writes results.
struct RunOptions: ParsableArguments {
  @Flag(help: "Replace the results of an earlier run.")
  var force = false

  @Option(
    name: [.customShort("j"), .long], parsing: .unconditional,
    help: "Use this many threads (default: one per core).")
  var threads: Int?

  @Flag(
    name: .shortAndLong,
    help: "Print errors only (and the table of a --format).")
  var quiet = false

  @Option(help: "Choose the form of results (csv, json: not rounded).")
  var format = TableFormat.text

  @Flag(
    help: "Continue a run, or add replications to a finished one.")
  var resume = false

  @Option(help: "Choose how progress is shown.")
  var progress = ProgressMode.auto

  @Flag(help: "Keep no data for --resume once the run has ended.")
  var discardUnits = false

  /// Runs an experiment, writes its results, and prints what it comes to.
  ///
  /// - Parameters:
  ///   - strategies: Only these; empty: all.
  ///   - time: The run ends about then; nil: when it is complete.
  ///   - folder: The folder of the results.
  /// - Throws: `InputError`, `BooksError`, and the exit code of the verdict.
  func run(
    _ experiment: Experiment, strategies: [String] = [], shard: Shard? = nil,
    time: Duration? = nil, into folder: String
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
    let simulated = SimulatedResults(
      quiet: quiet, progress: progress, keepsUnits: !discardUnits, howToGoOn: Self.howToGoOn,
      time: time)
    let (results, signal) = try await simulated.make(runner, place)
    // A table in a format of its own is an answer that somebody has asked for.
    if !quiet || format != .text { try report(results) }
    if !quiet { Console.note("results: \(place.path)/") }
    if let signal { throw ArgumentParser.ExitCode(128 + signal) }
    try end(results.answer, quiet: quiet || format != .text)
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

  /// The words about a finished run that ends with this exit code.
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

  /// The command that the user types to continue: this very command with `--resume`.
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
