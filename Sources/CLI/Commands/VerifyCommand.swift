import ArgumentParser
import Files
import Results
import Runs
import Terminal

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Run the experiment of a results directory again, and compare every file.",
    usage: "deliverysim verify <directory> [<options>]",
    discussion: """
      On the platform of the run every byte must be the same. On another platform
      whole numbers must be the same, and other numbers agree to 1e-9 of their size.
      Exit code 0: the same; 1: different.

      Examples:
        deliverysim verify results/mail-queue
        deliverysim verify runs/mail-queue --replications 2
      """)

  @Argument(help: "The results directory to run again.", completion: .directory)
  var directory: String

  @Option(
    name: [.customShort("n"), .long],
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run only this many replications, and compare their rows of replications.csv.",
      valueName: "n"))
  var replications: Int?

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Option(
    name: [.customShort("j"), .long], parsing: .unconditional,
    help: "Use this many threads (default: one per core).")
  var threads: Int?

  @Option(help: "Choose how progress is shown.")
  var progress = ProgressMode.auto

  func run() async throws {
    try await withExitCodes {
      let threads = try threadCount(threads)
      let verification = try Verification(directory, replications: replications)
      try verification.experiment.checkMemory(threads: threads)
      let meter = ProgressMeter(quiet ? .none : progress)
      let clock = ContinuousClock()
      let start = clock.now
      let outcome = try await verification.run(
        threads: threads, words: { AnswerWords($0, verification.experiment) },
        report: { meter.show($0) })
      meter.finish((clock.now - start) / .seconds(1))
      if !quiet { try Console.print(VerificationText(outcome).lines) }
      try endWith(outcome.isSame ? Files.ExitCode.ok : Files.ExitCode.failed)
    }
  }
}
