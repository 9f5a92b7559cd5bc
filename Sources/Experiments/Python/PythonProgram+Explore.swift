package import Files
import Foundation

extension PythonProgram {
  /// Becomes the program that serves a page: this process does not go on. So signals reach it as
  /// its own, and nothing is left when it ends.
  ///
  /// - Parameter words: Its arguments.
  /// - Throws: ``InputError`` (66) when Python cannot be started.
  package func become(_ words: [String]) throws(InputError) -> Never {
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
    "\(python[0]): cannot be started; remove its folder .venv and run make report-env"
  }
}
