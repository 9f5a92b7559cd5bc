import ArgumentParser
import Files
import Search

struct ExploreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Move inputs of a scenario in a browser, and see the answer at once.",
    usage: "deliverysim explore <scenario> [<options>]",
    discussion: """
      Prints the address of a page that only this machine can open. Each move runs the
      scenario with fewer devices; the answer becomes more precise while you look.
      Ctrl-C ends it. Python serves the page; more: \(Manual.explore).

      Examples:
        deliverysim explore my.yml
        deliverysim explore my.yml --pin network.offline.weibull.scale=5m..4h
        deliverysim explore my.yml --pin provider.link.loss=0%..5% --out found
      """)

  @Argument(help: "The scenario file (YAML).", completion: .scenario)
  var scenario: String

  @Option(
    name: .customLong("pin"), parsing: .singleValue,
    help: ArgumentHelp(
      "Let this key move from a to b (default: the five that matter most); repeatable.",
      valueName: "path=a..b[:log]"))
  var pins: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Let the page save scenarios in this folder (default: nowhere).", valueName: "folder"),
    completion: .directory)
  var out: String?

  @Flag(help: "Let the page replace scenarios in that folder.")
  var force = false

  @Option(parsing: .unconditional, help: "Serve the page at this port (default: a free one).")
  var port: UInt16 = 0

  /// Asked for by the page's own program.
  @Flag(help: .hidden)
  var printsPins = false

  /// The page's own program asks with it once, when the page opens.
  @Flag(help: .hidden)
  var isOpening = false

  @OptionGroup var options: ScenarioOptions

  func run() async throws {
    try await withExitCodes {
      if out == "" { throw InputError(Files.ExitCode.usage, "--out: a folder is needed") }
      guard scenario != "-" else {
        throw InputError(Files.ExitCode.usage, "explore reads the scenario again: a file is needed")
      }
      let exploration = try Exploration(scenario, options.options(), pins: pins)
      if printsPins { return try Console.print([await exploration.text(isOpening: isOpening)]) }
      try PythonProgram.find(.explore).become(words)
    }
  }

  private var words: [String] {
    var words = options.words + ["--port=\(port)"] + pins.map { "--pin=\($0)" }
    if let out { words.append("--out=\(out)") }
    if force { words.append("--force") }
    return words + ["--", scenario]
  }
}
