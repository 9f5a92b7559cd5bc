import ArgumentParser
import Experiments
import Foundation

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run every design point, strategy and replication; write results; print a summary.",
    discussion: """
      Results go to results/<scenario name>/ as CSV files and manifest.json.

      Examples:
        deliverysim run experiments/mail-queue/scenario.yml --threads 2
        deliverysim run my.yml --strategy fire-and-forget --out /tmp/baseline
        deliverysim run my.yml --set network.offline.exponential.mean=1h --force
      """)

  @Argument(help: "The scenario file (YAML).")
  var scenario: String

  @Option(help: "The results directory (default: results/<scenario name>).")
  var out: String?

  @Option(help: "How many threads simulate (default: one per core).")
  var threads: Int?

  @Option(
    name: .customLong("strategy"), parsing: .singleValue,
    help: ArgumentHelp("Run only this strategy; repeatable.", valueName: "name"))
  var strategies: [String] = []

  @Flag(help: "Replace the results of an earlier run.")
  var force = false

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  @Option(help: "How progress is shown.")
  var progress = ProgressMode.auto

  @OptionGroup var options: ScenarioOptions

  func run() async throws {
    try await withExitCodes {
      let experiment = try options.load(scenario)
      let threads = try threadCount(threads)
      let runner = try Runner(experiment, strategies: strategies, threads: threads)
      try experiment.checkMemory(threads: threads)
      if out == "" { throw InputError(Experiments.ExitCode.usage, "--out: a folder is needed") }
      let path = out ?? "results/\(experiment.base.name)"
      let directory = try OutputDirectory(
        path: path, force: force, estimatedByteCount: Int64(min(1e18, experiment.outputBytes)))
      try await run(runner, experiment, into: directory)
    }
  }

  private func run(
    _ runner: Runner, _ experiment: Experiment, into directory: OutputDirectory
  ) async throws {
    if !quiet { for warning in experiment.warnings { Terminal.note("warning: \(warning)") } }
    let clock = ContinuousClock()
    let start = clock.now
    let meter = ProgressMeter(quiet ? .none : progress)
    let outcome = try await runner.run { meter.show($0) }
    let wallTime = (clock.now - start) / .seconds(1)
    meter.finish(wallTime)
    try outcome.write(to: directory, wallTime: wallTime)
    if quiet { return }
    try Terminal.print(Summary(outcome).lines)
    Terminal.note("results: \(directory.path)/")
  }
}

/// - Throws: ``InputError`` (64) outside 1 ... 1024.
func threadCount(_ wanted: Int?) throws(InputError) -> Int {
  guard let wanted else { return max(1, ProcessInfo.processInfo.activeProcessorCount) }
  guard 1...1024 ~= wanted else {
    throw InputError(Experiments.ExitCode.usage, "--threads: found \(wanted); allowed: 1 to 1024")
  }
  return wanted
}
