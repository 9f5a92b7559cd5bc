package import Files
import Scenarios
import Vocabulary

/// The amount by which a metric may become worse: the larger one of an amount and a part of the
/// baseline.
package struct Margin: Sendable, Equatable {
  /// The amount in the metric's unit, at least 0.
  var absolute = 0.0
  /// A part of the baseline's value, at least 0.
  var relative = 0.0
}

extension Margin {
  /// 0.001 for shares; else 5 % of the baseline's value, but at least 10 ms or 0.001, so that next
  /// to nothing may become next to nothing.
  static func standard(_ metric: Metric) -> Margin {
    switch metric.unit {
    case .share: Margin(absolute: 0.001)
    case .seconds: Margin(absolute: 0.01, relative: 0.05)
    case .number: Margin(absolute: 0.001, relative: 0.05)
    }
  }

  /// The limit in the metric's unit, at least 0. A part of nothing is no margin: of a baseline of
  /// 0, the standard amount counts instead; so it does where the baseline is infinite.
  func limit(of metric: Metric, baseline: Double) -> Double {
    guard relative > 0 else { return absolute }
    guard baseline != 0, baseline.isFinite else {
      return max(absolute, Self.standard(metric).absolute)
    }
    return max(absolute, relative * abs(baseline))
  }
}

extension Margin {
  // MARK: Reading

  /// - Parameter text: A difference in the metric's unit, or `2%rel`.
  /// - Returns: nil for anything else.
  init?(_ text: String, of metric: Metric) {
    if text.hasSuffix("%rel") {
      guard let part = Amount.share.value(String(text.dropLast(3))), part >= 0 else { return nil }
      self.init(relative: part)
      return
    }
    // 0.2 would be 20 points where 0.2 points are meant: a gate that never closes.
    if metric.isShare, Units.number(text).map({ $0 >= 0.05 }) == true { return nil }
    let amount = metric.unit.difference.value(text)
    guard let amount, amount >= 0, amount <= 1 || !metric.isShare else { return nil }
    self.init(absolute: amount)
  }

  /// The texts that ``init(_:of:)`` reads, in words.
  static func allowed(_ metric: Metric) -> String {
    metric.unit.difference.allowed(" of at least 0")
      + (metric.isShare ? " (without a unit, below 0.05)" : "")
      + "; or a part of the baseline's value, such as 2%rel"
  }

  /// The text that was probably meant by one that ``init(_:of:)`` does not read.
  static func suggestion(_ text: String, of metric: Metric) -> String? {
    let candidate = metric.isShare ? text + "pp" : text + "rel"
    return Margin(candidate, of: metric) == nil ? nil : "\(metric.name)=\(candidate)"
  }
}

/// The margins of a check: the defaults, and those that were asked for.
package struct Margins: Sendable {
  private var chosen: [(metric: String, margin: Margin)] = []

  /// - Parameter texts: Such as `deliverability=0.2pp` or `latency_p99_s=10%rel`; one
  ///   for each metric.
  /// - Throws: `InputError` (64) with what was probably meant.
  package init(_ texts: [String]) throws(InputError) {
    for text in texts {
      let (metric, margin) = try Self.parse(text)
      guard !metrics.contains(metric) else {
        throw Self.refusal(text, allowed: "one margin for \(metric), and there is one already")
      }
      chosen.append((metric, margin))
    }
  }

  func margin(_ metric: Metric) -> Margin {
    chosen.first { $0.metric == metric.name }?.margin ?? .standard(metric)
  }

  /// The metrics that a margin was asked for, in that order.
  var metrics: [String] { chosen.map(\.metric) }
}

extension Margins {
  private static func parse(_ text: String) throws(InputError) -> (String, Margin) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw refusal(text, allowed: "METRIC=X, such as deliverability=0.2pp or latency_p99_s=10%rel")
    }
    guard let metric = Metric.all.first(where: { $0.name == parts[0] }) else {
      throw InputError.unknownName(
        "--margin", Diagnostic.excerpt(parts[0]), among: Metric.all.map(\.name), kind: "metric")
    }
    let amount = String(parts[1])
    guard let margin = Margin(amount, of: metric) else {
      throw refusal(
        text, allowed: Margin.allowed(metric), suggestion: Margin.suggestion(amount, of: metric))
    }
    return (metric.name, margin)
  }

  private static func refusal(
    _ text: String, allowed: String, suggestion: String? = nil
  ) -> InputError {
    InputError(
      ExitCode.usage,
      [
        Diagnostic(
          at: nil, path: "--margin", .found("\"\(Diagnostic.excerpt(text))\""), allowed: allowed,
          suggestion: suggestion)
      ])
  }
}
