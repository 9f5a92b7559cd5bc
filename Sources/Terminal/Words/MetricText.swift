import Files
import Foundation
import Models
import Statistics
package import Vocabulary

/// Values of a metric, or differences of values, as people read them: shares in percent and their
/// differences in percentage points, with the digits that their interval allows.
package struct MetricText {
  package enum Kind {
    case value
    /// A difference shows its sign.
    case difference
    /// A gap to the best; the head says the unit of shares.
    case gap
  }

  let metric: Metric
  let kind: Kind

  package init(_ metric: Metric, of kind: Kind = .value) {
    (self.metric, self.kind) = (metric, kind)
  }

  /// - Parameter estimate: Nil: there is none.
  func value(_ estimate: Estimate?) -> String {
    guard let estimate else { return "-" }
    return value(estimate.mean, (estimate.low, estimate.high))
  }

  /// A value whose interval decides how many digits it has.
  package func value(_ value: Double, _ ends: (low: Double?, high: Double?)) -> String {
    let sign = kind == .difference && value > 0 ? "+" : ""
    return switch metric.unit {
    case .share: kind == .value ? share(value, ends) : sign + difference(value, ends)
    case .seconds: sign + Self.span(value)
    case .number: sign + Self.number(value)
    }
  }

  /// A difference of shares in percentage points without the unit. A small one has two digits,
  /// since the unit stands elsewhere.
  package func points(_ value: Double, _ ends: (low: Double?, high: Double?)) -> String {
    Self.isRare(value, ends)
      ? HumanText.digits(100 * value, 2) : HumanText.fixed(100 * value + 0, Self.decimals(ends))
  }

  /// The size of a difference of shares in a sentence.
  package func amount(_ value: Double, _ ends: (low: Double?, high: Double?)) -> String {
    Self.isRare(value, ends)
      ? HumanText.perMillion(abs(value)) : "\(points(abs(value), ends)) percentage points"
  }

  /// The same of a difference with its sign, also above 0.
  func signedPoints(_ value: Double, _ ends: (low: Double?, high: Double?)) -> String {
    (value < 0 ? "" : "+") + points(value, ends)
  }

  /// An interval such as `94.857 to 94.865 %`; a dash where an end is not known.
  package func interval(_ low: Double?, _ high: Double?) -> String {
    guard let low, let high else { return "-" }
    if metric.unit == .share, let rare = rareInterval(low, high) { return rare }
    var ends = [low, high].map { end in
      switch metric.unit {
      case .share: HumanText.fixed(100 * end + 0, Self.decimals((low, high)))
      case .seconds: Self.span(end)
      case .number: Self.number(end)
      }
    }
    let units = ends.map { $0.split(separator: " ").dropFirst().last }
    // A unit that both have stands once.
    if let unit = units[0], unit == units[1] { ends[0].removeLast(unit.count + 1) }
    return ends.joined(separator: " to ") + (metric.unit == .share ? shareUnit : "")
  }

  // MARK: Parts

  private var shareUnit: String {
    switch kind {
    case .value: " %"
    case .difference: " pp"
    case .gap: ""
    }
  }

  /// A percentage would say nothing of it: it is small, and known better than to a percentage.
  private static func isRare(_ size: Double, _ ends: (low: Double?, high: Double?)) -> Bool {
    guard size != 0, abs(size) < HumanText.perMillionMax else { return false }
    guard let low = ends.low, let high = ends.high else { return true }
    return high - low < 2 * HumanText.perMillionMax
  }

  /// Nil: it is told in percent.
  private func rareInterval(_ low: Double, _ high: Double) -> String? {
    let isNearOne = kind == .value && low > 0.5
    let ends = isNearOne ? (low: 1 - high, high: 1 - low) : (low: low, high: high)
    guard max(abs(ends.low), abs(ends.high)) < HumanText.perMillionMax, ends != (0, 0)
    else { return nil }
    return (isNearOne ? "all but " : "")
      + "\(HumanText.millionths(ends.low)) to \(HumanText.millionths(ends.high)) per million"
  }

  private func difference(_ value: Double, _ ends: (low: Double?, high: Double?)) -> String {
    Self.isRare(value, ends) ? HumanText.perMillion(value) : points(value, ends) + shareUnit
  }

  /// A share above 0 is never called 0, and one below 1 never 100 %.
  private func share(_ share: Double, _ ends: (low: Double?, high: Double?)) -> String {
    if Self.isRare(min(share, 1 - share), ends) { return HumanText.perMillion(share) }
    let decimals = Self.decimals(ends)
    let step = pow(10, -Double(decimals))
    if share > 0, 100 * share < step / 2 { return "< \(HumanText.fixed(step, decimals)) %" }
    if share < 1, 100 * (1 - share) < step / 2 {
      return "> \(HumanText.fixed(100 - step, decimals)) %"
    }
    return HumanText.percent(share, decimals: decimals)
  }

  private static func decimals(_ ends: (low: Double?, high: Double?)) -> Int {
    guard let low = ends.low, let high = ends.high else { return 3 }
    return HumanText.decimals(halfWidth: 50 * (high - low))
  }

  private static func span(_ value: Double) -> String {
    guard value.isFinite else { return value < 0 ? "-inf" : "inf" }
    return (value < 0 ? "-" : "") + HumanText.span(value.magnitude)
  }

  /// Four digits that count, or three decimals.
  private static func number(_ value: Double) -> String {
    var (decimals, limit) = (3, 1.0)
    while value != 0, value.magnitude < limit, decimals < 9 {
      (decimals, limit) = (decimals + 1, limit / 10)
    }
    return HumanText.fixed(value + 0, decimals)
  }
}
