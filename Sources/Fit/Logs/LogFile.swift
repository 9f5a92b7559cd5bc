import Files

/// One file of a log, as it was read: moments in seconds, and whose they are.
struct LogFile {
  let file: String
  let columns: LogColumns
  private(set) var table: LogTable
  /// Whether the moments count from 1970, so that they have a weekday.
  let isCalendar: Bool
}

extension LogFile {
  /// The moments **[s]**, one list for each column of moments.
  var moments: [[Double]] { table.times }

  /// Numbers from here on [s] count from 1970: nobody's log starts at 3 years from its start.
  private static let earliestCalendar = 1e8

  /// - Throws: `InputError`: 66 for a missing file, 65 for what is wrong in it.
  init(
    _ head: LogHead, _ columns: LogColumns, _ options: FitOptions, _ draw: DeviceDraw? = nil,
    report: (LogProgress) -> Void = { _ in }
  ) throws(InputError) {
    var request: LogRequest
    switch columns {
    case .arrivals(let time, let device, let received, let opened, let id):
      request = LogRequest(times: [time])
      request.hashes = [id].compactMap { $0 }
      request.texts = [device].compactMap { $0 }
      let areTimes =
        options.readsReceipts && (received.map { head.areAlike($0, time) } ?? false)
      request.optionalTimes = areTimes ? [received].compactMap { $0 } : []
      request.marks = [areTimes ? nil : received, opened].compactMap { $0 }
    case .intervals(let start, let end, let device):
      request = LogRequest(times: [start, end])
      request.texts = [device].compactMap { $0 }
    }
    let table = try LogReader.read(head, request, draw, report: report)
    file = head.file
    self.columns = columns
    self.table = table
    let from = options.from ?? -.infinity
    let last = table.times[0].reduce(0) { $1 >= from ? max($0, $1) : $0 }
    isCalendar = table.areDateTimes || last >= Self.earliestCalendar
    try checkUnits(request.times + request.optionalTimes, from)
    guard !table.areDateTimes, options.unit == nil, table.unit == .s, table.rowCount > 0 else {
      return
    }
    for (name, values) in zip(request.times, moments) {
      if let question = TimeQuestion(values, column: name) {
        throw failure(row: 0, name, question.words, question.answers)
      }
    }
  }

  private func checkUnits(_ names: [String], _ from: Double) throws(InputError) {
    for (name, values) in zip(names, moments) {
      if let row = values.firstIndex(where: { abs($0) >= LogUnit.latest }) {
        let isMixed = values.contains { abs($0) < LogUnit.latest / 10 }
        throw failure(
          row: row, name,
          "found \(Units.text(of: values[row]))" + (isMixed ? ": a mixture of units?" : ""),
          "seconds below 1e11; --unit ms or --unit us reads smaller units")
      }
      guard isCalendar, !table.areDateTimes else { continue }
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

  /// The rows that say yes to a role, and the column that does; nil: there is none.
  func marks(_ role: LogRole) -> (column: String, values: [Bool])? {
    guard case .arrivals(_, _, let received, let opened, _) = columns else { return nil }
    switch role {
    case .received:
      return received.map { ($0, receivedTimes?.map { !$0.isNaN } ?? table.marks[0]) }
    case .opened: return opened.map { ($0, table.marks[table.marks.count - 1]) }
    default: return nil
    }
  }

  /// When each message was received **[s]**, NaN without a receipt; nil: no column says when.
  var receivedTimes: [Double]? {
    columns.areArrivals && table.times.count > 1 ? table.times[1] : nil
  }

  /// Leaves out rows of devices that are not drawn after all.
  mutating func keep(drawnBy draw: DeviceDraw) { table = table.drawn(by: draw) }

  /// The device of a row; nil without a column of devices.
  func device(ofRow row: Int) -> String? {
    table.texts.first.map { $0.names[$0.ids[row]] }
  }
}
