package import Files
import Foundation

/// Everything that was read.
package struct FitInput: Sendable {
  package let arrivals: ArrivalLog?
  package let intervals: IntervalLog?
  /// Nil: no column says when messages were received, or nobody asked.
  package let receipts: ReceiptLog?
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
    let heads = try Self.heads(files, options)
    try LogColumns.check(options, heads)
    var kinds: [(head: LogHead, columns: LogColumns)] = []
    for head in heads { kinds.append((head, try LogColumns(head))) }
    if options.until != nil, kinds.allSatisfy({ $0.columns.areArrivals }) {
      throw InputError(ExitCode.usage, "--until: says when intervals end; there are none")
    }
    let draw = try Self.draw(options, kinds)
    let hasArrivals = kinds.contains { $0.columns.areArrivals }
    var rest = options
    if hasArrivals { (rest.from, rest.length) = (nil, nil) }
    var (arrivals, intervals): ([LogFile], [LogFile]) = ([], [])
    for (head, columns) in kinds {
      report(.reading(file: head.file))
      let log = try LogFile(head, columns, columns.areArrivals ? options : rest, draw) {
        report(.rows($0))
      }
      if columns.areArrivals { arrivals.append(log) } else { intervals.append(log) }
    }
    if let draw {
      arrivals = try Self.kept(arrivals, draw)
      intervals = try Self.kept(intervals, draw)
    }
    canBePlayed = arrivals.allSatisfy(\.table.canBePlayed)
    intervalsCanBePlayed = intervals.allSatisfy(\.table.canBePlayed)
    notes =
      Self.notes(kinds, arrivals + intervals) + (draw.map(Self.words).map { [$0] } ?? [])
      + Self.unusedReceipts(arrivals)
    self.arrivals = arrivals.isEmpty ? nil : try ArrivalLog(arrivals, options)
    if let found = self.arrivals {
      receipts = try ReceiptLog(arrivals, found, options.clock)
    } else {
      receipts = nil
    }
    self.intervals = intervals.isEmpty ? nil : try IntervalLog(intervals, rest)
  }
}

extension FitInput {
  /// Receipts of a part of the messages would make the rest look lost.
  private static func unusedReceipts(_ arrivals: [LogFile]) -> [String] {
    guard arrivals.contains(where: { $0.receivedTimes != nil }),
      let without = arrivals.first(where: { $0.receivedTimes == nil })
    else { return [] }
    return [
      "\(Diagnostic.excerpt(without.file)) has no times of receipts, so those of the others are "
        + "not used"
    ]
  }

  private static func heads(
    _ files: [String], _ options: FitOptions
  ) throws(InputError) -> [LogHead] {
    var heads: [LogHead] = []
    for file in files {
      let path = URL(fileURLWithPath: file).standardizedFileURL
      guard !heads.contains(where: { URL(fileURLWithPath: $0.file).standardizedFileURL == path })
      else {
        throw InputError(ExitCode.usage, "\(file): is given twice")
      }
      heads.append(try LogHead(path: file, displayName: file, options.reading))
    }
    return heads
  }

  // MARK: A sample of the devices

  private static func draw(
    _ options: FitOptions, _ kinds: [(head: LogHead, columns: LogColumns)]
  ) throws(InputError) -> DeviceDraw? {
    guard let count = options.sampleDevices else { return nil }
    if let lonely = kinds.first(where: { !$0.columns.haveDevices }) {
      throw InputError(
        ExitCode.usage,
        "--sample-devices: \(Diagnostic.excerpt(lonely.head.file)) has no column of devices; "
          + "--device COLUMN names it")
    }
    return DeviceDraw(count: count, seed: options.seed)
  }

  /// The files of a kind that have a row of a device that is drawn.
  private static func kept(
    _ logs: [LogFile], _ draw: DeviceDraw
  ) throws(InputError) -> [LogFile] {
    var kept = logs
    for place in kept.indices { kept[place].keep(drawnBy: draw) }
    kept.removeAll { $0.table.rowCount == 0 }
    guard kept.isEmpty, let first = logs.first else { return kept }
    throw InputError(
      ExitCode.dataError,
      "\(first.file): has no row of the \(HumanText.count(draw.drawnCount, "device")) of the "
        + "sample; --sample-devices draws more, --seed others")
  }

  private static func words(_ draw: DeviceDraw) -> String {
    let all = HumanText.count(draw.deviceCount, "device")
    return "a sample: \(HumanText.count(UInt64(draw.drawnCount))) of \(all), drawn by their "
      + "names' hashes and the seed; all figures are those of the sample (--sample-devices)"
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
  /// The number of values that laws are fitted to.
  var valueCount: Int {
    (arrivals?.messageCount ?? 0)
      + (intervals.map { $0.lengths.count + $0.pauses.count } ?? 0)
  }
}

extension LogColumns {
  var haveDevices: Bool {
    switch self {
    case .arrivals(_, let device, _, _, _), .intervals(_, _, let device): device != nil
    }
  }

  var areArrivals: Bool {
    if case .arrivals = self { true } else { false }
  }
}
