/// Goals, in order: no moment is misread; every error names its line and column; a file of any size
/// without holding its text.
///
/// Reads columns of a log: whatever separates them, with or without a header, in UTF-8, packed with
/// gzip or not. ``TableReader`` reads the project's own files, which have one form.
package struct LogReader {
  private let head: LogHead
  private let request: LogRequest
  private let source: RecordSource
  private var fields = RecordFields()
  private var times: [MomentColumn] = []
  private var texts: [(name: String, index: Int, ids: [Int], interner: TextInterner)] = []
  private var marks: [(index: Int, values: [Bool])] = []
  private var lines = LineIndex()
  private var rowCount = 0
  /// The line that was left out because the file ends in it.
  private var cutLine: Int?
  /// The days and clocks of two columns, put together.
  private var joined: [UInt8] = []
  private var diagnostics: [Diagnostic] = []
  private var omittedCount = 0

  private init(_ head: LogHead, _ request: LogRequest) throws(InputError) {
    (self.head, self.request) = (head, request)
    source = try RecordSource(path: head.path, displayName: head.file)
  }

  /// Reads columns of a log.
  ///
  /// A last line without a newline that lacks a field is left out, and a note says so.
  ///
  /// - Throws: `InputError`: 66 for a missing or unreadable file, 74 for a failing disk, 65 for
  ///   bad contents, with the first 20 mistakes by line and column and the number of the others.
  /// - Complexity: O(file size) time; memory for the columns and 2 MiB.
  package static func read(
    _ head: LogHead, _ request: LogRequest
  ) throws(InputError) -> LogTable {
    var reader = try LogReader(head, request)
    reader.findColumns()
    guard reader.diagnostics.isEmpty else { throw reader.failure() }
    do {
      try reader.readRows()
    } catch {
      throw reader.failure(adding: error)
    }
    if reader.rowCount == 0, reader.diagnostics.isEmpty {
      reader.report("", at: 1, 1, .message("no rows below the header"))
    }
    guard reader.diagnostics.isEmpty else { throw reader.failure() }
    return try reader.table()
  }
}

// MARK: - Columns

extension LogReader {
  private mutating func findColumns() {
    let wanted = request.times.map { ($0, false) } + request.optionalTimes.map { ($0, true) }
    for (name, isOptional) in wanted {
      let index = index(of: name)
      let pair = head.pair(of: index)
      times.append(
        MomentColumn(
          name: name, index: pair?.clock ?? index, dateIndex: pair?.date, isOptional: isOptional,
          head.options, allowsComma: head.separator != .comma))
    }
    texts = request.texts.map { ($0, index(of: $0), [], TextInterner()) }
    marks = request.marks.map { (index(of: $0), []) }
  }

  private mutating func index(of name: String) -> Int {
    if let index = head.columnIndex(of: name) { return index }
    diagnostics.append(
      Diagnostic(
        at: SourceLocation(file: head.file, line: 1, column: 1),
        .message("no column \"\(Diagnostic.excerpt(name))\""), allowed: head.listed,
        suggestion: NearestName.nearest(to: name, among: head.names)))
    return 0
  }
}

// MARK: - Rows

extension LogReader {
  private mutating func readRows() throws(InputError) {
    for _ in 0..<head.commentCount + (head.hasHeader ? 1 : 0) { _ = try source.next() }
    // A log of any width may have free text at its end.
    let isRagged = head.separator == .blanks && !head.hasHeader
    let countMin = isRagged ? lastIndex + 1 : head.names.count
    while let record = try source.next() {
      guard split(record) else { continue }
      let count = fields.fields.count
      if source.isCutOff, count < countMin {
        cutLine = source.line
        continue
      }
      lines.add(row: rowCount, line: source.line)
      rowCount += 1
      guard count == countMin || isRagged && count > countMin else {
        reportCount(count, record)
        continue
      }
      for column in times.indices { readTime(column, record) }
      if request.areSpans { checkOrder(record) }
      for column in texts.indices { readText(column, record) }
      for column in marks.indices { readMark(column, record) }
    }
  }

  private var lastIndex: Int {
    (times.flatMap { [$0.index, $0.dateIndex ?? 0] } + texts.map(\.index) + marks.map(\.index))
      .max() ?? 0
  }

  private mutating func split(_ record: UnsafeBufferPointer<UInt8>) -> Bool {
    do {
      try fields.separate(record, hasQuotes: source.hasQuotes, by: head.separator)
      return true
    } catch {
      report("", error.offset, in: record, .message(error.problem))
      return false
    }
  }

  private mutating func readTime(_ column: Int, _ record: UnsafeBufferPointer<UInt8>) {
    let field = fields.fields[times[column].index]
    let date = times[column].dateIndex.map { fields.fields[$0] }
    if times[column].isOptional, field.bytes.isEmpty, date?.bytes.isEmpty ?? true {
      times[column].appendMissing()
      return
    }
    do {
      if let date {
        try readPair(column, record[date.bytes], record[field.bytes])
      } else {
        try times[column].read(UnsafeBufferPointer(rebasing: record[field.bytes]))
      }
    } catch {
      reportTime(error, times[column].name, date, field, record)
    }
  }

  private mutating func readPair(
    _ column: Int, _ date: Slice<UnsafeBufferPointer<UInt8>>,
    _ clock: Slice<UnsafeBufferPointer<UInt8>>
  ) throws(MomentColumn.Flaw) {
    // Taken out, so that it is not copied.
    var text: [UInt8] = []
    swap(&text, &joined)
    defer { swap(&text, &joined) }
    text.removeAll(keepingCapacity: true)
    text += date
    text.append(UInt8(ascii: " "))
    text += clock
    try text.withUnsafeBufferPointer { text throws(MomentColumn.Flaw) in
      try times[column].read(text)
    }
  }

  private mutating func reportTime(
    _ flaw: MomentColumn.Flaw, _ name: String, _ date: RecordFields.Field?,
    _ field: RecordFields.Field, _ record: UnsafeBufferPointer<UInt8>
  ) {
    let parts = ([date].compactMap { $0 } + [field]).map {
      String(decoding: RecordFields.text(of: $0, in: record), as: UTF8.self)
    }
    let text = parts.joined(separator: " ")
    let found = field.bytes.isEmpty ? "nothing" : "\"\(Diagnostic.excerpt(text))\""
    let (path, start) = (Diagnostic.excerpt(name), (date ?? field).start)
    switch flaw {
    case .other(let allowed): report(path, start, in: record, .found(found), allowed: allowed)
    case .clockChange(false, let zone):
      report(
        path, start, in: record,
        .message("\(found) does not exist in \(zone): clocks were put forward"),
        allowed: "times of that zone, or times with their offset; another --time-zone")
    case .clockChange(true, let zone):
      report(
        path, start, in: record,
        .message("\(found) came twice in \(zone): clocks were turned back"),
        allowed: "times with their offset; --time-zone \(zone),earlier or \(zone),later says which")
    }
  }

  /// It compares the moments of this row, if both could be read.
  private mutating func checkOrder(_ record: UnsafeBufferPointer<UInt8>) {
    let (starts, ends) = (times[0].values, times[1].values)
    guard starts.count == ends.count, let first = starts.last, let last = ends.last, last < first
    else { return }
    reportField(
      times[1].name, fields.fields[times[1].index], in: record,
      allowed: "at least \(Units.text(of: first)), the \(times[0].name)")
  }

  private mutating func readText(_ column: Int, _ record: UnsafeBufferPointer<UInt8>) {
    let field = fields.fields[texts[column].index]
    if field.bytes.isEmpty {
      reportField(texts[column].name, field, in: record, allowed: "a text")
    } else if field.hasEscapes {
      let text = RecordFields.text(of: field, in: record)
      texts[column].ids.append(
        text.withUnsafeBufferPointer { texts[column].interner.id(of: $0) })
    } else {
      let bytes = UnsafeBufferPointer(rebasing: record[field.bytes])
      texts[column].ids.append(texts[column].interner.id(of: bytes))
    }
  }

  private static let negations: Set = [
    "0", "0.0", "-1", "f", "n", "false", "no", "null", "nil", "none", "nan", "na", "n/a", "-",
    "\\n",
    "failed", "failure", "error",
  ]

  private mutating func readMark(_ column: Int, _ record: UnsafeBufferPointer<UInt8>) {
    let field = fields.fields[marks[column].index]
    // A longer text is no negation, and is not made.
    let isNegation =
      field.bytes.count <= 7
      && Self.negations.contains(
        String(decoding: record[field.bytes], as: UTF8.self).lowercased())
    marks[column].values.append(!field.bytes.isEmpty && !isNegation)
  }
}

// MARK: - The table

extension LogReader {
  private func table() throws(InputError) -> LogTable {
    try checkForms()
    let areNumbers = times.allSatisfy(\.areNumbers)
    let unit = areNumbers ? try unit() : .s
    let isConverted = areNumbers && unit != .s
    return LogTable(
      file: head.file, rowCount: rowCount,
      times: times.map { isConverted ? $0.values.map(unit.seconds(of:)) : $0.values },
      areDateTimes: !areNumbers, unit: unit,
      canBePlayed: unit == .s && head.options.pattern == nil && head.options.zone == nil
        && times.allSatisfy { $0.dateIndex == nil },
      texts: texts.map { Table.TextColumn(ids: $0.ids, names: $0.interner.names) },
      marks: marks.map(\.values), notes: notes(unit, areNumbers: areNumbers),
      sha256: source.finalizedHash(), byteCount: source.byteCount, lines: lines)
  }

  /// Refuses numbers beside date-times, and commas that may stand for thousands.
  private func checkForms() throws(InputError) {
    let known = times.filter { $0.form != nil }
    let other = known.first { $0.areNumbers != known[0].areNumbers }
    if let other {
      throw failure(
        row: 0, other.name, .message("date-times in one column and numbers in the other"),
        allowed: "both columns of one kind")
    }
    for column in times where !times.contains(where: \.isCommaClear) {
      guard let row = column.unclearRow else { continue }
      throw failure(
        row: row, column.name,
        .message("is the comma a decimal comma? All numbers with one have three digits behind it"),
        allowed: "numbers with a decimal point, and without one for thousands")
    }
  }

  /// That of the numbers: as the user says, or the only one in which all are of our time.
  private func unit() throws(InputError) -> LogUnit {
    if let unit = head.options.unit { return unit }
    let ranges = times.compactMap(\.range)
    if !request.guessesUnit { try checkSeconds() }
    guard request.guessesUnit, let low = ranges.map(\.lowerBound).min(),
      let high = ranges.map(\.upperBound).max()
    else { return .s }
    return LogUnit.plausible(low...high) ?? .s
  }

  /// Refuses numbers that are no seconds.
  private func checkSeconds() throws(InputError) {
    for column in times where (column.range?.upperBound ?? 0) >= LogUnit.latest {
      guard let row = column.values.firstIndex(where: { $0 >= LogUnit.latest }) else { continue }
      throw failure(
        row: row, column.name, .found(Units.text(of: column.values[row])),
        allowed: "seconds below 1e11, or date-times; is this another unit?")
    }
  }

  private func notes(_ unit: LogUnit, areNumbers: Bool) -> [String] {
    var notes: [String] = []
    let names = times.map { Diagnostic.excerpt($0.name) }.joined(separator: ", ")
    if unit != .s, head.options.unit == nil {
      notes.append(
        "\(names): read as \(unit.words), the only unit in which all are of our time; --unit says "
          + "otherwise")
    }
    if times.contains(where: \.hasDecimalComma) {
      notes.append("\(names): numbers have a decimal comma")
    }
    if times.contains(where: \.isNaive) {
      notes.append(
        head.options.zone.map { "\(names): times without a zone are those of \($0.name)" }
          ?? "\(names): times without a zone count as UTC; --time-zone names another")
    }
    for column in times {
      guard let date = column.dateIndex else { continue }
      notes.append(
        "days are those of column \(Diagnostic.excerpt(head.names[date])), times of day those of "
          + Diagnostic.excerpt(head.names[column.index]))
    }
    if head.commentCount > 0 {
      notes.append("comments before the first row, left out: \(head.commentCount)")
    }
    if let cutLine {
      notes.append("line \(cutLine), the last one, is cut off and was left out")
    }
    return notes
  }
}

// MARK: - Errors

extension LogReader {
  private func failure(
    row: Int, _ column: String, _ problem: Diagnostic.Problem, allowed: String?
  ) -> InputError {
    let place = SourceLocation(file: head.file, line: lines.line(ofRow: row), column: 1)
    return InputError(
      ExitCode.dataError,
      [Diagnostic(at: place, path: Diagnostic.excerpt(column), problem, allowed: allowed)])
  }

  private mutating func reportCount(_ count: Int, _ record: UnsafeBufferPointer<UInt8>) {
    let expected = head.hasHeader ? ", as in the header" : ", as in the first row"
    report(
      "", 0, in: record, .found("\(count) field\(count == 1 ? "" : "s")"),
      allowed: "\(head.names.count)" + expected)
  }

  private mutating func reportField(
    _ name: String, _ field: RecordFields.Field, in record: UnsafeBufferPointer<UInt8>,
    allowed: String
  ) {
    let text = String(decoding: RecordFields.text(of: field, in: record), as: UTF8.self)
    let found = text.isEmpty ? "nothing" : "\"\(Diagnostic.excerpt(text))\""
    report(Diagnostic.excerpt(name), field.start, in: record, .found(found), allowed: allowed)
  }

  private mutating func report(
    _ path: String, _ offset: Int, in record: UnsafeBufferPointer<UInt8>,
    _ problem: Diagnostic.Problem, allowed: String? = nil
  ) {
    let place = RecordSource.location(
      of: offset, in: record, file: head.file, firstLine: source.line)
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
    let location = SourceLocation(file: head.file, line: line, column: column)
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
