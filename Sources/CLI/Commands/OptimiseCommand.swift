import ArgumentParser
import Files
import Results
import Runs
import Scenarios
import Search
import Vocabulary

struct OptimiseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "optimise",
    abstract: "Search ranges of parameters for the best values, under limits.",
    discussion: """
      Simulates a few points of the ranges, then those where most improvement is
      expected, until the budget is used. The best of them are the finalists, among
      which best decides. Only this choice is guaranteed: the search may miss a
      better point. docs/decide.md explains.

      Examples:
        deliverysim optimise my.yml --maximise deliverability \\
          --range strategies.gap-recovery.repeat_limit=1..200
        deliverysim optimise my.yml --minimise latency_p90_s --worth 10s \\
          --range strategies.heartbeat.after=5m..4h \\
          --subject-to "heartbeats_per_device_day <= 4"
      """)

  @Argument(help: "The scenario file (YAML).", completion: .scenario)
  var scenario: String

  @Option(
    name: .customLong("range"), parsing: .singleValue,
    help: ArgumentHelp(
      "A number and its values, in its unit; on a log scale with :log, or if b > 10a; repeatable.",
      valueName: "path=a..b[:log]"))
  var ranges: [String] = []

  @OptionGroup var goal: GoalOptions

  @Option(help: "Whose metric; needed where no range is a parameter of a strategy.")
  var strategy: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many points the search simulates, with 10 replications each, or --replications.",
      valueName: "points"))
  var budget = 30

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Among how many points best decides.", valueName: "points"))
  var finalists = 5

  @OptionGroup var running: RunOptions

  @OptionGroup var options: ScenarioOptions

  func run() async throws {
    try await withExitCodes {
      guard scenario != "-" else {
        throw InputError(Files.ExitCode.usage, "optimise: needs a file, not standard input")
      }
      let optimisation = try Optimisation(
        scenario, options.options(), question(), threads: try threadCount(running.threads))
      let folder = running.out ?? "runs/\(optimisation.name)-optimised"
      if !running.resume, !folder.isEmpty {
        // Before the search, which takes its time.
        _ = try OutputDirectory(path: folder, force: running.force)
      }
      let result = try await optimisation.search { show($0) }
      if !running.quiet, running.format == .text { try Console.print(result.lines) }
      try await decide(optimisation.finale(result), folder, result)
    }
  }

  /// Runs the last stage; then writes the table of the search beside its results.
  private func decide(
    _ experiment: Experiment, _ folder: String, _ result: OptimiseResult
  ) async throws {
    var ending: ArgumentParser.ExitCode?
    do {
      try await running.run(experiment, folder: folder)
    } catch let code as ArgumentParser.ExitCode {
      ending = code
    }
    let file = try OutputFile("\(folder)/optimise.csv", replacing: "stage,")
    try file.append(String(decoding: result.table, as: UTF8.self))
    try file.commit()
    if !running.quiet { Console.note("written: \(folder)/optimise.csv") }
    if let ending { throw ending }
  }

  private func question() throws -> Optimisation.Question {
    guard (goal.maximise == nil) != (goal.minimise == nil) else {
      throw InputError(
        Files.ExitCode.usage, "optimise: give either --maximise or --minimise, with a metric")
    }
    let metric = goal.maximise ?? goal.minimise ?? ""
    let own = try Experiment.written(scenario, options.options())["best"]?["worth"]
    // The scenario's own; else 0.1 points of a share, while another metric's must be said.
    let worth = goal.worth ?? (own == nil && Metric.isShare(metric) ? "0.1%" : nil)
    let best = [
      ("maximise", goal.maximise), ("minimise", goal.minimise), ("worth", worth), ("tie", goal.tie),
    ]
    return Optimisation.Question(
      ranges: ranges, best: best.compactMap { key, text in text.map { (key, $0) } },
      limits: goal.limits, strategy: strategy, budget: budget, finalists: finalists,
      replications: options.replications ?? 10)
  }

  private func show(_ count: Int) {
    guard !running.quiet, running.progress != .none else { return }
    if Console.redraws {
      Console.draw("\r\(count) of \(budget) points\u{1B}[K" + (count == budget ? "\n" : ""))
    } else if count % 10 == 0 {
      Console.note("\(count) of \(budget) points")
    }
  }
}
