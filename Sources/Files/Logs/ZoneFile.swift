/// A zone of the tz database as its file has it: TZif, version 2 or later.
///
/// Source: RFC 8536; the rule at the end is that of POSIX's TZ (``ZoneRule``).
struct ZoneFile {
  /// From `time` on [s since 1970], the clock is `offset` [s] east of Greenwich.
  struct Change: Equatable {
    let time: Int
    let offset: Int
  }

  /// Before the first change.
  let firstOffset: Int
  let changes: [Change]

  /// Changes by the rule at the end are listed up to this year.
  private static let lastYear = 2200

  /// - Returns: nil for anything but a zone.
  init?(_ bytes: [UInt8]) {
    guard let old = Header(bytes, at: 0), old.version >= UInt8(ascii: "2"),
      let header = Header(bytes, at: old.end(timeSize: 4))
    else { return nil }
    let times = header.start
    let types = times + 8 * header.timeCount
    let offsets = types + header.timeCount
    let end = header.end(timeSize: 8)
    guard end < bytes.count, header.typeCount > 0 else { return nil }
    let known = (0..<header.typeCount).map { Self.integer(bytes, at: offsets + 6 * $0, size: 4) }
    var changes: [Change] = []
    for place in 0..<header.timeCount {
      let type = Int(bytes[types + place])
      guard type < known.count else { return nil }
      let time = Self.integer(bytes, at: times + 8 * place, size: 8)
      changes.append(Change(time: time, offset: known[type]))
    }
    firstOffset = known[0]
    let footer = bytes[(end + 1)...].prefix { $0 != UInt8(ascii: "\n") }
    let last = changes.last
    if footer.isEmpty {
      self.changes = changes
    } else {
      guard let rule = ZoneRule(String(decoding: footer, as: UTF8.self)) else { return nil }
      let from = last.map { DateTime.civil(($0.time + $0.offset) / 86_400).year } ?? 1970
      self.changes =
        changes
        + (from...max(from, Self.lastYear)).flatMap(rule.changes)
        .filter { $0.time > last?.time ?? .min }
    }
  }

  /// A signed number, the most significant byte first.
  private static func integer(_ bytes: [UInt8], at start: Int, size: Int) -> Int {
    let value = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 8 ? Int(Int64(bitPattern: value)) : Int(Int32(truncatingIfNeeded: value))
  }

  /// The counts before each of the two parts of a file.
  private struct Header {
    let version: UInt8
    let start: Int
    private let counts: [Int]

    init?(_ bytes: [UInt8], at place: Int) {
      guard bytes.count >= place + 44, bytes[place..<place + 4].elementsEqual("TZif".utf8) else {
        return nil
      }
      version = bytes[place + 4]
      start = place + 44
      counts = (0..<6).map { ZoneFile.integer(bytes, at: place + 20 + 4 * $0, size: 4) }
      guard counts.allSatisfy({ 0...100_000 ~= $0 }) else { return nil }
    }

    var timeCount: Int { counts[3] }
    var typeCount: Int { counts[4] }

    /// The end of the part.
    func end(timeSize: Int) -> Int {
      start + timeCount * (timeSize + 1) + typeCount * 6 + counts[5] + counts[2] * (timeSize + 4)
        + counts[1] + counts[0]
    }
  }
}
