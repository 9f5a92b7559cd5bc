/// Goals, in order: no bad value passes; every error names its line and column; a file of any size
/// at hundreds of megabytes per second, without holding its text.
///
/// Reads columns of a CSV file strictly by RFC 4180, in UTF-8; a byte order mark, CRLF, and
/// semicolons or tabs in place of all commas are fine.
/// Own code because the SwiftCSV package loads whole files as Strings and reports no position.
package struct TableReader {
  private let displayName: String
  private let source: RecordSource
  private var fields = RecordFields()
  private var header: [String] = []
  private var numberColumns: [(name: String, index: Int, values: [Double])] = []
  private var optionalColumns: [(name: String, index: Int, values: [Double?])] = []
  private var integerColumns: [(name: String, index: Int, values: [UInt128?])] = []
  private var allowsMissingIntegers = true
  private var textColumns: [(name: String, index: Int, ids: [Int], interner: TextInterner)] = []
  /// The places in `numberColumns` of the starts and ends of spans.
  private var spans: (start: Int, end: Int)?
  /// The same, where ends may be missing: a place in `optionalColumns`.
  private var openSpans: (start: Int, end: Int)?
  /// The words that an optional number may be besides decimal numbers.
  private var infinities: [(text: String, value: Double)] = []
  private var lines = LineIndex()
  private var rowCount = 0
  private var diagnostics: [Diagnostic] = []
  private var omittedCount = 0

  private init(path: String, displayName: String) throws(InputError) {
    self.displayName = displayName
    source = try RecordSource(path: path, displayName: displayName)
  }
}

// MARK: - Entry points

extension TableReader {
  /// Reads columns by name.
  ///
  /// - Parameters:
  ///   - path: where the file lies.
  ///   - displayName: the file's name in error messages.
  ///   - numbers: columns of finite decimal numbers, such as `12`, `-0.5` or `1e6`.
  ///   - optionalNumbers: the same, where an empty field is a missing value.
  ///   - integers: columns of whole numbers from 0, exact up to 2^128 - 1; empty: missing.
  ///   - texts: columns of texts that are not empty. Other columns may hold anything.
  ///   - spans: of the columns of numbers, one of starts and one of ends, which may be optional: no
  ///     end comes before its start.
  ///   - allowsMissingIntegers: false: a field of a whole number must not be empty.
  ///   - allowsNoRows: a header alone is a table too.
  ///   - allowsInfinity: an optional number may also be `inf`.
  ///   - allowsNegativeInfinity: and `-inf`.
  /// - Throws: `InputError`: 66 for a missing or unreadable file, 74 for a failing disk, 65 for
  ///   bad contents, with the first 20 mistakes by line and column and the number of the others.
  /// - Complexity: O(file size) time; memory for the columns and 2 MiB.
  package static func read(
    path: String, displayName: String, numbers: [String] = [], optionalNumbers: [String] = [],
    integers: [String] = [], texts: [String] = [],
    spans: (start: String, end: String)? = nil, allowsMissingIntegers: Bool = true,
    allowsNoRows: Bool = false, allowsInfinity: Bool = false, allowsNegativeInfinity: Bool = false
  ) throws(InputError) -> Table {
    var reader = try TableReader(path: path, displayName: displayName)
    reader.allowsMissingIntegers = allowsMissingIntegers
    if allowsInfinity {
      reader.infinities += [("inf", .infinity), (CSVWriter.leadingInfinity, .infinity)]
    }
    if allowsNegativeInfinity { reader.infinities.append(("-inf", -.infinity)) }
    try reader.readHeader()
    reader.numberColumns = numbers.map { ($0, reader.index(of: $0), []) }
    if let spans, let start = numbers.firstIndex(of: spans.start) {
      reader.spans = numbers.firstIndex(of: spans.end).map { (start, $0) }
      reader.openSpans = optionalNumbers.firstIndex(of: spans.end).map { (start, $0) }
    }
    reader.optionalColumns = optionalNumbers.map { ($0, reader.index(of: $0), []) }
    reader.integerColumns = integers.map { ($0, reader.index(of: $0), []) }
    reader.textColumns = texts.map { ($0, reader.index(of: $0), [], TextInterner()) }
    guard reader.diagnostics.isEmpty else { throw reader.failure() }
    do {
      try reader.readRows()
    } catch {
      throw reader.failure(adding: error)
    }
    if reader.rowCount == 0, !allowsNoRows, reader.diagnostics.isEmpty {
      reader.report("", at: 1, 1, .message("no rows below the header"))
    }
    guard reader.diagnostics.isEmpty else { throw reader.failure() }
    return reader.table()
  }

  /// Reads all columns as texts; a cell may be empty.
  ///
  /// - Throws: `InputError` as `read`.
  package static func cells(path: String, displayName: String) throws(InputError) -> CellTable {
    var reader = try TableReader(path: path, displayName: displayName)
    try reader.readHeader()
    let header = reader.header.enumerated().map { place, name in
      let place = reader.fields.fields[place].start + 1
      return CellTable.Cell(
        text: name, location: SourceLocation(file: displayName, line: 1, column: place))
    }
    var rows: [[CellTable.Cell]] = []
    while let record = try reader.source.next() {
      guard reader.hasAllFields(record) else { continue }
      rows.append(
        reader.fields.fields.map { field in
          let text = String(decoding: RecordFields.text(of: field, in: record), as: UTF8.self)
          let place = RecordSource.location(
            of: field.start, in: record, file: displayName, firstLine: reader.source.line)
          return CellTable.Cell(text: text, location: place)
        })
    }
    if rows.isEmpty, reader.diagnostics.isEmpty {
      reader.report("", at: 1, 1, .message("no rows below the header"))
    }
    guard reader.diagnostics.isEmpty else { throw reader.failure() }
    return CellTable(header: header, rows: rows)
  }

  /// The names of a file's columns, in their order.
  ///
  /// - Throws: `InputError` as `read`.
  package static func header(path: String, displayName: String) throws(InputError) -> [String] {
    var reader = try TableReader(path: path, displayName: displayName)
    try reader.readHeader()
    return reader.header
  }

  private func table() -> Table {
    Table(
      file: displayName, rowCount: rowCount, numbers: numberColumns.map(\.values),
      optionalNumbers: optionalColumns.map(\.values), integers: integerColumns.map(\.values),
      texts: textColumns.map { Table.TextColumn(ids: $0.ids, names: $0.interner.names) },
      sha256: source.finalizedHash(), byteCount: source.byteCount,
      lines: lines)
  }
}

// MARK: - The header

extension TableReader {
  private mutating func readHeader() throws(InputError) {
    guard let record = try source.next() else {
      report("", at: 1, 1, .message("the file is empty"))
      throw failure()
    }
    fields.detectSeparator(record)
    guard split(record) else { throw failure() }
    for field in fields.fields {
      let name = String(decoding: RecordFields.text(of: field, in: record), as: UTF8.self)
      if header.contains(name) {
        report("", field.start, in: record, .message("two columns \"\(Diagnostic.excerpt(name))\""))
      }
      header.append(name)
    }
    guard diagnostics.isEmpty else { throw failure() }
  }

  private mutating func index(of name: String) -> Int {
    if let index = header.firstIndex(of: name) { return index }
    let shown = header.prefix(20).map { Diagnostic.excerpt($0) }.joined(separator: ", ")
    diagnostics.append(
      Diagnostic(
        at: SourceLocation(file: displayName, line: 1, column: 1),
        .message("no column \"\(Diagnostic.excerpt(name))\""),
        allowed: header.count > 20 ? shown + ", ..." : shown,
        suggestion: NearestName.nearest(to: name, among: header)))
    return 0
  }
}

// MARK: - Rows

extension TableReader {
  private mutating func readRows() throws(InputError) {
    while let record = try source.next() {
      lines.add(row: rowCount, line: source.line)
      rowCount += 1
      guard hasAllFields(record) else { continue }
      for column in numberColumns.indices { readNumber(column, record) }
      if let spans { checkOrder(spans.start, spans.end, record) }
      for column in optionalColumns.indices { readOptional(column, record) }
      if let openSpans { checkOrder(openSpans.start, optional: openSpans.end, record) }
      for column in integerColumns.indices { readInteger(column, record) }
      for column in textColumns.indices { readText(column, record) }
    }
  }

  private mutating func hasAllFields(_ record: UnsafeBufferPointer<UInt8>) -> Bool {
    guard split(record) else { return false }
    if fields.fields.count == header.count { return true }
    let count = fields.fields.count
    report(
      "", 0, in: record, .found("\(count) field\(count == 1 ? "" : "s")"),
      allowed: "\(header.count), as in the header")
    return false
  }

  private mutating func readNumber(_ column: Int, _ record: UnsafeBufferPointer<UInt8>) {
    let field = fields.fields[numberColumns[column].index]
    if let value = DecimalNumber.value(of: UnsafeBufferPointer(rebasing: record[field.bytes])) {
      numberColumns[column].values.append(value)
    } else {
      reportField(numberColumns[column].name, field, in: record, allowed: "a decimal number")
    }
  }

  /// Checks the order of the numbers of this row, if both could be read.
  private mutating func checkOrder(
    _ start: Int, _ end: Int, _ record: UnsafeBufferPointer<UInt8>
  ) {
    let (starts, ends) = (numberColumns[start].values, numberColumns[end].values)
    guard starts.count == ends.count, let first = starts.last, let last = ends.last, last < first
    else { return }
    let field = fields.fields[numberColumns[end].index]
    reportField(
      numberColumns[end].name, field, in: record,
      allowed: "at least \(Units.text(of: first)), the \(numberColumns[start].name)")
  }

  private mutating func checkOrder(
    _ start: Int, optional end: Int, _ record: UnsafeBufferPointer<UInt8>
  ) {
    let (starts, ends) = (numberColumns[start].values, optionalColumns[end].values)
    guard starts.count == ends.count, let first = starts.last, let last = ends.last ?? nil,
      last < first
    else { return }
    reportField(
      optionalColumns[end].name, fields.fields[optionalColumns[end].index], in: record,
      allowed: "at least \(Units.text(of: first)), the \(numberColumns[start].name), or nothing")
  }

  private mutating func readOptional(_ column: Int, _ record: UnsafeBufferPointer<UInt8>) {
    let field = fields.fields[optionalColumns[column].index]
    let bytes = UnsafeBufferPointer(rebasing: record[field.bytes])
    let value =
      DecimalNumber.value(of: bytes)
      ?? infinities.first { bytes.elementsEqual($0.text.utf8) }?.value
    optionalColumns[column].values.append(value)
    if value == nil, !field.bytes.isEmpty {
      reportField(
        optionalColumns[column].name, field, in: record, allowed: "a decimal number, or nothing")
    }
  }

  private mutating func readInteger(_ column: Int, _ record: UnsafeBufferPointer<UInt8>) {
    let field = fields.fields[integerColumns[column].index]
    let value = Self.wholeNumber(record[field.bytes])
    integerColumns[column].values.append(value)
    if value == nil, !field.bytes.isEmpty || !allowsMissingIntegers {
      let allowed = "a whole number" + (allowsMissingIntegers ? ", or nothing" : "")
      reportField(integerColumns[column].name, field, in: record, allowed: allowed)
    }
  }

  /// Digits only; nil for anything else, and beyond 2^128 - 1.
  private static func wholeNumber(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt128? {
    if digits.isEmpty { return nil }
    var value: UInt128 = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = product.addingReportingOverflow(UInt128(digit))
      guard digit <= 9, !isTooLarge, !overflows else { return nil }
      value = sum
    }
    return value
  }

  private mutating func readText(_ column: Int, _ record: UnsafeBufferPointer<UInt8>) {
    let field = fields.fields[textColumns[column].index]
    if field.bytes.isEmpty {
      reportField(textColumns[column].name, field, in: record, allowed: "a text")
    } else if field.hasEscapes {
      let text = RecordFields.text(of: field, in: record)
      textColumns[column].ids.append(
        text.withUnsafeBufferPointer { textColumns[column].interner.id(of: $0) })
    } else {
      let bytes = UnsafeBufferPointer(rebasing: record[field.bytes])
      textColumns[column].ids.append(textColumns[column].interner.id(of: bytes))
    }
  }

  private mutating func split(_ record: UnsafeBufferPointer<UInt8>) -> Bool {
    do {
      try fields.separate(record, hasQuotes: source.hasQuotes)
      return true
    } catch {
      report("", error.offset, in: record, .message(error.problem))
      return false
    }
  }
}

// MARK: - Errors

extension TableReader {
  private mutating func reportField(
    _ name: String, _ field: RecordFields.Field, in record: UnsafeBufferPointer<UInt8>,
    allowed: String
  ) {
    let text = String(decoding: RecordFields.text(of: field, in: record), as: UTF8.self)
    let found = text.isEmpty ? "nothing" : "\"\(Diagnostic.excerpt(text))\""
    report(
      Diagnostic.excerpt(name), field.start, in: record, .found(found), allowed: allowed)
  }

  private mutating func report(
    _ path: String, _ offset: Int, in record: UnsafeBufferPointer<UInt8>,
    _ problem: Diagnostic.Problem, allowed: String? = nil
  ) {
    let place = RecordSource.location(
      of: offset, in: record, file: displayName, firstLine: source.line)
    report(path, at: place.line, place.column, problem, allowed: allowed)
  }

  private mutating func report(
    _ path: String, at line: Int, _ column: Int, _ problem: Diagnostic.Problem,
    allowed: String? = nil
  ) {
    guard diagnostics.count < InputError.diagnosticsMax else {
      omittedCount += 1
      return
    }
    let location = SourceLocation(file: displayName, line: line, column: column)
    diagnostics.append(Diagnostic(at: location, path: path, problem, allowed: allowed))
  }

  private func failure() -> InputError {
    InputError(ExitCode.dataError, diagnostics, omittedCount: omittedCount)
  }

  /// Mistakes found so far and the one that ended reading.
  private func failure(adding error: InputError) -> InputError {
    InputError(error.exitCode, diagnostics + error.diagnostics, omittedCount: omittedCount)
  }
}
