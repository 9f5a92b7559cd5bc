import Foundation

/// A file that is read once, from start to end.
package final class InputFile {
  private let descriptor: Int32
  private let displayName: String
  /// Its size when it was opened; 0 where that is not known.
  private(set) var size = 0

  /// Who has named a file: a pipe or a device that another file names could keep the tool waiting
  /// for ever, or reading without an end.
  package enum Origin: Sendable {
    /// The command line: a pipe will do.
    case user
    /// A scenario, a manifest, the layout of a results directory: only regular files.
    case file
  }

  /// Opens a file for reading.
  ///
  /// - Parameters:
  ///   - path: where it lies.
  ///   - displayName: the name to show in error messages, as the user wrote it.
  ///   - origin: who has named it.
  /// - Throws: `InputError` with exit code 66 if it is missing, unreadable, a directory, or no
  ///   regular file where only one will do.
  package init(
    path: String, displayName: String, named origin: Origin = .file
  ) throws(InputError) {
    self.displayName = displayName
    // A pipe that nobody writes to would not open.
    let waiting = origin == .file ? O_NONBLOCK | O_NOCTTY : 0
    descriptor = open(path, O_RDONLY | O_CLOEXEC | waiting)
    guard descriptor >= 0 else {
      throw InputError(ExitCode.inputMissing, "\(displayName): \(Self.reason(errno))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFREG { size = Int(status.st_size) }
    if kind == S_IFDIR {
      throw InputError(ExitCode.inputMissing, "\(displayName): is a directory, not a file")
    }
    if origin == .file, kind != S_IFREG {
      throw InputError(
        ExitCode.inputMissing,
        "\(displayName): is a pipe, a device or a socket; allowed: a regular file")
    }
  }

  /// Reads again from its start what is open already: its name may be gone.
  package init(rereading descriptor: Int32, displayName: String) throws(InputError) {
    self.displayName = displayName
    self.descriptor = dup(descriptor)
    guard self.descriptor >= 0, lseek(self.descriptor, 0, SEEK_SET) == 0 else {
      throw InputError(ExitCode.ioError, "\(displayName): \(Self.reason(errno))")
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
    path: String, displayName: String, named origin: Origin = .file, countMax: Int = 4 << 20
  ) throws(InputError) -> [UInt8] {
    try InputFile(path: path, displayName: displayName, named: origin).rest(countMax: countMax)
  }

  /// All that is left to read.
  ///
  /// - Throws: `InputError`: 65 if it is more than `countMax` bytes, else as `read`.
  package func rest(countMax: Int) throws(InputError) -> [UInt8] {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    var bytes: [UInt8] = []
    while true {
      let count = try read(into: chunk)
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
