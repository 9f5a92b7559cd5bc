/// The exit codes of the command line tool, as promised to scripts and CI.
///
/// Source: the numbers from 64 on are those of BSD `sysexits.h`.
package enum ExitCode {
  package static let ok: Int32 = 0
  /// An expectation or a regression check failed.
  package static let failed: Int32 = 1
  /// Inconclusive, or a precision target was missed.
  package static let inconclusive: Int32 = 3
  package static let usage: Int32 = 64
  /// A bad scenario or bad data, or a limit exceeded.
  package static let dataError: Int32 = 65
  package static let inputMissing: Int32 = 66
  package static let internalError: Int32 = 70
  /// The system grants too little: threads, open files.
  package static let systemError: Int32 = 71
  package static let cannotCreate: Int32 = 73
  package static let ioError: Int32 = 74
}
