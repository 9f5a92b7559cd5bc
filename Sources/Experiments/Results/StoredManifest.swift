import DeliverySim
package import Files
import Foundation

/// `manifest.json` of a results directory, read back: what the results are, and whether this
/// version may compare them with its own.
package struct StoredManifest: Sendable {
  /// The results directory, without a slash at its end.
  package let directory: String
  /// The manifest's own name, for messages.
  package let file: String
  let tree: ConfigNode
  /// With defaults filled in by the version that ran it.
  let scenario: ConfigNode
  let scenarioFile: String
  /// Where the scenario's relative files start.
  let scenarioFolder: String
}

extension StoredManifest {
  // MARK: Reading

  /// - Throws: ``InputError``: 66 for a directory that is missing or holds no results, 65 for a
  ///   manifest that is damaged or tells of another format, epoch or stream layout.
  package static func read(_ path: String) throws(InputError) -> StoredManifest {
    let directory = withoutSlashes(path)
    try checkIsDirectory(directory)
    let file = "\(directory)/manifest.json"
    let tree = try ConfigNode.parse(
      yaml: InputFile.contents(path: file, displayName: file), file: file)
    guard let scenario = tree["scenario"], let source = tree["scenario_file"]?.scalarText,
      let folder = tree["scenario_folder"]?.scalarText,
      tree["format"]?.scalarText == String(Version.format)
    else {
      throw InputError(ExitCode.dataError, "\(file): not a manifest of format \(Version.format)")
    }
    let manifest = StoredManifest(
      directory: directory, file: file, tree: tree, scenario: scenario, scenarioFile: source,
      scenarioFolder: "\(directory)/\(folder)")
    try manifest.checkVersion("results_epoch", "results epoch", Version.resultsEpoch)
    try manifest.checkVersion("stream_layout", "stream layout", RandomSource.layoutVersion)
    guard tree["scenario_sha256"]?.scalarText == SHA256.hex(of: Array(scenario.yaml().utf8)) else {
      throw InputError(ExitCode.dataError, "\(file): edited: the scenario in it has another hash")
    }
    return manifest
  }

  private static func withoutSlashes(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private static func checkIsDirectory(_ path: String) throws(InputError) {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw InputError(ExitCode.inputMissing, "\(path): No such file or directory")
    }
    guard isDirectory.boolValue else {
      throw InputError(
        ExitCode.inputMissing, "\(path): is a file; allowed: a results directory, as run writes it")
    }
    let hasManifest = FileManager.default.fileExists(atPath: "\(path)/manifest.json")
    // With a manifest, a rest of a checkpoint is what a run did not live to remove.
    if hasManifest ? Checkpoint.isWhole(in: path) : Checkpoint.exists(in: path) {
      throw InputError(
        ExitCode.inputMissing,
        "\(path): a run was interrupted here, and has no results yet; the same run with --resume "
          + "continues it")
    }
  }

  private func checkVersion(
    _ key: String, _ words: String, _ number: Int
  ) throws(InputError) {
    let found = tree[key]?.scalarText ?? "missing"
    guard found != String(number) else { return }
    let age = Int(found).map { $0 < number ? "older " : "newer " } ?? ""
    let version = tree["tool_version"]?.scalarText ?? "unknown"
    throw InputError(
      ExitCode.dataError,
      "\(file): \(age)results, \(words) \(Diagnostic.excerpt(found)), by version "
        + "\(Diagnostic.excerpt(version)); this version (\(Version.tool)) has \(words) \(number): "
        + "run the scenario again")
  }
}

extension StoredManifest {
  // MARK: Looking

  /// The strategies that were run.
  var strategies: [String] {
    (tree["strategies"]?.elements ?? []).compactMap(\.scalarText)
  }

  /// The names of the CSV files, in the order of the manifest.
  var files: [String] {
    (tree["files"]?.elements ?? []).compactMap { $0["file"]?.scalarText }
  }

  func path(of name: String) -> String { "\(directory)/\(name)" }

  /// Which part of a run this is; nil for a whole one.
  ///
  /// - Throws: ``InputError`` (65) for what is no shard.
  func shard() throws(InputError) -> Shard? {
    guard let node = tree["shard"], !node.isNull else { return nil }
    guard let shard = Shard(node.scalarText ?? "") else {
      throw InputError(ExitCode.dataError, "\(file): shard: found \(node.foundText)")
    }
    return shard
  }

  /// - Throws: ``InputError`` (65) for a part of a run: its rows are no prefix of anything.
  func refuseShard() throws(InputError) {
    guard try shard() != nil else { return }
    throw InputError(
      ExitCode.dataError,
      "\(file): the results of a shard; deliverysim merge joins all shards of a run")
  }

  /// The whole of a run, as it was written.
  ///
  /// - Throws: ``InputError`` (65) for a shard, and for files that are missing or edited.
  package func checkFiles() throws(InputError) {
    try refuseShard()
    for name in files { try check(name) }
  }

  /// - Throws: ``InputError`` (65) when a file is not what the run wrote.
  func check(_ name: String) throws(InputError) {
    let listed = (tree["files"]?.elements ?? []).first { $0["file"]?.scalarText == name }
    guard let hash = listed?["sha256"]?.scalarText else {
      throw InputError(ExitCode.dataError, "\(file): lists no \(name)")
    }
    guard FileManager.default.fileExists(atPath: path(of: name)) else {
      throw InputError(ExitCode.dataError, "\(path(of: name)): missing; \(file) lists it")
    }
    guard try SHA256.hex(ofFile: path(of: name)) == hash else {
      throw InputError(
        ExitCode.dataError,
        "\(path(of: name)): edited or cut off since the run: its SHA-256 is not the one in \(file)")
    }
  }
}

extension SHA256 {
  /// The hash of a file of any size.
  ///
  /// - Throws: ``InputError`` as ``InputFile``.
  static func hex(ofFile path: String) throws(InputError) -> String {
    let file = try InputFile(path: path, displayName: path)
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    var hash = SHA256()
    while true {
      let count = try file.read(into: chunk)
      if count == 0 { return hash.finalize() }
      hash.update(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
  }
}
