import Experiments
import Foundation

/// Where text goes: data to stdout, messages to stderr.
enum Terminal {
  /// Prints lines to stdout.
  ///
  /// - Throws: ``InputError`` (74) when they cannot be written; a reader that has gone away is no
  ///   error.
  static func print(_ lines: [String]) throws(InputError) {
    var bytes = Array((lines.joined(separator: "\n") + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EPIPE { return }
      guard count >= 0 else {
        throw InputError(Experiments.ExitCode.ioError, "stdout: \(InputFile.reason(errno))")
      }
      bytes = bytes.dropFirst(count)
    }
  }

  static func note(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  static func error(_ text: String) {
    let word = usesColour ? "\u{1B}[31merror:\u{1B}[0m" : "error:"
    note("\(word) \(text)")
  }

  static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

  /// Colour only on a terminal, never with NO_COLOR.
  private static var usesColour: Bool {
    isInteractive && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }
}
