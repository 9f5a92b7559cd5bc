import DeliverySim
import Files
import Foundation

/// The data files of a scenario: finds them, reads each once, and keeps what the manifest says of
/// them.
package final class InputFiles {
  /// What the manifest says of a file.
  package struct Record: Codable, Sendable {
    /// As the scenario names it.
    package let file: String
    package let sha256: String
    package let rows: Int
  }

  private let folder: String
  private let allowsOutside: Bool
  private var tables: [(key: String, result: Result<Table, InputError>)] = []
  private var streams: [(key: String, streams: NamedStreams)] = []
  private var absences: [(key: String, order: [String], streams: [[Range<SimTime>]])] = []

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
      guard case .success(let table) = result, !records.contains(where: { $0.file == table.file })
      else { continue }
      records.append(Record(file: table.file, sha256: table.sha256, rows: table.rowCount))
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

  /// The table that a key names.
  ///
  /// - Parameter areSpans: The numbers are starts and ends.
  /// - Returns: nil after an error, which is in the sink.
  func table<Keys, Name>(
    of section: Section<Keys>, _ file: KeyPath<Keys, Key<Name>>, numbers: [String],
    texts: [String] = [], areSpans: Bool = false
  ) -> Table? {
    let (name, sink) = (section[dynamicMember: file] as? String, section.sink)
    guard let child = section.child(file), child.isScalar, !child.node.isNull, let name,
      let path = path(of: name, child)
    else { return nil }
    let spans = areSpans ? (start: numbers[0], end: numbers[1]) : nil
    let key = ([path] + numbers + texts).joined(separator: "\0") + (areSpans ? "\0\0" : "")
    let result = tables.first { $0.key == key }?.result ?? read(path, name, numbers, texts, spans)
    if !tables.contains(where: { $0.key == key }) { tables.append((key, result)) }
    switch result {
    case .success(let table): return table
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

  private func read(
    _ path: String, _ name: String, _ numbers: [String], _ texts: [String],
    _ spans: (start: String, end: String)?
  ) -> Result<Table, InputError> {
    Result { () throws(InputError) in
      try TableReader.read(
        path: path, displayName: name, numbers: numbers, texts: texts, spans: spans)
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
