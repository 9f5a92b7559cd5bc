/// Goals, in order: no moment is misread; every error names its line and column; a file of any size
/// without holding its text.
///
/// Reads columns of a log: whatever separates them, with or without a header, in UTF-8, packed with
/// gzip or not. ``TableReader`` reads the project's own files, which have one form.
package struct LogReader {
  let head: LogHead
  let request: LogRequest
  let source: RecordSource
  /// Nil: all devices are read.
  private let draw: DeviceDraw?
  private var fields = RecordFields()
  var times: [MomentColumn] = []
  var texts: [LogTexts.Builder] = []
  var hashes: [(name: String, index: Int, values: [UInt64])] = []
  var marks: [(index: Int, values: [Bool])] = []
  var lines = LineIndex()
  /// Rows that were kept.
  var rowCount = 0
  /// Rows of the file.
  private(set) var readCount = 0
  /// The last of the columns that are read.
  private var lastIndex = 0
  var ending = LogEnding()
  /// The days and clocks of two columns, put together.
  private var joined: [UInt8] = []
  var diagnostics: [Diagnostic] = []
  var omittedCount = 0

  private init(_ head: LogHead, _ request: LogRequest, _ draw: DeviceDraw?) throws(InputError) {
    (self.head, self.request, self.draw) = (head, request, draw)
    source = try RecordSource(path: head.path, displayName: head.file)
  }

  /// Reads columns of a log.
  ///
  /// A last line that the file's end cuts off is left out, and a note says so (`LogEnding`).
  ///
  /// - Parameters:
  ///   - head: The facts that its first rows show.
  ///   - request: The columns to read.
  ///   - draw: Rows of devices that are not drawn are checked and left out; the first texts of the
  ///     request are the devices. Nil: all rows are kept.
  ///   - report: Is told each 65,536 rows how far it is.
  /// - Throws: `InputError`: 66 for a missing or unreadable file, 74 for a failing disk, 65 for
  ///   bad contents, with the first 20 mistakes by line and column and the number of the others.
  /// - Complexity: O(file size) time; memory for the columns and 2 MiB.
  package static func read(
    _ head: LogHead, _ request: LogRequest, _ draw: DeviceDraw? = nil,
    report: (LogProgress) -> Void = { _ in }
  ) throws(InputError) -> LogTable {
    var reader = try LogReader(head, request, draw)
    reader.findColumns()
    guard reader.diagnostics.isEmpty else { throw reader.failure() }
    do {
      try reader.readRows(report)
    } catch {
      throw reader.failure(adding: error)
    }
    if reader.readCount == 0, reader.diagnostics.isEmpty {
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
    texts = request.texts.map { LogTexts.Builder(name: $0, index: index(of: $0)) }
    hashes = request.hashes.map { ($0, index(of: $0), []) }
    marks = request.marks.map { (index(of: $0), []) }
    lastIndex =
      (times.flatMap { [$0.index, $0.dateIndex ?? 0] } + texts.map(\.index)
      + hashes.map(\.index) + marks.map(\.index)).max() ?? 0
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
  private static let reportRows = 1 << 16

  private mutating func readRows(_ report: (LogProgress) -> Void) throws(InputError) {
    for _ in 0..<head.commentCount + (head.hasHeader ? 1 : 0) { _ = try source.next() }
    // A log of any width may have free text at its end.
    let isRagged = head.separator == .blanks && !head.hasHeader
    let countMin = isRagged ? lastIndex + 1 : head.names.count
    while let record = try source.next() {
      guard split(record) else { continue }
      let count = fields.fields.count
      if source.isCutOff, cutsOff(count, countMin) { continue }
      readCount += 1
      if readCount.isMultiple(of: Self.reportRows) { report(progress) }
      guard count == countMin || isRagged && count > countMin else {
        reportCount(count, record)
        continue
      }
      if lastIndex == count - 1 { ending.add(length: fields.fields[count - 1].bytes.count) }
      readRow(record)
    }
  }

  private var progress: LogProgress {
    LogProgress(file: head.file, rowCount: readCount, share: source.share)
  }

  private mutating func readRow(_ record: UnsafeBufferPointer<UInt8>) {
    for column in times.indices { readTime(column, record) }
    if request.areSpans { checkOrder(record) }
    guard takes(record) else {
      for column in times.indices { times[column].shorten(to: rowCount) }
      return
    }
    lines.add(row: rowCount, line: source.line)
    rowCount += 1
    for column in texts.indices { readText(column, record) }
    for column in hashes.indices {
      hashes[column].values.append(hash(record, hashes[column].index))
    }
    for column in marks.indices { readMark(column, record) }
  }

  /// Whether the last line is left out, whose newline is missing.
  private mutating func cutsOff(_ count: Int, _ countMin: Int) -> Bool {
    let last = count == countMin && lastIndex == count - 1 ? fields.fields.last : nil
    return ending.cutsOff(line: source.line, lacksFields: count < countMin, last?.bytes.count)
  }

  /// Whether the row is one of a device that is drawn; the reader refuses a row without a device.
  private func takes(_ record: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let draw, let device = texts.first else { return true }
    let field = fields.fields[device.index]
    return field.bytes.isEmpty || draw.takes(hash(record, device.index, key: draw.key))
  }

  /// The hash of a field's text.
  private func hash(
    _ record: UnsafeBufferPointer<UInt8>, _ index: Int, key: UInt64 = 0
  ) -> UInt64 {
    let field = fields.fields[index]
    guard field.hasEscapes else {
      return KeyedHash.value(of: UnsafeBufferPointer(rebasing: record[field.bytes]), key: key)
    }
    return RecordFields.text(of: field, in: record).withUnsafeBufferPointer {
      KeyedHash.value(of: $0, key: key)
    }
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

  private func isNothing(
    _ record: UnsafeBufferPointer<UInt8>, _ field: RecordFields.Field, _ column: Int
  ) -> Bool {
    let bytes = UnsafeBufferPointer(rebasing: record[field.bytes])
    return LogNothing.isSaid(by: bytes) || head.zerosAreNothing[column] && LogNothing.isZero(bytes)
  }

  private mutating func readTime(_ column: Int, _ record: UnsafeBufferPointer<UInt8>) {
    let field = fields.fields[times[column].index]
    let date = times[column].dateIndex.map { fields.fields[$0] }
    if times[column].isOptional, isNothing(record, field, times[column].index),
      date?.bytes.isEmpty ?? true
    {
      times[column].appendMissing()
      return
    }
    do {
      if let date {
        try readPair(column, record[date.bytes], record[field.bytes])
      } else {
        try times[column].read(
          UnsafeBufferPointer(rebasing: record[field.bytes]), line: source.line)
      }
    } catch {
      reportTime(error, times[column], date, field, record)
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
      try times[column].read(text, line: source.line)
    }
  }

  private mutating func reportTime(
    _ flaw: MomentColumn.Flaw, _ column: MomentColumn, _ date: RecordFields.Field?,
    _ field: RecordFields.Field, _ record: UnsafeBufferPointer<UInt8>
  ) {
    // In a long log of another form each row is wrong: words for all would take hours.
    guard diagnostics.count < InputError.diagnosticsMax else {
      omittedCount += 1
      return
    }
    let parts = ([date].compactMap { $0 } + [field]).map {
      String(decoding: RecordFields.text(of: $0, in: record), as: UTF8.self)
    }
    let text = parts.joined(separator: " ")
    let found = field.bytes.isEmpty ? "nothing" : "\"\(Diagnostic.excerpt(text))\""
    let (path, start) = (Diagnostic.excerpt(column.name), (date ?? field).start)
    switch flaw {
    case .other:
      report(path, start, in: record, .found(found), allowed: column.allowed(for: text))
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
      text.withUnsafeBufferPointer { texts[column].append($0) }
    } else {
      texts[column].append(UnsafeBufferPointer(rebasing: record[field.bytes]))
    }
  }

  private static let negations = LogNothing.words.union([
    "0", "0.0", "-1", "f", "n", "false", "no", "failed", "failure", "error",
  ])

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
