/// The end of a log: whether its last line is whole.
///
/// A log that is copied while it grows, or that fills a disk, ends in the middle of a line. The
/// rest of a number reads as another one: 15 of 1543. So a last line counts as cut off where its
/// newline is missing, and its last value is shorter than those of all other rows. A whole line
/// seldom looks like this in a log whose values have different lengths: in one of n + 1 logs of n
/// rows, if rows come by chance.
struct LogEnding {
  /// In fewer rows a whole line is too often the shortest.
  static let rowsMin = 20

  private var rowCount = 0
  private var shortest = Int.max
  private(set) var notes: [String] = []
}

extension LogEnding {
  /// - Parameter length: Of a row's last value, if that is used.
  mutating func add(length: Int) {
    rowCount += 1
    shortest = min(shortest, length)
  }

  /// Whether the last line is left out, whose newline is missing; a note tells it.
  ///
  /// - Parameter length: Of its last value; nil where that is not used.
  mutating func cutsOff(line: Int, lacksFields: Bool, _ length: Int?) -> Bool {
    if lacksFields {
      notes.append("line \(line), the last one, is cut off and was left out")
      return true
    }
    guard let length, rowCount > 0, length < shortest else { return false }
    let what = "line \(line), the last one, has no newline, and its last value is shorter than all "
    let isCut = length == 0 || rowCount >= Self.rowsMin
    notes.append(
      what
        + (isCut
          ? "others: it was left out as cut off; a newline behind it keeps it"
          : "others: is it cut off? It was read as it is"))
    return isCut
  }
}
