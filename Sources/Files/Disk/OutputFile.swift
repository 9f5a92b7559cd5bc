import Foundation

/// A file that is written from start to end and appears whole, or not at all.
///
/// It grows under a temporary name beside its place; ``commit()`` gives it its name. A path that is
/// no regular file, such as `/dev/stdout`, is written as it is.
package final class OutputFile {
  private let path: String
  /// Where it grows; nil when it is written in place.
  private let temporary: String?
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  private static let bufferCount = 1 << 16

  /// - Parameters:
  ///   - path: Where.
  ///   - mark: The beginning of all files of this kind: another file there is not replaced.
  /// - Throws: ``InputError``: 73 when it cannot be created, 64 without a name.
  package init(_ path: String, replacing mark: String) throws(InputError) {
    if path.isEmpty { throw InputError(ExitCode.usage, "a file's name is needed, found \"\"") }
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw InputError(ExitCode.cannotCreate, "\(path): is a directory, not a file")
    }
    if exists, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 {
      try Self.check(path, beginsWith: mark)
    }
    // A link stays a link: the file it leads to is replaced.
    let place = exists ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
    let isPlain = !exists || status.st_mode & S_IFMT == S_IFREG
    self.path = isPlain ? place : path
    temporary = isPlain ? "\(place).\(getpid()).part" : nil
    descriptor = temporary.map(DiskFile.openNew) ?? open(path, O_WRONLY | O_CLOEXEC)
    if descriptor < 0 {
      throw DiskFile.failure(errno, path, exitCode: ExitCode.cannotCreate)
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if let temporary { unlink(temporary) }
  }
}

extension OutputFile {
  private static func check(_ path: String, beginsWith mark: String) throws(InputError) {
    let file = try InputFile(path: path, displayName: path)
    let start = UnsafeMutableRawBufferPointer.allocate(
      byteCount: mark.utf8.count, alignment: 1)
    defer { start.deallocate() }
    let count = try file.read(into: start)
    guard start.prefix(count).elementsEqual(mark.utf8) else {
      throw InputError(
        ExitCode.cannotCreate, "\(path): exists, and is no file of this kind; choose another name")
    }
  }

  /// Refuses what would fill the disk.
  ///
  /// - Parameter byteCount: The number of bytes that are still to be written, as an estimate.
  /// - Throws: ``InputError`` (73) where the disk has less room.
  package func checkRoom(for byteCount: Double) throws(InputError) {
    guard let temporary else { return }
    try DiskFile.checkRoom(
      for: Int64(min(1e18, byteCount)) + Int64(buffer.count), at: temporary, displayName: path)
  }

  /// - Throws: ``InputError`` (74) when the disk is full or fails.
  package func append(_ text: String) throws(InputError) {
    buffer += text.utf8
    if buffer.count >= Self.bufferCount { try flush() }
  }

  /// Puts the file in its place.
  ///
  /// - Throws: ``InputError`` (74).
  package func commit() throws(InputError) {
    precondition(descriptor >= 0, "a file is committed once")
    try flush()
    if temporary != nil, fsync(descriptor) != 0 { throw failure(errno) }
    let code = close(descriptor) == 0 ? 0 : errno
    descriptor = -1
    if let temporary {
      if code == 0, rename(temporary, path) == 0 { return }
      let error = failure(code == 0 ? errno : code)
      unlink(temporary)
      throw error
    }
    if code != 0 { throw failure(code) }
  }

  private func flush() throws(InputError) {
    let code = DiskFile.writeAll(buffer, to: descriptor)
    if code != 0 { throw failure(code) }
    buffer.removeAll(keepingCapacity: true)
  }

  private func failure(_ code: Int32) -> InputError {
    DiskFile.failure(code, path, exitCode: ExitCode.ioError)
  }
}
