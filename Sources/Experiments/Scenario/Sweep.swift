package import Files

/// A factor of the experiment: a place in the scenario and the values it takes.
package struct SweepFactor: Sendable {
  package let name: String
  package let path: String
  /// Where the path is written.
  package let location: SourceLocation
  package let values: [ConfigNode]
  /// What the factor's column holds for each value.
  package let cells: [Cell]
  /// The values as they were written, or their labels.
  package let texts: [String]

  /// A value as it stands in results: a number in seconds, per second or a share, or a text.
  package enum Cell: Sendable, Equatable {
    case number(Double)
    case text(String)
  }
}

/// What varies between the design points: the full factorial of its axes.
package struct Sweep: Sendable {
  /// Each a column of the results, in the order of the file.
  package let factors: [SweepFactor]
  /// Which factors move together: one for each entry, several for a zip. They follow one another
  /// and cover all factors.
  package let axes: [Range<Int>]

  package init(factors: [SweepFactor], axes: [Range<Int>]) {
    self.factors = factors
    self.axes = axes
  }
}

extension Sweep {
  /// How many steps an axis has.
  private func count(_ axis: Range<Int>) -> Int { factors[axis.lowerBound].values.count }

  /// The number of design points, which may be beyond what a run can do.
  var pointCount: Double { axes.reduce(1) { $0 * Double(count($1)) } }

  /// The place of each factor's value at a design point; the first axis varies slowest.
  func choices(at point: Int) -> [Int] {
    var rest = point
    let reversed = axes.reversed().map { axis in
      defer { rest /= count(axis) }
      return axis.map { _ in rest % count(axis) }
    }
    return reversed.reversed().flatMap { $0 }
  }
}

extension Sweep {
  /// The places of the factors' values at the first design point, and at others that differ from it
  /// in one axis alone.
  func probes(atMost countMax: Int) -> [[Int]] {
    var probes = [factors.map { _ in 0 }]
    for axis in axes {
      for step in (1..<count(axis)).prefix(countMax - probes.count) {
        probes.append(factors.indices.map { axis.contains($0) ? step : 0 })
      }
    }
    return probes
  }
}

extension SweepFactor.Cell {
  /// A number without a fraction that an integer column can hold.
  var isWhole: Bool {
    if case .number(let number) = self { Int64(exactly: number) != nil } else { false }
  }

  /// Nil for what needs a label.
  init?(_ node: ConfigNode) {
    guard let text = node.scalarText, !node.isNull else { return nil }
    if let number = Units.number(text) ?? Units.rate(text) ?? Units.probability(text) {
      self = .number(number)
    } else if let duration = Units.duration(text) {
      self = .number(Double(duration) / 1e6)
    } else {
      self = .text(text)
    }
  }

  fileprivate var isLabel: Bool {
    if case .text = self { true } else { false }
  }

  /// A spreadsheet that opens the CSV file takes it for a formula, and does what it says.
  fileprivate var isFormula: Bool {
    guard case .text(let text) = self, let first = text.unicodeScalars.first else { return false }
    return "=+-@\t\r\n".unicodeScalars.contains(first) && Units.probability(text) == nil
  }

  package var text: String {
    switch self {
    case .number(let number): Units.text(of: number)
    case .text(let text): text
    }
  }
}

/// Reads `sweep`: the full factorial of its entries; an entry is a factor, or a zip of several.
struct SweepReader {
  let sink: DiagnosticSink

  /// Keys that stay the same in all design points: results of different ones could not stand in one
  /// table.
  private static let fixedKeys = [
    "format", "name", "title", "seed", "replications", "confidence", "baseline", "timeline",
    "sweep", "expect", "extends",
  ]

  func read(_ tree: ConfigNode) -> Sweep {
    guard let node = tree["sweep"], !node.isNull else { return Sweep(factors: [], axes: []) }
    let root = MapReader(root: ConfigNode(.mapping([.init("sweep", node)])), sink: sink)
    var (factors, axes): ([SweepFactor], [Range<Int>]) = ([], [])
    for element in root.list("sweep", count: 0...20) {
      let axis = readAxis(element.map())
      guard !axis.isEmpty else { continue }
      axes.append(factors.count..<factors.count + axis.count)
      factors += axis
    }
    check(factors, root)
    let sweep = Sweep(factors: factors, axes: axes)
    if sweep.pointCount > 100_000 {
      root.report(
        "sweep", found: "\(Units.text(of: sweep.pointCount)) design points",
        allowed: "at most 100000")
    }
    _ = root.finish()
    return sweep
  }

  /// Different names; and no factor that undoes what another one before it has set.
  private func check(_ factors: [SweepFactor], _ root: MapReader) {
    for (index, factor) in factors.enumerated() {
      let others = factors[..<index]
      if others.contains(where: { $0.name == factor.name }) {
        root.report(
          "sweep", found: "two factors called \(factor.name)", allowed: "different names")
      }
      if let other = others.first(where: { ($0.path + ".").hasPrefix(factor.path + ".") }) {
        root.report(
          "sweep",
          found: "\(factor.path) (\(factor.name)) after \(other.path) (\(other.name))",
          allowed: "a path that does not overwrite what an earlier factor sets")
      }
    }
  }

  /// One factor, or those of a zip; empty after an error.
  private func readAxis(_ map: MapReader) -> [SweepFactor] {
    guard let zip = map.child("zip") else { return readFactor(map).map { [$0] } ?? [] }
    let elements = zip.list(count: 1...20) ?? []
    let factors = elements.compactMap { readFactor($0.map()) }
    guard factors.count == elements.count, let first = factors.first else { return [] }
    guard factors.allSatisfy({ $0.values.count == first.values.count }) else {
      let lengths = factors.map { "a list of \($0.values.count) for \($0.name)" }
      zip.report(
        found: lengths.joined(separator: ", "),
        allowed: "the same number of values for each factor, since they change together")
      return []
    }
    return factors
  }

  private func readFactor(_ map: MapReader) -> SweepFactor? {
    map.expect(["factor", "path", "values", "labels"])
    let errorsBefore = sink.reportCount
    let name = map.required("factor", Self.nameFormat)
    let path = map.required("path", .text("a path such as network.offline.weibull.scale"))
    let key = path.split(separator: ".").first.map(String.init) ?? ""
    if Self.fixedKeys.contains(key) || path == "strategies" {
      map.report("path", allowed: "a key that may differ between design points")
    }
    let depth = path.split(separator: ".", omittingEmptySubsequences: false).count
    if depth > ConfigNode.depthMax {
      map.report(
        "path", found: "a path of \(depth) keys", allowed: "at most \(ConfigNode.depthMax)")
    }
    guard let readers = map.child("values")?.list(count: 1...10_000) else {
      if map.child("values") == nil { map.reportMissing("values", allowed: "a list of values") }
      return nil
    }
    let cells = readCells(map, readers)
    guard sink.reportCount == errorsBefore else { return nil }
    guard let cells, let location = map.child("path")?.location else { return nil }
    let values = readers.map(\.node)
    let texts = zip(values, cells).map { $1.isLabel ? $1.text : $0.scalarText ?? $1.text }
    return SweepFactor(
      name: name, path: path, location: location, values: values, cells: cells, texts: texts)
  }

  /// The labels, or the values themselves.
  private func readCells(_ map: MapReader, _ values: [ValueReader]) -> [SweepFactor.Cell]? {
    if let child = map.child("labels") {
      let labels = child.list(of: Self.labelFormat, count: values.count...values.count)
      return labels?.map { .text($0) }
    }
    let cells = values.map { SweepFactor.Cell($0.node) }
    guard !cells.contains(where: { $0 == nil }) else {
      map.reportMissing("labels", allowed: "a list of labels, since a value is a map or a list")
      return nil
    }
    for (value, cell) in zip(values, cells) where cell?.isFormula == true {
      value.report(allowed: "labels for such values: \(Self.labelFormat.allowed)")
    }
    return cells.compactMap { $0 }
  }

  private static var labelFormat: ScalarFormat<String> {
    .text("a label that does not begin with = + - or @, except a number such as -5%") {
      !SweepFactor.Cell.text($0).isFormula
    }
  }

  private static var nameFormat: ScalarFormat<String> {
    let allowed =
      "a name of a-z, 0-9 and _ that starts with a letter and is not a column of the results"
    return .text(allowed) { name in
      guard let first = name.utf8.first, 97...122 ~= first else { return false }
      return name.utf8.allSatisfy { 97...122 ~= $0 || 48...57 ~= $0 || $0 == 95 }
        && !ResultColumns.all.contains(name)
    }
  }
}
