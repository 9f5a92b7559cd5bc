package import Answers
package import Files
import Foundation
import Models
package import Runs
import Scenarios

/// A run and its results directory, from the first unit to the last file: begins, keeps what is
/// finished, goes on after an interruption, ends with all files in place.
package final class RunSession {
  /// Where a run writes, and what it may do there.
  package struct Place: Sendable {
    package let path: String
    /// Results of an earlier run may be replaced.
    package let force: Bool
    /// An interrupted run goes on.
    package let resumes: Bool

    package init(path: String, force: Bool, resumes: Bool) {
      self.path = path
      self.force = force
      self.resumes = resumes
    }
  }

  private let runner: Runner
  private let directory: OutputDirectory
  private let checkpoint: Checkpoint
  private var outcome: RunOutcome
  /// The units of a smaller run.
  private var spare: [Runs.Unit: UnitResult] = [:]
  /// The notes for the user before the run goes on.
  package private(set) var notes: [String] = []

  /// Begins a run, or goes on with an interrupted one.
  ///
  /// - Throws: `InputError`: 73 where the directory may not be written or holds something else,
  ///   65 for the checkpoint of another run or a forged one, 74 when the disk fails, 70 where the
  ///   manifest would tell of another scenario.
  package init(_ runner: Runner, _ place: Place) throws(InputError) {
    self.runner = runner
    try runner.experiment.checkManifest()
    let (path, bytes) = (place.path, Int64(min(1e18, runner.experiment.outputBytes)))
    let identity = RunIdentity(runner)
    try Checkpoint.refuseLink(in: path)
    directory = try OutputDirectory(path: path, estimatedByteCount: bytes) {
      () throws(InputError) in try Self.mayReplace(place, identity)
    }
    var earlier = RunOutcome(runner.experiment, strategies: runner.strategies)
    if place.resumes, Checkpoint.exists(in: path) {
      let damagedCount: Int
      (checkpoint, damagedCount) = try Checkpoint.resume(
        in: path, identity, runner.experiment, take: { earlier.add($0) })
      if damagedCount > 0 {
        notes.append("warning: damaged units in the checkpoint, which run again: \(damagedCount)")
      }
      notes.append("resuming: \(earlier.unitCount) units are finished")
    } else {
      checkpoint = try Checkpoint.create(in: path, identity)
      if place.resumes, runner.shard == nil, KeptUnits.fit(identity, in: path) {
        let (results, uselessCount) = KeptUnits.results(in: path, runner.experiment)
        spare = Dictionary(results.map { ($0.unit, $0) }) { first, _ in first }
        notes.append("extending: \(spare.count) units are finished")
        if uselessCount > 0 { notes.append("units of no use, which run again: \(uselessCount)") }
      }
    }
    outcome = earlier
  }

  /// Whether older results may go. A run that was interrupted was allowed to replace what it found.
  ///
  /// - Throws: `InputError` (73) where an interrupted run lies that nobody has spoken of.
  private static func mayReplace(
    _ place: Place, _ identity: RunIdentity
  ) throws(InputError) -> Bool {
    guard Checkpoint.exists(in: place.path) else {
      if place.force { return true }
      let canExtend = KeptUnits.fit(identity, in: place.path)
      guard canExtend, !place.resumes else { return canExtend }
      guard KeptUnits.areFewer(identity, in: place.path) else { return false }
      throw InputError(
        ExitCode.cannotCreate,
        "\(place.path): holds this run with fewer replications; --resume extends it, --force "
          + "starts again, --out writes elsewhere")
    }
    guard place.resumes || place.force else {
      throw InputError(
        ExitCode.cannotCreate,
        "\(place.path): holds an interrupted run; --resume continues it, --force starts again, "
          + "--out writes elsewhere")
    }
    return true
  }
}

extension RunSession {
  /// Simulates what is left to do, keeping each unit as soon as it is finished.
  ///
  /// - Parameters:
  ///   - stop: May end the run at its last look: then these are the results of a scenario that
  ///     asks for no more.
  ///   - look: Called with what there is at each look, and the number of replications.
  /// - Throws: `InputError`: 65 when a limit was hit, 74 when a unit cannot be kept;
  ///   `BooksError`.
  package func run(
    stop: StopRequest = StopRequest(), look: (RunOutcome, Int) -> Void = { _, _ in },
    report: (Runs.Progress) -> Void
  ) async throws -> RunOutcome {
    do {
      outcome = try await runner.run(
        outcome, by: runner.rounds, spare: spare, stop: stop,
        finish: { try self.checkpoint.keep($0) }, look: look, report: report)
      if let (size, reason) = outcome.stop {
        outcome = try await lookedAt(
          runner.experiment.stopped(after: size, holdsAtEveryLook: reason == .interrupted))
      }
      return outcome
    } catch let error as InputError where error.exitCode == ExitCode.ioError {
      throw error
    } catch {
      // It would end the same way again: there is nothing to go on with.
      checkpoint.remove()
      throw error
    }
  }

  /// The results of a run that ends with what is there.
  ///
  /// - Parameter experiment: It asks for no more.
  private func lookedAt(_ experiment: Experiment) async throws -> RunOutcome {
    let names = runner.strategies.map { experiment.base.strategies[$0].name }
    let part = try Runner(experiment, strategies: names, threads: 1)
    let kept = Dictionary(try checkpoint.results(runner.experiment).map { ($0.unit, $0) }) { $1 }
    return try await part.run(
      RunOutcome(experiment, strategies: part.strategies), by: part.rounds, spare: kept)
  }

  /// The results in memory. Of a shard they are its units, for `merge`.
  ///
  /// - Throws: `InputError` (74) when the checkpoint was damaged meanwhile.
  package func prepare() throws(InputError) -> PreparedResults {
    guard let shard = runner.shard else { return outcome.prepared() }
    return outcome.prepared(shard, units: try checkpoint.sortedUnits(runner.experiment))
  }

  /// Writes the results, all at once, and ends the checkpoint.
  ///
  /// - Parameters:
  ///   - words: For people who read the answer; not asked of a shard.
  ///   - wallTime: The time that the run took [s].
  ///   - keepsUnits: Whether the run can be extended; a shard has its units as its result.
  /// - Throws: `InputError`: 73 or 74; the checkpoint stays.
  package func finish(
    _ results: PreparedResults, words: (Answer) -> AnswerWords, wallTime: Double,
    keepsUnits: Bool = false
  ) throws(InputError) {
    try results.write(to: directory, words: words, wallTime: wallTime)
    if keepsUnits, runner.shard == nil {
      checkpoint.keep(in: directory.path)
    } else {
      checkpoint.remove()
      KeptUnits.discard(in: directory.path)
    }
  }

  /// The results directory.
  package var path: String { directory.path }

  /// Whether there is something to go on with.
  package var isKept: Bool { checkpoint.isThere }
}
