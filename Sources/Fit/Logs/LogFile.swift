import Files

/// One file of a log, as it was read: moments in seconds, and whose they are.
struct LogFile {
  let file: String
  let columns: LogColumns
  let table: Table
  /// The moments **[s]**, one list for each column of moments.
  let moments: [[Double]]
  /// Whether the moments count from 1970, so that they have a weekday.
  let isCalendar: Bool
}

extension LogFile {
  /// Numbers from here on [s] count from 1970: nobody's log starts at 3 years from its start.
  private static let earliestCalendar = 1e8

  /// - Throws: `InputError`: 66 for a missing file, 65 for what is wrong in it.
  init(_ file: String, _ columns: LogColumns, _ options: FitOptions) throws(InputError) {
    let (times, device, mark): ([String], String?, String?)
    switch columns {
    case .arrivals(let time, let name, let received):
      (times, device, mark) = ([time], name, received)
    case .intervals(let start, let end, let name):
      (times, device, mark) = ([start, end], name, nil)
    }
    let table = try TableReader.read(
      path: file, displayName: file, numbers: [], texts: device.map { [$0] } ?? [], times: times,
      marks: mark.map { [$0] } ?? [])
    self.file = file
    self.columns = columns
    self.table = table
    moments = table.times.map { $0.seconds(in: options.unit ?? .s) }
    let areDateTimes = table.times[0].areDateTimes
    let from = options.from ?? -.infinity
    let used = moments[0].filter { $0 >= from }
    isCalendar = areDateTimes || (used.max() ?? 0) >= Self.earliestCalendar
    try checkUnits(times, from)
    guard !areDateTimes, options.unit == nil else { return }
    for (name, values) in zip(times, moments) {
      if let question = TimeQuestion(values) {
        throw failure(row: 0, name, question.words, question.answers)
      }
    }
  }

  private func checkUnits(_ names: [String], _ from: Double) throws(InputError) {
    let kinds = table.times.map(\.areDateTimes)
    guard kinds.allSatisfy({ $0 == kinds[0] }) else {
      throw failure(row: 0, names[1], "date-times in one column and numbers in the other", nil)
    }
    for (name, values) in zip(names, moments) {
      if let row = values.firstIndex(where: { abs($0) >= LogUnit.latest }) {
        let isMixed = values.contains { abs($0) < LogUnit.latest / 10 }
        throw failure(
          row: row, name,
          "found \(Units.text(of: values[row]))" + (isMixed ? ": a mixture of units?" : ""),
          "seconds below 1e11; --unit ms or --unit us reads smaller units")
      }
      guard isCalendar, !kinds[0] else { continue }
      let early = values.firstIndex { $0 >= from && $0 < Self.earliestCalendar }
      if let row = early {
        throw failure(
          row: row, name,
          "found \(Units.text(of: values[row])) among seconds since 1970: a mixture of units?",
          "times of one clock; --from leaves out earlier rows")
      }
    }
  }

  /// An error at a row.
  func failure(row: Int, _ column: String, _ problem: String, _ allowed: String?) -> InputError {
    let place = SourceLocation(file: file, line: table.line(ofRow: row), column: 1)
    return InputError(
      ExitCode.dataError,
      [Diagnostic(at: place, path: column, .message(problem), allowed: allowed)])
  }

  /// Whose row it is; nil without a column of devices.
  func device(ofRow row: Int) -> String? {
    table.texts.first.map { $0.names[$0.ids[row]] }
  }
}
