package import Files
import Foundation

/// The program that draws: the Python package `deliverysim.report`, of a checkout or installed.
///
/// It is started as a process, so that the tool needs no Python for anything else.
package struct ReportProgram: Sendable {
  /// What starts Python: a path, then arguments.
  package let python: [String]
  /// The folder that holds the package; nil where Python has it installed.
  package let folder: String?

  /// Names the folder where the tool stands outside the checkout.
  static let variable = "DELIVERYSIM_REPORT"
  private static let module = "deliverysim.report"
  private static let anyPython = ["/usr/bin/env", "python3"]
}

extension ReportProgram {
  // MARK: Finding

  /// Looks where the variable says, else in the folders above the tool itself, else for a `python3`
  /// that has the package installed.
  ///
  /// - Throws: ``InputError`` (66) when the program or its environment is not there.
  package static func find() throws(InputError) -> ReportProgram {
    if let folder = try named() {
      guard let program = withEnvironment(folder) else {
        throw InputError(
          ExitCode.inputMissing,
          "\(environment(folder)): does not exist; make report-env in the checkout creates it")
      }
      return program
    }
    let folder = aboveTool()
    if let folder, let program = withEnvironment(folder) { return program }
    // What such a Python lacks besides, the package itself says.
    let program = ReportProgram(python: anyPython, folder: folder)
    guard program.canBeImported() else {
      throw InputError(
        ExitCode.inputMissing,
        "no python3 on PATH has the package deliverysim: pip install it, or run make report-env in "
          + "the checkout and set \(variable) to its folder python")
    }
    return program
  }

  private static func named() throws(InputError) -> String? {
    guard let folder = ProcessInfo.processInfo.environment[variable], !folder.isEmpty else {
      return nil
    }
    guard holdsProgram(folder) else {
      throw InputError(
        ExitCode.inputMissing,
        "\(variable): found \(Diagnostic.excerpt(folder)), which holds no \(module); allowed: the "
          + "folder python of the checkout")
    }
    // Processes may be started elsewhere.
    return URL(fileURLWithPath: folder).path
  }

  /// The folder of the checkout, or of what is installed: PREFIX/bin beside PREFIX/share.
  private static func aboveTool() -> String? {
    var place = Bundle.main.executableURL?.resolvingSymlinksInPath() ?? URL(fileURLWithPath: "/")
    while place.path != "/" {
      place.deleteLastPathComponent()
      let folders = ["python", "share/deliverysim/python"].map {
        place.appendingPathComponent($0).path
      }
      if let folder = folders.first(where: holdsProgram) { return folder }
    }
    return nil
  }

  private static func holdsProgram(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/deliverysim/report/__main__.py")
  }

  private static func environment(_ folder: String) -> String { "\(folder)/.venv/bin/python" }

  private static func withEnvironment(_ folder: String) -> ReportProgram? {
    let python = environment(folder)
    guard FileManager.default.isExecutableFile(atPath: python) else { return nil }
    return ReportProgram(python: [python], folder: folder)
  }

  private func canBeImported() -> Bool {
    let process = pythonProcess(["-c", "import \(Self.module)"])
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// Python with these arguments; not started.
  private func pythonProcess(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python[0])
    process.arguments = Array(python.dropFirst()) + arguments
    // Files of the folder that it is started in are no modules. `-P` would be unknown to old ones.
    var environment = ["PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": "1"]
    environment["PYTHONPATH"] = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    return process
  }
}

extension ReportProgram {
  // MARK: Running

  /// Draws a report; the program tells of its own errors.
  ///
  /// - Parameters:
  ///   - directory: Of results that have been checked.
  ///   - folder: Where the page and its pictures go.
  ///   - comparison: With a baseline; nil: none.
  ///   - point: The design point of charts that show a single one; nil: the one where
  ///     strategies differ most.
  ///   - force: Whether files that are no earlier report's are replaced.
  ///   - quiet: Whether it prints nothing but errors; else it says on stderr that it works.
  /// - Returns: The exit code to end with.
  /// - Throws: ``InputError``: 66 when the environment cannot be started, 70 when it fails, 74 when
  ///   the comparison cannot be handed over.
  package func draw(
    _ directory: String, to folder: String, comparison: CheckDocument?, point: Int?, force: Bool,
    quiet: Bool
  ) throws(InputError) -> Int32 {
    var words = ["-m", Self.module, "--out=\(folder)"]
    if force { words.append("--force") }
    if quiet { words.append("--quiet") }
    if let point { words.append("--design-point=\(point)") }
    let file = try comparison.map { document throws(InputError) in
      try Self.handOver(document.text)
    }
    defer { if let file { try? FileManager.default.removeItem(atPath: file) } }
    if let file { words.append("--check=\(file)") }
    let process = pythonProcess(words + ["--", directory])
    do {
      try process.run()
    } catch {
      throw InputError(
        ExitCode.inputMissing,
        "\(python[0]): cannot be started; remove its folder .venv and run make report-env")
    }
    process.waitUntilExit()
    let told = [
      ExitCode.ok, ExitCode.usage, ExitCode.dataError, ExitCode.inputMissing,
      ExitCode.cannotCreate, ExitCode.ioError,
    ]
    guard process.terminationReason == .exit, told.contains(process.terminationStatus) else {
      throw InputError(
        ExitCode.internalError,
        "drawing the report failed. Remove python/.venv in the checkout and run make report-env; "
          + "if that does not help, this is a defect of deliverysim: please report it")
    }
    return process.terminationStatus
  }

  /// - Returns: The path of a new file that holds the text.
  private static func handOver(_ text: String) throws(InputError) -> String {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("deliverysim-\(UUID().uuidString).json").path
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    } catch {
      throw InputError(ExitCode.ioError, "\(path): cannot be written")
    }
    return path
  }
}
