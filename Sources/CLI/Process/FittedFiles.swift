import Files
import Fit
import Foundation
import Scenarios

/// The files that `fit` writes: a scenario, and how uncertain its figures are, or the log that it
/// plays.
struct FittedFiles {
  private let scenario: ScenarioFile
  private let inputs: ScenarioFile
  private let messages: ScenarioFile
  private let absences: ScenarioFile

  /// Checks early that both files may be written.
  ///
  /// - Parameters:
  ///   - path: of the scenario.
  ///   - inputs: nil: beside the scenario.
  ///   - logs: The logs that are fitted; they are never replaced.
  ///   - force: whether they may replace files that exist.
  /// - Throws: `InputError` (73, 64).
  init(
    _ path: String, _ inputs: String?, logs: [String], force: Bool
  ) throws(InputError) {
    scenario = try ScenarioFile(path: path, force: force)
    self.inputs = try ScenarioFile(
      path: inputs ?? Self.stem(ofScenario: path) + ".inputs.json", force: force,
      option: "--inputs")
    messages = try ScenarioFile(
      path: Self.stem(ofScenario: path) + ".messages.csv", force: force)
    absences = try ScenarioFile(
      path: Self.stem(ofScenario: path) + ".absences.csv", force: force)
    let others = [path, messages.path, absences.path].map(Self.standard)
    if others.contains(Self.standard(self.inputs.path)) {
      throw InputError(
        Files.ExitCode.usage,
        "--inputs: \(self.inputs.path) is the scenario's file, or one it plays")
    }
    let all = [
      ("--out", path), ("--inputs", self.inputs.path), ("--out", messages.path),
      ("--out", absences.path),
    ]
    for (option, file) in all
    where logs.contains(where: { Self.isSameFile($0, file) }) {
      throw InputError(Files.ExitCode.usage, "\(option): \(file) is a log that is fitted")
    }
  }

  private static func standard(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  private static func isSameFile(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  private static func stem(ofScenario path: String) -> String {
    path.hasSuffix(".yml") ? String(path.dropLast(4)) : path
  }

  /// - Returns: Sentences that tell people what to do with the files.
  /// - Throws: `InputError`: 74 if the disk is full or fails, 73 if a file can't be created.
  func write(_ report: FitReport) throws -> [String] {
    if let traces = FittedTraces(report) {
      try messages.write(traces.writeMessages)
      try absences.write(traces.writeAbsences)
    } else {
      removeOld([messages, absences])
    }
    let path = URL(fileURLWithPath: Self.stem(ofScenario: scenario.path))
    let text = FitScenario(report, stem: path.lastPathComponent).text
    try scenario.write(
      Experiment.readBack(text, folder: path.deletingLastPathComponent().path))
    if let estimates = report.inputs {
      try inputs.write(estimates.node.json())
    } else {
      removeOld([inputs])
    }
    return next(report.inputs, plays: report.playsLog)
  }

  /// Removes what an earlier fit wrote, which `--force` replaces: it does not fit the new scenario.
  private func removeOld(_ files: [ScenarioFile]) {
    for file in files { unlink(file.path) }
  }

  private func next(_ estimates: InputEstimates?, plays: Bool) -> [String] {
    let uncertainty = estimates.map { estimates in
      "How uncertain its \(estimates.parameters.count) fitted figures are: \(inputs.path)."
    }
    let log = "It plays \(messages.path) and \(absences.path)."
    let options = estimates == nil ? "" : " --inputs \(ShellWord.quoted(inputs.path))"
    return TextWrap.lines(
      plays
        ? log : uncertainty ?? "No figure has a known uncertainty: \(inputs.path) is not written.")
      + [
        "Scenario: \(scenario.path). Next:",
        "  deliverysim run \(ShellWord.quoted(scenario.path))\(options)",
        "  Check the lines marked \"assumption\" first: replace their figures.",
      ]
  }
}
