package import Files

/// A factor of the experiment: a place in the scenario and the values it takes.
package struct SweepFactor: Sendable {
  package let name: String
  package let path: String
  /// People write its values so; a plain number where they have no unit in common.
  package let unit: NumberUnit
  /// The place where the path is written.
  package let location: SourceLocation
  package let values: [ConfigNode]
  /// The factor's column holds these, one for each value.
  package let cells: [Cell]
  /// The values as they were written, or their labels.
  package let texts: [String]
  /// People read this instead of the name; nil: the name says it.
  package var label: String?
  /// Its plain numbers count these.
  package var counts: String?

  /// A value as it stands in results: a number in seconds, per second or a share, or a text.
  package enum Cell: Sendable, Hashable {
    case number(Double)
    case text(String)
  }
}

extension SweepFactor {
  /// The heading over its values in a table: such as `servers for repeats [processes]`.
  package var heading: String { (label ?? name) + (counts.map { " [\($0)]" } ?? "") }
}

/// The design points differ in its factors: the full factorial of its axes, or a sample.
package struct Sweep: Sendable {
  /// Each a column of the results, in the order of the file.
  package let factors: [SweepFactor]
  /// The factors of an axis move together: one for each entry, several for a zip. They follow one
  /// another and cover all factors.
  package let axes: [Range<Int>]
  /// Nil: the values are listed. Else all factors are one axis.
  package let sample: SweepSample?

  package init(factors: [SweepFactor], axes: [Range<Int>], sample: SweepSample? = nil) {
    self.factors = factors
    self.axes = axes
    self.sample = sample
  }
}

extension Sweep {
  /// The number of steps of an axis.
  private func count(_ axis: Range<Int>) -> Int { factors[axis.lowerBound].values.count }

  /// The number of design points, which may be beyond what a run can do.
  var pointCount: Double { axes.reduce(1) { $0 * Double(count($1)) } }

  /// The place of each factor's value at a design point; the first axis varies slowest.
  package func choices(at point: Int) -> [Int] {
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
  package var isWhole: Bool {
    number.flatMap(Int64.init(exactly:)) != nil
  }

  /// Nil for what needs a label.
  init?(_ node: ConfigNode) {
    guard let text = node.scalarText, !node.isNull else { return nil }
    self = Amount(of: text)?.value(text).map(Self.number) ?? .text(text)
  }

  var isLabel: Bool { number == nil }

  /// Nil: it is a text.
  package var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// A spreadsheet that opens the CSV file takes it for a formula, and does what it says.
  var isFormula: Bool {
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

extension ConfigNode {
  /// A sweep whose texts are quoted where they look like numbers: else a reader of the manifest
  /// would lose their digits.
  var withTextsOfSweep: ConfigNode {
    if let elements {
      return ConfigNode(.sequence(elements.map(\.withTextsOfSweep)), at: location)
    }
    guard let entries else { return self }
    let type = self["path"]?.scalarText.flatMap(KeyFacts.type(ofPath:))
    let changed = entries.map { entry in
      var changed = entry
      switch entry.key {
      case "labels", "label", "unit": changed.value = entry.value.quoted
      case "values" where type == .text || type == .name: changed.value = entry.value.quoted
      case "zip", "sample", "factors": changed.value = entry.value.withTextsOfSweep
      default: break
      }
      return changed
    }
    return ConfigNode(.mapping(changed), at: location)
  }

  /// A scalar, or the scalars of a list, as texts; nulls stay.
  private var quoted: ConfigNode {
    switch content {
    case .scalar(let text, _):
      isNull || !looksTyped ? self : ConfigNode(.scalar(text: text, isQuoted: true), at: location)
    case .sequence(let elements): ConfigNode(.sequence(elements.map(\.quoted)), at: location)
    case .mapping: self
    }
  }
}
