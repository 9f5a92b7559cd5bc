import Foundation

extension Runner {
  /// Whether the complete results of this very run are there already.
  ///
  /// - Throws: ``InputError`` (73) when those of another one are, which may not be replaced.
  package func isFinished(in place: RunSession.Place) throws(InputError) -> Bool {
    let file = "\(place.path)/manifest.json"
    guard !Checkpoint.exists(in: place.path), FileManager.default.fileExists(atPath: file) else {
      return false
    }
    let bytes = try InputFile.contents(path: file, displayName: file)
    let manifest = try ConfigNode.parse(yaml: bytes, file: file)
    if manifest["run_sha256"]?.scalarText == RunIdentity(self).sha256 { return true }
    if place.force { return false }
    throw InputError(
      ExitCode.cannotCreate,
      "\(place.path): holds the results of another run, or of another version; --force replaces "
        + "them, --out writes elsewhere")
  }
}
