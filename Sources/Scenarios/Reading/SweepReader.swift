import Files
import Vocabulary

/// Reads `sweep`: the full factorial of its entries (an entry is a factor, or a zip of several), or
/// a sample.
struct SweepReader {
  let sink: DiagnosticSink
  let reading: Reading
  /// The scenario with defaults filled in.
  let resolved: ConfigNode
  /// Instead of the sample's own; with the scenario's seed.
  var design: SampleDesign?
  let seed: UInt64

  func read(_ tree: ConfigNode) throws(InputError) -> Sweep {
    guard let node = tree["sweep"], node.saysSomething else { return Sweep(factors: [], axes: []) }
    let root = MapReader(root: ConfigNode(.mapping([.init("sweep", node)])), sink: sink)
    if node.entries != nil { return try readSample(root) }
    var (factors, axes): ([SweepFactor], [Range<Int>]) = ([], [])
    for section in ScenarioKeys.shared.sweep.read(root, reading) {
      if let sample = section.map.source.node["sample"] {
        sink.report(
          Diagnostic(
            at: sample.location, path: section.map.path, .message("a sample in a list"),
            allowed: "sweep: {sample: ...}, alone"))
        section.map.expect(section.map.keys)
        continue
      }
      let axis = readAxis(section)
      guard let first = axis.first else { continue }
      checkSteps(axis, count: first.values.count, section)
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

  /// - Throws: `InputError` (64) for a design of its own that is too large.
  private func readSample(_ root: MapReader) throws(InputError) -> Sweep {
    let reader = SampleReader(sink: sink, reading: reading, resolved: resolved)
    let sample = root.section("sweep").flatMap(reader.read)
    _ = root.finish()
    guard let sample else { return Sweep(factors: [], axes: []) }
    let design = design ?? sample.design
    try design.check(
      factors: sample.factors.count, at: resolved.value(at: "sweep.sample.factors")?.location)
    return sample.sweep(over: design.points(factors: sample.factors.count, seed: seed))
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

  /// Checks that the columns of an axis tell its steps apart in the results.
  private func checkSteps(
    _ axis: [SweepFactor], count: Int, _ section: Section<FactorKeys>
  ) {
    var steps: Set<[SweepFactor.Cell]> = []
    for step in 0..<count where !steps.insert(axis.map { $0.cells[step] }).inserted {
      let found = axis.map { $0.texts[step] }.joined(separator: ", ") + " twice"
      let allowed = "different ones, since results tell design points apart by them"
      if let zip = section.zip { return zip.report(found: found, allowed: allowed) }
      guard section.labels == nil else {
        return section.report(\.labels, found: found, allowed: allowed)
      }
      return section.report(\.values, found: found, allowed: allowed)
    }
  }

  /// One factor, or those of a zip; empty after an error.
  private func readAxis(_ section: Section<FactorKeys>) -> [SweepFactor] {
    guard let zip = section.zip else { return readFactor(section).map { [$0] } ?? [] }
    let elements = zip.list(count: 1...20) ?? []
    let factors = elements.compactMap { element in
      readFactor(Section(map: element.map(), keys: section.keys, reading: reading))
    }
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

  private func readFactor(_ section: Section<FactorKeys>) -> SweepFactor? {
    section.map.expect(["factor", "path", "values", "labels", "label", "unit"])
    let errorsBefore = sink.reportCount
    let (name, path) = (section.factor, section.path)
    let (label, counts) = (section.label, section.unit)
    if !Variation(ofPath: path).allowsLists {
      section.report(\.path, allowed: "a key that may differ between design points")
    }
    let depth = path.split(separator: ".", omittingEmptySubsequences: false).count
    if depth > ConfigNode.depthMax {
      section.report(
        \.path, found: "a path of \(depth) keys", allowed: "at most \(ConfigNode.depthMax)")
    }
    guard let readers = section.values else {
      if section.child(\.values) == nil {
        section.reportMissing(\.values, allowed: "a list of values")
      }
      return nil
    }
    let cells = readCells(section, readers)
    guard sink.reportCount == errorsBefore else { return nil }
    guard let cells, let location = section.child(\.path)?.location else { return nil }
    let values = readers.map(\.node)
    let texts = zip(values, cells).map { $1.isLabel ? $1.text : $0.scalarText ?? $1.text }
    return SweepFactor(
      name: name, path: path, unit: unit(path, values, cells), location: location,
      values: values, cells: cells, texts: texts, label: label, counts: counts)
  }

  private func unit(
    _ path: String, _ values: [ConfigNode], _ cells: [SweepFactor.Cell]
  ) -> NumberUnit {
    guard !cells.contains(where: \.isLabel) else { return .number }
    let units = values.map { value in
      (try? resolved.setting(path, to: value, oneOf: .ofScenarios)).flatMap {
        try? Varied(path, in: $0, isListed: true).unit
      }
    }
    return Set(units).count == 1 ? units[0] ?? .number : .number
  }

  /// The labels, or the values themselves.
  private func readCells(
    _ section: Section<FactorKeys>, _ values: [ValueReader]
  ) -> [SweepFactor.Cell]? {
    if let child = section.labels {
      let labels = child.list(of: columnLabel, count: values.count...values.count)
      return labels?.map { .text($0) }
    }
    let cells = values.map { SweepFactor.Cell($0.node) }
    guard !cells.contains(where: { $0 == nil }) else {
      section.reportMissing(\.labels, allowed: "a list of labels, since a value is a map or a list")
      return nil
    }
    for (value, cell) in zip(values, cells) where cell?.isFormula == true {
      value.report(allowed: "labels for such values: \(columnLabel.allowed)")
    }
    return cells.compactMap { $0 }
  }
}
