package import Answers
import DeliverySim
package import Files
import Foundation
import Runs
import Vocabulary

/// `manifest.json` of a results directory, read back: what the results are, and whether this
/// version may compare them with its own.
package struct StoredManifest: Sendable {
  /// The results directory, without a slash at its end.
  package let directory: String
  /// The manifest's own name, for messages.
  package let file: String
  package let manifest: Manifest

  /// The scenario with defaults filled in by the version that ran it.
  var scenario: ConfigNode { manifest.scenario }
  /// The folder where the scenario's relative files start.
  var scenarioFolder: String { "\(directory)/\(manifest.scenarioFolder)" }
}

extension StoredManifest {
  // MARK: Reading

  /// - Throws: `InputError`: 66 for a directory that is missing or holds no results, 65 for a
  ///   manifest that is damaged or tells of another format, epoch or stream layout.
  package static func read(_ path: String) throws(InputError) -> StoredManifest {
    let directory = withoutSlashes(path)
    try checkIsDirectory(directory)
    let file = "\(directory)/manifest.json"
    if !holdsResults(directory), let inside = resultsInside(directory) {
      throw InputError(
        ExitCode.inputMissing, "\(directory): holds no results, but \(inside) does")
    }
    let bytes = try InputFile.contents(path: file, displayName: file, countMax: .max)
    let stored = StoredManifest(
      directory: directory, file: file, manifest: try Manifest(bytes, file: file))
    let manifest = stored.manifest
    try stored.check(manifest.resultsEpoch, "results epoch", Version.resultsEpoch)
    try stored.check(manifest.streamLayout, "stream layout", RandomSource.layoutVersion)
    guard manifest.scenarioSHA256 == manifest.scenario.sha256 else {
      throw InputError(ExitCode.dataError, "\(file): edited: the scenario in it has another hash")
    }
    return stored
  }

  private static func withoutSlashes(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private static func holdsResults(_ directory: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(directory)/manifest.json")
  }

  /// `start` leaves results in a folder of its own.
  ///
  /// - Returns: The first folder inside with results; nil: there is none.
  private static func resultsInside(_ directory: String) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.sorted().map { "\(directory)/\($0)" }.first(where: holdsResults)
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
    let hasManifest = holdsResults(path)
    // A rest of a checkpoint beside a manifest is one that a run did not live to remove.
    if hasManifest ? Checkpoint.isWhole(in: path) : Checkpoint.exists(in: path) {
      throw InputError(
        ExitCode.inputMissing,
        "\(path): a run was interrupted here, and has no results yet; the same run with --resume "
          + "continues it")
    }
  }

  private func check(_ found: Int, _ words: String, _ number: Int) throws(InputError) {
    guard found != number else { return }
    throw InputError(
      ExitCode.dataError,
      "\(file): \(found < number ? "older" : "newer") results, \(words) \(found), by version "
        + "\(Diagnostic.excerpt(manifest.toolVersion)); this version (\(Version.tool)) has "
        + "\(words) \(number): run the scenario again")
  }
}

extension StoredManifest {
  // MARK: Looking

  /// The strategies that were run.
  var strategies: [String] { manifest.strategies }

  /// The names of the files, in the order of the manifest.
  var files: [String] { manifest.files.map(\.file) }

  package func place(of name: String) -> String { "\(directory)/\(name)" }

  /// The run has found this out; nil for a shard.
  ///
  /// - Throws: `InputError`: 66 where the file is missing, 65 where it is not what the run wrote.
  package func answer() throws(InputError) -> Answer? {
    guard try shard() == nil else { return nil }
    let path = place(of: Answer.file)
    let bytes = try InputFile.contents(path: path, displayName: path, countMax: .max)
    try check(Answer.file)
    return try Answer(bytes, path: path)
  }

  /// The part of a run that this is; nil for a whole one.
  ///
  /// - Throws: `InputError` (65) for what is no shard.
  func shard() throws(InputError) -> Shard? {
    guard let text = manifest.shard else { return nil }
    guard let shard = Shard(text) else {
      throw InputError(ExitCode.dataError, "\(file): shard: found \(Diagnostic.excerpt(text))")
    }
    return shard
  }

  /// - Throws: `InputError` (65) for a part of a run: its rows are no prefix of anything.
  func refuseShard() throws(InputError) {
    guard try shard() != nil else { return }
    throw InputError(
      ExitCode.dataError,
      "\(file): the results of a shard; deliverysim merge joins all shards of a run")
  }

  /// The whole of a run, as it was written.
  ///
  /// - Throws: `InputError` (65) for a shard, and for files that are missing or edited.
  package func checkFiles() throws(InputError) {
    try refuseShard()
    for name in files { try check(name) }
  }

  /// - Throws: `InputError` (65) when a file is not what the run wrote.
  func check(_ name: String) throws(InputError) {
    guard let hash = manifest.files.first(where: { $0.file == name })?.sha256 else {
      throw InputError(ExitCode.dataError, "\(file): lists no \(name)")
    }
    guard FileManager.default.fileExists(atPath: place(of: name)) else {
      let isPacked = FileManager.default.fileExists(atPath: "\(place(of: name)).gz")
      let reason = isPacked ? "packed; make unpacked unpacks it" : "missing; \(file) lists it"
      throw InputError(ExitCode.dataError, "\(place(of: name)): \(reason)")
    }
    guard try SHA256.hex(ofFile: place(of: name)) == hash else {
      throw InputError(
        ExitCode.dataError,
        "\(place(of: name)): edited or cut off since the run: its SHA-256 is not the one in \(file)"
      )
    }
  }
}
