import ArgumentParser
import Files
import Foundation
import Runs
import Vocabulary

/// The tool: parses, calls, prints. The modules below do the work.
@main
struct DeliverysimCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliverysim",
    abstract: "Simulates what happens to push notifications, and compares strategies against loss.",
    discussion: """
      Examples:
        deliverysim start log.csv
        deliverysim init mail > my.yml
        deliverysim run my.yml --set provider.link.loss=0.01 -o runs/lossy
        deliverysim explain my.yml --strategy gap-recovery --replication 0 --device 7
      """,
    version: "deliverysim \(Version.text)",
    subcommands: [
      StartCommand.self, RunCommand.self, ValidateCommand.self, FindCommand.self,
      ExplainCommand.self,
      TraceCommand.self, CheckCommand.self, VerifyCommand.self, MergeCommand.self, FitCommand.self,
      CalibrateCommand.self, BestCommand.self, SensitivityCommand.self, ReportCommand.self,
      ExploreCommand.self, HandlersCommand.self, InitCommand.self, SchemaCommand.self,
      VocabularyCommand.self, DoctorCommand.self,
    ])

  /// Begins on the main thread: another one may not be granted.
  @MainActor static func main() async {
    openStandardStreams()
    // A reader that goes away (`| head`) ends the output, not with a signal.
    signal(SIGPIPE, SIG_IGN)
    // A file-size limit is an error of writing like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    do throws(InputError) {
      try Resources.check()
    } catch {
      exit(error)
    }
    Owner.watch()
    let spelling = Spelling(Array(CommandLine.arguments.dropFirst()))
    if let advice = spelling.advice { Console.note("note: \(advice)") }
    let words = spelling.words
    // The word after "help" is a command's name too.
    let name = words.first == "help" ? words.dropFirst().first : words.first
    if let name, let mistake = mistake(name) {
      exit(InputError(Files.ExitCode.usage, mistake))
    }
    await parseAndRun(words)
  }

  private static func exit(_ error: InputError) -> Never {
    Console.error(error)
    Foundation.exit(error.exitCode)
  }

  /// A file must not get the number of a stream that was closed: messages would go into it.
  private static func openStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// The error in the command's name; nil: there is none.
  private static func mistake(_ name: String) -> String? {
    if name.hasPrefix("-") || name == "help" { return nil }
    let commands = configuration.subcommands.map { $0.configuration }
    if commands.contains(where: { $0.commandName == name }) { return nil }
    let names = commands.filter { $0.shouldDisplay }.compactMap { $0.commandName }
    let nearest = NearestName.nearest(to: name, among: names)
    let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ";"
    return "no command \"\(name)\"\(hint) there are: \(names.joined(separator: ", "))"
  }
}
