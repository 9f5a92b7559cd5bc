/// It stands between the fields of a log.
package enum LogSeparator: Sendable, Equatable {
  case byte(UInt8)
  /// A run of spaces and tabs.
  case blanks

  static let comma = LogSeparator.byte(UInt8(ascii: ","))
}

extension RecordFields {
  /// Finds the fields of a log's record; blanks around them do not count.
  ///
  /// - Throws: `Flaw`, as ``separate(_:hasQuotes:)``.
  mutating func separate(
    _ record: UnsafeBufferPointer<UInt8>, hasQuotes: Bool, by separator: LogSeparator
  ) throws(Flaw) {
    fields.removeAll(keepingCapacity: true)
    try checkText(record, isMultiline: hasQuotes)
    trims = true
    switch separator {
    case .blanks: splitBlanks(record)
    case .byte(let byte) where hasQuotes:
      self.separator = byte
      try splitQuoted(record)
    case .byte(let byte):
      self.separator = byte
      splitPlain(record)
      for place in fields.indices { fields[place] = Self.trimmed(fields[place], record) }
    }
  }

  /// Fields between runs of blanks; what stands in quotes or square brackets is one field.
  private mutating func splitBlanks(_ record: UnsafeBufferPointer<UInt8>) {
    var position = Self.end(ofBlanks: record, from: 0)
    while position < record.count {
      if record[position] == UInt8(ascii: "\"") {
        let field = quotedField(record, from: position + 1)
        fields.append(field)
        position = field.bytes.upperBound + 1
      } else if let end = Self.end(ofBracket: record, from: position) {
        fields.append(Field(bytes: position + 1..<end))
        position = end + 1
      } else {
        let end = Self.end(ofWord: record, from: position)
        fields.append(Field(bytes: position..<end))
        position = end
      }
      position = Self.end(ofBlanks: record, from: min(position, record.count))
    }
  }

  /// A field without the blanks around it.
  static func trimmed(_ field: Field, _ record: UnsafeBufferPointer<UInt8>) -> Field {
    guard let first = record[field.bytes].first, let last = record[field.bytes].last,
      isBlank(first) || isBlank(last)
    else { return field }
    var (start, end) = (field.bytes.lowerBound, field.bytes.upperBound)
    while start < end, isBlank(record[start]) { start += 1 }
    while end > start, isBlank(record[end - 1]) { end -= 1 }
    var field = field
    field.bytes = start..<end
    return field
  }

  /// Where blanks that begin here end; a tab that separates fields is none.
  static func end(
    ofBlanks record: UnsafeBufferPointer<UInt8>, from start: Int, _ separator: UInt8? = nil
  ) -> Int {
    var end = start
    while end < record.count, isBlank(record[end]), record[end] != separator { end += 1 }
    return end
  }

  private static func end(
    ofWord record: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var end = start
    while end < record.count, !isBlank(record[end]) { end += 1 }
    return end
  }

  /// Where the bracket that opens here is closed, if a blank or nothing follows.
  private static func end(
    ofBracket record: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard record[start] == UInt8(ascii: "[") else { return nil }
    let end = record[start...].firstIndex(of: UInt8(ascii: "]"))
    return end.flatMap { $0 + 1 == record.count || isBlank(record[$0 + 1]) ? $0 : nil }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
