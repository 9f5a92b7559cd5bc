import Foundation

/// The hash function SHA-256, for the manifest.
///
/// Own code because swift-crypto would add over a minute to every cold build.
///
/// Source: FIPS PUB 180-4, sections 4.1.2, 4.2.2, 5.1.1, 5.3.3 and 6.2.
package struct SHA256 {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  /// Bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  private static let blockLength = 64

  package init() {}

  /// The hash of bytes as 64 hexadecimal digits.
  package static func hex(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }

  /// The hash in base 64, as pages name what may run.
  package static func base64(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return Data(hash.digest()).base64EncodedString()
  }
}

// MARK: - Streaming

extension SHA256 {
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount += UInt64(bytes.count)
    var position = 0
    if !rest.isEmpty {
      position = min(Self.blockLength - rest.count, bytes.count)
      rest += bytes[..<position]
      guard rest.count == Self.blockLength else { return }
      let block = rest
      block.withUnsafeBytes { compress($0) }
      rest.removeAll(keepingCapacity: true)
    }
    let end = bytes.count - (bytes.count - position) % Self.blockLength
    compress(UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
    rest += bytes[end...]
  }

  /// Ends the message.
  ///
  /// - Returns: 64 hexadecimal digits. The value can not be used after that.
  package mutating func finalize() -> String {
    digest().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  private mutating func digest() -> [UInt8] {
    let bitCount = byteCount * 8
    let zeroCount = (Self.blockLength + 55 - rest.count) % Self.blockLength
    let length = (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> UInt64(56 - 8 * $0)) }
    update([0x80] + [UInt8](repeating: 0, count: zeroCount) + length)
    return state.flatMap { word in
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }
}

// MARK: - Compression

extension SHA256 {
  /// Works through whole blocks.
  private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
    var start = 0
    Self.constants.withUnsafeBufferPointer { constants in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        while start < blocks.count {
          Self.fill(schedule, from: blocks, at: start)
          mix(schedule, constants)
          start += Self.blockLength
        }
      }
    }
  }

  private static func fill(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, from blocks: UnsafeRawBufferPointer,
    at start: Int
  ) {
    for index in 0..<16 {
      let word = blocks.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
      schedule[index] = UInt32(bigEndian: word)
    }
    for index in 16..<64 {
      let (early, late) = (schedule[index - 15], schedule[index - 2])
      let sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >> 3)
      let sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >> 10)
      schedule[index] = schedule[index - 16] &+ sigma0 &+ schedule[index - 7] &+ sigma1
    }
  }

  private mutating func mix(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let sum1 = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ sum1 &+ choice &+ constants[round] &+ schedule[round]
      let sum0 = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
    }
    let words = (a, b, c, d, e, f, g, h)
    state[0] &+= words.0
    state[1] &+= words.1
    state[2] &+= words.2
    state[3] &+= words.3
    state[4] &+= words.4
    state[5] &+= words.5
    state[6] &+= words.6
    state[7] &+= words.7
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word >> count) | (word << (32 - count))
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

extension SHA256 {
  /// The hash of a file of any size.
  ///
  /// - Throws: ``InputError`` as ``InputFile``.
  package static func hex(ofFile path: String) throws(InputError) -> String {
    let file = try InputFile(path: path, displayName: path)
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    var hash = SHA256()
    while true {
      let count = try file.read(into: chunk)
      if count == 0 { return hash.finalize() }
      hash.update(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
  }
}

extension ConfigNode {
  /// The hash of what the tree means: the order of keys, the digits of numbers and needless quotes
  /// do not count.
  package var sha256: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let bytes = try? encoder.encode(self) else {
      preconditionFailure("a tree holds nothing that JSON cannot say")
    }
    return SHA256.hex(of: Array(bytes))
  }
}
