import Files
import Foundation
import Synchronization
import TestSupport
import Testing

// Results that somebody has changed, on purpose or not.

extension Workspace {
  /// Lays results that many tests begin with: the first one makes the run, each has a copy.
  func lay(resultsOf scenario: String = "tiny.yml", in folder: String, _ options: String...) throws
  {
    let key = [try read(scenario)] + options
    let files = try Self.runs.withLock { runs in
      if let files = runs[key] { return files }
      let ending = try tool.run(
        ["run", scenario, "--out", folder, "--quiet", "--discard-units"] + options)
      expect(ending.code, equals: 0, "\(ending.messages)")
      let names = names(in: folder)
      let files = try names.map { Data(try bytes("\(folder)/\($0)")) }
      runs[key] = Dictionary(uniqueKeysWithValues: zip(names, files))
      try remove(folder)
      return runs[key] ?? [:]
    }
    try write(folder: folder)
    for (name, bytes) in files {
      try bytes.write(to: URL(fileURLWithPath: "\(path)/\(folder)/\(name)"))
    }
  }

  /// The files of a run, by its scenario and its options.
  private static let runs = Mutex<[[String]: [String: Data]]>([:])

  /// Copies a folder.
  func copy(_ folder: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: "\(path)/\(folder)", toPath: "\(path)/\(other)")
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  /// Changes a CSV, and the manifest with it, so that the change looks like the run's own.
  func forge(
    _ folder: String, _ file: String, _ change: (inout EditableCSV) throws -> Void
  ) throws {
    let old = try bytes("\(folder)/\(file)")
    var csv = EditableCSV(String(decoding: old, as: UTF8.self))
    try change(&csv)
    try write("\(folder)/\(file)", csv.text)
    try edit(
      "\(folder)/manifest.json", SHA256.hex(of: old), SHA256.hex(of: Array(csv.text.utf8)))
  }

  /// Replaces a text that is there exactly once.
  func edit(_ name: String, _ old: String, _ new: String) throws {
    let text = try read(name)
    try #require(text.components(separatedBy: old).count == 2, "\(old) is not once in \(name)")
    try write(name, text.replacing(old, with: new))
  }

  /// Changes a manifest's scenario, hash and all: as if such a run had been.
  func editScenario(_ folder: String, _ old: String, _ new: String) throws {
    let file = "\(folder)/manifest.json"
    try edit(file, old, new)
    let manifest = try ConfigNode.parse(yaml: try bytes(file), file: file)
    let scenario = try unwrap(manifest["scenario"])
    let known = try unwrap(manifest["scenario_sha256"]?.scalarText)
    try edit(file, known, scenario.sha256)
  }
}

/// A CSV file without quotes, as a table to write in.
struct EditableCSV {
  var columns: [String]
  var rows: [[String]]

  init(_ text: String) {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    columns = lines[0]
    rows = Array(lines.dropFirst())
  }

  var text: String {
    ([columns] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
  }

  subscript(_ row: Int, _ column: String) -> String {
    get { rows[row][columns.firstIndex(of: column) ?? 0] }
    set { rows[row][columns.firstIndex(of: column) ?? 0] = newValue }
  }

  /// The rows of a strategy at design point 0, in their order.
  func rows(of strategy: String) -> [Int] {
    rows.indices.filter { self[$0, "strategy"] == strategy && self[$0, "design_point"] == "0" }
  }
}
