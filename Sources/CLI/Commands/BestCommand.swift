import ArgumentParser
import Files
import Results
import Runs
import Scenarios
import Search

struct BestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "best",
    abstract: "Find the best strategy, or values of its parameters, under limits.",
    discussion: """
      Compares strategies, also with the parameters that a sweep varies. Simulates
      each candidate until it is clear whether it is within --worth of the best, and
      chooses the cheapest of those (--tie). The same can stand in the scenario:
      best: {maximise: deliverability, worth: 0.1%}. Exit code 3: undecided. With
      --range it first searches for good numbers of one strategy: each point has
      \(Optimisation.Question.replicationsUnasked) replications, or --replications, and a better \
      point may be missed.
      More: \(Manual.decide).

      Examples:
        deliverysim best my.yml
        deliverysim best my.yml --worth 0.05% --tie pushes_per_notification
        deliverysim best my.yml --subject-to "pushes_per_notification <= 1.1"
        deliverysim best my.yml --range strategies.gap-recovery.repeat_limit=1..200
        deliverysim best my.yml --minimise delay_p90_s --worth 10s \\
          --range strategies.heartbeat.after=5m..4h
      """)

  @Argument(help: "The scenario file (YAML).", completion: .scenario)
  var scenario: String

  @OptionGroup var choice: ChoiceOptions

  @OptionGroup var search: RangeOptions

  @Option(
    name: .shortAndLong,
    help: """
      Write results here (default: runs/<name>-best, with --range runs/<name>-optimised).
      """, completion: .directory)
  var out: String?

  @OptionGroup var options: ScenarioOptions

  @OptionGroup var running: RunOptions

  @Option(name: .customLong("shard"), help: .hidden)
  var shard: String?

  @Option(name: .customLong("design-point"), help: .hidden)
  var designPoint: String?

  func run() async throws {
    try await withExitCodes {
      guard scenario != "-" else { throw usage("best: needs a file, not standard input") }
      let question = try choice.question()
      try checkOptions()
      guard search.ranges.isEmpty else { return try await optimise(question) }
      let experiment = try question.experiment(scenario, options.options())
      try await running.run(experiment, into: out ?? "runs/\(experiment.name)-best")
    }
  }

  private func optimise(_ question: ChoiceQuestion) async throws {
    let optimisation = try Optimisation(
      scenario, options.options(),
      Optimisation.Question(
        search.ranges, question, strategy: search.strategy, points: search.points,
        finalists: search.finalists, replications: options.replications),
      threads: try threadCount(running.threads))
    let folder = out ?? "runs/\(optimisation.name)-optimised"
    // This comes before the search, which takes its time.
    if !running.resume { _ = try OutputDirectory(path: folder, force: running.force) }
    let result = try await optimisation.search { show($0, of: optimisation.question.points) }
    if !running.quiet, running.format == .text { try Console.print(result.lines) }
    try await decide(optimisation.finale(result), folder, result)
  }

  /// Runs the last stage; then writes the table of the search beside its results.
  private func decide(
    _ experiment: Experiment, _ folder: String, _ result: OptimiseResult
  ) async throws {
    var ending: ArgumentParser.ExitCode?
    do {
      try await running.run(experiment, into: folder)
    } catch let code as ArgumentParser.ExitCode {
      ending = code
    }
    let file = try OutputFile("\(folder)/optimise.csv", replacing: "stage,")
    try file.append(String(decoding: result.table, as: UTF8.self))
    try file.commit()
    if !running.quiet { Console.note("written: \(folder)/optimise.csv") }
    if let ending { throw ending }
  }

  private func show(_ count: Int, of points: Int) {
    guard !running.quiet, running.progress != .none else { return }
    if Console.redraws {
      Console.draw("\r\(count) of \(points) points\u{1B}[K" + (count == points ? "\n" : ""))
    } else if count % 10 == 0 {
      Console.note("\(count) of \(points) points")
    }
  }
}

extension BestCommand {
  // MARK: Options that exclude each other

  private func usage(_ text: String) -> InputError { InputError(Files.ExitCode.usage, text) }

  private func checkOptions() throws(InputError) {
    if out == "" { throw usage("--out: a folder is needed") }
    if shard != nil {
      throw usage(
        "--shard: best decides after each round who goes on, so all units must be in one place")
    }
    if designPoint != nil {
      throw usage(
        "--design-point: best compares all design points; --set on the factor's values leaves "
          + "some out")
    }
    if search.ranges.isEmpty { try checkWithoutRange() } else { try checkWithRange() }
  }

  private func checkWithoutRange() throws(InputError) {
    if let option = search.given.first { throw usage("\(option): needs --range PATH=A..B") }
    if search.strategy != nil {
      throw usage(
        "--strategy: best compares all strategies of the scenario, unless there is a --range; "
          + "--set strategies=[...] leaves some out")
    }
    if choice.budget != nil, options.replications != nil {
      throw usage("--budget: found with --replications, which fixes their number; give one of them")
    }
  }

  private func checkWithRange() throws(InputError) {
    guard choice.among != nil else { return }
    throw usage("--among: is not for --range, where the best points of one strategy compete")
  }
}
