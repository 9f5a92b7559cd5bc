package import Files
import Foundation

/// The program that draws: Python in the folder `report` of the checkout, with an environment of
/// its own beside it.
///
/// It is started as a process, so that the tool needs no Python for anything else.
package struct ReportProgram: Sendable {
  /// The folder that holds the program and its environment.
  package let folder: String

  /// Names the folder where the tool stands outside the checkout.
  static let variable = "DELIVERYSIM_REPORT"
  private static let module = "deliverysim_report"

  private var python: String { "\(folder)/.venv/bin/python" }
}

extension ReportProgram {
  // MARK: Finding

  /// Looks where the variable says, else in the folders above the tool itself.
  ///
  /// - Throws: ``InputError`` (66) when the program or its environment is not there.
  package static func find() throws(InputError) -> ReportProgram {
    let named = try Self.named()
    let folder = if let named { named } else { try aboveTool() }
    let program = ReportProgram(folder: folder)
    guard FileManager.default.isExecutableFile(atPath: program.python) else {
      throw InputError(
        ExitCode.inputMissing,
        "\(program.python): not there: the environment that draws is made by make report-env, "
          + "in the checkout")
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
          + "folder report of the checkout")
    }
    // Processes may be started elsewhere.
    return URL(fileURLWithPath: folder).path
  }

  private static func aboveTool() throws(InputError) -> String {
    var place = Bundle.main.executableURL?.resolvingSymlinksInPath() ?? URL(fileURLWithPath: "/")
    while place.path != "/" {
      place.deleteLastPathComponent()
      let folder = place.appendingPathComponent("report").path
      if holdsProgram(folder) { return folder }
    }
    throw InputError(
      ExitCode.inputMissing,
      "the program that draws is in no folder above the tool; set \(variable) to the folder report "
        + "of the checkout")
  }

  private static func holdsProgram(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(module)/__main__.py")
  }
}

extension ReportProgram {
  // MARK: Running

  /// Draws a report; the program tells of its own errors.
  ///
  /// - Parameters:
  ///   - manifest: Of results that have been checked.
  ///   - folder: Where the page and its pictures go.
  ///   - point: The design point of charts that show a single one; nil: the most telling one.
  ///   - force: Whether files that are no earlier report's are replaced.
  ///   - quiet: Whether it prints nothing but errors; else it says on stderr that it works.
  /// - Returns: The exit code to end with.
  /// - Throws: ``InputError``: 66 when the environment cannot be started, 70 when it fails.
  package func draw(
    _ manifest: StoredManifest, to folder: String, point: Int?, force: Bool, quiet: Bool
  ) throws(InputError) -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    var words = ["-P", "-m", Self.module, "--out=\(folder)"]
    if force { words.append("--force") }
    if quiet { words.append("--quiet") }
    if let point { words.append("--design-point=\(point)") }
    process.arguments = words + ["--", manifest.directory]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PYTHONPATH": self.folder, "PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    do {
      try process.run()
    } catch {
      throw InputError(
        ExitCode.inputMissing, "\(python): cannot be started; make report-env makes it anew")
    }
    process.waitUntilExit()
    let told = [
      ExitCode.ok, ExitCode.usage, ExitCode.dataError, ExitCode.cannotCreate, ExitCode.ioError,
    ]
    guard process.terminationReason == .exit, told.contains(process.terminationStatus) else {
      throw InputError(
        ExitCode.internalError,
        "the program that draws has failed. make report-env makes its environment anew; if that "
          + "does not help, this is a defect of deliverysim: please report it")
    }
    return process.terminationStatus
  }
}
