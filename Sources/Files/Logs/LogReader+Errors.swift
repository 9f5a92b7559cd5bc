extension LogReader {
  /// The line of the first row that was kept.
  var firstLine: Int { rowCount > 0 ? lines.line(ofRow: 0) : 1 }

  func failure(
    line: Int, _ column: String, _ problem: Diagnostic.Problem, allowed: String?
  ) -> InputError {
    let place = SourceLocation(file: head.file, line: line, column: 1)
    return InputError(
      ExitCode.dataError,
      [Diagnostic(at: place, path: Diagnostic.excerpt(column), problem, allowed: allowed)])
  }

  mutating func reportCount(_ count: Int, _ record: UnsafeBufferPointer<UInt8>) {
    let expected = head.hasHeader ? ", as in the header" : ", as in the first row"
    report(
      "", 0, in: record, .found("\(count) field\(count == 1 ? "" : "s")"),
      allowed: "\(head.names.count)" + expected)
  }

  mutating func reportField(
    _ name: String, _ field: RecordFields.Field, in record: UnsafeBufferPointer<UInt8>,
    allowed: String
  ) {
    let text = String(decoding: RecordFields.text(of: field, in: record), as: UTF8.self)
    let found = text.isEmpty ? "nothing" : "\"\(Diagnostic.excerpt(text))\""
    report(Diagnostic.excerpt(name), field.start, in: record, .found(found), allowed: allowed)
  }

  mutating func report(
    _ path: String, _ offset: Int, in record: UnsafeBufferPointer<UInt8>,
    _ problem: Diagnostic.Problem, allowed: String? = nil
  ) {
    let place = RecordSource.location(
      of: offset, in: record, file: head.file, firstLine: source.line)
    report(path, at: place.line, place.column, problem, allowed: allowed)
  }

  mutating func report(
    _ path: String, at line: Int, _ column: Int, _ problem: Diagnostic.Problem,
    allowed: String? = nil
  ) {
    guard diagnostics.count < InputError.diagnosticsMax else {
      omittedCount += 1
      return
    }
    let location = SourceLocation(file: head.file, line: line, column: column)
    diagnostics.append(Diagnostic(at: location, path: path, problem, allowed: allowed))
  }

  func failure() -> InputError {
    InputError(ExitCode.dataError, diagnostics, omittedCount: omittedCount)
  }

  /// Mistakes found so far and the one that ended reading.
  func failure(adding error: InputError) -> InputError {
    InputError(error.exitCode, diagnostics + error.diagnostics, omittedCount: omittedCount)
  }
}
