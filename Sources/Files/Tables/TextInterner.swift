/// Numbers distinct texts 0, 1, 2, ... in order of first appearance.
///
/// Texts are compared byte by byte, unlike Swift strings, which are equal if they look equal.
struct TextInterner {
  private var bytes: [UInt8] = []
  /// Text `id` is `bytes[ends[id]..<ends[id + 1]]`.
  private var ends = [0]
  /// Open addressing: an id or -1; the count is a power of two and at most half is used.
  private var slots = [Int](repeating: -1, count: 64)

  var count: Int { ends.count - 1 }

  var names: [String] {
    (0..<count).map { String(decoding: bytes[ends[$0]..<ends[$0 + 1]], as: UTF8.self) }
  }

  /// The number of a text.
  ///
  /// - Complexity: O(length) on average.
  mutating func id(of text: UnsafeBufferPointer<UInt8>) -> Int {
    let slot = slot(of: text)
    if slots[slot] >= 0 { return slots[slot] }
    slots[slot] = count
    bytes += text
    ends.append(bytes.count)
    if count * 2 > slots.count { grow() }
    return count - 1
  }

  /// The slot that holds the text, or the empty one where it belongs.
  private func slot(of text: UnsafeBufferPointer<UInt8>) -> Int {
    let mask = slots.count - 1
    var slot = Self.hash(text) & mask
    while slots[slot] >= 0, !isEqual(slots[slot], text) {
      slot = (slot + 1) & mask
    }
    return slot
  }

  private func isEqual(_ id: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard ends[id + 1] - ends[id] == text.count else { return false }
    return bytes[ends[id]..<ends[id + 1]].elementsEqual(text)
  }

  private mutating func grow() {
    slots = [Int](repeating: -1, count: slots.count * 2)
    bytes.withUnsafeBufferPointer { all in
      for id in 0..<count {
        let text = UnsafeBufferPointer(rebasing: all[ends[id]..<ends[id + 1]])
        let mask = slots.count - 1
        var slot = Self.hash(text) & mask
        while slots[slot] >= 0 { slot = (slot + 1) & mask }
        slots[slot] = id
      }
    }
  }

  /// FNV-1a with 64 bits, folded so that the low bits depend on all.
  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return Int(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}
