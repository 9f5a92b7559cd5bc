import Experiments
import Files
import Fit
import Foundation

/// What `fit` writes: a scenario, and how uncertain its figures are.
struct FittedFiles {
  private let scenario: ScenarioFile
  private let inputs: ScenarioFile

  /// Checks early that both files may be written.
  ///
  /// - Parameters:
  ///   - path: of the scenario.
  ///   - inputs: nil: beside the scenario.
  ///   - logs: What is fitted, and never replaced.
  ///   - force: whether they may replace files that exist.
  /// - Throws: `InputError` (73, 64).
  init(
    _ path: String, _ inputs: String?, logs: [String], force: Bool
  ) throws(InputError) {
    scenario = try ScenarioFile(path: path, force: force)
    self.inputs = try ScenarioFile(
      path: inputs ?? Self.inputsPath(ofScenario: path), force: force, option: "--inputs")
    if self.inputs.path == path {
      throw InputError(Files.ExitCode.usage, "--inputs: \(path) is the scenario's file")
    }
    for (option, file) in [("--out", path), ("--inputs", self.inputs.path)]
    where logs.contains(where: { Self.isSameFile($0, file) }) {
      throw InputError(Files.ExitCode.usage, "\(option): \(file) is a log that is fitted")
    }
  }

  private static func isSameFile(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  private static func inputsPath(ofScenario path: String) -> String {
    (path.hasSuffix(".yml") ? String(path.dropLast(4)) : path) + ".inputs.json"
  }

  /// - Returns: What to do with the files, for people.
  /// - Throws: `InputError`: 74 if the disk is full or fails, 73 if a file can't be created.
  func write(_ report: FitReport) throws -> [String] {
    try scenario.write(Experiment.readBack(FitScenario(report).text))
    if let estimates = report.inputs { try inputs.write(estimates.node.json()) }
    return next(report.inputs)
  }

  private func next(_ estimates: InputEstimates?) -> [String] {
    let uncertainty = estimates.map { estimates in
      "How uncertain its \(estimates.parameters.count) fitted figures are: \(inputs.path)."
    }
    return TextWrap.lines(
      uncertainty ?? "No figure has a known uncertainty: \(inputs.path) is not written.")
      + [
        "Scenario: \(scenario.path). Next:",
        "  deliverysim run \(scenario.path)   # the gain from numbering and re-requesting",
        "  Check the lines marked \"assumption\" first: replace their figures.",
      ]
  }
}
