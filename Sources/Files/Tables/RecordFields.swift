/// The fields of one CSV record, found in place.
package struct RecordFields {
  struct Field {
    /// The field's bytes in the record, without its quotes.
    var bytes: Range<Int>
    var isQuoted = false
    /// Whether it holds doubled quotes that stand for single ones.
    var hasEscapes = false

    /// The first character, which may be a quote.
    var start: Int { isQuoted ? bytes.lowerBound - 1 : bytes.lowerBound }
  }

  /// The place where a record is malformed.
  struct Flaw: Error {
    let offset: Int
    let problem: String
  }

  /// The separator of two fields: a comma, or the character that the header has in its place.
  var separator = UInt8(ascii: ",")
  /// Blanks around a field do not count, as in logs.
  var trims = false
  var fields: [Field] = []

  /// Finds the fields of a record.
  ///
  /// - Throws: `Flaw` at the first NUL byte, carriage return, byte that is not UTF-8, or quote in
  ///   the wrong place.
  mutating func separate(
    _ record: UnsafeBufferPointer<UInt8>, hasQuotes: Bool
  ) throws(Flaw) {
    fields.removeAll(keepingCapacity: true)
    try checkText(record, isMultiline: hasQuotes)
    if hasQuotes {
      try splitQuoted(record)
    } else {
      splitPlain(record)
    }
  }

  /// The texts of a record's fields; of a malformed record one text, which is all of it.
  package static func texts(of record: ArraySlice<UInt8>) -> [String] {
    record.withUnsafeBufferPointer { bytes in
      var cut = RecordFields()
      let hasQuotes = bytes.contains(UInt8(ascii: "\""))
      guard (try? cut.separate(bytes, hasQuotes: hasQuotes)) != nil else {
        return [String(decoding: bytes, as: UTF8.self)]
      }
      return cut.fields.map { String(decoding: text(of: $0, in: bytes), as: UTF8.self) }
    }
  }

  /// The text of a field, its doubled quotes undone.
  static func text(of field: Field, in record: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    var isSecond = false
    return record[field.bytes].filter { byte in
      isSecond = field.hasEscapes && byte == quote && !isSecond
      return !isSecond
    }
  }
}

// MARK: - Splitting

extension RecordFields {
  /// Takes a semicolon or a tab for the separator if the header has one of them and no comma.
  mutating func detectSeparator(_ header: UnsafeBufferPointer<UInt8>) {
    guard !header.contains(UInt8(ascii: ",")) else { return }
    separator =
      [UInt8(ascii: ";"), UInt8(ascii: "\t")].first { header.contains($0) } ?? UInt8(ascii: ",")
  }

  mutating func splitPlain(_ record: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for position in record.indices where record[position] == separator {
      fields.append(Field(bytes: start..<position))
      start = position + 1
    }
    fields.append(Field(bytes: start..<record.count))
  }

  mutating func splitQuoted(_ record: UnsafeBufferPointer<UInt8>) throws(Flaw) {
    var position = 0
    while true {
      if trims { position = Self.end(ofBlanks: record, from: position, separator) }
      let isQuoted = position < record.count && record[position] == UInt8(ascii: "\"")
      let field =
        isQuoted ? quotedField(record, from: position + 1) : plainField(record, from: position)
      fields.append(trims && !isQuoted ? Self.trimmed(field, record) : field)
      position = field.bytes.upperBound + (isQuoted ? 1 : 0)
      if trims { position = Self.end(ofBlanks: record, from: position, separator) }
      if position >= record.count { return }
      guard record[position] == separator else {
        let problem = isQuoted ? "text after a closing quote" : "a quote inside an unquoted field"
        throw Flaw(offset: position, problem: problem)
      }
      position += 1
    }
  }

  /// Ends at a comma, at the end, or at a quote, which is wrong there.
  private func plainField(_ record: UnsafeBufferPointer<UInt8>, from start: Int) -> Field {
    var end = start
    while end < record.count, record[end] != separator, record[end] != UInt8(ascii: "\"") {
      end += 1
    }
    return Field(bytes: start..<end)
  }

  func quotedField(_ record: UnsafeBufferPointer<UInt8>, from start: Int) -> Field {
    let quote = UInt8(ascii: "\"")
    var field = Field(bytes: start..<start, isQuoted: true)
    var end = start
    while end < record.count {
      if record[end] == quote {
        guard end + 1 < record.count, record[end + 1] == quote else { break }
        field.hasEscapes = true
        end += 1
      }
      end += 1
    }
    field.bytes = start..<end
    return field
  }
}

// MARK: - Bytes that do not belong in a table

extension RecordFields {
  func checkText(
    _ record: UnsafeBufferPointer<UInt8>, isMultiline: Bool
  ) throws(Flaw) {
    var isPlain = true
    for byte in record {
      // Below: tab and newline of quoted fields too, which the careful search lets pass.
      isPlain = isPlain && byte >= 0x20 && byte < 0x80
    }
    if isPlain { return }
    for position in record.indices {
      if record[position] == 0 { throw Flaw(offset: position, problem: "a NUL byte") }
      if record[position] == UInt8(ascii: "\r"), !isMultiline {
        throw Flaw(offset: position, problem: "a carriage return that ends no line")
      }
    }
    if let offset = Self.firstInvalidByte(record) {
      throw Flaw(offset: offset, problem: "a byte that is not UTF-8")
    }
  }

  private static func firstInvalidByte(_ record: UnsafeBufferPointer<UInt8>) -> Int? {
    var iterator = record.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: return nil
      case .error: return offset
      case .valid(let scalar): offset += scalar.count
      }
    }
  }
}
