package import Files
import Foundation

extension PythonProgram {
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
    var words = ["--out=\(folder)"]
    // It tells the stories of the page.
    if let tool = Bundle.main.executablePath { words.append("--tool=\(tool)") }
    if force { words.append("--force") }
    if quiet { words.append("--quiet") }
    if let point { words.append("--design-point=\(point)") }
    let file = try comparison.map { document throws(InputError) in
      try Self.handOver(document.text)
    }
    defer { if let file { try? FileManager.default.removeItem(atPath: file) } }
    if let file { words.append("--check=\(file)") }
    let process = process(words + ["--", directory])
    do {
      try process.run()
    } catch {
      throw InputError(ExitCode.inputMissing, cannotBeStarted)
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
