/// The progress of the reader of a log.
package struct LogProgress: Sendable, Equatable {
  /// The file as it is shown to users.
  package let file: String
  /// Rows so far.
  package let rowCount: Int
  /// The share of the file **[0...1]**; nil where its size is not known.
  package let share: Double?

  package init(file: String, rowCount: Int, share: Double?) {
    (self.file, self.rowCount, self.share) = (file, rowCount, share)
  }

  /// The text for people: rows, and the time that is left if the rest is as fast.
  ///
  /// - Parameter seconds: The time since the file was begun.
  package func words(after seconds: Double) -> String {
    let rows = "\(HumanText.count(UInt64(rowCount))) rows"
    guard let share, share > 0 else { return rows }
    let left = HumanText.span(seconds * (1 - share) / share)
    return "\(rows), \(HumanText.percent(share, decimals: 0)), \(left) left"
  }
}
