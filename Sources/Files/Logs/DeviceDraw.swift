/// Draws devices of logs: those whose names have the smallest hashes, so that the same ones are
/// drawn whatever the order of rows and files.
///
/// Files are read one after the other with the same draw. A device that was drawn at first may have
/// to make room for others, so at the end ``LogTable/drawn(by:)`` leaves out its rows, too.
package final class DeviceDraw {
  /// So many are drawn, or all, if there are fewer.
  package let count: Int
  /// The key of the hashes.
  let key: UInt64
  /// The hashes of all devices so far.
  private var seen: Set<UInt64> = []
  /// The smallest of them, ascending.
  private var chosen: [UInt64] = []

  /// - Precondition: `count` is at least 1.
  package init(count: Int, seed: UInt64) {
    precondition(count > 0, "a draw has a device")
    (self.count, key) = (count, KeyedHash.mixed(seed))
  }
}

extension DeviceDraw {
  /// Devices that were read.
  package var deviceCount: Int { seen.count }

  /// The number of devices that are drawn.
  package var drawnCount: Int { chosen.count }

  /// Notes a device.
  ///
  /// - Returns: Whether it is one of those that are drawn so far.
  func takes(_ hash: UInt64) -> Bool {
    if chosen.count == count, let last = chosen.last, hash > last {
      seen.insert(hash)
      return false
    }
    guard seen.insert(hash).inserted else { return true }
    chosen.insert(hash, at: place(of: hash))
    if chosen.count > count { chosen.removeLast() }
    return true
  }

  func holds(_ hash: UInt64) -> Bool { chosen.last.map { hash <= $0 } ?? false }

  /// The place of a hash.
  private func place(of hash: UInt64) -> Int {
    var (low, high) = (0, chosen.count)
    while low < high {
      let middle = (low + high) / 2
      if chosen[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Hashes of texts that depend on a key.
package enum KeyedHash {
  /// FNV-1a with 64 bits from a start that the key chooses, then mixed, so that all bits are alike.
  package static func value(of text: UnsafeBufferPointer<UInt8>, key: UInt64) -> UInt64 {
    var hash = 0xCBF2_9CE4_8422_2325 ^ key
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return mixed(hash ^ key)
  }

  /// The last step of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014).
  package static func mixed(_ bits: UInt64) -> UInt64 {
    var z = bits &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension LogTable {
  /// The rows of devices that are drawn now, where the first texts are the devices.
  ///
  /// - Precondition: It was read with this draw.
  package func drawn(by draw: DeviceDraw) -> LogTable {
    guard let devices = texts.first else { return self }
    let isDrawn = devices.names.map { name in
      var name = name
      return draw.holds(name.withUTF8 { KeyedHash.value(of: $0, key: draw.key) })
    }
    if isDrawn.allSatisfy({ $0 }) { return self }
    let rows = (0..<rowCount).filter { isDrawn[devices.ids[$0]] }
    var lines = LineIndex()
    for (place, row) in rows.enumerated() { lines.add(row: place, line: line(ofRow: row)) }
    return LogTable(
      file: file, rowCount: rows.count, times: times.map { column in rows.map { column[$0] } },
      areDateTimes: areDateTimes, unit: unit, canBePlayed: canBePlayed,
      texts: texts.map { $0.rows(rows) }, hashes: hashes.map { column in rows.map { column[$0] } },
      marks: marks.map { column in rows.map { column[$0] } }, notes: notes, sha256: sha256,
      byteCount: byteCount, lines: lines)
  }
}
