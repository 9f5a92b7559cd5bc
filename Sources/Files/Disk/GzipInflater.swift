import CZlib

/// Inflates gzip data (RFC 1952) piece by piece, also several members in a row.
final class GzipInflater {
  static let magic: [UInt8] = [0x1F, 0x8B]

  private var stream = z_stream()
  /// Whether a member has ended, and none has begun since.
  private(set) var isBetweenMembers = false

  init() {
    precondition(
      deliverysim_inflate_init(&stream) == Z_OK, "zlib can be used, and has memory")
  }

  deinit { inflateEnd(&stream) }

  /// - Returns: The numbers of bytes taken and made; nil: the data are damaged.
  func inflate(
    _ input: UnsafeMutableRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (taken: Int, made: Int)? {
    if isBetweenMembers, !input.isEmpty {
      inflateReset(&stream)
      isBetweenMembers = false
    }
    stream.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.avail_in = UInt32(input.count)
    stream.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.avail_out = UInt32(output.count)
    let code = CZlib.inflate(&stream, Z_NO_FLUSH)
    isBetweenMembers = code == Z_STREAM_END
    // No progress is no damage: all input may be taken without a byte of output.
    guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(code) else { return nil }
    return (input.count - Int(stream.avail_in), output.count - Int(stream.avail_out))
  }
}
