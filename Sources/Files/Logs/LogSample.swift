/// The first records of a file.
struct LogSample {
  struct Record {
    let bytes: [UInt8]
    let hasQuotes: Bool
    let line: Int

    /// The fields' texts; of a malformed record none.
    func texts(_ separator: LogSeparator) -> [String] {
      var fields = RecordFields()
      let texts = try? withFields(&fields, by: separator) { fields, record in
        fields.map { String(decoding: RecordFields.text(of: $0, in: record), as: UTF8.self) }
      }
      return texts ?? []
    }

    func withFields<Value>(
      _ fields: inout RecordFields, by separator: LogSeparator,
      _ body: ([RecordFields.Field], UnsafeBufferPointer<UInt8>) -> Value
    ) throws(RecordFields.Flaw) -> Value {
      try bytes.withUnsafeBufferPointer { record throws(RecordFields.Flaw) in
        try fields.separate(record, hasQuotes: hasQuotes, by: separator)
        return body(fields.fields, record)
      }
    }

    /// Nobody knows what the comma behind the seconds is.
    func unclearComma(_ file: String) -> InputError {
      InputError(
        ExitCode.dataError,
        [
          Diagnostic(
            at: SourceLocation(file: file, line: line, column: 1),
            .message("are the three digits behind the seconds milliseconds or a column?"),
            allowed: "milliseconds: --time-format \"%Y-%m-%d %H:%M:%S,%f\", or quotes around the "
              + "times; a column: a header that names it")
        ])
    }

    func failure(_ file: String, at offset: Int, _ problem: String) -> InputError {
      let place = bytes.withUnsafeBufferPointer {
        RecordSource.location(of: offset, in: $0, file: file, firstLine: line)
      }
      return InputError(ExitCode.dataError, [Diagnostic(at: place, .message(problem))])
    }
  }

  /// The records; there is at least one.
  private(set) var records: [Record] = []
  /// Comments before the first record.
  private(set) var commentCount = 0

  /// - Throws: `InputError`, as ``LogHead``.
  init(path: String, displayName: String, count: Int) throws(InputError) {
    let source = try RecordSource(path: path, displayName: displayName)
    while records.count < count {
      let next: UnsafeBufferPointer<UInt8>?
      do {
        next = try source.next()
      } catch {
        // Behind the first record the reader says it again, with all else that is wrong.
        guard records.isEmpty else { break }
        throw error
      }
      guard let record = next else { break }
      if records.isEmpty { try Self.checkEncoding(record, displayName) }
      if records.isEmpty, Self.isComment(record) {
        commentCount += 1
      } else {
        records.append(
          Record(bytes: Array(record), hasQuotes: source.hasQuotes, line: source.line))
      }
    }
    guard !records.isEmpty else {
      throw InputError(
        ExitCode.dataError,
        [
          Diagnostic(
            at: SourceLocation(file: displayName, line: 1, column: 1),
            .message(commentCount > 0 ? "no rows below the comments" : "the file is empty"))
        ])
    }
  }

  /// `# `, `% ` or `##`; a header may begin with `#`, too.
  static func isComment(_ record: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let mark = record.first, mark == UInt8(ascii: "#") || mark == UInt8(ascii: "%") else {
      return false
    }
    return record.count == 1 || record[1] == UInt8(ascii: " ") || record[1] == mark
  }

  private static func checkEncoding(
    _ record: UnsafeBufferPointer<UInt8>, _ file: String
  ) throws(InputError) {
    guard record.count >= 2 else { return }
    let mark = [record[0], record[1]]
    guard mark == [0xFF, 0xFE] || mark == [0xFE, 0xFF] else { return }
    throw InputError(
      ExitCode.dataError,
      [
        Diagnostic(
          at: SourceLocation(file: file, line: 1, column: 1), .found("UTF-16"),
          allowed: "UTF-8; iconv -f UTF-16 -t UTF-8 makes it")
      ])
  }
}
