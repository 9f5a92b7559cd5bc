/// The division of a log's lines into columns, and its first rows.
package struct LogHead: Sendable {
  let path: String
  /// The file as it is shown to users.
  package let file: String
  let separator: LogSeparator
  package let hasHeader: Bool
  /// The columns' names; without a header `1`, `2` and so on.
  package let names: [String]
  /// Comments before the first row.
  let commentCount: Int
  /// The columns look like this.
  let contents: [ColumnContents]
  /// A column has moments, and perhaps a 0 where there is none.
  let zerosAreNothing: [Bool]
  package let options: LogOptions

  /// Rows that are looked at.
  private static let rowCount = 100

  /// Looks at the first rows of a file.
  ///
  /// - Throws: `InputError`: 66 for a missing file, 74 for a failing disk, 65 for a file without a
  ///   row and a header that is none.
  package init(
    path: String, displayName: String, _ options: LogOptions = LogOptions()
  ) throws(InputError) {
    let sample = try LogSample(path: path, displayName: displayName, count: Self.rowCount)
    let layout = LogLayout(sample, options.pattern)
    (self.path, file, self.options) = (path, displayName, options)
    (separator, hasHeader) = (layout.separator, layout.hasHeader)
    commentCount = sample.commentCount
    let first = sample.records[0]
    if LogLayout.isUnclear(sample, layout, options.pattern) {
      throw first.unclearComma(displayName)
    }
    var fields = RecordFields()
    do {
      names = try first.withFields(&fields, by: layout.separator) { fields, record in
        layout.hasHeader
          ? fields.map { String(decoding: RecordFields.text(of: $0, in: record), as: UTF8.self) }
          : fields.indices.map { "\($0 + 1)" }
      }
    } catch {
      throw first.failure(displayName, at: error.offset, error.problem)
    }
    for (place, name) in names.enumerated() where names[..<place].contains(name) {
      let problem = "two columns \"\(Diagnostic.excerpt(name))\""
      throw first.failure(displayName, at: fields.fields[place].start, problem)
    }
    let rows = sample.records.dropFirst(layout.hasHeader ? 1 : 0).map { $0.texts(layout.separator) }
    let columns = names.indices.map { place in
      rows.compactMap { $0.count > place ? $0[place] : nil }
    }
    contents = columns.map { ColumnContents($0, options.pattern) }
    zerosAreNothing = columns.map { texts in
      ColumnContents(texts.filter { $0 != LogNothing.zero }, options.pattern) == .moments
    }
  }
}

// MARK: - Roles

extension LogHead {
  /// The column of a role: as the user names it, else the first with a name that it usually has,
  /// unless its rows look like something else.
  package func column(_ role: LogRole, among columns: [String]? = nil) -> String? {
    if let wanted = options.columns[role], names.contains(wanted) { return wanted }
    let (rule, among) = (role.rule, columns ?? names)
    let known = names.indices.filter { among.contains(names[$0]) }
    let named = rule.names.flatMap { name in
      known.filter { LogRole.plain(names[$0]) == name }
    }
    // Times of day without a day are no moments.
    let fit = named.first {
      !rule.isNot.contains(contents[$0])
        && (rule.isNot.isEmpty || contents[$0] != .clocks || dateIndex(of: $0) != nil)
    }
    return (fit ?? named.first).map { names[$0] }
  }

  /// Whether the first rows of two columns look alike, or those of one are empty.
  package func areAlike(_ one: String, _ other: String) -> Bool {
    guard let first = columnIndex(of: one), let second = columnIndex(of: other) else {
      return false
    }
    return contents[first] == contents[second] || contents[first] == .nothing
      || zerosAreNothing[first] && contents[second] == .moments
  }

  /// The number of columns that look like moments.
  package var momentCount: Int { contents.count { $0 == .moments } }

  /// The only column that looks like moments, where no name tells.
  package var onlyMoments: String? {
    if names.count == 1 { return names[0] }
    let found = names.indices.filter { contents[$0] == .moments }
    if found.count == 1 { return names[found[0]] }
    let clocks = names.indices.filter { contents[$0] == .clocks }
    return found.isEmpty && clocks.count == 1 && dateIndex(of: clocks[0]) != nil
      ? names[clocks[0]] : nil
  }

  /// The only other column of a log without a header.
  package func onlyOther(than column: String) -> String? {
    let used = Set([columnIndex(of: column)].compactMap { $0 } + pairIndices(column))
    let others = names.indices.filter { !used.contains($0) }
    return !hasHeader && others.count == 1 ? names[others[0]] : nil
  }

  private func pairIndices(_ column: String) -> [Int] {
    guard let index = columnIndex(of: column), let date = pair(of: index) else { return [] }
    return [date.date, date.clock]
  }

  func columnIndex(of name: String) -> Int? { names.firstIndex(of: name) }

  /// The columns of days and clocks that make the moments of a column; nil: it has both itself.
  func pair(of index: Int) -> (date: Int, clock: Int)? {
    let asked = options.columns[.date].flatMap(columnIndex)
    let sent = options.columns[.sent] ?? column(.sent)
    if let asked, asked != index, sent == names[index] { return (asked, index) }
    if contents[index] == .clocks { return dateIndex(of: index).map { ($0, index) } }
    guard contents[index] == .dates, index + 1 < names.count, contents[index + 1] == .clocks else {
      return nil
    }
    return (index, index + 1)
  }

  /// The column before the clocks, or the only one of days.
  private func dateIndex(of clock: Int) -> Int? {
    if let asked = options.columns[.date].flatMap(columnIndex) { return asked }
    if clock > 0, contents[clock - 1] == .dates { return clock - 1 }
    let dates = names.indices.filter { contents[$0] == .dates }
    return dates.count == 1 ? dates[0] : nil
  }

  /// The names for messages.
  package var listed: String { Self.list(names) }

  /// A note on which column was taken for what, and which for nothing.
  ///
  /// - Parameter columns: By role, in the order of the note; nil: there is none.
  package func note(_ columns: [(role: LogRole, name: String?)]) -> String {
    let parts = columns.compactMap { role, name in
      name.map { "\(Diagnostic.excerpt($0)) (\(role.rawValue))" }
    }
    return (hasHeader ? "columns: " : "no header; columns: ") + parts.joined(separator: ", ")
      + unused(besides: columns.compactMap(\.name)) + "; --column ROLE=COLUMN changes it"
  }

  private func unused(besides taken: [String]) -> String {
    let used = Set(taken.flatMap { [columnIndex(of: $0)].compactMap { $0 } + pairIndices($0) })
    let others = names.indices.filter { !used.contains($0) }.map { names[$0] }
    return others.isEmpty ? "" : "; not used: \(Self.list(others))"
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(20).map { Diagnostic.excerpt($0) }.joined(separator: ", ")
    return names.count > 20 ? shown + ", ..." : shown
  }
}
