import Foundation

/// One new file that appears complete or not at all, such as a scenario.
package struct ScenarioFile {
  package let path: String

  /// Checks early that the file may be written.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - force: whether it may replace one that exists.
  ///   - option: with which a user names another path.
  /// - Throws: ``InputError`` with exit code 73 when it exists and `force` is not set, or is a
  ///   directory, or its folder cannot be written to.
  package init(path: String, force: Bool, option: String = "--out") throws(InputError) {
    self.path = path
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    if access(folder, W_OK | X_OK) != 0 {
      throw InputError(
        ExitCode.cannotCreate, "\(path): its folder: \(String(cString: strerror(errno)))")
    }
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw InputError(ExitCode.cannotCreate, "\(path): is a directory, not a file")
    }
    if !force {
      throw InputError(
        ExitCode.cannotCreate, "\(path): exists; --force replaces it, \(option) writes elsewhere")
    }
  }

  /// - Throws: ``InputError``: 74 if the disk is full or fails, 73 if the file can't be created.
  package func write(_ text: String) throws(InputError) {
    try write { put in put(Array(text.utf8)) }
  }

  /// The same of a text that is made in parts, so that it need not fit in memory.
  ///
  /// - Parameter make: Puts one part after the other into the file.
  /// - Throws: The errors of ``write(_:)-(String)``.
  package func write(_ make: ((_ part: [UInt8]) -> Void) -> Void) throws(InputError) {
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let temporary = "\(path[..<start]).\(path[start...]).part"
    do {
      try DiskFile.create(temporary, displayName: path, make)
    } catch {
      unlink(temporary)
      throw error
    }
    if rename(temporary, path) != 0 {
      let code = errno
      unlink(temporary)
      throw DiskFile.failure(code, path)
    }
  }
}
