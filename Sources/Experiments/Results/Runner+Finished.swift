import Foundation

extension Runner {
  /// The exit code of this very run, if its complete results are there already; else nil.
  ///
  /// - Throws: ``InputError`` (73) when those of another one are, which may not be replaced.
  package func exitCodeIfFinished(in place: RunSession.Place) throws(InputError) -> Int32? {
    let file = "\(place.path)/manifest.json"
    guard !Checkpoint.exists(in: place.path), FileManager.default.fileExists(atPath: file) else {
      return nil
    }
    let bytes = try InputFile.contents(path: file, displayName: file)
    let manifest = try ConfigNode.parse(yaml: bytes, file: file)
    if manifest["run_sha256"]?.scalarText == RunIdentity(self).sha256 {
      return manifest["verdict"]?["exit_code"]?.scalarText.flatMap { Int32($0) } ?? ExitCode.ok
    }
    if place.force { return nil }
    throw InputError(
      ExitCode.cannotCreate,
      "\(place.path): holds the results of another run, or of another version; --force replaces "
        + "them, --out writes elsewhere")
  }
}
