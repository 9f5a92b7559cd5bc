import Foundation
import Runs
import Synchronization

/// Ends the process on SIGINT and SIGTERM in good order: what is finished lies on the disk, and the
/// user is told how to go on.
final class Interruption {
  private let sources: [any DispatchSourceSignal]
  private let gate: Gate
  /// The number of the signal that has ended the run at its last look; nil: none has.
  var ending: Int32? { gate.ending.withLock { $0 } }

  /// Held while files get their names; closed for good when all of them have.
  private final class Gate: Sendable {
    let isFinished = Mutex(false)
    let ending = Mutex<Int32?>(nil)
  }

  /// From now on a signal ends the run at its last look; a second one, and one before the first
  /// look, ends the process with 128 + its number.
  ///
  /// - Parameters:
  ///   - message: The text to print then.
  ///   - stop: Ends the run.
  init(_ message: String, _ stop: StopRequest = StopRequest()) {
    let (queue, gate) = (DispatchQueue(label: "interruption"), Gate())
    self.gate = gate
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        gate.isFinished.withLock { isFinished in
          if isFinished { return }
          Console.clearLine()
          if stop.make() {
            gate.ending.withLock { $0 = number }
            return Console.note("ending with what is known so far ...")
          }
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
