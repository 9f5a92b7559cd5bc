package import Files
import Foundation

/// Everything that was read.
package struct FitInput: Sendable {
  package let arrivals: ArrivalLog?
  package let intervals: IntervalLog?
  /// Whether a scenario's trace can read the arrivals.
  let canBePlayed: Bool
  /// The same of intervals.
  let intervalsCanBePlayed: Bool
  /// Notes say what was found out about the files, and what was left out of them.
  package let notes: [String]
}

extension FitInput {
  /// Reads the files, each of them arrivals or intervals by its columns.
  ///
  /// The window of the options is that of the arrivals; without arrivals, that of the intervals.
  ///
  /// - Parameters:
  ///   - files: at least one.
  ///   - options: how they are read.
  ///   - report: is told which file is being read.
  /// - Throws: `InputError`: 66 for missing files, 65 for what is wrong in them, 64
  ///   for a file that is given twice.
  package init(
    _ files: [String], _ options: FitOptions, report: (FitStage) -> Void = { _ in }
  ) throws(InputError) {
    var heads: [LogHead] = []
    for file in files {
      let path = URL(fileURLWithPath: file).standardizedFileURL
      guard !heads.contains(where: { URL(fileURLWithPath: $0.file).standardizedFileURL == path })
      else {
        throw InputError(ExitCode.usage, "\(file): is given twice")
      }
      heads.append(try LogHead(path: file, displayName: file, options.reading))
    }
    try LogColumns.check(options, heads)
    var kinds: [(head: LogHead, columns: LogColumns)] = []
    for head in heads { kinds.append((head, try LogColumns(head))) }
    if options.until != nil, kinds.allSatisfy({ $0.columns.areArrivals }) {
      throw InputError(ExitCode.usage, "--until: says when intervals end; there are none")
    }
    let hasArrivals = kinds.contains { $0.columns.areArrivals }
    var rest = options
    if hasArrivals { (rest.from, rest.length) = (nil, nil) }
    var (arrivals, intervals): ([LogFile], [LogFile]) = ([], [])
    for (head, columns) in kinds {
      report(.reading(file: head.file))
      if columns.areArrivals {
        arrivals.append(try LogFile(head, columns, options))
      } else {
        intervals.append(try LogFile(head, columns, rest))
      }
    }
    canBePlayed = arrivals.allSatisfy(\.table.canBePlayed)
    intervalsCanBePlayed = intervals.allSatisfy(\.table.canBePlayed)
    notes = Self.notes(kinds, arrivals + intervals)
    self.arrivals = arrivals.isEmpty ? nil : try ArrivalLog(arrivals, options)
    self.intervals = intervals.isEmpty ? nil : try IntervalLog(intervals, rest)
  }
}

extension FitInput {
  private static func notes(
    _ kinds: [(head: LogHead, columns: LogColumns)], _ logs: [LogFile]
  ) -> [String] {
    // One file needs no name.
    func prefix(_ file: String) -> String {
      kinds.count > 1 ? "\(Diagnostic.excerpt(file)): " : ""
    }
    let columns = kinds.map { head, columns in
      prefix(head.file) + head.note(columns.roles)
    }
    return columns + logs.flatMap { log in log.table.notes.map { prefix(log.file) + $0 } }
  }
}

extension FitInput {
  /// How many values laws are fitted to.
  var valueCount: Int {
    (arrivals?.messageCount ?? 0)
      + (intervals.map { $0.lengths.count + $0.pauses.count } ?? 0)
  }
}

extension LogColumns {
  var areArrivals: Bool {
    if case .arrivals = self { true } else { false }
  }
}
