import Files
import Scenarios

/// A row of `metrics.csv`, read back.
struct StoredEstimate: Sendable {
  /// In the metric's unit; may be infinite.
  let value: Double
  /// The interval, whose ends may be infinite; nil where there is none.
  let ends: (low: Double, high: Double)?
  /// The confidence of the interval, in (0, 1).
  let confidence: Double?
  /// Controls have moved it: `replications.csv` gives another one.
  let isControlled: Bool
}

/// The estimates of a results directory: `replications.csv` gives neither quantiles of all
/// replications together nor what controls make of a mean.
struct StoredEstimates {
  private struct Key: Hashable {
    let point: Int
    let strategy: String
  }

  private var known: [Key: [String: StoredEstimate]] = [:]

  /// - Throws: `InputError` (65) when `metrics.csv` is not what the run wrote.
  init(_ manifest: StoredManifest) throws(InputError) {
    let name = "metrics.csv"
    try manifest.check(name)
    let path = manifest.place(of: name)
    // Earlier versions had no controls.
    let hasControls = try TableReader.header(path: path, displayName: path).contains("controls")
    let table = try TableReader.read(
      path: path, displayName: path,
      optionalNumbers: ["mean", "ci_low", "ci_high", "confidence"], integers: ["design_point"],
      texts: ["strategy", "metric"] + (hasControls ? ["controls"] : []), allowsInfinity: true)
    for row in 0..<table.rowCount {
      let texts = table.texts.map { $0.names[$0.ids[row]] }
      guard let value = table.optionalNumbers[0][row],
        let point = table.integers[0][row].flatMap({ Int(exactly: $0) })
      else { continue }
      let (low, high) = (table.optionalNumbers[1][row], table.optionalNumbers[2][row])
      let ends = low.flatMap { low in high.map { (low, $0) } }
      known[Key(point: point, strategy: texts[0]), default: [:]][texts[1]] = StoredEstimate(
        value: value, ends: ends.map { (min($0.0, $0.1), max($0.0, $0.1)) },
        confidence: table.optionalNumbers[3][row],
        isControlled: hasControls && texts[2] != CSVWriter.noControls)
    }
  }

  /// The estimates by the metric's name.
  func of(point: Int, strategy: String) -> [String: StoredEstimate] {
    known[Key(point: point, strategy: strategy)] ?? [:]
  }
}
