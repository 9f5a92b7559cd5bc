import Answers
import Files
import Foundation
import Results
import Runs
import Terminal

/// Simulates, shows how far it is, and writes the results: the same for all commands that do.
struct SimulatedResults {
  let quiet: Bool
  let progress: ProgressMode
  /// Units are kept beside the results.
  let keepsUnits: Bool
  /// The user does this after an interruption.
  let howToGoOn: String
  /// The run ends about then; nil: when it is complete.
  var time: Duration?

  /// - Returns: The results that were written, and the signal that has ended the run; how the
  ///   command ends is for the caller to say.
  /// - Throws: The errors of `RunSession`.
  func make(_ runner: Runner, _ place: RunSession.Place) async throws -> (
    results: PreparedResults, signal: Int32?
  ) {
    let stop = StopRequest(after: time)
    let interruption = Interruption(howToGoOn, stop)
    let session = try RunSession(runner, place)
    if !quiet {
      for note in runner.experiment.warnings.map({ "warning: \($0)" }) + session.notes {
        Console.remark(note)
      }
    }
    let clock = ContinuousClock()
    let start = clock.now
    let meter = ProgressMeter(quiet ? .none : progress)
    do {
      let experiment = try await session.run(
        stop: stop, look: { meter.show($0.look(first: $1)) }, report: { meter.show($0) }
      ).experiment
      let wallTime = (clock.now - start) / .seconds(1)
      meter.finish(wallTime)
      let results = try session.prepare()
      try interruption.finish {
        try session.finish(
          results, words: { AnswerWords($0, experiment) }, wallTime: wallTime,
          keepsUnits: keepsUnits)
      }
      if interruption.ending != nil { Console.note(howToGoOn) }
      return (results, interruption.ending)
    } catch let error as InputError where session.isKept {
      Console.clearLine()
      Console.note(howToGoOn)
      throw error
    }
  }
}
