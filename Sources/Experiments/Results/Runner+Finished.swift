package import Files
import Foundation

extension Runner {
  /// The exit code of this very run, if its complete results are there already; else nil.
  ///
  /// - Throws: ``InputError``: 73 when those of another one are, which may not be replaced, or when
  ///   the checkpoint is a link; 65 when a file of them was edited or is missing.
  package func exitCodeIfFinished(in place: RunSession.Place) throws(InputError) -> Int32? {
    try Checkpoint.refuseLink(in: place.path)
    let file = "\(place.path)/manifest.json"
    guard !Checkpoint.isWhole(in: place.path), FileManager.default.fileExists(atPath: file) else {
      return nil
    }
    // With a checkpoint beside them, other results are what it was allowed to replace.
    let mayReplace =
      place.force || Checkpoint.exists(in: place.path)
      || KeptUnits.fit(RunIdentity(self), in: place.path)
    do {
      let manifest = try StoredManifest.read(place.path)
      let isSame = manifest.tree["run_sha256"]?.scalarText == RunIdentity(self).sha256
      if isSame, manifest.scenario == experiment.resolved {
        for name in manifest.files { try manifest.check(name) }
        // Killed while it was tidying up: some of its checkpoint is left.
        Checkpoint.remove(in: place.path)
        return manifest.exitCode
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

extension StoredManifest {
  /// What the run came to.
  fileprivate var exitCode: Int32 {
    tree["verdict"]?["exit_code"]?.scalarText.flatMap { Int32($0) } ?? ExitCode.ok
  }
}
