/// Columns of a log.
package struct LogTable: Sendable {
  /// The file as it is shown to users.
  package let file: String
  package let rowCount: Int
  /// The moments **[s]** in the order they were asked for, those that may be missing last: since
  /// 1970 where the log says so; NaN is a missing one.
  package let times: [[Double]]
  /// Whether the moments were written as date-times, not as numbers.
  package let areDateTimes: Bool
  /// The numbers have this unit.
  package let unit: LogUnit
  /// Whether a scenario's trace reads the same moments without another word.
  package let canBePlayed: Bool
  package let texts: [LogTexts]
  /// Hashes of texts that need not be kept: equal texts have equal ones.
  package let hashes: [[UInt64]]
  /// Whether a field says yes.
  package let marks: [[Bool]]
  /// Notes say what was found out, and what was left out.
  package let notes: [String]
  /// The hash of the whole file, for the manifest.
  package let sha256: String
  package let byteCount: Int

  let lines: LineIndex

  /// The line on which a row begins **[1, 2, ...]**.
  package func line(ofRow row: Int) -> Int { lines.line(ofRow: row) }
}

/// The columns that are wanted, by name.
package struct LogRequest: Sendable {
  /// These columns hold moments.
  package var times: [String] = []
  /// The same, where an empty field is a missing one.
  package var optionalTimes: [String] = []
  /// These columns hold texts that are not empty.
  package var texts: [String] = []
  /// These columns hold texts of which only the hashes are kept.
  package var hashes: [String] = []
  /// The texts that mean yes, such as a time: all but nothing and the usual words for no, such as
  /// `0`, `f`, `no`, `null`, `failed`.
  package var marks: [String] = []
  /// The first two times are starts and ends: no end comes before its start.
  package var areSpans = false
  /// False: numbers are seconds, whatever they look like.
  package var guessesUnit = true

  package init(
    times: [String] = [], optionalTimes: [String] = [], texts: [String] = [],
    marks: [String] = []
  ) {
    (self.times, self.optionalTimes, self.texts, self.marks) = (times, optionalTimes, texts, marks)
  }
}
