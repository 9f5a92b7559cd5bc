package import Answers
package import Files
import Foundation
package import Runs
import Scenarios

/// Joins the shards of a run: its files are those of an unsharded run, byte for byte.
package struct Merge {
  /// A shard's directory, as its manifest tells.
  fileprivate struct Part {
    let stored: StoredManifest
    let shard: Shard

    var path: String { stored.directory }
    var manifest: Manifest { stored.manifest }
  }

  private let parts: [Part]
  private let runner: Runner
  package let outcome: RunOutcome
  /// The warnings for the user.
  package let warnings: [String]

  /// Reads the shards.
  ///
  /// - Throws: `InputError`: 64 without directories; 66 for one without a manifest; 65 when they
  ///   are not all shards of one run, each once, whole and of this version, naming what is wrong.
  package init(_ directories: [String]) throws(InputError) {
    parts = try directories.map { path throws(InputError) in try Self.part(path) }
    guard let first = parts.first else {
      throw InputError(ExitCode.usage, "merge: name the shards' directories")
    }
    for part in parts.dropFirst() { try part.checkIsOfSameRun(as: first) }
    try Self.checkNumbers(parts)
    runner = try Self.runner(of: first)
    outcome = try Self.outcome(of: parts, runner)
    try Self.checkIsComplete(outcome, runner)
    let isMixed = parts.contains { $0.platform != first.platform }
    warnings =
      runner.experiment.warnings
      + (isMixed
        ? ["the shards ran on different platforms: bytes may differ from a single run's"] : [])
  }
}

extension Merge {
  /// The results in memory.
  package func prepare() -> PreparedResults { outcome.prepared() }

  /// Writes the results.
  ///
  /// - Throws: `InputError`: 73 or 74.
  package func write(
    _ results: PreparedResults, words: (Answer) -> AnswerWords, to path: String, force: Bool
  ) throws(InputError) {
    let out = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    for part in parts
    where URL(fileURLWithPath: part.path).resolvingSymlinksInPath().path == out {
      throw InputError(ExitCode.usage, "--out: \(path) is one of the shards")
    }
    try Checkpoint.refuseLink(in: path)
    let directory = try OutputDirectory(path: path) { () throws(InputError) in
      guard Checkpoint.exists(in: path), !force else { return force }
      throw InputError(
        ExitCode.cannotCreate,
        "\(path): holds an interrupted run; --force removes it, --out writes elsewhere")
    }
    try results.write(
      to: directory, words: words, wallTime: parts.map(\.manifest.wallTime).reduce(0, +))
    Checkpoint.remove(in: path)
  }
}

// MARK: - Manifests

extension Merge {
  private static func part(_ path: String) throws(InputError) -> Part {
    let manifest = try StoredManifest.read(path)
    guard let shard = try manifest.shard() else {
      throw InputError(ExitCode.dataError, "\(path): the results of a whole run, not of a shard")
    }
    guard manifest.manifest.dealing != nil, manifest.manifest.unitsVersion != nil else {
      throw InputError(
        ExitCode.dataError, "\(manifest.file): damaged: dealing or units_version is missing")
    }
    return Part(stored: manifest, shard: shard)
  }

  private static func checkNumbers(_ parts: [Part]) throws(InputError) {
    let count = parts[0].shard.count
    var holders = [[String]](repeating: [], count: count)
    for part in parts { holders[part.shard.index - 1].append(part.path) }
    if let place = holders.firstIndex(where: { $0.count > 1 }) {
      let names = holders[place].joined(separator: ", ")
      throw InputError(
        ExitCode.dataError, "shard \(place + 1)/\(count) is given more than once: \(names)")
    }
    let missing = holders.indices.filter { holders[$0].isEmpty }
    guard missing.isEmpty else {
      let names = missing.prefix(10).map { "\($0 + 1)/\(count)" }.joined(separator: ", ")
      let rest = missing.count > 10 ? " and \(missing.count - 10) more" : ""
      throw InputError(ExitCode.dataError, "missing shards: \(names)\(rest)")
    }
  }
}

extension Merge.Part {
  /// The platform without the system, on which bytes do not depend.
  var platform: [String] {
    let platform = manifest.platform
    return platform.cpuFeatures + [platform.libc, platform.gsl, platform.swift]
  }

  /// `Dealing/version`.
  private var dealing: Int? { manifest.dealing }

  /// All that the shards of a run have in common.
  private var run: ConfigNode {
    .map([
      ("scenario", manifest.scenario),
      (
        "inputs",
        .list(
          manifest.inputs.map { .map([("file", .text($0.file)), ("sha256", .text($0.sha256))]) })
      ),
      ("input_draws", manifest.inputDraws ?? .null),
      ("strategies", .list(manifest.strategies.map { .text($0) })),
    ])
  }

  func checkIsOfSameRun(as first: Self) throws(InputError) {
    if let difference = run.difference(from: first.run) {
      let place = difference.path.trimmingPrefix("scenario.")
      throw InputError(
        ExitCode.dataError,
        "\(path): of another run: \(place) is \(difference.here), but \(difference.there) in "
          + "\(first.path)")
    }
    if shard.count != first.shard.count {
      throw InputError(
        ExitCode.dataError,
        "\(path) is shard \(shard.text), \(first.path) is shard \(first.shard.text): "
          + "shards of different divisions of the run")
    }
    if dealing != first.dealing {
      throw InputError(
        ExitCode.dataError,
        "\(path): its work was assigned by version \(dealing ?? 0) of the rules, but by version "
          + "\(first.dealing ?? 0) in \(first.path): run all shards with one version")
    }
  }
}

// MARK: - Units

extension Merge {
  private static func runner(of part: Part) throws(InputError) -> Runner {
    try Runner(Experiment.make(part.stored), of: part.stored, threads: 1)
  }

  private static func outcome(
    of parts: [Part], _ runner: Runner
  ) throws(InputError) -> RunOutcome {
    var outcome = RunOutcome(runner.experiment, strategies: runner.strategies)
    for part in parts {
      for result in try results(of: part, runner.experiment) {
        if outcome.has(result.unit) {
          throw InputError(
            ExitCode.dataError,
            "\(part.path): \(runner.experiment.placeName(result.unit.point)), replication "
              + "\(result.unit.replication) is in another shard too")
        }
        outcome.add(result)
      }
    }
    outcome.sort()
    return outcome
  }

  private static func results(
    of part: Part, _ experiment: Experiment
  ) throws(InputError) -> [UnitResult] {
    let file = part.stored.place(of: OutputDirectory.unitsFile)
    let version = part.manifest.unitsVersion ?? 0
    guard version == UnitFile.version else {
      throw InputError(
        ExitCode.dataError,
        "\(file): of version \(version), but this program reads version \(UnitFile.version): merge "
          + "with the program that ran the shards, or run them again")
    }
    let bytes = try InputFile.contents(path: file, displayName: file, countMax: .max)
    let units = UnitFile(runSHA256: part.manifest.runSHA256)
    let (lines, damagedCount) = units.wholeLines(of: bytes)
    let listed = part.manifest.files.first?.sha256
    guard damagedCount == 0, SHA256.hex(of: bytes) == listed else {
      throw InputError(
        ExitCode.dataError,
        "\(file): edited, damaged or cut off; run shard \(part.shard.text) again")
    }
    var results: [UnitResult] = []
    for line in lines { results.append(try units.result(of: line, experiment, in: file)) }
    return results
  }

  /// All units that the run asks for are there, and no others.
  private static func checkIsComplete(
    _ outcome: RunOutcome, _ runner: Runner
  ) throws(InputError) {
    var rounds = runner.rounds
    var count = 0
    while case let units = rounds.next(after: outcome), !units.isEmpty {
      if let unit = units.first(where: { !outcome.has($0) }) {
        throw InputError(
          ExitCode.dataError,
          "incomplete: \(runner.experiment.placeName(unit.point)), replication "
            + "\(unit.replication) is in no shard")
      }
      count += units.count
    }
    try outcome.checkHasNoMore(than: count)
  }
}
