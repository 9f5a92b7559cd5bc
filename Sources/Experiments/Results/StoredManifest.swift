import DeliverySim
import Foundation

/// The manifest of a results directory, of this version.
struct StoredManifest {
  /// The directory.
  let path: String
  let node: ConfigNode
  /// Nil for a whole run.
  let shard: Shard?

  /// - Throws: ``InputError``: 66 without a manifest; 65 when it is damaged, or of another format,
  ///   results epoch or stream layout.
  init(_ path: String) throws(InputError) {
    self.path = path
    let file = "\(path)/manifest.json"
    if !FileManager.default.fileExists(atPath: file), Checkpoint.exists(in: path) {
      throw InputError(
        ExitCode.inputMissing,
        "\(path): a run was interrupted here; run it again with --resume first")
    }
    let bytes = try InputFile.contents(path: file, displayName: file, countMax: 1 << 30)
    node = try ConfigNode.parse(yaml: bytes, file: file)
    for (key, ours) in [
      ("format", Version.format), ("results_epoch", Version.resultsEpoch),
      ("stream_layout", RandomSource.layoutVersion),
    ] {
      let theirs = node[key]?.scalarText ?? "nothing"
      guard theirs != String(ours) else { continue }
      throw InputError(
        ExitCode.dataError,
        "\(file): \(key): found \(Diagnostic.excerpt(theirs)); this version reads \(ours): "
          + "run the scenario again")
    }
    let shard = node["shard"]?.scalarText ?? "null"
    self.shard = shard == "null" ? nil : try Shard(parsing: shard)
  }
}
