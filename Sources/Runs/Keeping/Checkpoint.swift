package import Files
import Foundation
package import Scenarios

/// The files that a run keeps while it runs: `.checkpoint/run.json` says which run it is,
/// `.checkpoint/units` has its finished units, one line each.
///
/// A line is appended with one write as soon as its unit is finished, so a process that is killed
/// loses only the units that were open.
package final class Checkpoint {
  static let folder = ".checkpoint"

  private let folder: String
  private let identity: RunIdentity
  private let unitFile: UnitFile
  private var descriptor: Int32 = -1

  private init(in directory: String, _ identity: RunIdentity) {
    folder = "\(directory)/\(Self.folder)"
    self.identity = identity
    unitFile = UnitFile(runSHA256: identity.sha256)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}

extension Checkpoint {
  // MARK: Beginning

  /// Whether an interrupted run has left one.
  package static func exists(in directory: String) -> Bool {
    names.contains { isThere($0, directory) }
  }

  /// False as well for what is left of one whose removal was interrupted.
  package static func isWhole(in directory: String) -> Bool {
    names.allSatisfy { isThere($0, directory) }
  }

  private static let names = ["run.json", "units"]

  private static func isThere(_ name: String, _ directory: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(directory)/\(folder)/\(name)")
  }

  /// Whoever can place a link could choose what is removed and written where it leads.
  ///
  /// - Throws: `InputError` (73) where `.checkpoint` is a symbolic link.
  package static func refuseLink(in directory: String) throws(InputError) {
    let folder = "\(directory)/\(folder)"
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
    throw InputError(
      ExitCode.cannotCreate,
      "\(folder): is a symbolic link; allowed: a folder of the run's own; remove the link")
  }

  /// Begins a new one; an older one goes.
  ///
  /// - Throws: `InputError`: 73 or 74.
  package static func create(
    in directory: String, _ identity: RunIdentity
  ) throws(InputError) -> Checkpoint {
    let checkpoint = Checkpoint(in: directory, identity)
    remove(in: directory)
    if mkdir(checkpoint.folder, 0o755) != 0, errno != EEXIST {
      throw DiskFile.failure(errno, checkpoint.folder, exitCode: ExitCode.cannotCreate)
    }
    // First what says which run it is: units alone nobody could go on with.
    let bytes = Array(identity.stored.json().utf8)
    try DiskFile.replace("\(checkpoint.folder)/run.json", with: bytes)
    try checkpoint.replaceUnits([])
    return checkpoint
  }

  /// Goes on with an interrupted run.
  ///
  /// - Parameter take: Called with each finished unit.
  /// - Returns: Also the number of damaged entries, whose units will be done again.
  /// - Throws: `InputError`: 65 for the checkpoint of another run, naming what differs, and for
  ///   entries that no run has written; 66, 73, 74.
  package static func resume(
    in directory: String, _ identity: RunIdentity, _ experiment: Experiment,
    take: (UnitResult) -> Void
  ) throws(InputError) -> (checkpoint: Checkpoint, damagedCount: Int) {
    let checkpoint = Checkpoint(in: directory, identity)
    try checkpoint.checkIdentity()
    let units = "\(checkpoint.folder)/units"
    let isThere = FileManager.default.fileExists(atPath: units)
    let bytes =
      isThere ? try InputFile.contents(path: units, displayName: units, countMax: .max) : []
    let (lines, damagedCount) = checkpoint.unitFile.wholeLines(of: bytes)
    for line in lines { take(try checkpoint.unitFile.result(of: line, experiment, in: units)) }
    if damagedCount > 0 || !isThere {
      try checkpoint.replaceUnits(lines.flatMap { $0 + [UInt8(ascii: "\n")] })
    } else {
      try checkpoint.openUnits()
    }
    return (checkpoint, damagedCount + (isThere ? 0 : 1))
  }

  private func checkIdentity() throws(InputError) {
    let file = "\(folder)/run.json"
    let advice = "--force without --resume starts again, --out writes elsewhere"
    guard let bytes = try? InputFile.contents(path: file, displayName: file, countMax: 1 << 30),
      let other = try? ConfigNode.parse(yaml: bytes, file: file, nodesMax: .max)
    else { throw InputError(ExitCode.dataError, "\(file): missing or damaged; \(advice)") }
    if let difference = identity.difference(from: other) {
      throw InputError(
        ExitCode.dataError,
        "\(folder): the checkpoint of another run: \(difference.path) is \(difference.there) "
          + "there, \(difference.here) here; \(advice)")
    }
  }
}

extension Checkpoint {
  // MARK: Keeping

  /// Keeps a finished unit.
  ///
  /// - Throws: `InputError` (74).
  package func keep(_ result: UnitResult) throws(InputError) {
    let code = DiskFile.writeAll(unitFile.line(of: result), to: descriptor)
    if code != 0 { throw DiskFile.failure(code, "\(folder)/units", exitCode: ExitCode.ioError) }
  }

  /// The finished units in their order, as a file of its own; also when somebody has removed the
  /// directory meanwhile.
  ///
  /// - Throws: `InputError` (74) when an entry was damaged since it was written.
  package func sortedUnits(_ experiment: Experiment) throws(InputError) -> [UInt8] {
    let lines = try lines()
    let units = try results(of: lines, experiment).map(\.unit)
    let order = lines.indices.sorted { units[$0] < units[$1] }
    return order.flatMap { lines[$0] + [UInt8(ascii: "\n")] }
  }

  /// The finished units.
  ///
  /// - Throws: The errors of ``sortedUnits(_:)``.
  package func results(_ experiment: Experiment) throws(InputError) -> [UnitResult] {
    try results(of: lines(), experiment)
  }

  private func results(
    of lines: [ArraySlice<UInt8>], _ experiment: Experiment
  ) throws(InputError) -> [UnitResult] {
    var results: [UnitResult] = []
    for line in lines { results.append(try unitFile.result(of: line, experiment, in: unitsName)) }
    return results
  }

  private func lines() throws(InputError) -> [ArraySlice<UInt8>] {
    let file = try InputFile(rereading: descriptor, displayName: unitsName)
    let (lines, damagedCount) = unitFile.wholeLines(of: try file.rest(countMax: .max))
    if damagedCount > 0 {
      throw InputError(ExitCode.ioError, "\(unitsName): damaged while the run was under way")
    }
    return lines
  }

  private var unitsName: String { "\(folder)/units" }

  /// Nobody has removed or moved it: there is something to go on with.
  package var isThere: Bool { DiskFile.isStill(descriptor, at: "\(folder)/units") }

  /// The run is complete, or its results are not wanted: nothing is kept. Another run's, which lies
  /// there instead, is.
  package func remove() {
    if isThere { Self.remove(folder) }
  }

  /// The run is complete: its units stay beside its results.
  package func keep(in directory: String) {
    if isThere { KeptUnits.keep(in: directory) }
  }

  /// Removes what an interrupted run has left in a directory.
  package static func remove(in directory: String) { remove("\(directory)/\(folder)") }

  private static func remove(_ folder: String) {
    // Last what says which run it was: units alone nobody could go on with.
    for name in ["units.part", "units", "run.json.part", "run.json"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  private func replaceUnits(_ bytes: [UInt8]) throws(InputError) {
    try DiskFile.replace("\(folder)/units", with: bytes)
    try openUnits()
  }

  private func openUnits() throws(InputError) {
    descriptor = open("\(folder)/units", O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw DiskFile.failure(errno, "\(folder)/units", exitCode: ExitCode.cannotCreate)
    }
  }
}
