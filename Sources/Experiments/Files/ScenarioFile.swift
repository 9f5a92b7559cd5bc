import Foundation

/// One new file that appears complete or not at all.
package struct ScenarioFile {
  package let path: String

  /// Checks early that the file may be written.
  ///
  /// - Throws: ``InputError`` with exit code 73 when it exists and `force` is not set, or is a
  ///   directory.
  package init(path: String, force: Bool) throws(InputError) {
    self.path = path
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw InputError(ExitCode.cannotCreate, "\(path): is a directory, not a file")
    }
    if !force {
      throw InputError(
        ExitCode.cannotCreate, "\(path): exists; --force replaces it, --out writes elsewhere")
    }
  }

  /// - Throws: ``InputError``: 74 if the disk is full or fails, 73 if the file can't be created.
  package func write(_ text: String) throws(InputError) {
    let folder = (path as NSString).deletingLastPathComponent
    let name = ".\((path as NSString).lastPathComponent).part"
    let temporary = folder.isEmpty ? name : "\(folder)/\(name)"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw failure(errno) }
    var bytes = Array(text.utf8)[...]
    var code: Int32 = 0
    while !bytes.isEmpty, code == 0 {
      let count = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { code = errno }
      bytes = bytes.dropFirst(max(0, count))
    }
    if code == 0, fsync(file) != 0 { code = errno }
    if close(file) != 0, code == 0 { code = errno }
    if code == 0, rename(temporary, path) != 0 { code = errno }
    if code != 0 {
      unlink(temporary)
      throw failure(code)
    }
  }

  private func failure(_ code: Int32) -> InputError {
    let isDisk = [ENOSPC, EDQUOT, EIO, EFBIG].contains(code)
    return InputError(
      isDisk ? ExitCode.ioError : ExitCode.cannotCreate, "\(path): \(InputFile.reason(code))")
  }
}
