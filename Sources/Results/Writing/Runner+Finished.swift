import Answers
package import Files
import Foundation
import Runs
import Scenarios

extension Runner {
  /// The exit code of this very run, if its complete results are there already; else nil.
  ///
  /// - Throws: `InputError`: 73 when those of another one are, which may not be replaced, or when
  ///   the checkpoint is a link; 65 when a file of them was edited or is missing.
  package func exitCodeIfFinished(in place: RunSession.Place) throws(InputError) -> Int32? {
    try Checkpoint.refuseLink(in: place.path)
    let file = "\(place.path)/manifest.json"
    guard !Checkpoint.isWhole(in: place.path), FileManager.default.fileExists(atPath: file) else {
      return nil
    }
    // Other results with a checkpoint beside them are those that it was allowed to replace.
    let mayReplace =
      place.force || Checkpoint.exists(in: place.path)
      || KeptUnits.fit(RunIdentity(self), in: place.path)
    do {
      let stored = try StoredManifest.read(place.path)
      try checkIsNoSmaller(than: stored, in: place)
      let isSame = stored.manifest.runSHA256 == RunIdentity(self).sha256
      if isSame, stored.manifest.scenarioSHA256 == experiment.resolved.sha256 {
        for name in stored.files { try stored.check(name) }
        // Killed while it was tidying up: some of its checkpoint is left.
        Checkpoint.remove(in: place.path)
        return try stored.answer()?.exitCode ?? ExitCode.ok
      }
    } catch {
      if mayReplace { return nil }
      throw error
    }
    if mayReplace { return nil }
    let kept =
      place.resumes && !KeptUnits.exist(in: place.path)
      ? " and keeps no units, so that it cannot be extended" : ""
    throw InputError(
      ExitCode.cannotCreate,
      "\(place.path): holds the results of another run, or of another version\(kept); --force "
        + "replaces them, --out writes elsewhere")
  }
}

extension Runner {
  /// - Throws: `InputError` (73) for this very run with fewer replications than are there.
  private func checkIsNoSmaller(
    than stored: StoredManifest, in place: RunSession.Place
  ) throws(InputError) {
    let count = stored.manifest.replications.most
    guard place.resumes, experiment.base.replications.max < count,
      stored.scenario.without(["replications"]) == experiment.resolved.without(["replications"])
    else { return }
    throw InputError(
      ExitCode.cannotCreate,
      "\(place.path): holds this run with \(count) replications, more than "
        + "\(experiment.base.replications.max); --resume extends runs, and --out writes elsewhere")
  }
}
