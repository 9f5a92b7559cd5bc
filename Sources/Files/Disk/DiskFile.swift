import Foundation

/// Writing to the disk with every failure seen.
package enum DiskFile {
  /// Writes all bytes; returns 0 or the error number.
  package static func writeAll(_ contents: [UInt8], to file: Int32) -> Int32 {
    contents.withUnsafeBytes { bytes in
      var position = 0
      while position < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
        let count = Foundation.write(file, rest.baseAddress, rest.count)
        if count < 0, errno != EINTR { return errno }
        position += max(count, 0)
      }
      return 0
    }
  }

  /// Opens a file that is new: whatever has its name goes, and no link is followed, so that a
  /// temporary name leads nowhere else.
  ///
  /// - Returns: The descriptor, or -1 with `errno`.
  static func openNew(_ path: String) -> Int32 {
    unlink(path)
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
  }

  /// Creates a file and makes sure that it is on the disk.
  ///
  /// - Parameters:
  ///   - path: Where; an older file there goes.
  ///   - contents: All of it.
  ///   - displayName: The name that errors use.
  /// - Throws: ``InputError``: 74 if the disk is full or fails, 73 if the file can't be created; it
  ///   names `displayName`.
  package static func create(
    _ path: String, _ contents: [UInt8], displayName: String
  ) throws(InputError) {
    try create(path, displayName: displayName) { put in put(contents) }
  }

  /// The same of contents that are made in parts; behind a failure parts are not written.
  static func create(
    _ path: String, displayName: String, _ make: ((_ part: [UInt8]) -> Void) -> Void
  ) throws(InputError) {
    let file = openNew(path)
    guard file >= 0 else { throw failure(errno, displayName) }
    var code: Int32 = 0
    make { part in
      if code == 0 { code = writeAll(part, to: file) }
    }
    if code == 0, fsync(file) != 0 { code = errno }
    if close(file) != 0, code == 0 { code = errno }
    if code != 0 { throw failure(code, displayName) }
  }

  /// Puts a file in the place of another: whoever looks sees the old one or the new one, whole.
  ///
  /// - Throws: ``InputError`` as ``create(_:_:displayName:)``.
  package static func replace(_ path: String, with contents: [UInt8]) throws(InputError) {
    let part = "\(path).part"
    do {
      try create(part, contents, displayName: path)
    } catch {
      unlink(part)
      throw error
    }
    if rename(part, path) != 0 { throw failure(errno, path) }
  }

  /// Refuses to begin what would fill the disk. A file system that tells nothing is no reason to
  /// stop.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes that will be written, as an estimate.
  ///   - place: A file or folder on that disk.
  ///   - displayName: The name that errors use.
  /// - Throws: ``InputError`` (73) that tells what is needed and what is free.
  package static func checkRoom(
    for byteCount: Int64, at place: String, displayName: String
  ) throws(InputError) {
    var status = statvfs()
    guard statvfs(place, &status) == 0 else { return }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    guard free < UInt64(max(byteCount, 0)) else { return }
    let (needed, left) = (byteCount / 1000, free / 1000)
    throw InputError(
      ExitCode.cannotCreate,
      "\(displayName): about \(needed) kB needed, \(left) kB free on the disk")
  }

  /// Whether an open file or directory still has its name.
  package static func isStill(_ descriptor: Int32, at path: String) -> Bool {
    var (held, found) = (stat(), stat())
    return fstat(descriptor, &held) == 0 && stat(path, &found) == 0
      && held.st_dev == found.st_dev && held.st_ino == found.st_ino
  }

  /// 74 where the disk is to blame, else 73.
  package static func failure(_ code: Int32, _ file: String, exitCode: Int32? = nil) -> InputError {
    let isDisk = [ENOSPC, EDQUOT, EIO, EFBIG].contains(code)
    let standard = isDisk ? ExitCode.ioError : ExitCode.cannotCreate
    return InputError(exitCode ?? standard, "\(file): \(InputFile.reason(code))")
  }
}
