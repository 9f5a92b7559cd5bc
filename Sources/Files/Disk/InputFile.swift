import Foundation

/// A file that is read once, from start to end.
package final class InputFile {
  private let descriptor: Int32
  private let displayName: String

  /// Opens a file for reading.
  ///
  /// - Parameters:
  ///   - path: where it lies.
  ///   - displayName: the name to show in error messages, as the user wrote it.
  /// - Throws: `InputError` with exit code 66 if it is missing, unreadable or a directory.
  package init(path: String, displayName: String) throws(InputError) {
    self.displayName = displayName
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw InputError(ExitCode.inputMissing, "\(displayName): \(Self.reason(errno))")
    }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw InputError(ExitCode.inputMissing, "\(displayName): is a directory, not a file")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads at most as many bytes as the buffer holds.
  ///
  /// - Returns: the number of bytes; 0 at the end of the file.
  /// - Throws: `InputError` with exit code 74.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    while true {
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR {
        throw InputError(ExitCode.ioError, "\(displayName): \(Self.reason(errno))")
      }
    }
  }

  /// Reads a small file as a whole.
  ///
  /// - Throws: `InputError`: 65 if it is larger than `countMax` bytes, else as `init` and `read`.
  package static func contents(
    path: String, displayName: String, countMax: Int = 4 << 20
  ) throws(InputError) -> [UInt8] {
    let file = try InputFile(path: path, displayName: displayName)
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    var bytes: [UInt8] = []
    while true {
      let count = try file.read(into: chunk)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      if bytes.count > countMax {
        throw InputError(ExitCode.dataError, "\(displayName): larger than \(countMax) bytes")
      }
    }
  }

  /// The operating system's words for an error number, such as "No such file or directory".
  package static func reason(_ code: Int32) -> String {
    String(cString: strerror(code))
  }
}
