package import Files
import Foundation

/// Everything that was read.
package struct FitInput: Sendable {
  package let arrivals: ArrivalLog?
  package let intervals: IntervalLog?
  /// Whether arrivals were written as date-times, which a trace cannot read.
  let hasDateTimes: Bool
  /// The same of intervals.
  let intervalsHaveDateTimes: Bool
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
    var headers: [(file: String, names: [String])] = []
    for file in files {
      let path = URL(fileURLWithPath: file).standardizedFileURL
      guard !headers.contains(where: { URL(fileURLWithPath: $0.file).standardizedFileURL == path })
      else {
        throw InputError(ExitCode.usage, "\(file): is given twice")
      }
      headers.append((file, try TableReader.header(path: file, displayName: file)))
    }
    try LogColumns.check(options, headers)
    var kinds: [(file: String, columns: LogColumns)] = []
    for header in headers {
      kinds.append((header.file, try LogColumns(header.names, file: header.file, options)))
    }
    if options.until != nil, kinds.allSatisfy({ $0.columns.areArrivals }) {
      throw InputError(ExitCode.usage, "--until: says when intervals end; there are none")
    }
    let hasArrivals = kinds.contains { $0.columns.areArrivals }
    var rest = options
    if hasArrivals { (rest.from, rest.length) = (nil, nil) }
    var (arrivals, intervals): ([LogFile], [LogFile]) = ([], [])
    for (file, columns) in kinds {
      report(.reading(file: file))
      if columns.areArrivals {
        arrivals.append(try LogFile(file, columns, options))
      } else {
        intervals.append(try LogFile(file, columns, rest))
      }
    }
    hasDateTimes = arrivals.contains { $0.table.times[0].areDateTimes }
    intervalsHaveDateTimes = intervals.contains { $0.table.times[0].areDateTimes }
    self.arrivals = arrivals.isEmpty ? nil : try ArrivalLog(arrivals, options)
    self.intervals = intervals.isEmpty ? nil : try IntervalLog(intervals, rest)
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
