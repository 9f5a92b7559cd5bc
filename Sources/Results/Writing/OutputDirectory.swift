import Answers
package import Files
import Foundation
import Vocabulary

/// A results directory whose files appear all together or not at all; after a kill while they get
/// their names, one without a manifest is incomplete.
///
/// Files are written under temporary names in the directory itself; `commit` removes what an older
/// run left and gives the new files their names, `manifest.json` last. So a directory with a
/// manifest is complete, and old and new results never mix, even if the process is killed.
package final class OutputDirectory {
  package let path: String
  private var written: [String] = []
  /// Directories that were created, outermost first; they go again if nothing is committed.
  private var created: [String] = []
  private var lock: Int32 = -1
  private var isCommitted = false

  private static let temporarySuffix = ".part"
  private static let manifest = "manifest.json"
  /// The file that a shard writes instead of CSV files.
  package static let unitsFile = "units"

  /// Prepares a directory, creating it and its parents.
  ///
  /// - Parameters:
  ///   - estimatedByteCount: the space that the results will need.
  ///   - ignoring: names that do not count as files of an older run, such as `.checkpoint`.
  ///   - mayReplace: whether files of an older run may be replaced; asked when no other run can
  ///     write here any more.
  /// - Throws: `InputError` with exit code 73 if the directory holds files (and `force` is not
  ///   set), is in use by another run, cannot be written, or its disk has too little space.
  package init(
    path: String, estimatedByteCount: Int64 = 0, ignoring: [String] = [".checkpoint", ".units"],
    mayReplace: () throws(InputError) -> Bool
  ) throws(InputError) {
    self.path = path
    do {
      try create()
      try takeLock()
      let leftovers = try listing().filter(Self.isLeftover)
      if try !mayReplace() { try checkIsEmpty(ignoring: ignoring + leftovers) }
      for name in leftovers { remove(full(name)) }
      try probe()
      try DiskFile.checkRoom(for: estimatedByteCount, at: path, displayName: path)
    } catch {
      discard()
      throw error
    }
  }

  /// It is the same as ``init(path:estimatedByteCount:ignoring:mayReplace:)``.
  ///
  /// - Parameter force: whether files of an older run may be replaced.
  package convenience init(
    path: String, force: Bool, estimatedByteCount: Int64 = 0
  ) throws(InputError) {
    try self.init(path: path, estimatedByteCount: estimatedByteCount) {
      () throws(InputError) in force
    }
  }

  deinit {
    discard()
    releaseLock()
  }
}

// MARK: - Writing

extension OutputDirectory {
  /// Writes a file under a temporary name and makes sure that it is on the disk.
  ///
  /// - Throws: `InputError`: 74 if the disk is full or fails, 73 if the file can't be created, or
  ///   if something else lies where the directory was.
  /// - Precondition: `name` has no slash and was not written before.
  package func write(_ name: String, _ contents: [UInt8]) throws(InputError) {
    precondition(
      !name.contains("/") && !written.contains(name) && !isCommitted,
      "Every file of a directory is written once, before the commit")
    if written.isEmpty { try prepareAgainIfGone() }
    written.append(name)
    try DiskFile.create(temporary(name), contents, displayName: full(name))
  }

  package func write(_ name: String, _ contents: String) throws(InputError) {
    try write(name, Array(contents.utf8))
  }

  /// Puts all files in place and removes the result files and the manifest of an older run.
  ///
  /// - Throws: `InputError` as `write`.
  package func commit() throws(InputError) {
    precondition(!isCommitted, "A directory is committed once")
    for name in try listing() where Self.isResult(name) {
      if unlink(full(name)) != 0 { throw DiskFile.failure(errno, full(name)) }
    }
    for name in written.filter({ $0 != Self.manifest }) + written.filter({ $0 == Self.manifest }) {
      if rename(temporary(name), full(name)) != 0 {
        let error = DiskFile.failure(errno, full(name))
        for other in written { remove(full(other)) }
        throw error
      }
    }
    isCommitted = true
    if lock >= 0 { fsync(lock) }
  }

  /// Removes all that was not committed.
  package func discard() {
    if isCommitted { return }
    for name in written { remove(temporary(name)) }
    for directory in created.reversed() { rmdir(directory) }
    (written, created) = ([], [])
  }
}

// MARK: - Preparing

extension OutputDirectory {
  /// Whether a file can be written.
  private func probe() throws(InputError) {
    defer { remove(temporary(".probe")) }
    try DiskFile.create(temporary(".probe"), [], displayName: path)
  }

  private func create() throws(InputError) {
    let isAbsolute = path.hasPrefix("/")
    var partial = isAbsolute ? "" : "."
    for component in path.split(separator: "/") {
      partial += "/" + component
      if mkdir(partial, 0o755) == 0 {
        created.append(partial)
      } else if errno != EEXIST {
        throw DiskFile.failure(errno, partial, exitCode: ExitCode.cannotCreate)
      }
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw InputError(ExitCode.cannotCreate, "\(path): is not a directory")
    }
  }

  /// Keeps a second run out. A file system without locks is no reason to stop.
  private func takeLock() throws(InputError) {
    lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw DiskFile.failure(errno, path, exitCode: ExitCode.cannotCreate) }
    if flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      throw InputError(ExitCode.cannotCreate, "\(path): another run is writing here")
    }
  }

  /// Closing alone would leave the lock to a child that another thread has just forked, until it
  /// becomes another program.
  private func releaseLock() {
    guard lock >= 0 else { return }
    flock(lock, LOCK_UN)
    close(lock)
  }

  /// A run of hours must not be lost because somebody has removed or moved the directory meanwhile.
  private func prepareAgainIfGone() throws(InputError) {
    if DiskFile.isStill(lock, at: path) { return }
    releaseLock()
    try create()
    try takeLock()
    try checkIsEmpty(ignoring: [])
  }

  /// A temporary file of a run that was killed: with the lock in hand it is no one's.
  private static func isLeftover(_ name: String) -> Bool {
    let inner = name.dropFirst().dropLast(temporarySuffix.count)
    return name == ".\(inner)\(temporarySuffix)" && (inner == ".probe" || isResult(String(inner)))
  }

  private func checkIsEmpty(ignoring: [String]) throws(InputError) {
    let found = try listing().filter { !ignoring.contains($0) }
    guard let first = found.first else { return }
    let others = found.count > 1 ? " and \(found.count - 1) more" : ""
    throw InputError(
      ExitCode.cannotCreate,
      "\(path): already holds \(Diagnostic.excerpt(first))\(others); "
        + "--force replaces the results there, --out writes elsewhere")
  }

}

// MARK: - Names

extension OutputDirectory {
  private func full(_ name: String) -> String { "\(path)/\(name)" }

  private func temporary(_ name: String) -> String { full(".\(name)\(Self.temporarySuffix)") }

  private func remove(_ file: String) { unlink(file) }

  /// A file that some run has written, and no other: the user's own files stay.
  private static func isResult(_ name: String) -> Bool {
    name == manifest || name == unitsFile || name == Answer.file
      || (ResultColumns.files.map(\.name) + ResultColumns.searchFiles).contains(name)
  }

  /// The names in the directory, the manifest first, the others in order.
  private func listing() throws(InputError) -> [String] {
    guard let directory = opendir(path) else {
      throw DiskFile.failure(errno, path, exitCode: ExitCode.cannotCreate)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    let others = names.filter { $0 != Self.manifest }.sorted()
    return names.contains(Self.manifest) ? [Self.manifest] + others : others
  }
}
