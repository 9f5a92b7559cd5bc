import Foundation
import Models

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
  /// What the user should know before the run goes on.
  package private(set) var notes: [String] = []

  /// Begins a run, or goes on with an interrupted one.
  ///
  /// - Throws: ``InputError``: 73 where the directory may not be written or holds something else,
  ///   65 for the checkpoint of another run, 74 when the disk fails.
  package init(_ runner: Runner, _ place: Place) throws(InputError) {
    self.runner = runner
    let goesOn = place.resumes && Checkpoint.exists(in: place.path)
    if !goesOn, !place.force, Checkpoint.exists(in: place.path) {
      throw InputError(
        ExitCode.cannotCreate,
        "\(place.path): an interrupted run lies here; --resume goes on with it, --force starts "
          + "anew, --out writes elsewhere")
    }
    // The run that was interrupted was allowed to replace what it found.
    directory = try OutputDirectory(
      path: place.path, force: place.force || goesOn,
      estimatedByteCount: Int64(min(1e18, runner.experiment.outputBytes)))
    var earlier = RunOutcome(runner.experiment, strategies: runner.strategies)
    let identity = RunIdentity(runner)
    if goesOn {
      let damagedCount: Int
      (checkpoint, damagedCount) = try Checkpoint.resume(
        in: place.path, identity, runner.experiment, take: { earlier.add($0) })
      if damagedCount > 0 {
        notes.append("warning: \(damagedCount) damaged entries of the checkpoint: done again")
      }
    } else {
      checkpoint = try Checkpoint.create(in: place.path, identity)
    }
    outcome = earlier
    if goesOn { notes.append("resuming: \(outcome.unitCount) units are finished") }
  }
}

extension RunSession {
  /// Simulates what is left to do, keeping each unit as soon as it is finished.
  ///
  /// - Throws: ``InputError``: 65 when a limit was hit, 74 when a unit cannot be kept;
  ///   `BooksError`.
  package func run(report: (Progress) -> Void) async throws -> RunOutcome {
    do {
      outcome = try await runner.run(
        outcome, finish: { try self.checkpoint.append($0) }, report: report)
      return outcome
    } catch let error as InputError where error.exitCode == ExitCode.ioError {
      throw error
    } catch {
      // It would end the same way again: there is nothing to go on with.
      checkpoint.remove()
      throw error
    }
  }

  /// Writes the results, all at once, and removes the checkpoint. Of a shard the results are its
  /// units, for `merge`.
  ///
  /// - Parameter wallTime: How long the run took [s].
  /// - Returns: What became of expectations and precision; nil for a shard.
  /// - Throws: ``InputError``: 73 or 74; the checkpoint stays.
  package func finish(wallTime: Double) throws(InputError) -> RunVerdict? {
    var verdict: RunVerdict?
    if runner.shard.isWhole {
      verdict = try outcome.write(to: directory, wallTime: wallTime)
    } else {
      let units = try checkpoint.sortedUnits(runner.experiment)
      try outcome.writeShard(runner.shard, units, to: directory, wallTime: wallTime)
    }
    checkpoint.remove()
    return verdict
  }

  /// The results directory.
  package var path: String { directory.path }

  /// Whether there is something to go on with.
  package var isKept: Bool { Checkpoint.exists(in: directory.path) }
}
