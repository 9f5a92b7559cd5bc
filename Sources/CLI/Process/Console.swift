import Files
import Foundation

/// The streams of text: data goes to stdout, messages to stderr.
enum Console {
  /// Prints lines to stdout.
  ///
  /// - Throws: `InputError` (74) when they cannot be written; a reader that has gone away is no
  ///   error.
  static func print(_ lines: [String]) throws(InputError) {
    let code = write(lines.joined(separator: "\n") + "\n", to: STDOUT_FILENO)
    if code != 0, code != EPIPE {
      throw InputError(Files.ExitCode.ioError, "stdout: \(InputFile.reason(code))")
    }
  }

  /// Prints a line to stderr. There is nowhere to complain when that fails.
  static func note(_ text: String) {
    draw(text + "\n")
  }

  /// Prints a warning to stderr.
  static func warn(_ text: String) { remark("warning: \(text)") }

  /// Prints a sentence to stderr: on a terminal broken at words, else in a line, for `grep`.
  static func remark(_ text: String) {
    for line in isInteractive ? TextWrap.lines(text, indent: 2) : [text] { note(line) }
  }

  /// Prints a text to stderr as it is.
  static func draw(_ text: String) {
    _ = write(text, to: STDERR_FILENO)
  }

  /// Writes everything; returns 0 or the error number.
  private static func write(_ text: String, to file: Int32) -> Int32 {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return errno }
      bytes = bytes.dropFirst(max(0, count))
    }
    return 0
  }

  /// Programs that start the tool ask for JSON.
  static func error(_ error: InputError) {
    if ProcessInfo.processInfo.environment["DELIVERYSIM_ERRORS"] == "json" {
      return note(error.json)
    }
    note("\(Paint(isOn: hasColour(STDERR_FILENO))("error:", .bad)) \(error.description)")
  }

  /// Removes a bar that is being drawn.
  static func clearLine() {
    if redraws { draw("\r\u{1B}[K") }
  }

  static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

  /// A line that was written can be written over. A program that has started the tool may show such
  /// a line itself, as in a notebook.
  static var redraws: Bool { isInteractive && !isDumb || isWatched }

  private static var isWatched: Bool {
    ProcessInfo.processInfo.environment["DELIVERYSIM_PROGRESS"] == "live"
  }

  private static var isDumb: Bool { ProcessInfo.processInfo.environment["TERM"] == "dumb" }

  /// The colours for stdout.
  static var paint: Paint { Paint(isOn: hasColour(STDOUT_FILENO)) }

  /// Only a terminal has colour, unless TERM is dumb or NO_COLOR is set and not empty
  /// (no-color.org).
  private static func hasColour(_ file: Int32) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    return isatty(file) == 1 && !isDumb && (environment["NO_COLOR"] ?? "").isEmpty
  }
}
