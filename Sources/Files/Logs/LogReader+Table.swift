extension LogReader {
  func table() throws(InputError) -> LogTable {
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
      texts: texts.map(LogTexts.init), hashes: hashes.map(\.values),
      marks: marks.map(\.values), notes: notes(unit, areNumbers: areNumbers),
      sha256: source.finalizedHash(), byteCount: source.byteCount, lines: lines)
  }

  /// Refuses numbers beside date-times, and commas that may stand for thousands.
  private func checkForms() throws(InputError) {
    let known = times.filter { $0.form != nil }
    let other = known.first { $0.areNumbers != known[0].areNumbers }
    if let other {
      throw failure(
        line: firstLine, other.name, .message("date-times in one column and numbers in the other"),
        allowed: "both columns of one kind")
    }
    for column in times where !times.contains(where: \.isCommaClear) {
      guard let line = column.unclearLine else { continue }
      throw failure(
        line: line, column.name,
        .message("is the comma a decimal comma? All numbers with one have three digits behind it"),
        allowed: "numbers with a decimal point, and without one for thousands")
    }
  }

  /// The unit of the numbers: as the user says, or the only one in which all are of our time.
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
        line: lines.line(ofRow: row), column.name, .found(Units.text(of: column.values[row])),
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
    if let column = times.first, column.earlierCount > 0 {
      let count = HumanText.count(UInt64(column.earlierCount))
      notes.append(
        "\(Diagnostic.excerpt(column.name)): rows that are earlier than the row before: \(count); "
          + "rows may have any order")
    }
    return notes + ending.notes
  }
}
