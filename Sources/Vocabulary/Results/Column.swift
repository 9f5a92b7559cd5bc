package import Models

/// A column of a result file: how it is read, in which unit, and what it is for people.
package struct Column: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case text
    /// A whole number that says what a row is about.
    case key
    /// A whole number; empty where it is not modelled.
    case count
    case number
    /// 64 bits without a sign, which no floating-point number holds.
    case hash
  }

  package let name: String
  package let kind: Kind
  /// Empty: it has none; `metric`: that of the metric which the row names.
  package let unit: String
  /// The words have no unit.
  package let label: String
}

extension Column {
  static func text(_ name: String) -> Column { plain(name, .text, "") }

  package static func key(_ name: String) -> Column { plain(name, .key, "") }

  static func count(_ name: String, _ unit: String = "count") -> Column {
    plain(name, .count, unit)
  }

  static func number(_ name: String, _ unit: String = "", _ label: String? = nil) -> Column {
    Column(name: name, kind: .number, unit: unit, label: label ?? words(name))
  }

  package static func shares(_ name: String) -> Column { number(name, "share") }

  /// Something about the metric that the row names.
  static func ofMetric(_ name: String, _ label: String? = nil) -> Column {
    number(name, "metric", label)
  }

  /// The column of a metric.
  package init(_ metric: Metric) {
    self = .number(metric.name, metric.unitWords, metric.label)
  }

  package init(_ counter: Counter) {
    let unit =
      counter == Counter(WorkloadCounter.payloadBytes)
      ? "bytes" : counter.name.hasSuffix("_us") ? "us" : "count"
    self = .count(counter.name, unit)
  }

  /// The pair has what was counted for a control, and its mean.
  package static func both(_ kind: Control.Kind) -> [Column] {
    [.count(kind.rawValue), .number("\(kind.rawValue)_expected", "count")]
  }

  /// The column, and its interval.
  package func withEnds(_ end: String) -> [Column] {
    [("", ""), ("\(end)_low", ", lower end"), ("\(end)_high", ", upper end")].map {
      Column(name: name + $0.0, kind: kind, unit: unit, label: label + $0.1)
    }
  }

  private static func plain(_ name: String, _ kind: Kind, _ unit: String) -> Column {
    Column(name: name, kind: kind, unit: unit, label: words(name))
  }

  /// The name without its unit.
  private static func words(_ name: String) -> String {
    let units = ["_us", "_s"].filter(name.hasSuffix)
    return String(name.dropLast(units.first?.count ?? 0)).replacing("_", with: " ")
  }
}
