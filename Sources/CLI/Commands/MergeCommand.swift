import Answers
import ArgumentParser
import Files
import Results
import Runs
import Terminal

struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the shards of a run: the same files as from a single run, byte for byte.",
    discussion: """
      Examples:
        deliverysim merge shards/1 shards/2 --out runs/my

      The shards come from runs of the same scenario:
        deliverysim run my.yml --shard 1/2 --out shards/1
        deliverysim run my.yml --shard 2/2 --out shards/2
      """)

  @Argument(
    help: ArgumentHelp("The results directories of all shards.", valueName: "dir"),
    completion: .directory)
  var directories: [String]

  @Option(name: .shortAndLong, help: "Write the joined results here.", completion: .directory)
  var out: String

  @Flag(help: "Replace the results of an earlier run.")
  var force = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func run() async throws {
    try await withExitCodes {
      if out == "" { throw InputError(Files.ExitCode.usage, "--out: a folder is needed") }
      let merge = try Merge(directories)
      let interruption = Interruption("nothing is written; merge again")
      let results = merge.prepare()
      try interruption.finish {
        try merge.write(
          results, words: { AnswerWords($0, merge.outcome.experiment) }, to: out, force: force)
      }
      if !quiet, let summary = Summary(results, paint: Console.paint) {
        for warning in merge.warnings + summary.warnings { Console.warn(warning) }
        try Console.print(summary.lines)
        Console.note("results: \(out)/")
      }
      try end(results.answer, quiet: quiet)
    }
  }
}
