import Files
import Foundation

/// A module of the Python package `deliverysim`, of a checkout or installed, that is a program.
///
/// The tool becomes it, and needs no Python for anything else.
struct PythonProgram: Sendable {
  /// The module that is started: `deliverysim.report`.
  let module: Module
  /// The words that start Python: a path, then arguments.
  let python: [String]
  /// The folder that holds the package; nil where Python has it installed.
  let folder: String?

  /// Names the folder where the tool stands outside the checkout.
  static let variable = "DELIVERYSIM_REPORT"
  /// Names the Python that has started the tool and has the package: the package sets it.
  static let startedBy = "DELIVERYSIM_PYTHON"
  private static let anyPython = ["/usr/bin/env", "python3"]

  /// The programs of the package.
  enum Module: String, Sendable, CaseIterable {
    /// Draws results.
    case report = "deliverysim.report"
    /// Serves the page of `explore`.
    case explore = "deliverysim.explore"

    /// The command of the tool that becomes this program.
    var command: String { "\(self)" }
  }
}

extension PythonProgram {
  // MARK: Finding

  /// Looks where the variable says, else takes the Python that has started the tool, else looks in
  /// the folders above the tool itself, else for a `python3` that has the package installed.
  ///
  /// - Parameter module: The program of the package.
  /// - Throws: `InputError` (66) when the program or its environment is not there.
  static func find(_ module: Module) throws(InputError) -> PythonProgram {
    if let folder = try named(module) {
      guard let program = module.withEnvironment(folder) else {
        throw InputError(
          ExitCode.inputMissing,
          "\(environment(folder)): does not exist; make report-env in the checkout creates it")
      }
      return program
    }
    if let own = ProcessInfo.processInfo.environment[startedBy], !own.isEmpty {
      return PythonProgram(module: module, python: [own], folder: nil)
    }
    let folder = module.folderAboveTool()
    if let folder, let program = module.withEnvironment(folder) { return program }
    // The package itself reports modules that such a Python lacks.
    let program = PythonProgram(module: module, python: anyPython, folder: folder)
    guard program.canBeImported() else {
      throw InputError(
        ExitCode.inputMissing,
        "no python3 on PATH has the package deliverysim: pip install it, or run make report-env in "
          + "the checkout and set \(variable) to its folder python")
    }
    return program
  }

  private static func named(_ module: Module) throws(InputError) -> String? {
    guard let folder = ProcessInfo.processInfo.environment[variable], !folder.isEmpty else {
      return nil
    }
    guard module.isIn(folder) else {
      throw InputError(
        ExitCode.inputMissing,
        "\(variable): found \(Diagnostic.excerpt(folder)), which holds no \(module.rawValue); "
          + "allowed: the folder python of the checkout")
    }
    // Processes may be started elsewhere.
    return URL(fileURLWithPath: folder).path
  }

  fileprivate static func environment(_ folder: String) -> String { "\(folder)/.venv/bin/python" }

  private func canBeImported() -> Bool {
    let process = pythonProcess(["-c", "import \(module.rawValue)"])
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  func pythonProcess(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python[0])
    process.arguments = Array(python.dropFirst()) + arguments
    process.environment = environment
    return process
  }

  var environment: [String: String] {
    // Files of the folder that it is started in are no modules. `-P` would be unknown to old ones.
    var own = ["PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": "1"]
    own["PYTHONPATH"] = folder
    return ProcessInfo.processInfo.environment.merging(own) { $1 }
  }
}

extension PythonProgram.Module {
  /// The folder of the checkout, or of what is installed: PREFIX/bin beside PREFIX/share.
  fileprivate func folderAboveTool() -> String? {
    var place = Bundle.main.executableURL?.resolvingSymlinksInPath() ?? URL(fileURLWithPath: "/")
    while place.path != "/" {
      place.deleteLastPathComponent()
      let folders = ["python", "share/deliverysim/python"].map {
        place.appendingPathComponent($0).path
      }
      if let folder = folders.first(where: isIn) { return folder }
    }
    return nil
  }

  fileprivate func isIn(_ folder: String) -> Bool {
    let path = rawValue.replacing(".", with: "/")
    return FileManager.default.fileExists(atPath: "\(folder)/\(path)/__main__.py")
  }

  fileprivate func withEnvironment(_ folder: String) -> PythonProgram? {
    let python = PythonProgram.environment(folder)
    guard FileManager.default.isExecutableFile(atPath: python) else { return nil }
    return PythonProgram(module: self, python: [python], folder: folder)
  }
}
