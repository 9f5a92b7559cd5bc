import Foundation
import Synchronization

/// Ends the process on SIGINT and SIGTERM in good order: what is finished lies on the disk, and the
/// user is told how to go on.
final class Interruption {
  private let sources: [any DispatchSourceSignal]
  private let gate: Gate

  /// Held while files get their names; closed for good when all of them have.
  private final class Gate: Sendable {
    let isFinished = Mutex(false)
  }

  /// From now on a signal ends the process with 128 + its number.
  ///
  /// - Parameter message: What to say then.
  init(_ message: String) {
    let (queue, gate) = (DispatchQueue(label: "interruption"), Gate())
    self.gate = gate
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        gate.isFinished.withLock { isFinished in
          if isFinished { return }
          Console.clearLine()
          Console.note("\(number == SIGINT ? "interrupted" : "terminated"): \(message)")
          // Not `exit`: the threads that simulate would meet globals that are gone.
          _exit(128 + number)
        }
      }
      source.resume()
      return source
    }
  }

  /// Does what a signal must not cut in two; after it signals come too late.
  func finish<Result>(_ body: () throws -> Result) rethrows -> Result {
    try gate.isFinished.withLock { isFinished in
      let result = try body()
      isFinished = true
      return result
    }
  }
}
