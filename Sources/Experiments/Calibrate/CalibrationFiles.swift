package import Files
import Foundation

/// What a calibration leaves: a scenario with the values found, the table of them, and how sure
/// they are.
package struct CalibrationFiles {
  private let calibration: Calibration
  private let result: Calibration.Result
  private let scenario: ScenarioFile
  private let table: ScenarioFile
  private let inputs: ScenarioFile

  /// - Parameter places: Of the files.
  package init(_ calibration: Calibration, _ result: Calibration.Result, _ places: Places) {
    (self.calibration, self.result) = (calibration, result)
    (scenario, table, inputs) = (places.scenario, places.table, places.inputs)
  }

  /// Where the files will lie.
  package struct Places {
    package let scenario: ScenarioFile
    package let table: ScenarioFile
    package let inputs: ScenarioFile

    /// - Parameter path: Of the scenario; the others lie beside it: `NAME.calibration.csv` and
    ///   `NAME.inputs.json`.
    /// - Throws: ``InputError`` (73) where one of them is there and may not be replaced.
    package init(_ path: String, force: Bool) throws(InputError) {
      let stem =
        ["yml", "yaml"].first { path.hasSuffix(".\($0)") }
        .map { String(path.dropLast($0.count + 1)) } ?? path
      scenario = try ScenarioFile(path: path, force: force)
      table = try ScenarioFile(path: "\(stem).calibration.csv", force: force)
      inputs = try ScenarioFile(path: "\(stem).inputs.json", force: force)
    }
  }
}

extension CalibrationFiles {
  /// Writes the files; that of the inputs only where all unknowns are found.
  ///
  /// - Returns: Their names.
  /// - Throws: ``InputError``: 73 or 74.
  package func write() throws(InputError) -> [String] {
    try scenario.write(try scenarioText())
    try table.write(tableText)
    guard let inputs = result.inputs else { return [scenario.path, table.path] }
    try self.inputs.write(inputs.node.json())
    return [scenario.path, table.path, self.inputs.path]
  }

  /// The given scenario, with the values found.
  func scenarioText() throws(InputError) -> String {
    let model = calibration.model
    let found = zip(model.unknowns, result.place).reduce(model.tree) { tree, pair in
      let (unknown, value) = pair
      let number = Self.rounded(unknown.scale.number(value))
      return tree.replacing(unknown.path, with: unknown.unit.node(number))
    }
    let folder = URL(fileURLWithPath: scenario.path).deletingLastPathComponent().path
    let base = URL(fileURLWithPath: model.file)
    let prefix = RelativePath.path(to: base.deletingLastPathComponent().path, from: folder)
    let name = base.lastPathComponent
    var tree = ConfigNode.map([("extends", .text(prefix == "." ? name : "\(prefix)/\(name)"))])
    for unknown in model.unknowns {
      let path = found.pathOutsideLists(unknown.path)
      guard let node = found.value(at: path) else { continue }
      tree = try tree.setting(path, to: node, oneOf: .ofScenarios)
    }
    let warning =
      result.open.isEmpty
      ? "" : "# Other values produce the figures as well: see \(table.path).\n"
    return "# Found by `deliverysim calibrate`: the values with which the scenario below produces "
      + "what was\n# observed.\n\(warning)\(tree.yaml())"
  }

  /// With as many digits as a scenario gets.
  private static func rounded(_ number: Double) -> Double {
    Double(String(format: "%.4e", number)) ?? number
  }

  var tableText: String {
    var csv = CSVWriter(header: ["path", "unit", "estimate", "ci_low", "ci_high", "confidence"])
    for (place, unknown) in result.unknowns.enumerated() {
      let found = result.estimate(place)
      csv.append(unknown.path)
      csv.append(unknown.unit.rawValue)
      csv.append(found?.value)
      csv.append(found?.low)
      csv.append(found?.high)
      csv.append(result.confidence)
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
