import Files
import Foundation
import Terminal

extension PythonProgram {
  /// Becomes the program that draws a report: this process does not go on, so that whatever ends it
  /// ends the drawing. The program tells of its end and of its errors.
  ///
  /// - Parameters:
  ///   - directory: The folder of results that have been checked.
  ///   - folder: The folder of the page and its pictures.
  ///   - comparison: The comparison with a baseline; nil: there is none.
  ///   - point: The design point of charts that show a single one; nil: the one where
  ///     strategies differ most.
  ///   - force: Whether files that are no earlier report's are replaced.
  ///   - quiet: Whether it prints nothing but errors; else it says on stderr that it works.
  /// - Throws: `InputError`: 66 when the environment cannot be started, 74 when the comparison
  ///   cannot be handed over.
  func draw(
    _ directory: String, to folder: String, comparison: CheckDocument?, point: Int?, force: Bool,
    quiet: Bool
  ) throws(InputError) -> Never {
    var words = ["--out=\(folder)"]
    // It tells the stories of the page.
    if let tool = Bundle.main.executablePath { words.append("--tool=\(tool)") }
    if force { words.append("--force") }
    if quiet { words.append("--quiet") }
    if let point { words.append("--design-point=\(point)") }
    if let comparison { words.append("--check=\(try Self.handOver(comparison.text))") }
    try become(words + ["--", directory])
  }

  /// Writes a file that has no name any more, so that nothing is left of it however the program
  /// ends.
  ///
  /// - Returns: Where the program finds it: its descriptor stays open.
  private static func handOver(_ text: String) throws(InputError) -> String {
    let folder = FileManager.default.temporaryDirectory.path
    // mkstemp writes its own letters over the last six.
    var name = Array("\(folder)/deliverysim-\(String(repeating: "X", count: 6))".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { throw cannotBeWritten(folder) }
    unlink(name)
    guard DiskFile.writeAll(Array(text.utf8), to: file) == 0, lseek(file, 0, SEEK_SET) == 0 else {
      throw cannotBeWritten(folder)
    }
    return "/dev/fd/\(file)"
  }

  private static func cannotBeWritten(_ folder: String) -> InputError {
    InputError(ExitCode.ioError, "\(folder): a temporary file cannot be written")
  }
}

extension PythonProgram {
  /// Draws a report, and waits for it.
  ///
  /// - Returns: The complaint of the program where it could not; nil: the report is there.
  func drawn(_ directory: String, to folder: String, force: Bool) -> String? {
    let errors = Pipe()
    let process = pythonProcess(
      ["-m", module.rawValue, "--out=\(folder)", "--quiet"] + (force ? ["--force"] : [])
        + (Bundle.main.executablePath.map { ["--tool=\($0)"] } ?? []) + ["--", directory])
    process.standardError = errors
    guard (try? process.run()) != nil else { return "Python cannot be started" }
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus != 0 else { return nil }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Becomes the program that serves a page: this process does not go on. So signals reach it as
  /// its own, and nothing is left when it ends.
  ///
  /// - Parameter words: Its arguments.
  /// - Throws: `InputError` (66) when Python cannot be started.
  func become(_ words: [String]) throws(InputError) -> Never {
    setenv("DELIVERYSIM", Bundle.main.executablePath ?? "", 1)
    for (name, value) in environment { setenv(name, value, 1) }
    unblockSignals()
    let words = python + ["-m", module.rawValue] + words
    var pointers = words.map { strdup($0) } + [nil]
    execv(python[0], &pointers)
    throw InputError(ExitCode.inputMissing, cannotBeStarted)
  }

  /// Threads of a queue have signals blocked, and programs inherit that.
  private func unblockSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  var cannotBeStarted: String {
    let cure =
      folder == nil
      ? "install the package again" : "remove its folder .venv and run make report-env"
    return "\(python[0]): cannot be started; \(cure)"
  }
}
