import ArgumentParser
import Files
import Scenarios

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a commented scenario to start from.",
    discussion: """
      A preset is a complete delivery path, with figures for one kind of app. A
      scenario with "extends: mail" uses the preset for all keys that it does not set
      itself. The sources of the figures: \(Manual.presets).

      Examples:
        deliverysim init mail > my.yml
        deliverysim init messenger --out my.yml
      """)

  @Argument(help: "The preset: mail, messenger, marketing or android.")
  var preset: Preset = .mail

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file (default: standard output).", valueName: "file"),
    completion: .scenario)
  var out: String?

  @Flag(help: "Replace a file that exists.")
  var force = false

  func run() async throws {
    try await withExitCodes {
      guard let out else { return try Console.print([String(preset.text.dropLast())]) }
      try ScenarioFile(path: out, force: force).write(preset.text)
    }
  }
}

extension Preset: ExpressibleByArgument {}
