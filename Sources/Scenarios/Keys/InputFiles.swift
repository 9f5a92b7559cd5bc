import DeliverySim
import Files
import Foundation

/// The data files of a scenario: finds them, reads each once, and keeps what the manifest says of
/// them.
package final class InputFiles {
  /// The manifest's record of a file.
  package struct Record: Codable, Sendable {
    /// The name in the scenario.
    package let file: String
    package let sha256: String
    package let rows: Int
  }

  private let folder: String
  private let allowsOutside: Bool
  private var tables: [(key: String, result: Result<Contents, InputError>)] = []
  private var streams: [(key: String, streams: NamedStreams)] = []
  private var absences: [(key: String, order: [String], streams: [[Range<SimTime>]])] = []

  /// A file holds this.
  private enum Contents {
    case log(LogTable)
    case numbers(Table)

    var record: Record {
      switch self {
      case .log(let table): Record(file: table.file, sha256: table.sha256, rows: table.rowCount)
      case .numbers(let table):
        Record(file: table.file, sha256: table.sha256, rows: table.rowCount)
      }
    }
  }

  /// Message times and whose they are, in order of first appearance.
  typealias NamedStreams = (names: [String], times: [[SimTime]])

  /// - Parameters:
  ///   - folder: The scenario's folder; relative names start there.
  ///   - allowsOutside: Files may lie outside the folder.
  package init(folder: String, allowsOutside: Bool) {
    self.folder = folder
    self.allowsOutside = allowsOutside
  }

  /// In order of first use.
  package var records: [Record] {
    var records: [Record] = []
    for (_, result) in tables {
      guard case .success(let contents) = result else { continue }
      let record = contents.record
      if !records.contains(where: { $0.file == record.file }) { records.append(record) }
    }
    return records
  }
}

extension InputFiles {
  /// The streams of a file, made once for each key: design points share them.
  func streams(_ key: String, _ build: () -> NamedStreams) -> NamedStreams {
    if let known = streams.first(where: { $0.key == key }) { return known.streams }
    let made = build()
    streams.append((key, made))
    return made
  }

  /// The same of absences in the order of other streams; empty: in their own.
  func absences(
    _ key: String, inOrderOf order: [String], _ build: () -> [[Range<SimTime>]]?
  ) -> [[Range<SimTime>]]? {
    if let known = absences.first(where: { $0.key == key && $0.order == order }) {
      return known.streams
    }
    guard let made = build() else { return nil }
    absences.append((key, order, made))
    return made
  }

  /// The log that a key names; numbers in it are seconds.
  ///
  /// - Parameter areSpans: The times are starts and ends.
  /// - Returns: nil after an error, which is in the sink.
  func log<Keys, Name>(
    of section: Section<Keys>, _ file: KeyPath<Keys, Key<Name>>, times: [String],
    texts: [String] = [], areSpans: Bool = false
  ) -> LogTable? {
    var request = LogRequest(times: times, texts: texts)
    (request.areSpans, request.guessesUnit) = (areSpans, false)
    let key = ["log"] + times + texts + (areSpans ? [""] : [])
    let contents = contents(of: section, file, key) { path, name throws(InputError) in
      .log(try LogReader.read(LogHead(path: path, displayName: name), request))
    }
    if case .log(let table) = contents { return table }
    return nil
  }

  /// The table of numbers that a key names.
  ///
  /// - Returns: nil after an error, which is in the sink.
  func numbers<Keys, Name>(
    of section: Section<Keys>, _ file: KeyPath<Keys, Key<Name>>, _ columns: [String]
  ) -> Table? {
    let contents = contents(of: section, file, columns) { path, name throws(InputError) in
      .numbers(try TableReader.read(path: path, displayName: name, numbers: columns))
    }
    if case .numbers(let table) = contents { return table }
    return nil
  }

  private func contents<Keys, Name>(
    of section: Section<Keys>, _ file: KeyPath<Keys, Key<Name>>, _ key: [String],
    _ read: (_ path: String, _ name: String) throws(InputError) -> Contents
  ) -> Contents? {
    let (name, sink) = (section[dynamicMember: file] as? String, section.sink)
    guard let child = section.child(file), child.isScalar, !child.node.isNull, let name,
      let path = path(of: name, child)
    else { return nil }
    let key = ([path] + key).joined(separator: "\0")
    let result =
      tables.first { $0.key == key }?.result
      ?? Result { () throws(InputError) in try read(path, name) }
    if !tables.contains(where: { $0.key == key }) { tables.append((key, result)) }
    switch result {
    case .success(let contents): return contents
    case .failure(let error) where error.exitCode == ExitCode.inputMissing:
      // The file can't say where it is missed: the key that names it can.
      let diagnostics = error.diagnostics.map {
        Diagnostic(at: child.location, path: child.path, $0.problem)
      }
      sink.report(InputError(error.exitCode, diagnostics))
      return nil
    case .failure(let error):
      sink.report(error)
      return nil
    }
  }

  /// Where a file lies: inside the scenario's folder, or, named by `--set`, inside the working
  /// directory, unless others are allowed.
  private func path(of name: String, _ child: ValueReader) -> String? {
    let isSet = child.location.file == ConfigOverride.location.file
    let base = isSet ? FileManager.default.currentDirectoryPath : folder
    let root = RelativePath.resolved("", from: base)
    let path = RelativePath.resolved(name, from: root)
    guard allowsOutside || RelativePath.isInside(path, root) else {
      let place = isSet ? "the working directory" : "the scenario's folder"
      child.report(allowed: "a file inside \(place); --allow-outside allows others")
      return nil
    }
    return path
  }
}
