import ArgumentParser
import Files

struct ExploreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Move inputs of a scenario in a browser, and see the answer at once.",
    usage: "deliverysim explore <scenario> [<options>]",
    discussion: """
      Prints the address of a page that only this machine can open. Each move runs the
      scenario with fewer devices; the answer becomes more precise while you look.
      Ctrl-C ends it. Python serves the page; docs/explore.md explains it.

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
      "A key to move, and its range (default: the five that matter most); repeatable.",
      valueName: "path=low..high"))
  var pins: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Where the page may save scenarios (default: nowhere).", valueName: "folder"),
    completion: .directory)
  var out: String?

  @Flag(help: "Let the page replace scenarios in that folder.")
  var force = false

  @Option(parsing: .unconditional, help: "The port of the page (default: a free one).")
  var port: UInt16 = 0

  @OptionGroup var options: ScenarioOptions

  func run() async throws {
    try await withExitCodes {
      if out == "" { throw InputError(Files.ExitCode.usage, "--out: a folder is needed") }
      guard scenario != "-" else {
        throw InputError(Files.ExitCode.usage, "explore reads the scenario again: a file is needed")
      }
      _ = try options.load(scenario)
      for pin in pins { try check(try Pin.pin(pin)) }
      try PythonProgram.find(.explore).become(words)
    }
  }

  private var words: [String] {
    var words = options.words + ["--port=\(port)"] + pins.map { "--pin=\($0)" }
    if let out { words.append("--out=\(out)") }
    if force { words.append("--force") }
    return words + ["--", scenario]
  }

  /// - Throws: `InputError` where the scenario cannot have an end of the range.
  private func check(_ pin: Pin) throws {
    do {
      for value in [pin.low, pin.high] {
        _ = try options.load(scenario, more: [try ConfigOverride.parse("\(pin.path)=\(value)")])
      }
    } catch let error as InputError {
      throw Pin.error(error)
    }
  }
}

/// A key that the page can move, with the ends of its range as they were typed.
private struct Pin {
  let path: Substring
  let low: Substring
  let high: Substring

  /// - Throws: `InputError` (64) for what is no `PATH=LOW..HIGH`.
  static func pin(_ text: String) throws(InputError) -> Pin {
    guard let match = text.wholeMatch(of: #/([^=]+)=(.+?)\.\.(.+)/#) else {
      throw InputError(
        Files.ExitCode.usage,
        "--pin: found \(Diagnostic.excerpt(text)); allowed: PATH=LOW..HIGH, such as "
          + "network.offline.weibull.scale=5m..4h")
    }
    return Pin(path: match.1, low: match.2, high: match.3)
  }

  /// An error of `--set`, told as one of `--pin`.
  static func error(_ error: InputError) -> InputError {
    let diagnostics = error.diagnostics.map { one in
      Diagnostic(
        at: one.location == ConfigOverride.location ? SourceLocation(file: "--pin") : one.location,
        path: one.path, one.problem, allowed: one.allowed, suggestion: one.suggestion)
    }
    return InputError(error.exitCode, diagnostics, omittedCount: error.omittedCount)
  }
}
