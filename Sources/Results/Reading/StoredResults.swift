package import Files
import Models
import Scenarios
import Vocabulary

/// The replications of a results directory, read back from `replications.csv`, and the quantiles
/// from `metrics.csv`.
///
/// Needs neither the scenario's data files nor the version that ran it: only the manifest and the
/// two tables.
package struct StoredResults: Sendable {
  /// One strategy at one design point.
  struct Series: Sendable {
    /// The design point's number, from 0.
    let point: Int
    let key: Key
    /// Replications 0, 1, 2, ...
    let records: [ReplicationRecord]
    /// The metrics, in the order of the catalogue.
    let metrics: [Metric]
    /// Those of the quantiles, by name.
    let estimates: [String: StoredEstimate]
  }

  /// The identity of a series: its factors' values and its strategy. Numbers of design points shift
  /// when a sweep gets another value; these don't.
  struct Key: Sendable, Hashable {
    let factors: [String]
    /// Whole numbers without a decimal point, which a column has when another value needs one.
    let values: [String]
    let strategy: String
  }

  package let manifest: StoredManifest
  /// The series, in the order of the file.
  let series: [Series]
}

extension StoredResults {
  // MARK: Reading

  /// - Throws: `InputError`: as ``StoredManifest/read(_:)``, and 65 when a table is not what the
  ///   run wrote, or the results are those of a shard.
  package static func read(_ directory: String) throws(InputError) -> StoredResults {
    let manifest = try StoredManifest.read(directory)
    try manifest.refuseShard()
    try manifest.check(replicationsFile)
    let table = try ReplicationsTable(path: manifest.place(of: replicationsFile))
    let estimates = try StoredEstimates(manifest)
    return StoredResults(manifest: manifest, series: try table.allSeries(estimates))
  }

  private static let replicationsFile = "replications.csv"

  /// The rule by which the run made its intervals.
  var intervalRule: IntervalRule {
    let confidence = manifest.scenario["confidence"]?.scalarText.flatMap(Units.probability)
    let seed = manifest.scenario["seed"]?.scalarText.flatMap { UInt64($0) }
    return IntervalRule(confidence: confidence ?? 0.95, seed: seed ?? 0)
  }
}

extension StoredResults.Series {
  func has(_ metric: String) -> Bool { metrics.contains { $0.name == metric } }

  /// Such as `design point 1 (offline_mean 3600), gap-recovery`.
  var name: String {
    let values = zip(key.factors, key.values).map { "\($0) \($1)" }.joined(separator: ", ")
    return "design point \(point)\(values.isEmpty ? "" : " (\(values))"), \(key.strategy)"
  }
}

/// The columns of `replications.csv`.
private struct ReplicationsTable {
  private let table: Table
  private let factors: [String]
  /// The counts that the file has.
  private let counts: [Counter]
  private let metrics: [Metric]

  init(path: String) throws(InputError) {
    let header = try TableReader.header(path: path, displayName: path)
    let end = header.firstIndex(of: "strategy") ?? header.count
    factors = Array(header[..<end].dropFirst())
    counts = Counter.columns.filter { header.contains($0.name) }
    metrics = Metric.all.filter { header.contains($0.name) }
    table = try TableReader.read(
      path: path, displayName: path, optionalNumbers: ReplicationRecord.quantileColumns,
      integers: Self.integers + counts.map(\.name), texts: ["strategy"] + factors,
      allowsInfinity: true)
  }

  /// Before the counts.
  private static let integers =
    ["design_point", "replication", "fingerprint"] + ResultColumns.devices.map(\.name)
}

extension ReplicationsTable {
  private var points: [UInt128?] { table.integers[0] }
  private var replications: [UInt128?] { table.integers[1] }
  private var fingerprints: [UInt128?] { table.integers[2] }
  private var strategies: [Int] { table.texts[0].ids }

  /// - Throws: `InputError` (65) when a series is not replications 0, 1, 2, ...
  func allSeries(_ estimates: StoredEstimates) throws(InputError) -> [StoredResults.Series] {
    var series: [StoredResults.Series] = []
    var first = 0
    while first < table.rowCount {
      var end = first + 1
      while end < table.rowCount, points[end] == points[first],
        strategies[end] == strategies[first]
      {
        end += 1
      }
      series.append(try one(first..<end, estimates))
      first = end
    }
    return series
  }

  private func one(
    _ rows: Range<Int>, _ estimates: StoredEstimates
  ) throws(InputError) -> StoredResults.Series {
    for (place, row) in rows.enumerated()
    where replications[row] != UInt128(place) || fingerprints[row] == nil
      || points[row].flatMap({ Int(exactly: $0) }) == nil
    {
      throw refusal(row, "not the row of replication \(place)")
    }
    let texts = table.texts.map { $0.names[$0.ids[rows.lowerBound]] }
    let modelled = counts.indices.filter { count($0, rows.lowerBound) != nil }
      .map { counts[$0] }
    let point = Int(points[rows.lowerBound] ?? 0)
    return StoredResults.Series(
      point: point,
      key: .init(
        factors: factors, values: texts.dropFirst().map(Self.withoutPoint), strategy: texts[0]),
      records: try records(rows),
      metrics: metrics.filter { $0.counts.allSatisfy(modelled.contains) },
      estimates: estimates.of(point: point, strategy: texts[0]))
  }

  private static func withoutPoint(_ text: String) -> String {
    text.hasSuffix(".0") && Units.number(text) != nil ? String(text.dropLast(2)) : text
  }

  private func refusal(_ row: Int, _ reason: String) -> InputError {
    let location = SourceLocation(file: table.file, line: table.line(ofRow: row), column: 1)
    return InputError(ExitCode.dataError, [Diagnostic(at: location, .message(reason))])
  }

  private func count(_ place: Int, _ row: Int) -> UInt128? {
    table.integers[Self.integers.count + place][row]
  }

  private func records(_ rows: Range<Int>) throws(InputError) -> [ReplicationRecord] {
    var records: [ReplicationRecord] = []
    for row in rows {
      guard let devices = table.integers[3][row].flatMap({ Int(exactly: $0) }),
        let time = table.integers[4][row]
      else { throw refusal(row, "no devices and device_time_us, or more than there can be") }
      var values = [UInt128](repeating: 0, count: Counter.columns.count)
      for (place, known) in counts.enumerated() { values[known.place] = count(place, row) ?? 0 }
      records.append(
        ReplicationRecord(
          replication: row - rows.lowerBound, devices: devices, deviceTime: time, counts: values,
          quantiles: ReplicationRecord.quantileColumns.indices.map {
            table.optionalNumbers[$0][row]
          },
          fingerprint: UInt64(truncatingIfNeeded: fingerprints[row] ?? 0)))
    }
    return records
  }
}
