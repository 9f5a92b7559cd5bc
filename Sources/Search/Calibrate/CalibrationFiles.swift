package import Answers
package import Files
import Foundation
import Scenarios

/// A calibration leaves these files: a scenario with the values found, the table of them, the
/// answer, and how sure the values are.
package struct CalibrationFiles {
  private let calibration: Calibration
  private let result: Calibration.Result
  private let scenario: ScenarioFile
  private let table: ScenarioFile
  private let answerFile: ScenarioFile
  private let inputs: ScenarioFile
  /// These were set before the search.
  private let overrides: [ConfigOverride]

  /// - Parameters:
  ///   - overrides: The overrides with which the scenario was loaded.
  ///   - places: The places of the files.
  package init(
    _ calibration: Calibration, _ result: Calibration.Result, _ overrides: [ConfigOverride],
    _ places: Places
  ) {
    (self.calibration, self.result, self.overrides) = (calibration, result, overrides)
    (scenario, table) = (places.scenario, places.table)
    (answerFile, inputs) = (places.answer, places.inputs)
  }

  /// The places where the files will lie.
  package struct Places {
    package let scenario: ScenarioFile
    let table: ScenarioFile
    let answer: ScenarioFile
    package let inputs: ScenarioFile

    package var paths: [String] { [scenario, table, answer, inputs].map(\.path) }

    /// - Parameter path: Of the scenario; the others lie beside it: `NAME.calibration.csv`,
    ///   `NAME.answer.json` and `NAME.inputs.json`.
    /// - Throws: `InputError` (73) where one of them is there and may not be replaced.
    package init(_ path: String, force: Bool) throws(InputError) {
      let stem =
        ["yml", "yaml"].first { path.hasSuffix(".\($0)") }
        .map { String(path.dropLast($0.count + 1)) } ?? path
      scenario = try ScenarioFile(path: path, force: force)
      table = try ScenarioFile(path: "\(stem).calibration.csv", force: force)
      answer = try ScenarioFile(path: "\(stem).answer.json", force: force)
      inputs = try ScenarioFile(path: "\(stem).inputs.json", force: force)
    }
  }
}

extension CalibrationFiles {
  /// It has no words; whoever writes for people fills them in.
  package var answer: Answer {
    result.answer(of: calibration.model.tree["name"]?.scalarText ?? "")
  }

  /// Writes the files; that of the inputs only where all unknowns are found.
  ///
  /// - Parameter answer: The answer of the calibration, with its words.
  /// - Returns: Their names.
  /// - Throws: `InputError`: 73 or 74.
  package func write(_ answer: Answer) throws(InputError) -> [String] {
    try scenario.write(try scenarioText())
    try table.write(tableText(answer))
    try answerFile.write(answer.json())
    let written = [scenario, table, answerFile].map(\.path)
    guard let inputs = result.inputs else {
      // One of an earlier search would tell of other values.
      unlink(self.inputs.path)
      return written
    }
    try self.inputs.write(inputs.node.json())
    return written + [self.inputs.path]
  }

  /// The given scenario, with the values found.
  func scenarioText() throws(InputError) -> String {
    let model = calibration.model
    let found = zip(model.unknowns, result.place).reduce(model.tree) { tree, pair in
      let (unknown, value) = pair
      let number = unknown.scale.number(value)
      let text = unknown.isWhole ? number.rounded() : Self.rounded(number)
      return tree.placing(unknown.unit.node(text), at: unknown.path)
    }
    let folder = URL(fileURLWithPath: scenario.path).deletingLastPathComponent().path
    let base = URL(fileURLWithPath: model.file)
    let prefix = RelativePath.path(to: base.deletingLastPathComponent().path, from: folder)
    let name = base.lastPathComponent
    var tree = ConfigNode.map([("extends", .text(prefix == "." ? name : "\(prefix)/\(name)"))])
    for override in overrides where override.value.isNull {
      tree = try tree.setting(override.path, to: override.value, oneOf: .ofScenarios)
    }
    for path in overrides.filter({ !$0.value.isNull }).map(\.path) + model.unknowns.map(\.path) {
      let path = found.pathOutsideLists(path)
      guard let node = found.value(at: path) else { continue }
      tree = try tree.setting(path, to: node, oneOf: .ofScenarios)
    }
    return "# \(heading)\n\(tree.yaml())"
  }

  private var heading: String {
    if !result.hasConverged {
      return "The search ended at these values, which do not produce what was observed."
    }
    if result.isRejected { return "No values produce what was observed; these come near it." }
    guard result.open.isEmpty else {
      return "One of many sets of values that produce what was observed (deliverysim calibrate)."
    }
    return "The values that produce what was observed (deliverysim calibrate)."
  }

  /// The number with as many digits as a scenario gets.
  private static func rounded(_ number: Double) -> Double {
    Double(String(format: "%.4e", number)) ?? number
  }

  private func tableText(_ answer: Answer) -> String {
    var csv = CSVWriter(header: ["path", "unit", "estimate", "ci_low", "ci_high", "confidence"])
    for unknown in answer.unknowns {
      csv.append(unknown.path)
      csv.append(unknown.unit.ofFile.rawValue)
      csv.append(unknown.value)
      csv.append(unknown.ciLow)
      csv.append(unknown.ciHigh)
      csv.append(answer.question.confidence)
      csv.endRow()
    }
    return String(decoding: csv.bytes, as: UTF8.self)
  }
}

extension ConfigNode {
  /// The beginning of a path up to the first list: lists are replaced as a whole.
  fileprivate func pathOutsideLists(_ path: String) -> String {
    var keys: [String] = []
    for key in path.split(separator: ".").map(String.init) {
      keys.append(key)
      if value(at: keys.joined(separator: "."))?.elements != nil { break }
    }
    return keys.joined(separator: ".")
  }
}
