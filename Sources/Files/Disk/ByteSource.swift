/// The bytes of a file, inflated where they are gzip; the hash and the count are those on the disk.
final class ByteSource {
  private let file: InputFile
  private let displayName: String
  private var hash = SHA256()
  private var inflater: GzipInflater?
  private var packed: UnsafeMutableRawBufferPointer?
  /// These packed bytes are left.
  private var rest = 0..<0
  /// The first bytes, which have told whether the file is packed.
  private var head: [UInt8] = []
  private(set) var byteCount = 0

  init(path: String, displayName: String) throws(InputError) {
    file = try InputFile(path: path, displayName: displayName)
    self.displayName = displayName
    head = try firstBytes()
    guard head == GzipInflater.magic else { return }
    inflater = GzipInflater()
    packed = .allocate(byteCount: 1 << 18, alignment: 16)
  }

  deinit { packed?.deallocate() }

  /// This part of the file was read **[0...1]**; nil where its size is not known.
  var share: Double? { file.size > 0 ? min(1, Double(byteCount) / Double(file.size)) : nil }

  /// The hash of the bytes on the disk, as far as they were read.
  func finalizedHash() -> String { hash.finalize() }

  private func firstBytes() throws(InputError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2, alignment: 1)
    defer { buffer.deallocate() }
    var bytes: [UInt8] = []
    while bytes.count < 2 {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[bytes.count...])
      let count = try readFile(into: part)
      if count == 0 { break }
      bytes += part[..<count]
    }
    return bytes
  }
}

extension ByteSource {
  /// Reads at most as many bytes as the buffer holds.
  ///
  /// - Returns: 0 at the end.
  /// - Throws: `InputError`: 74 for a failing disk, 65 for packed bytes that are damaged.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    if inflater != nil { return try inflate(into: buffer) }
    guard head.isEmpty else {
      let count = min(head.count, buffer.count)
      buffer.copyBytes(from: head[..<count])
      head.removeFirst(count)
      return count
    }
    return try readFile(into: buffer)
  }

  private func readFile(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    let count = try file.read(into: buffer)
    hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    byteCount += count
    return count
  }

  private func inflate(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    guard let packed, let inflater, !buffer.isEmpty else { return 0 }
    while true {
      if rest.isEmpty {
        let count = try refill(packed)
        guard count > 0 else {
          if inflater.isBetweenMembers { return 0 }
          throw failure("the file ends inside its gzip data")
        }
        rest = 0..<count
      }
      let input = UnsafeMutableRawBufferPointer(rebasing: packed[rest])
      guard let step = inflater.inflate(input, into: buffer) else {
        throw failure("the gzip data are damaged")
      }
      rest = rest.lowerBound + step.taken..<rest.upperBound
      if step.made > 0 { return step.made }
    }
  }

  private func refill(_ packed: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    guard head.isEmpty else {
      packed.copyBytes(from: head)
      defer { head = [] }
      return head.count
    }
    return try readFile(into: packed)
  }

  private func failure(_ problem: String) -> InputError {
    InputError(
      ExitCode.dataError,
      [
        Diagnostic(
          at: SourceLocation(file: displayName), .message(problem),
          allowed: "a whole file; gzip -t says where it breaks")
      ])
  }
}
