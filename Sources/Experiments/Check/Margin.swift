package import Files

/// How much worse a metric may become.
package struct Margin: Sendable, Equatable {
  enum Size: Sendable, Equatable {
    /// In the metric's unit.
    case absolute(Double)
    /// A part of the baseline's value.
    case relative(Double)
  }

  let size: Size
}

extension Margin {
  /// 0.001 for shares, 5 % of the baseline's value else.
  static func standard(_ metric: Metric) -> Margin {
    Margin(size: metric.isShare ? .absolute(0.001) : .relative(0.05))
  }

  /// In the metric's unit, at least 0.
  func limit(baseline: Double) -> Double {
    switch size {
    case .absolute(let limit): limit
    case .relative(let part): part * abs(baseline)
    }
  }
}

/// The margins of a check: the defaults, and those that were asked for.
package struct Margins: Sendable {
  private var chosen: [(metric: String, margin: Margin)] = []

  /// - Parameter texts: Such as `deliverability=0.0005` or `latency_p99_s=10%`; of two for one
  ///   metric the last one counts.
  /// - Throws: ``InputError`` (64) with the nearest name for a metric that there is not.
  package init(_ texts: [String]) throws(InputError) {
    for text in texts { chosen.append(try Self.parse(text)) }
  }

  func margin(_ metric: Metric) -> Margin {
    chosen.last { $0.metric == metric.name }?.margin ?? .standard(metric)
  }

  /// The metrics that a margin was asked for, in that order.
  var metrics: [String] { chosen.map(\.metric) }
}

extension Margins {
  private static func parse(_ text: String) throws(InputError) -> (String, Margin) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let margin = margin(String(parts[1])) else {
      throw InputError(
        ExitCode.usage,
        "--margin: found \"\(Diagnostic.excerpt(text))\"; allowed: METRIC=X with X a number of at "
          + "least 0, or a percentage of the baseline, such as deliverability=0.0005 or "
          + "latency_p99_s=10%")
    }
    let (name, names) = (String(parts[0]), Metric.all.map(\.name))
    guard names.contains(name) else {
      let nearest = NearestName.nearest(to: name, among: names).map { "; did you mean \"\($0)\"?" }
      throw InputError(
        ExitCode.usage,
        "--margin: no metric \"\(Diagnostic.excerpt(name))\"\(nearest ?? ";") there are: "
          + names.joined(separator: ", "))
    }
    return (name, margin)
  }

  private static func margin(_ text: String) -> Margin? {
    guard let number = Units.probability(text), number >= 0 else { return nil }
    return Margin(size: text.hasSuffix("%") ? .relative(number) : .absolute(number))
  }
}
