package import Files
import Fit
import Foundation
package import Scenarios

/// The folder that `start` makes: it runs as it is.
package struct StartFolder {
  private let path: String
  private let scenario: ScenarioFile
  private let inputs: ScenarioFile
  private let messages: ScenarioFile
  private let absences: ScenarioFile

  /// Results, and the page that shows them.
  package var results: String { "\(path)/results" }
  package var report: String { "\(path)/report" }
  /// Results of the log as if no push were lost on its way.
  package var withoutLosses: String { "\(path)/without-losses" }
  package var scenarioPath: String { scenario.path }
  package var inputsPath: String { inputs.path }

  /// Makes the folder where it is missing.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - logs: The logs that are read; they are never replaced.
  ///   - force: Files may be replaced.
  /// - Throws: `InputError`: 73 where a file exists or the folder cannot be made, 64 for a log that
  ///   would be replaced.
  package init(_ path: String, logs: [String], force: Bool) throws(InputError) {
    self.path = path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    } catch {
      throw InputError(ExitCode.cannotCreate, "\(path): cannot be made a folder")
    }
    let names = ["my.yml", "my.inputs.json", "messages.csv", "absences.csv"].map { "\(path)/\($0)" }
    for name in names where logs.contains(where: { Self.place($0) == Self.place(name) }) {
      throw InputError(
        ExitCode.usage, "--out: \(name) is a log that is read; write into another folder")
    }
    scenario = try ScenarioFile(path: names[0], force: force)
    inputs = try ScenarioFile(path: names[1], force: force)
    messages = try ScenarioFile(path: names[2], force: force)
    absences = try ScenarioFile(path: names[3], force: force)
  }

  private static func place(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// Writes the scenario, what it plays, and how sure its figures are.
  ///
  /// - Returns: The experiment, with its inputs drawn.
  /// - Throws: `InputError`: 73 or 74 for files, 70 where the tool would refuse what it wrote.
  package func write(_ start: StartScenario, draws: Int) throws(InputError) -> Experiment {
    if let played = start.played {
      let traces = FittedTraces(played)
      try messages.write(traces.writeMessages)
      if played.hasNoAbsence {
        unlink(absences.path)
      } else {
        try absences.write(traces.writeAbsences)
      }
    } else {
      for file in [messages, absences] { unlink(file.path) }
    }
    try scenario.write(try Experiment.readBack(start.text, folder: path))
    let plain = try Experiment.load(scenario.path)
    guard let estimates = start.inputs(in: plain.resolved) else {
      unlink(inputs.path)
      return plain
    }
    try inputs.write(estimates.node.json())
    var options = Experiment.Options()
    options.inputDraws = try InputDraws.read(inputs.path, count: draws)
    return try Experiment.load(scenario.path, options)
  }
}
