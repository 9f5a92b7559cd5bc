import Files
import Foundation

/// Outcomes that a reading of bytes as a log must not have.
package enum LogReading {
  /// Reads bytes as a log with all columns that have a role.
  ///
  /// - Parameter path: The file that they are written to.
  /// - Returns: The mistake in the table or in the error (nil: there is none), and whether there is
  ///   a table.
  package static func verdict(
    of bytes: [UInt8], _ words: RandomLogs.Words, path: String
  ) throws -> (isTable: Bool, flaw: String?) {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    var options = LogOptions()
    options.pattern = try TimePattern.option(words.pattern)
    options.zone = try LogZone.option(words.zone)
    options.unit = try LogUnit.option(words.unit)
    do throws(InputError) {
      let head = try LogHead(path: path, displayName: "log.csv", options)
      return (true, flaw(of: try LogReader.read(head, request(head))))
    } catch {
      return (false, flaw(of: error, isPacked: bytes.starts(with: [0x1F, 0x8B])))
    }
  }

  private static func request(_ head: LogHead) -> LogRequest {
    let start = head.column(.start)
    if let start, let end = head.column(.end), start != end {
      var request = LogRequest(times: [start, end])
      request.areSpans = true
      request.texts = [head.column(.device)].compactMap { $0 }
      return request
    }
    let time = head.column(.sent) ?? head.onlyMoments ?? head.names[0]
    var request = LogRequest(times: [time])
    request.optionalTimes = [head.column(.received)].compactMap { $0 }
    request.texts = [head.column(.device) ?? head.onlyOther(than: time)].compactMap { $0 }
    return request
  }

  private static func flaw(of table: LogTable) -> String? {
    let rows = 0..<table.rowCount
    let lines = rows.map { table.line(ofRow: $0) }
    if table.times.contains(where: { $0.count != rows.count }) { return "rows without a time" }
    if !table.times[0].allSatisfy(\.isFinite) { return "a time that is no number" }
    for texts in table.texts where rows.contains(where: { texts.names[texts.ids[$0]].isEmpty }) {
      return "a device without a name"
    }
    return zip(lines, lines.dropFirst()).allSatisfy { $0 < $1 } ? nil : "lines \(lines)"
  }

  /// An error is one of the log, and says where; damaged gzip data have no lines.
  private static func flaw(of error: InputError, isPacked: Bool) -> String? {
    if error.exitCode != ExitCode.dataError { return "exit code \(error.exitCode): \(error)" }
    if error.diagnostics.isEmpty { return "an error without a place: \(error)" }
    for found in error.diagnostics {
      guard let place = found.location, place.file == "log.csv" else { return "no file: \(error)" }
      if place.line == 0, !isPacked { return "no line: \(error)" }
    }
    let isClean = error.description.unicodeScalars.allSatisfy {
      TextCheck.isPrintable($0) || $0 == "\n"
    }
    return isClean ? nil : "a control character: \(error)"
  }
}
