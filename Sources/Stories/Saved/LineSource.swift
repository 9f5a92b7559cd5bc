import Files

/// Reads a text file line by line, whatever its size.
final class LineSource {
  private let file: InputFile
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var bytes: [UInt8] = []
  private var position = 0
  /// The latest line's number, from 1.
  private(set) var line = 0

  private static let lengthMax = 1 << 20

  /// - Throws: `InputError` as `InputFile`.
  init(_ path: String) throws(InputError) {
    file = try InputFile(path: path, displayName: path, named: .user)
  }

  deinit { buffer.deallocate() }
}

extension LineSource {
  /// The next line without its end; nil at the end of the file. A last line without an end is cut
  /// off, and no line.
  func next() throws(InputError) -> String? {
    var scanned = position
    while true {
      if let end = bytes[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        line += 1
        return String(decoding: bytes[position..<end], as: UTF8.self)
      }
      scanned = bytes.count - position
      bytes.removeFirst(position)
      position = 0
      let count = try file.read(into: buffer)
      if count == 0 || bytes.count > Self.lengthMax { return nil }
      bytes += buffer[..<count]
    }
  }
}
