/// The records of a CSV file as it was written, one after the other (RFC 4180, section 2).
struct CSVRecords: Sequence, IteratorProtocol {
  /// A record without its line end.
  struct Record {
    /// The line it begins on, from 1.
    let line: Int
    let bytes: ArraySlice<UInt8>
  }

  private let file: [UInt8]
  private var position = 0
  private var line = 1

  init(_ file: [UInt8]) { self.file = file }
}

extension CSVRecords {
  mutating func next() -> Record? {
    guard position < file.count else { return nil }
    let (start, first) = (position, line)
    var isQuoted = false
    while position < file.count {
      let byte = file[position]
      position += 1
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard byte == UInt8(ascii: "\n") else { continue }
      line += 1
      if !isQuoted { return Record(line: first, bytes: file[start..<position - 1]) }
    }
    return Record(line: first, bytes: file[start..<position])
  }
}

extension CSVRecords.Record {
  /// The fields as they are written, quotes included.
  var fields: [String] {
    var fields: [String] = []
    var (start, isQuoted) = (bytes.startIndex, false)
    for place in bytes.indices {
      if bytes[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[place] == UInt8(ascii: ","), !isQuoted {
        fields.append(String(decoding: bytes[start..<place], as: UTF8.self))
        start = place + 1
      }
    }
    return fields + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}
